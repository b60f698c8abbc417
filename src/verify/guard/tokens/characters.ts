/** Character classes of the lower-case, half-width text. */
export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const isLetter = (code: number): boolean => code >= 97 && code <= 122;
export const isWord = (code: number): boolean => isLetter(code) || isDigit(code) || code === 95;

/** The code units of some characters: asked with `charCodeAt`, which makes no string of the character. */
export const codesOf = (characters: string): ReadonlySet<number> =>
  new Set([...characters].map((char) => char.charCodeAt(0)));
