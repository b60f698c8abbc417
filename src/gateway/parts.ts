import {
  type Artifact,
  type IncomingMessage,
  type OutboundPart,
  type Reply,
  shanghaiDateOf,
  splitAlike,
  splitText,
} from "#contract";

/** Left free in every part for the mark of a possible repeat and the question's beginning. */
const reservedCharacters = 48;
const questionCharacters = 12;

interface Texts {
  readonly text: string;
  readonly agedText?: string;
  readonly validUntil?: string;
}

/** The texts of the parts. Where the two forms cannot be cut alike, the aged one is sent: it is never wrong. */
function textsOf({ text, agedText, validUntil }: Reply, limit: number): readonly Texts[] {
  if (agedText === undefined || validUntil === undefined) {
    const until = validUntil === undefined ? {} : { validUntil };
    return splitText(text, limit).map((piece) => ({ text: piece, ...until }));
  }
  if (text.length <= limit && agedText.length <= limit) return [{ text, agedText, validUntil }];
  const [lines, agedLines] = [text.split("\n"), agedText.split("\n")];
  const isShort = [...lines, ...agedLines].every((line) => line.length <= limit);
  const alike = isShort && lines.length === agedLines.length;
  if (!alike) return splitText(agedText, limit).map((piece) => ({ text: piece }));
  return splitAlike([text, agedText], limit).map(([part = "", aged = ""]) => ({
    text: part,
    agedText: aged,
    validUntil,
  }));
}

const beginningOf = (text: string): string =>
  [...text.replace(/\s+/g, " ").trim()].slice(0, questionCharacters).join("");

/** Platforms take less text below a picture than in a message; 1,024 is the strictest's. */
const captionCharacters = 1024;

/** The last text is cut again where it is too long to stand below a picture. */
function withCaption(texts: readonly Texts[], limit: number): readonly Texts[] {
  const last = texts.at(-1);
  if (last === undefined || Math.max(last.text.length, last.agedText?.length ?? 0) <= limit) return texts;
  return [...texts.slice(0, -1), ...textsOf({ ...last, buttons: [] }, limit)];
}

/** The whole of a reply whose beginning stands above it. Its aged form: a file is read later, and that form is never wrong. */
function reportOf(message: IncomingMessage, { text, agedText = text }: Reply): Artifact {
  const sentMs = Date.parse(message.sentAt);
  const day = Number.isNaN(sentMs) ? "report" : shanghaiDateOf(sentMs);
  // With a byte order mark, for phones take plain text for anything else.
  const bytes = Buffer.from(`\u{feff}${agedText}\n`);
  return { name: `qianmen-${day}.txt`, mediaType: "text/plain", base64: bytes.toString("base64") };
}

const fileNote = (text: string): string =>
  /\p{Script=Han}/u.test(text) ? "(全文见随后的文件)" : "(the full text follows as a file)";

/** The beginning of a reply that is too long, which says where the rest is. */
function beginningTexts(reply: Reply, limit: number): readonly Texts[] {
  const note = fileNote(reply.text);
  const [first] = textsOf(reply, Math.max(limit - note.length - 1, 2));
  if (first === undefined) return [];
  const { text, agedText } = first;
  const aged = agedText === undefined ? {} : { agedText: `${agedText}\n${note}` };
  return [{ ...first, text: `${text}\n${note}`, ...aged }];
}

/**
 * A reply in parts as a platform takes them (`maxCharacters` and `maxParts` of its adapter). Each part quotes the question; buttons go with the last
 * text, and so does the picture. More pictures follow one by one under their names.
 */
export function partsOf(
  message: IncomingMessage,
  reply: Reply,
  maxCharacters: number,
  maxParts = Number.POSITIVE_INFINITY,
): readonly OutboundPart[] {
  const room = (characters: number): number => Math.max(characters - reservedCharacters, 2);
  const plain = textsOf(reply, room(maxCharacters));
  const artifacts = reply.artifacts ?? [];
  const isTooLong = plain.length > maxParts;
  const [picture, ...pictures] = isTooLong ? [reportOf(message, reply), ...artifacts] : artifacts;
  const said = isTooLong
    ? beginningTexts(reply, room(maxCharacters))
    : picture === undefined
      ? plain
      : withCaption(plain, room(Math.min(maxCharacters, captionCharacters)));
  const texts: readonly Texts[] = [...said, ...pictures.map(({ name }) => ({ text: name }))];
  const { id: turnId, platform, accountId, chatId, platformMessageId } = message;
  const question = message.reminder === undefined ? beginningOf(message.text) : "";
  return texts.map((text, part) => {
    const isLast = part === said.length - 1;
    const artifact = isLast ? picture : pictures[part - said.length];
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
      ...(artifact === undefined ? {} : { artifacts: [artifact] }),
    };
  });
}
