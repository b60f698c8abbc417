import { type ErrorCode, type IncomingMessage, maxMessageCharacters } from "#contract";

/** What carries no question: emoji with their joiners and selectors, invisible characters, white space. */
const silent = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{M}\p{Cf}\p{Cc}\p{Z}]/gu;

const emoji = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** Why a message cannot be a question at all; null when it can. */
export function unusableBecause({ text, attachments }: IncomingMessage): ErrorCode | null {
  if (text.length > maxMessageCharacters) return "MESSAGE_TOO_LONG";
  if (text.replace(silent, "") !== "") return null;
  if (attachments.length > 0) return "UNSUPPORTED_MESSAGE";
  return emoji.test(text) ? "ONLY_EMOJI" : "EMPTY_MESSAGE";
}
