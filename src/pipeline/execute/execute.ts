import {
  type Action,
  type ActionRecord,
  type Claim,
  type ErrorCode,
  type ExecuteRecord,
  isQuoting,
  type JsonObject,
  type Plan,
  type SkillContext,
  type SkillResult,
  type ToolCall,
  type Tools,
} from "#contract";
import { spendingOf } from "../budget/spending.ts";
import type { TurnRun } from "../ports.ts";
import { readingOf } from "../reading.ts";
import { type ActionCalls, openActionCalls, type Pass } from "./action-calls.ts";
import { questionOf } from "./answered-question.ts";
import { createLimit } from "./limit.ts";
import { selectNumber, selectText } from "./select.ts";
import { tryOut } from "./try-out.ts";

/** The names are those of the tool registry; an unknown one comes back as UNKNOWN_TOOL from `callTool`. */
const toolsOver = (call: ActionCalls["call"]): Tools =>
  new Proxy({} as Tools, { get: (_, tool) => (args: JsonObject) => call(String(tool), args) });

const emptyHanded: ReadonlySet<ErrorCode> = new Set(["INVALID_ARGS", "NOT_UNDERSTOOD"]);

/**
 * True where an action cannot be done without the message that was quoted, of which nothing is known: any other company in the place of that
 * one would be a guess.
 */
function needsQuoted({ ports, message, session }: TurnRun, action: Action, result: SkillResult): boolean {
  if (!isQuoting(message) || session.length > 0 || result.kind === "question") return false;
  const { codes } = action.input;
  const namesCompany = Array.isArray(codes) && codes.length > 0;
  if (result.kind === "refusal") return !namesCompany && emptyHanded.has(result.code);
  const isNeverOfCompany = ports.skills.get(action.skill)?.card.subjects === "none";
  if (result.kind === "answer" && isNeverOfCompany) return false;
  return ports.text.leansBack(message.text, namesCompany);
}

/** What an action may call. */
interface ActionPorts extends Pick<ActionCalls, "call" | "pick"> {
  /** Whether it may try other questions out. */
  readonly mayTry: boolean;
}

/** A question that is only tried asks no model, and tries no other. */
const withoutModel = ({ call }: Pick<ActionCalls, "call">): ActionPorts => ({
  call,
  pick: async () => ({ ok: false, error: { code: "MODEL_NEEDED", message: "only tried" } }),
  mayTry: false,
});

async function runAction(run: TurnRun, action: Action, own: ActionPorts): Promise<SkillResult> {
  const { call, pick, mayTry } = own;
  const { ports, message, session, language, now, signal } = run;
  const skill = ports.skills.get(action.skill);
  if (skill === undefined) return { kind: "refusal", code: "NOT_UNDERSTOOD" };
  const input = skill.definition.input.safeParse(action.input);
  if (!input.success) return { kind: "refusal", code: "INVALID_ARGS" };
  const text = questionOf(run, action);
  const reading = text === message.text ? readingOf(run) : ports.text.read({ text, session, now });
  const context: SkillContext = {
    tools: toolsOver(call),
    call,
    pick,
    message: {
      ...{ text, chatKind: message.chatKind },
      ...(message.reminder === undefined ? {} : { reminder: message.reminder }),
    },
    get numbers() {
      return reading.numbers();
    },
    numbersOf: (said) => ports.text.userNumbers(said),
    get asked() {
      return reading.asked();
    },
    session,
    language,
    now,
    signal,
    select: (row, path) => selectNumber(ports.text, row, path),
    quote: (row, path, type) => selectText(row, path, type),
    facts: ports.facts(language, now),
    tryOut: async (question) =>
      mayTry ? tryOut(run, question, (alone, each) => runAction(alone, each, withoutModel(own))) : [],
  };
  const result = await skill.definition.run(input.data, context);
  return needsQuoted(run, action, result) ? { kind: "refusal", code: "QUOTE_UNKNOWN" } : result;
}

/** The trace in the order of the plan, and within an action in that of its asking, whatever came back first. */
function orderedTrace(
  trace: ReadonlyMap<string, ToolCall>,
  actions: readonly ActionCalls[],
): readonly ToolCall[] {
  const ids = new Set(actions.flatMap(({ asked }) => asked));
  return [...ids].flatMap((id) => trace.get(id) ?? []);
}

/** Runs the plan's skills side by side; results keep the plan's order. Expected failures are values in the results. */
export async function execute(
  run: TurnRun,
  attempt: number,
  plan: Plan,
  excludeSources: readonly string[],
): Promise<ExecuteRecord> {
  const trace = new Map<string, ToolCall>();
  const pass: Pass = {
    run,
    attempt,
    excludeSources,
    trace,
    limit: createLimit(spendingOf(run).budget.toolCallsAtOnce),
  };
  const pairs = plan.actions.map((action) => ({ action, calls: openActionCalls(pass, action.skill) }));
  const callsOfAll = pairs.map(({ calls }) => calls);
  const results = await Promise.all(
    pairs.map(({ action, calls }) => runAction(run, action, { ...calls, mayTry: true })),
  );
  const claims: Claim[] = [];
  const actions: ActionRecord[] = results.map((result, index) => {
    const own = result.kind === "answer" ? result.claims : [];
    const first = claims.length;
    claims.push(...own);
    // The claims stand once, in the turn's list.
    const kept = result.kind === "answer" ? { ...result, claims: [] } : result;
    return { skill: plan.actions[index]?.skill ?? "", first, count: own.length, result: kept };
  });
  const models = callsOfAll.flatMap((calls) => calls.models);
  return {
    trace: orderedTrace(trace, callsOfAll),
    claims,
    actions,
    ...(models.length === 0 ? {} : { models }),
  };
}
