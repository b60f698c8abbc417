import type { Log, ModelTool } from "#contract";
import type { TurnBudget } from "../../budget/turn-budget.ts";
import { textTokens } from "../../model-calls/prompt-tokens.ts";

/** The share of a prompt that functions may take up. */
const toolShare = 0.6;

/** As many as one prompt has room for, in their order: a server may bring any number of them. */
export function fittingTools(
  tools: readonly ModelTool[],
  { callPromptTokens }: Pick<TurnBudget, "callPromptTokens">,
): readonly ModelTool[] {
  let room = callPromptTokens * toolShare;
  return tools.filter((tool) => {
    room -= textTokens(JSON.stringify(tool));
    return room >= 0;
  });
}

/** Those that were told of last, by whose log it is. */
const toldOf = new WeakMap<Log, string>();

/** Tells the operator of the tools that no prompt has room for: once, and again when they are others. */
export function tellLeftOut(log: Log, offered: readonly ModelTool[], fitting: readonly ModelTool[]): void {
  if (fitting.length === offered.length) return;
  const kept = new Set(fitting);
  const tools = offered.filter((tool) => !kept.has(tool)).map(({ name }) => name);
  const told = tools.join(" ");
  if (toldOf.get(log) === told) return;
  toldOf.set(log, told);
  log.warn(
    { tools },
    "models are not offered these tools: a prompt has no room for them (TOOLS_DENY keeps others out)",
  );
}
