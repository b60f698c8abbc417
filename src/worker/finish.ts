import { AppError, sessionKey } from "#contract";
import type { Begun } from "../journal/journal.ts";
import type { JobOutcome, OwnSteps } from "../queue/processor.ts";
import type { AnswerParts } from "./answer-parts.ts";
import { changeSteps } from "./change-steps.ts";
import type { TurnEnd } from "./turn-end.ts";

/**
 * Answer in the ledger, memory, the record's end and the release of the chat, all in one script: a crash comes before all of it or
 * after. Throws AppError FENCED when a newer run has the turn or it was canceled; then nothing is said.
 */
export async function finish(parts: AnswerParts, { turn, run, log }: Begun, end: TurnEnd, own: OwnSteps) {
  const { journal, memory, outbox, pipeline } = parts;
  const { message } = turn;
  const split = parts.partsOf(message, end.reply);
  const { session, watchlist, reminders, ...ending } = end;
  const changes = changeSteps(parts, turn, { watchlist, reminders });
  log.record("deliver", 0, { parts: split.length }, 0).catch(() => undefined);
  const endedMs = pipeline.clock.wallMs();
  const posting = outbox.posting({ id: turn.id, run }, split);
  const steps = [
    posting.first,
    memory.rememberStep(sessionKey(message), journal.turnKey(turn.id), session),
    ...changes,
    journal.endStep(turn.id, run, { ...ending, endedMs }, log.leave()),
    own.release,
  ];
  const replies = await parts.together([...steps, ...posting.last]).catch((error: unknown) => {
    posting.drop();
    throw error;
  });
  try {
    const posted = await posting.dispatch(replies[0], replies.slice(steps.length));
    if (posted === "late") return keepAged(parts, { turn, run }, own);
  } catch (error) {
    // A script that the connection sent twice is refused the second time, and its first answer is lost.
    if (error instanceof AppError && error.code === "FENCED") await outbox.heal(message);
    throw error;
  }
  return own.released(replies[steps.length - 1]);
}

/**
 * The end of a turn that was entered anew because its answer had aged, and found nothing better or found it too late: the aged answer
 * stands, and so does its record.
 */
export async function keepAged(
  parts: AnswerParts,
  { turn, run }: Pick<Begun, "turn" | "run">,
  own: OwnSteps,
): Promise<JobOutcome> {
  const { journal, outbox, pipeline } = parts;
  const ending = { state: "completed" as const, models: turn.models, endedMs: pipeline.clock.wallMs() };
  const replies = await parts.together([
    outbox.keepAgedStep({ id: turn.id, run }),
    journal.endStep(turn.id, run, ending),
    own.release,
  ]);
  return replies.length === 3 ? own.released(replies[2]) : "done";
}
