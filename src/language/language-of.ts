import type { Language } from "#contract";
import { findCodes } from "./codes.ts";
import { fold } from "./fold.ts";

/** The language to answer in: Chinese where a Han character stands, or where there is nothing but codes, numbers and signs. */
export function languageOf(text: string): Language {
  if (/\p{Script=Han}/u.test(text)) return "zh";
  let rest = fold(text).text;
  for (const { folded } of findCodes(text).toReversed())
    rest = rest.slice(0, folded[0]) + rest.slice(folded[1]);
  return /\p{L}/u.test(rest) ? "en" : "zh";
}
