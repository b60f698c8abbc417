import { AppError, chatKey, endStates, maxMessageCharacters, type Turn } from "#contract";
import type { SteppedTurn } from "../pipeline/step-log/step-log.ts";
import { runTurn } from "../pipeline/turn.ts";
import { readTurnJobId } from "../queue/outbox.ts";
import type { JobOutcome, OrderedJob, OwnSteps } from "../queue/processor.ts";
import type { AnswerParts } from "./answer-parts.ts";
import { finish, keepAged } from "./finish.ts";
import { leftAlone } from "./left-alone.ts";
import { logSteps } from "./log-steps.ts";
import { noted } from "./noted-log.ts";
import { showProgress } from "./show-progress.ts";
import { type Taken, take } from "./take.ts";
import { endOfFailure, endOfMissed, endOfTooLong, noticeOf, type TurnEnd } from "./turn-end.ts";

/** Runs the pipeline until it ends, is stopped or canceled, or has taken too long. */
async function run(
  parts: AnswerParts,
  { turn, log: journal, session, language }: Taken,
  stop: AbortSignal,
  cancel: AbortController,
): Promise<TurnEnd> {
  const { pipeline } = parts;
  const { message } = turn;
  if (message.text.length > maxMessageCharacters) return endOfTooLong(message, parts);
  if (message.reminder?.kind === "missed") return endOfMissed(message, message.reminder.due, parts);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    cancel.abort();
  }, parts.maxTurnMs);
  const stopping = () => cancel.abort();
  if (stop.aborted) stopping();
  else stop.addEventListener("abort", stopping, { once: true });
  try {
    // The clock of the first run: a resumed turn goes by the time at which its data were asked for.
    const now = turn.market_now ?? pipeline.clock.market();
    const ran = runTurn({
      ports: pipeline,
      message,
      session,
      language,
      now,
      journal,
      signal: cancel.signal,
    });
    return await Promise.race([ran, leftAlone(cancel.signal)]);
  } catch (error) {
    if (stop.aborted) throw error;
    if (cancel.signal.aborted && !timedOut) throw new AppError("FENCED", "canceled", { cause: error });
    return endOfFailure(error, message, timedOut, parts);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", stopping);
  }
}

type Job = Pick<OrderedJob, "id" | "chat" | "signal" | "steps">;

/** What the pipeline made of a turn that was taken up. */
interface Worked {
  readonly taken: Taken;
  readonly end: TurnEnd;
  /** As they were recorded, those of earlier runs first. */
  readonly stages: Turn["stages"];
  readonly startedMs: number;
}

/** Each step of a run in the log, where it says so much. */
function logRun({ pipeline }: AnswerParts, run: SteppedTurn): void {
  if (pipeline.log.debugs === true) logSteps(pipeline.log, run, pipeline.costOf);
}

/** Takes the turn up and runs it to what it will say; else the outcome to return at once. */
async function work(parts: AnswerParts, job: Job, own: OwnSteps): Promise<Worked | JobOutcome> {
  if (job.signal.aborted) return { laterMs: 0 };
  const startedMs = parts.pipeline.clock.wallMs();
  const found = await take(parts, job, own);
  if (found === "done" || !("turn" in found)) return found;
  const stages = [...found.turn.stages];
  const taken: Taken = { ...found, log: noted(found.log, stages) };
  const { id, message } = taken.turn;
  const cancel = parts.cancellations.open(id);
  // What nobody waits for shows no progress: an edit of it would bring no notification.
  const progress =
    message.reminder === undefined
      ? showProgress(parts.signals, message, taken.language)
      : { stop: () => {} };
  try {
    const end = await run(parts, taken, job.signal, cancel.controller);
    return { taken, end, stages, startedMs };
  } catch (error) {
    logRun(parts, { id, run: found.run, stages, models: [] });
    throw error;
  } finally {
    progress.stop();
    cancel.close();
  }
}

/**
 * Takes one turn from wherever the journal says it stands to its ending. Idempotent: an ended turn is left alone.
 * Throws AppError FENCED when the turn is no longer this run's, and whatever another attempt may mend.
 */
export async function answer(parts: AnswerParts, job: Job): Promise<JobOutcome> {
  const { steps: own } = job;
  if (own === undefined) throw new Error("the worker gates its jobs by itself");
  const worked = await parts.room.pass(() => work(parts, job, own));
  if (worked === "done" || !("end" in worked)) return worked;
  const { taken, end, stages, startedMs } = worked;
  const { turn, run } = taken;
  const { market_now } = turn;
  const { clock, log } = parts.pipeline;
  try {
    const isAged = readTurnJobId(job.id).again && end.state === "failed";
    const outcome = isAged ? await keepAged(parts, taken, own) : await finish(parts, taken, end, own);
    const nowMs = clock.wallMs();
    const [ms, workMs] = [nowMs - turn.accepted_ms, nowMs - startedMs];
    const { session: _, reply: __, watchlist: ___, reminders: ____, ...observed } = end;
    const record = { stages, ...(market_now === undefined ? {} : { market_now }) };
    parts.observe({ ...observed, ms, workMs, record });
    log.info(
      { turn: turn.id, state: end.state, ms, workMs, ...(end.error ? { error: end.error } : {}) },
      "turn ended",
    );
    return outcome;
  } finally {
    logRun(parts, { id: turn.id, run, stages, models: end.models });
  }
}

/** After the last attempt: the failure is told, whatever the reason was, unless the turn has ended meanwhile. */
export async function giveUp(parts: AnswerParts, jobId: string): Promise<void> {
  const { journal, outbox, pipeline } = parts;
  const { turnId, again } = readTurnJobId(jobId);
  const turn = await journal.read(turnId);
  if (turn === null || endStates.has(turn.state)) return;
  if (again) {
    const ending = { state: "completed" as const, models: turn.models, endedMs: pipeline.clock.wallMs() };
    await parts.together([outbox.keepAgedStep(turn), journal.endStep(turnId, turn.run, ending)]);
    return;
  }
  const { message, run: runNumber, models } = turn;
  const reply = noticeOf(message, "TURN_FAILED", parts);
  await outbox.post(turn, parts.partsOf(message, reply));
  const endedMs = pipeline.clock.wallMs();
  await journal.end(turnId, runNumber, { state: "failed", error: "TURN_FAILED", reply, models, endedMs });
  parts.observe({
    state: "failed",
    ms: endedMs - turn.accepted_ms,
    models,
    error: "TURN_FAILED",
    record: turn,
  });
  pipeline.log.error({ turn: turnId, chat: chatKey(message) }, "turn given up");
}
