import type { IncomingMessage, OutboundPart, Reply } from "#contract";
import { splitText } from "./split.ts";

/** Left free in every part for the mark of a possible repeat and the question's beginning. */
const reservedCharacters = 48;
const questionCharacters = 12;

interface Texts {
  readonly text: string;
  readonly agedText?: string;
  readonly validUntil?: string;
}

/** Packs lines so that the current and the aged form of each part hold the same lines. */
function packLines(lines: readonly (readonly [string, string])[], limit: number): [string, string][] {
  const packed: [string, string][] = [];
  for (const [line, agedLine] of lines) {
    const last = packed.at(-1);
    const joined: [string, string] =
      last === undefined ? [line, agedLine] : [`${last[0]}\n${line}`, `${last[1]}\n${agedLine}`];
    if (last !== undefined && joined[0].length <= limit && joined[1].length <= limit)
      packed[packed.length - 1] = joined;
    else packed.push([line, agedLine]);
  }
  return packed.filter(([text]) => text.trim() !== "");
}

/** The texts of the parts. Where the two forms cannot be cut alike, the aged one is sent: it is never wrong. */
function textsOf({ text, agedText, validUntil }: Reply, limit: number): readonly Texts[] {
  if (agedText === undefined || validUntil === undefined)
    return splitText(text, limit).map((piece) => ({ text: piece }));
  if (text.length <= limit && agedText.length <= limit) return [{ text, agedText, validUntil }];
  const agedLines = agedText.split("\n");
  const lines = text.split("\n").map((line, index) => [line, agedLines[index] ?? ""] as const);
  const alike = lines.length === agedLines.length && lines.flat().every((line) => line.length <= limit);
  if (!alike) return splitText(agedText, limit).map((piece) => ({ text: piece }));
  return packLines(lines, limit).map(([part, aged]) => ({ text: part, agedText: aged, validUntil }));
}

const beginningOf = (text: string): string =>
  [...text.replace(/\s+/g, " ").trim()].slice(0, questionCharacters).join("");

/**
 * A reply in parts as a platform takes them (`maxCharacters` of its adapter). Each part quotes the question; buttons and
 * artifacts go with the last.
 */
export function partsOf(
  message: IncomingMessage,
  reply: Reply,
  maxCharacters: number,
): readonly OutboundPart[] {
  const texts = textsOf(reply, Math.max(maxCharacters - reservedCharacters, 2));
  const { id: turnId, platform, accountId, chatId, platformMessageId } = message;
  const question = beginningOf(message.text);
  return texts.map((text, part) => {
    const isLast = part === texts.length - 1;
    return {
      turnId,
      part,
      of: texts.length,
      platform,
      accountId,
      chatId,
      ...(platformMessageId === undefined ? {} : { replyTo: platformMessageId }),
      ...(part === 0 && question !== "" ? { question } : {}),
      ...text,
      buttons: isLast ? reply.buttons : [],
      ...(isLast && reply.artifacts !== undefined ? { artifacts: reply.artifacts } : {}),
    };
  });
}
