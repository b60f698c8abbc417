/** What WeChat puts between a mention and the text; some clients write an ordinary blank. */
const separators = "\u2005\u2006\u200a ";

const escaped = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Half-width and full-width. */
const at = "[@\uff20]";
/** What may follow a name that was typed by hand: blanks and punctuation of both widths. */
const ends = "\\s,.:;!?\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f";

/** A mention by one of the names, with what separates it; the name must end there: a name may be the beginning of another. */
function mentionOf(names: readonly string[]): RegExp | undefined {
  const known = names.map((name) => name.trim()).filter((name) => name !== "");
  if (known.length === 0) return undefined;
  const longestFirst = known.toSorted((a, b) => b.length - a.length).map(escaped);
  return new RegExp(
    `(?<![A-Za-z0-9_.])${at}(?:${longestFirst.join("|")})(?:[${separators}]|(?=[${ends}]|$))`,
    "gu",
  );
}

/** Any mention as the clients write it, by whatever name. */
const anyMention = new RegExp(`${at}[^@\uff20\u2005\\n]{1,64}\u2005`, "gu");

export interface Mention {
  /** Our names in the room: the account's, and the one it bears there. */
  readonly names: readonly string[];
  /** The puppet says so; many cannot tell. */
  readonly isListed: boolean;
  /** Nobody but us is mentioned, as the puppet says. */
  readonly isOnlyOne: boolean;
}

export interface Addressed {
  readonly addressed: boolean;
  /** The text without the mention. */
  readonly text: string;
}

const without = (text: string, mention: RegExp): string =>
  text
    // One in the middle of a sentence leaves one blank.
    .replace(mention, (_, at: number) => (/\S/.test(text.charAt(at - 1)) ? " " : ""))
    .trim();

/** Whether a message of a room is for us, and what it says. Of a mention of all in the room it is not. */
export function readMention(text: string, { names, isListed, isOnlyOne }: Mention): Addressed {
  const ours = mentionOf(names);
  if (ours !== undefined && text.search(ours) >= 0) return { addressed: true, text: without(text, ours) };
  if (!isListed) return { addressed: false, text };
  // Mentioned by a name that the puppet does not know: if it is the only mention, it is ours.
  const isPlain = isOnlyOne && (text.match(anyMention)?.length ?? 0) === 1;
  return { addressed: true, text: isPlain ? without(text, anyMention) : text.trim() };
}
