/** Small numbers in words, for every rule that counts. */
import { readChinese } from "../../../language/numbers.ts";

export const englishNumerals = "one two three four five six seven eight nine ten eleven twelve".split(" ");
export const englishPlaces = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
export const englishMonths =
  "january february march april may june july august september october november december".split(" ");

const numbered = (words: readonly string[]): ReadonlyMap<string, number> =>
  new Map(words.map((word, at) => [word, at + 1]));
export const englishCounts = numbered(englishNumerals);
const places = numbered(englishPlaces);

/** 3, 十二, 两, twelve, both, a couple of: the count that a word spells; 0 for any other word. */
export const spelledCount = (word = ""): number =>
  englishCounts.get(/^(?:both|couple of)$/.test(word) ? "two" : word) ??
  Number(/^\d/.test(word) ? word : (readChinese(word, 0)?.digits ?? 0));

/** 2nd, 三 of 第三, fifth: the place in an order that a word spells; 0 for any other word. */
export const spelledPlace = (word: string): number =>
  places.get(word) ?? spelledCount(/^\d/.test(word) ? word.replace(/\D+$/, "") : word);
