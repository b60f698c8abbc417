import {
  AppError,
  chatKey,
  type ErrorCode,
  endStates,
  type IncomingMessage,
  type ModelCallRecord,
  type OutboundPart,
  type Reply,
  type SessionTurn,
  sessionKey,
  type TurnState,
  userText,
} from "#contract";
import type { Begun, Journal } from "../journal/journal.ts";
import type { Memory } from "../memory/session.ts";
import type { PipelinePorts } from "../pipeline/ports.ts";
import { runTurn } from "../pipeline/turn.ts";
import type { Outbox } from "../queue/outbox.ts";
import type { Signals } from "../queue/signals.ts";
import type { Cancellations } from "./cancellations.ts";
import { showProgress } from "./show-progress.ts";

/** What a finished turn tells the metrics. */
export interface TurnObservation {
  readonly state: TurnState;
  readonly ms: number;
  readonly models: readonly ModelCallRecord[];
  readonly error?: ErrorCode;
  /** Spans of drafts that a wall refused. */
  readonly refused: number;
  /** True where a template stood in for refused prose. */
  readonly fellBack: boolean;
}

export interface AnswerParts {
  readonly journal: Journal;
  readonly memory: Memory;
  readonly outbox: Outbox;
  readonly signals: Signals;
  readonly cancellations: Cancellations;
  readonly pipeline: PipelinePorts;
  /** Splits a reply as the message's platform needs it. */
  readonly partsOf: (message: IncomingMessage, reply: Reply) => readonly OutboundPart[];
  /** A turn that runs longer is failed, the user told, and the chat goes on. */
  readonly maxTurnMs: number;
  readonly observe: (observation: TurnObservation) => void;
}

/** How a turn ends: what is said, and what is kept. */
interface End extends Pick<TurnObservation, "refused" | "fellBack"> {
  readonly state: TurnState;
  readonly reply: Reply;
  readonly error?: ErrorCode;
  readonly models: readonly ModelCallRecord[];
  readonly session: readonly SessionTurn[];
}

const untouched = { refused: 0, fellBack: false };

const noticeOf = (message: IncomingMessage, code: ErrorCode, parts: AnswerParts): Reply => ({
  text: userText(code, parts.pipeline.text.languageOf(message.text)),
  buttons: [],
});

/**
 * Parts in the ledger first, then the record's end: a crash between the two posts the same parts again, which is once.
 * Throws AppError FENCED when a newer run has the turn or it was canceled; then nothing is said.
 */
async function finish(parts: AnswerParts, { turn, run, log }: Begun, end: End): Promise<void> {
  const { journal, memory, outbox, pipeline } = parts;
  const { message } = turn;
  const split = parts.partsOf(message, end.reply);
  const recorded = log.record("deliver", 0, { parts: split.length }, 0);
  recorded.catch(() => undefined);
  // Refused by the ledger itself when a newer run has the turn, so nothing is lost by not waiting for the record first.
  await outbox.post({ id: turn.id, run }, split);
  await recorded;
  if (end.session.length > 0) await memory.remember(sessionKey(message), end.session);
  const { session: _, refused: __, fellBack: ___, ...ending } = end;
  await journal.end(turn.id, run, { ...ending, endedMs: pipeline.clock.wallMs() });
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
    ...untouched,
  };
}

async function run(
  parts: AnswerParts,
  begun: Begun,
  stop: AbortSignal,
  cancel: AbortController,
): Promise<End> {
  const { memory, pipeline } = parts;
  const { turn, log: journal } = begun;
  const { message } = turn;
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    cancel.abort();
  }, parts.maxTurnMs);
  const stopping = () => cancel.abort();
  stop.addEventListener("abort", stopping, { once: true });
  try {
    const session = await memory.recall(sessionKey(message));
    const language = pipeline.text.languageOf(message.text);
    // The clock of the first run: a resumed turn goes by the time at which its data were asked for.
    const now = turn.market_now ?? pipeline.clock.market();
    return await runTurn({
      ports: pipeline,
      message,
      session,
      language,
      now,
      journal,
      signal: cancel.signal,
    });
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
export async function answer(parts: AnswerParts, turnId: string, stop: AbortSignal): Promise<void> {
  const { journal, signals, pipeline } = parts;
  const startedMs = pipeline.clock.wallMs();
  const begun = await journal.begin(turnId, { marketNow: pipeline.clock.market(), startedMs });
  if (begun === "ended" || begun === "missing") return;
  const { message } = begun.turn;
  const cancel = parts.cancellations.open(turnId);
  const progress = showProgress(signals, message, pipeline.text.languageOf(message.text));
  try {
    const end = await run(parts, begun, stop, cancel.controller);
    progress.stop();
    await finish(parts, begun, end);
    const ms = pipeline.clock.wallMs() - startedMs;
    const { session: _, reply: __, ...observed } = end;
    parts.observe({ ...observed, ms });
    pipeline.log.info(
      { turn: turnId, state: end.state, ms, ...(end.error ? { error: end.error } : {}) },
      "turn ended",
    );
  } finally {
    progress.stop();
    cancel.close();
  }
}

/** After the last attempt: the failure is told, whatever the reason was, unless the turn has ended meanwhile. */
export async function giveUp(parts: AnswerParts, turnId: string): Promise<void> {
  const { journal, outbox, pipeline } = parts;
  const turn = await journal.read(turnId);
  if (turn === null || endStates.has(turn.state)) return;
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
    ...untouched,
  });
  pipeline.log.error({ turn: turnId, chat: chatKey(message) }, "turn given up");
}
