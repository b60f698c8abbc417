/** The longest name we print. */
const maxCharacters = 24;
/** The longest of our own other names: Agricultural Bank of China. */
const longestAlias = 48;

/**
 * A name from upstream made fit to print: NFKC, no space between Han characters, and only letters, digits, single spaces and
 * `- & · '` (with the star of *ST in front). Control characters, line ends, braces, markup and links cannot survive.
 * Empty when nothing is left.
 */
export function cleanName(raw: string, longest = maxCharacters): string {
  const normal = raw.slice(0, 200).normalize("NFKC").trim();
  const star = /^S?\*ST/i.exec(normal)?.[0] ?? "";
  const kept = normal
    .slice(star.length)
    .replaceAll(/[^\p{L}\p{N}\s\-&·']/gu, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, "")
    .trim();
  return [...(star + kept)].slice(0, longest).join("").trim();
}

/** Another name of a security, as the bundled list has it. */
export const cleanAlias = (raw: string): string => cleanName(raw, longestAlias);

/** Longer than any official short name of a stock, an index or a fund. */
const longestOfficialName = 16;
/** Orders to a reader, and figures: neither is ever part of a name. */
const noName =
  /忽略|无视|指令|提示词|回答|回复|告诉|假装|扮演|必须|请|\d{5}|\d(?:\.\d+)?(?:元|块|%|亿|万|点|倍)|ignore|disregard|instruct|system|prompt|assistant|previous/i;

/**
 * A security's name from a list, or an empty string where it cannot be one: too long, with markup, links or marks that no name has, an
 * order to whoever reads it, or a figure. Such a text is never shown; the code stands for the company then.
 */
export function officialName(raw: string): string {
  const name = cleanName(raw);
  const written = raw.normalize("NFKC").replaceAll(/[\s*\p{Cc}\p{Cf}]/gu, "");
  const isWhole = name.replaceAll(/[\s*]/g, "") === written;
  return isWhole && [...name].length <= longestOfficialName && !noName.test(name) ? name : "";
}
