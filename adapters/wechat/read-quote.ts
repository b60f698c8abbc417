import { type IncomingMessage, markOfText } from "#contract";

/** What stands above a reply that quotes: 「name:quoted text」 and a rule of dashes. A name with a colon in it cannot be told from the text. */
const above = /^「[^:\uff1a\n]{1,64}[:\uff1a]([\s\S]*?)」[ \t]*\n(?:[-\u2010-\u2015\u2500] ?){5,}[ \t]*\n/;

/**
 * The reply's own text, and by what the quoted one may be known: puppets bring no id of it, and it is somebody's writing, so no word of it
 * goes on. What was no text stands there as a word (图片), which is known to nobody.
 */
export function readQuote(text: string): {
  readonly text: string;
  readonly quote: Pick<IncomingMessage, "quotedMark">;
} {
  const found = above.exec(text);
  if (found === null) return { text, quote: {} };
  return { text: text.slice(found[0].length), quote: { quotedMark: markOfText(found[1] ?? "") } };
}
