import {
  type ErrorCode,
  type FinishReason,
  finishReasonOf,
  type ModelCallRecord,
  type RouteRecord,
  type SynthesisRecord,
} from "#contract";
import type { AllAttempts } from "../attempts.ts";
import type { Ending, TurnView } from "../verify/view.ts";
import type { Degraded } from "./closing-lines.ts";

/** What is missing since nothing more might be asked. */
const budgetCodes: ReadonlySet<ErrorCode> = new Set(["TOOL_LIMIT", "BUDGET_USED_UP", "DAY_BUDGET_USED_UP"]);

/** Whether the built-in rules stood in since nothing was left of the day. */
const isDaySpent = (models: readonly ModelCallRecord[]): boolean =>
  models.some(({ error }) => error === "DAY_BUDGET_USED_UP");

/** How the work ended, from what stopped it and what there is to say. */
export function finishOf(
  { cut, gate, models }: AllAttempts,
  { state, error }: Ending,
  view: TurnView,
): FinishReason {
  const isUnfinished = view.actions.some(({ missing }) => missing.some(({ code }) => budgetCodes.has(code)));
  if (cut === "BUDGET_USED_UP" || gate?.why === "budget" || isUnfinished) return "budget";
  // What a model might have mended was not put to it.
  if (cut !== undefined || gate?.why === "exhausted") return isDaySpent(models) ? "budget" : "big_fail";
  return finishReasonOf({ state, ...(error === undefined ? {} : { error }) }) ?? "success";
}

/** What was used up, where something was left undone for it: the turn's budget or the day's. */
export type CutBy = "BUDGET_USED_UP" | "DAY_BUDGET_USED_UP";

/** What the answer says was used up, beside what it names as missing. */
export function cutByOf({ cut, gate, models }: AllAttempts, finish: FinishReason): CutBy | undefined {
  if (cut === "BUDGET_USED_UP" || gate?.why === "budget") return "BUDGET_USED_UP";
  return finish === "budget" && isDaySpent(models) ? "DAY_BUDGET_USED_UP" : undefined;
}

function standInFor(routed: RouteRecord, synthesis: SynthesisRecord): Degraded | undefined {
  if (!routed.degraded && !synthesis.degraded) return undefined;
  if (isDaySpent([...routed.models, ...synthesis.models])) return "DAY_BUDGET_USED_UP";
  const isLong = routed.models.some(({ error }) => error === "PROMPT_TOO_LONG");
  return isLong && !synthesis.degraded ? "PROMPT_TOO_LONG" : "MODEL_DOWN";
}

/** Why the built-in rules stood in for a model, if they did and the cut does not say it already. */
export function degradedBy(
  routed: RouteRecord,
  synthesis: SynthesisRecord,
  cutBy: CutBy | undefined,
): Degraded | undefined {
  const standIn = standInFor(routed, synthesis);
  return standIn === cutBy ? undefined : standIn;
}
