/** The longest name we print. */
const maxCharacters = 24;

/**
 * A name from upstream made fit to print: NFKC, no space between Han characters, and only letters, digits, single spaces and
 * `- & · '` (with the star of *ST in front). Control characters, line ends, braces, markup and links cannot survive.
 * Empty when nothing is left.
 */
export function cleanName(raw: string): string {
  const normal = raw.slice(0, 200).normalize("NFKC").trim();
  const star = /^S?\*ST/i.exec(normal)?.[0] ?? "";
  const kept = normal
    .slice(star.length)
    .replaceAll(/[^\p{L}\p{N}\s\-&·']/gu, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, "")
    .trim();
  return [...(star + kept)].slice(0, maxCharacters).join("").trim();
}
