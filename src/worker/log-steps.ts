import type { Log } from "#contract";
import { type CostOf, type SteppedTurn, stepLog } from "../pipeline/step-log/step-log.ts";

/** One line for each step of a run: ids, calls, tokens, cost and decisions, no text of anybody. */
export function logSteps(log: Log, turn: SteppedTurn, costOf?: CostOf): void {
  for (const step of stepLog(turn, costOf)) log.debug({ turn: turn.id, ...step }, "step");
}
