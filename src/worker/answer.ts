import {
  AppError,
  chatKey,
  type ErrorCode,
  endStates,
  type FinishReason,
  type IncomingMessage,
  type ModelCallRecord,
  maxMessageCharacters,
  type Reply,
  reminderMark,
  type SessionTurn,
  sessionKey,
  type TurnState,
  userText,
} from "#contract";
import type { Begun } from "../journal/journal.ts";
import { runTurn, type TurnOutcome } from "../pipeline/turn.ts";
import { readTurnJobId } from "../queue/outbox.ts";
import type { JobOutcome, OrderedJob, OwnSteps } from "../queue/processor.ts";
import type { AnswerParts } from "./answer-parts.ts";
import { changeSteps } from "./change-steps.ts";
import { leftAlone } from "./left-alone.ts";
import { logSteps } from "./log-steps.ts";
import { noted } from "./noted-log.ts";
import { showProgress } from "./show-progress.ts";
import { type Taken, take } from "./take.ts";

/** How a turn ends: what is said, and what is kept. */
interface End {
  readonly state: TurnState;
  readonly reply: Reply;
  readonly error?: ErrorCode;
  /** Left out where the pipeline did not come to its end. */
  readonly finish_reason?: FinishReason;
  readonly models: readonly ModelCallRecord[];
  readonly session: readonly SessionTurn[];
  /** Changes of the asker's watchlist and reminders that the reply tells of. */
  readonly watchlist: TurnOutcome["watchlist"];
  readonly reminders: TurnOutcome["reminders"];
}

const unchanged = { watchlist: [], reminders: [] } as const;

function noticeOf(message: IncomingMessage, code: ErrorCode, parts: AnswerParts): Reply {
  const language = parts.pipeline.text.languageOf(message.text);
  return { text: `${reminderMark(message, language)}${userText(code, language)}`, buttons: [] };
}

/**
 * Answer in the ledger, memory, the record's end and the release of the chat, all in one script: a crash comes before all of it or
 * after. Throws AppError FENCED when a newer run has the turn or it was canceled; then nothing is said.
 */
async function finish(parts: AnswerParts, { turn, run, log }: Begun, end: End, own: OwnSteps) {
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
    await posting.dispatch(replies[0], replies.slice(steps.length));
  } catch (error) {
    // A script that the connection sent twice is refused the second time, and its first answer is lost.
    if (error instanceof AppError && error.code === "FENCED") await outbox.heal(message);
    throw error;
  }
  return own.released(replies[steps.length - 1]);
}

/** The end of a turn that was entered anew because its answer had aged, and found nothing better: the aged answer stands. */
async function keepAged(parts: AnswerParts, { turn, run, log }: Begun, own: OwnSteps): Promise<JobOutcome> {
  const { journal, outbox, pipeline } = parts;
  const ending = { state: "completed" as const, models: turn.models, endedMs: pipeline.clock.wallMs() };
  const replies = await parts.together([
    outbox.keepAgedStep(turn.id),
    journal.endStep(turn.id, run, ending, log.leave()),
    own.release,
  ]);
  return replies.length === 3 ? own.released(replies[2]) : "done";
}

/** Expected failures become an ending; what a later attempt may mend is thrown on. */
function endOfFailure(error: unknown, message: IncomingMessage, timedOut: boolean, parts: AnswerParts): End {
  const code = timedOut ? "TURN_TIMEOUT" : error instanceof AppError ? error.code : null;
  if (code === null || code === "FENCED" || code === "INTAKE_DOWN") throw error;
  return {
    state: "failed",
    error: code,
    reply: noticeOf(message, code, parts),
    models: [],
    session: [],
    ...unchanged,
  };
}

/** Only the parts of a cut text that were joined can come to this; one message is judged at the door. */
const tooLong = (message: IncomingMessage, parts: AnswerParts): End => ({
  state: "completed",
  error: "MESSAGE_TOO_LONG",
  reply: noticeOf(message, "MESSAGE_TOO_LONG", parts),
  models: [],
  session: [],
  ...unchanged,
});

async function run(
  parts: AnswerParts,
  { turn, log: journal, session, language }: Taken,
  stop: AbortSignal,
  cancel: AbortController,
): Promise<End> {
  const { pipeline } = parts;
  const { message } = turn;
  if (message.text.length > maxMessageCharacters) return tooLong(message, parts);
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

/**
 * Takes one turn from wherever the journal says it stands to its ending. Idempotent: an ended turn is left alone.
 * Throws AppError FENCED when the turn is no longer this run's, and whatever another attempt may mend.
 */
export async function answer(
  parts: AnswerParts,
  job: Pick<OrderedJob, "id" | "chat" | "signal" | "steps">,
): Promise<JobOutcome> {
  const { signals, pipeline } = parts;
  const { signal: stop, steps: own } = job;
  const { turnId, again } = readTurnJobId(job.id);
  if (own === undefined) throw new Error("the worker gates its jobs by itself");
  const startedMs = pipeline.clock.wallMs();
  const found = await take(parts, job, own);
  if (found === "done" || !("turn" in found)) return found;
  const stages = [...found.turn.stages];
  const taken: Taken = { ...found, log: noted(found.log, stages) };
  let models: readonly ModelCallRecord[] = [];
  const { message, market_now } = taken.turn;
  const cancel = parts.cancellations.open(turnId);
  // What nobody waits for shows no progress: an edit of it would bring no notification.
  const progress =
    message.reminder === undefined ? showProgress(signals, message, taken.language) : { stop: () => {} };
  try {
    const end = await run(parts, taken, stop, cancel.controller);
    progress.stop();
    models = end.models;
    const outcome =
      again && end.state === "failed"
        ? await keepAged(parts, taken, own)
        : await finish(parts, taken, end, own);
    const ms = pipeline.clock.wallMs() - startedMs;
    const { session: _, reply: __, watchlist: ___, reminders: ____, ...observed } = end;
    const record = { stages, ...(market_now === undefined ? {} : { market_now }) };
    parts.observe({ ...observed, ms, record });
    pipeline.log.info(
      { turn: turnId, state: end.state, ms, ...(end.error ? { error: end.error } : {}) },
      "turn ended",
    );
    return outcome;
  } finally {
    progress.stop();
    cancel.close();
    if (pipeline.log.debugs === true)
      logSteps(pipeline.log, { id: turnId, run: found.run, stages, models }, pipeline.costOf);
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
    await parts.together([outbox.keepAgedStep(turnId), journal.endStep(turnId, turn.run, ending)]);
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
