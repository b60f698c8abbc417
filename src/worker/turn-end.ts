import {
  AppError,
  type ErrorCode,
  type FinishReason,
  type IncomingMessage,
  type ModelCallRecord,
  type Reply,
  reminderMark,
  type SessionTurn,
  type TurnState,
  userText,
} from "#contract";
import type { TurnOutcome } from "../pipeline/turn.ts";
import type { AnswerParts } from "./answer-parts.ts";

/** How a turn ends: what is said, and what is kept. */
export interface TurnEnd {
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

/** Of a turn that says no more than a notice. */
const nothingKept = { models: [], session: [], watchlist: [], reminders: [] } as const;

export function noticeOf(
  message: IncomingMessage,
  code: ErrorCode,
  parts: AnswerParts,
  params: Readonly<Record<string, string>> = {},
): Reply {
  const language = parts.pipeline.text.languageOf(message.text);
  return { text: `${reminderMark(message, language)}${userText(code, language, params)}`, buttons: [] };
}

/** Expected failures become an ending; what a later attempt may mend is thrown on. */
export function endOfFailure(
  error: unknown,
  message: IncomingMessage,
  timedOut: boolean,
  parts: AnswerParts,
): TurnEnd {
  const code = timedOut ? "TURN_TIMEOUT" : error instanceof AppError ? error.code : null;
  if (code === null || code === "FENCED" || code === "INTAKE_DOWN") throw error;
  return {
    state: "failed",
    error: code,
    reply: noticeOf(message, code, parts),
    ...nothingKept,
  };
}

/** Only the parts of a cut text that were joined can come to this; one message is judged at the door. */
export const endOfTooLong = (message: IncomingMessage, parts: AnswerParts): TurnEnd => ({
  state: "completed",
  error: "MESSAGE_TOO_LONG",
  reply: noticeOf(message, "MESSAGE_TOO_LONG", parts),
  ...nothingKept,
});

/** A digest whose time had passed for too long when somebody could look again. */
export const endOfMissed = (message: IncomingMessage, due: string, parts: AnswerParts): TurnEnd => ({
  state: "completed",
  error: "DIGEST_MISSED",
  reply: noticeOf(message, "DIGEST_MISSED", parts, { due, text: message.text }),
  ...nothingKept,
});
