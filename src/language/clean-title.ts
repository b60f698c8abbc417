/** The longest headline we quote; quotations over 200 characters are no quotations to the prose guard. */
const maxCharacters = 120;

/** A scheme, www or a host with a path, and all that is printable after it, up to a space or a Chinese character. */
const address = /[\w+.-]{0,20}:\/\/[!-~]*|\bwww\.[!-~]*|\b[\w-]{1,63}(?:\.[a-z][\w-]{1,62})+\/[!-~]*/giu;

/** Marks that end a quotation of ours, and their look-alikes that do not. */
const marks: Readonly<Record<string, string>> = { "「": "『", "」": "』", "“": "‘", "”": "’", '"': "'" };

/**
 * A headline, an organisation's name or a reason from upstream, fit to be traced and quoted: one line, cut, without control and
 * bidirectional characters, HTML tags, braces, backslashes, markup and links: chats make a link of every address, and one that a stranger
 * wrote may lead anywhere. What it says stays what it says: it is data, quoted and never
 * followed. Empty when nothing is left.
 */
export function cleanTitle(raw: string, limit = maxCharacters): string {
  const plain = raw
    .slice(0, 2_000)
    .replaceAll(/<\/?[A-Za-z][^<>]{0,200}>/g, "")
    .replaceAll(/[\p{Zl}\p{Zp}\s]/gu, " ")
    .replaceAll(/[\p{C}{}<>`*_#[\]|\\]/gu, "")
    .replaceAll(address, " ")
    .replaceAll(/ +/g, " ")
    .replaceAll(/[「」“”"]/g, (mark) => marks[mark] ?? "")
    .trim();
  const characters = [...plain];
  return characters.length <= limit
    ? plain
    : `${characters
        .slice(0, limit - 1)
        .join("")
        .trimEnd()}…`;
}
