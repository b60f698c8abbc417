import type { Log } from "#contract";
import { type SteppedTurn, stepLog } from "../pipeline/step-log.ts";

/** One line for each step of a run: ids, calls, tokens and decisions, no text of anybody. */
export function logSteps(log: Log, turn: SteppedTurn): void {
  for (const step of stepLog(turn)) log.debug({ turn: turn.id, ...step }, "step");
}
