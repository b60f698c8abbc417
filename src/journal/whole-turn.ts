import type { IncomingMessage, StageRecord } from "#contract";
import type { Step } from "../store/steps.ts";
import type { Journal } from "./journal.ts";
import type { Ending } from "./journal-steps.ts";
import { createTurnLog } from "./turn-log.ts";

/** A turn that was done beforehand, from its message to its end. */
export interface WholeTurn {
  readonly message: IncomingMessage;
  readonly acceptedMs: number;
  readonly replayOf?: string;
  /** Market time that it went by. */
  readonly marketNow: string;
  readonly stages: readonly StageRecord[];
  readonly ending: Ending;
}

/** The run that posts its answer: nobody takes such a turn up. */
export const wholeRun = 0;

/**
 * Its record and its end, as the first and a later step of one script; between them stands what posts its answer. A crash comes before all of
 * it or after, so that nothing is left half-way. Where the turn is there already the script stops at the first step.
 */
export function wholeTurnSteps(
  journal: Pick<Journal, "createStep" | "endStep">,
  { message, acceptedMs, replayOf, marketNow, stages, ending }: WholeTurn,
): { readonly first: Step; readonly last: Step } {
  const log = createTurnLog(new Map(), async () => true);
  // Taken away again before it could be written.
  for (const { stage, attempt, value, ms } of stages)
    log.record(stage, attempt, value, ms).catch(() => undefined);
  const { records, ...left } = log.leave();
  const times = ["n", marketNow, "b", String(acceptedMs)];
  const lineage = replayOf === undefined ? {} : { replayOf };
  return {
    first: journal.createStep(message, { acceptedMs, ...lineage }),
    last: journal.endStep(message.id, wholeRun, ending, { ...left, records: [...records, ...times] }),
  };
}
