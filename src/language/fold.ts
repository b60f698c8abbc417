import table from "./data/traditional.json" with { type: "json" };

/** A text made comparable, with the way back to the original. */
export interface FoldedText {
  readonly original: string;
  /** NFKC, lower case, simplified characters, without zero-width and control characters; every white space is one plain space. */
  readonly text: string;
  /** For each UTF-16 unit of `text`, where its character began in the original; one more entry for the end. */
  readonly at: readonly number[];
}

/** A text, or what it was folded to where it has been folded before. */
export type Written = string | FoldedText;

/** Traditional characters in daily use and their simplified forms, one to one. The pairs are those of OpenCC's t2s (Apache-2.0). */
const simplifiedOf: ReadonlyMap<string, string> = new Map(
  [...table.traditional].map((character, at) => [character, table.simplified.charAt(at)]),
);

const isHan = (character: string): boolean => character >= "一" && character <= "鿿";

/** The same by UTF-16 unit; 0 for every other unit. */
const simplifiedUnits = new Uint16Array(0x1_0000);
for (const [traditional, simplified] of simplifiedOf)
  simplifiedUnits[traditional.charCodeAt(0)] = simplified.charCodeAt(0);

/** The same text in simplified characters, unit by unit, so that every span stays where it was. */
export function simplify(text: string): string {
  let result = "";
  // What stays as it is is taken over in one piece: mostly the whole text.
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    const simplified = simplifiedUnits[text.charCodeAt(at)] ?? 0;
    if (simplified === 0) continue;
    result += text.slice(copied, at) + String.fromCharCode(simplified);
    copied = at + 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

const handle = /(?<![\p{L}\p{N}_.])@[^\s@,,:：。!?！？]{1,40}(?=[\s,,:：]|$)/gu;

/** The same text with every @handle blanked, so that a bot's or a person's name asks for nothing. Spans stay where they were. */
export const withoutHandles = (text: string): string =>
  text.includes("@") ? text.replace(handle, (whole) => " ".repeat(whole.length)) : text;

/** True for a unit that folding leaves alone: plain ASCII in lower case, simplified Han. */
const isFolded = (unit: number): boolean =>
  unit <= 0x7e
    ? unit >= 0x20 && (unit < 0x41 || unit > 0x5a)
    : unit >= 0x4e00 && unit <= 0x9fff && simplifiedUnits[unit] === 0;

/** Folds character by character, so that spans of the folded text map back. Linear. */
export function fold(written: Written): FoldedText {
  if (typeof written !== "string") return written;
  let text = "";
  const at: number[] = [];
  let copied = 0;
  for (let offset = 0; offset < written.length; ) {
    if (isFolded(written.charCodeAt(offset))) {
      at.push(offset++);
      continue;
    }
    const character = String.fromCodePoint(written.codePointAt(offset) ?? 0);
    const folded = foldCharacter(character);
    for (let each = 0; each < folded.length; each++) at.push(offset);
    text += written.slice(copied, offset) + folded;
    offset += character.length;
    copied = offset;
  }
  at.push(written.length);
  return { original: written, text: copied === 0 ? written : text + written.slice(copied), at };
}

/** Full-width ASCII stands in the order of ASCII. */
const halfWidth = (character: string): string => String.fromCharCode(character.charCodeAt(0) - 0xfee0);

function foldCharacter(character: string): string {
  if (character >= "!" && character <= "~") return character.toLowerCase();
  if (isHan(character)) return simplifiedOf.get(character) ?? character;
  if (character >= "！" && character <= "～") return halfWidth(character).toLowerCase();
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
export const keyOf = (text: Written): string => fold(text).text.replaceAll(" ", "");

export const isLatinOrDigit = (character: string | undefined): boolean =>
  character !== undefined && /^[a-z0-9]$/.test(character);
