/** A text made comparable, with the way back to the original. */
export interface FoldedText {
  /** NFKC, lower case, without zero-width and control characters; every white space is one plain space. */
  readonly text: string;
  /** For each UTF-16 unit of `text`, where its character began in the original; one more entry for the end. */
  readonly at: readonly number[];
}

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
  if (character >= "一" && character <= "鿿") return character;
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
