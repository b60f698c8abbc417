import table from "./data/traditional.json" with { type: "json" };

/** A text made comparable, with the way back to the original. */
export interface FoldedText {
  /** NFKC, lower case, simplified characters, without zero-width and control characters; every white space is one plain space. */
  readonly text: string;
  /** For each UTF-16 unit of `text`, where its character began in the original; one more entry for the end. */
  readonly at: readonly number[];
}

/** Traditional characters in daily use and their simplified forms, one to one. The pairs are those of OpenCC's t2s (Apache-2.0). */
const simplifiedOf: ReadonlyMap<string, string> = new Map(
  [...table.traditional].map((character, at) => [character, table.simplified.charAt(at)]),
);

const isHan = (character: string): boolean => character >= "一" && character <= "鿿";

/** The same text in simplified characters, unit by unit, so that every span stays where it was. */
export function simplify(text: string): string {
  let result = "";
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    result += isHan(unit) ? (simplifiedOf.get(unit) ?? unit) : unit;
  }
  return result;
}

const handle = /(?<![\p{L}\p{N}_.])@[^\s@,,:：。!?！？]{1,40}(?=[\s,,:：]|$)/gu;

/** The same text with every @handle blanked, so that a bot's or a person's name asks for nothing. Spans stay where they were. */
export const withoutHandles = (text: string): string =>
  text.includes("@") ? text.replace(handle, (whole) => " ".repeat(whole.length)) : text;

/** Folds character by character, so that spans of the folded text map back. Linear. */
export function fold(original: string): FoldedText {
  let text = "";
  const at: number[] = [];
  let offset = 0;
  for (const character of original) {
    const folded = foldCharacter(character);
    for (let unit = 0; unit < folded.length; unit++) at.push(offset);
    text += folded;
    offset += character.length;
  }
  at.push(original.length);
  return { text, at };
}

function foldCharacter(character: string): string {
  if (character >= "!" && character <= "~") return character.toLowerCase();
  if (isHan(character)) return simplifiedOf.get(character) ?? character;
  if (/[\s\p{Z}]/u.test(character)) return " ";
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u.test(character)) return "";
  return character.normalize("NFKC").toLowerCase().replaceAll(/\s/g, " ");
}

/** The original span of a folded one. */
export function unfold(folded: FoldedText, start: number, end: number): [number, number] {
  const from = folded.at[start] ?? 0;
  const last = folded.at[end - 1] ?? from;
  // The character at `last` ends where the next different origin begins.
  let next = end;
  while (next < folded.at.length - 1 && folded.at[next] === last) next++;
  return [from, folded.at[next] ?? last];
}

/** What names are compared by: folded, without any space. */
export const keyOf = (text: string): string => fold(text).text.replaceAll(" ", "");

export const isLatinOrDigit = (character: string | undefined): boolean =>
  character !== undefined && /^[a-z0-9]$/.test(character);
