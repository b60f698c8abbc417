/** The longest headline we quote; quotations over 200 characters are no quotations to the prose guard. */
const maxCharacters = 120;

/** Marks that end a quotation of ours, and their look-alikes that do not. */
const marks: Readonly<Record<string, string>> = { "「": "『", "」": "』", "“": "‘", "”": "’", '"': "'" };

/**
 * A headline, an organisation's name or a reason from upstream, fit to be traced and quoted: one line, cut, without control and
 * bidirectional characters, HTML tags, braces, backslashes and markup. What it says stays what it says: it is data, quoted and never
 * followed. Empty when nothing is left.
 */
export function cleanTitle(raw: string, limit = maxCharacters): string {
  const plain = raw
    .slice(0, 2_000)
    .replaceAll(/<\/?[A-Za-z][^<>]{0,200}>/g, "")
    .replaceAll(/[\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/[\p{C}{}<>`*_#[\]|\\]/gu, "")
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
