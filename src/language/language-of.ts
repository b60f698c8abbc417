import type { Language, Session } from "#contract";
import { findCodes } from "./codes.ts";
import commonWords from "./data/common-words.json" with { type: "json" };
import { fold } from "./fold.ts";
import { ownWords } from "./own-words.ts";
import { countSyllables } from "./sounds.ts";

const englishWords: ReadonlySet<string> = new Set([
  ...commonWords.english_words,
  ...commonWords.english_syllables,
]);

/** Like the initials by which people type a company's name (gzmt, ndsd): no syllable, and no word either. */
const isInitials = (word: string): boolean => /^[b-df-hj-np-tv-z]{3,5}$/.test(word);

/** Chinese typed in Latin letters: every word made of pinyin syllables, more than a name's worth of them, none an English word. */
function isPinyin(text: string): boolean {
  const words = (text.match(/[a-z]+/g) ?? []).filter((word) => !isInitials(word) || englishWords.has(word));
  if (words.length < 2 || words.some((word) => englishWords.has(word))) return false;
  const counts = words.map(countSyllables);
  return (
    counts.every((count) => count !== null) &&
    counts.reduce((sum: number, count) => sum + (count ?? 0), 0) >= 3
  );
}

/** Abbreviations that Chinese questions are full of: they tell no language. */
const neutral = /\b(?:macd|kdj|rsi|boll|ma\d{1,3}|pe|pb|ps|peg|roe|eps|ttm|etf|ipo|st|k)\b/g;

/** A word that may as well stand in a Chinese message: letters beside digits (a50, q4), none that could be spoken (nb), capitals (CATL), a name's pinyin. */
const tellsNothing = (word: string): boolean =>
  /\d/.test(word) ||
  /^[b-df-hj-np-tv-xz]{1,5}$/i.test(word) ||
  /^[A-Z]{2,5}$/.test(word) ||
  (!englishWords.has(word.toLowerCase()) && (countSyllables(word.toLowerCase()) ?? 0) > 1);

/** One such word and nothing beside it: neither is it a reason to change the language of a conversation. */
function changesNothing(text: string): boolean {
  const words = ownWords(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const [only = "", ...others] = words;
  return others.length === 0 && /^[a-z\d]+$/i.test(only) && tellsNothing(only);
}

/** The language of a message's own words; null where there is nothing but codes, numbers, signs and abbreviations of the trade (600519 MACD). */
function spokenLanguage(text: string): Language | null {
  if (/\p{Script=Han}/u.test(text)) return "zh";
  let rest = fold(ownWords(text)).text;
  for (const { folded } of findCodes(rest).toReversed())
    rest = rest.slice(0, folded[0]) + rest.slice(folded[1]);
  rest = rest.replaceAll(neutral, " ");
  if (!/\p{L}/u.test(rest)) return null;
  return isPinyin(rest) ? "zh" : "en";
}

/**
 * The language to answer in: Chinese where a Han character stands or the words are pinyin (maotai gujia), English where other words stand.
 * A message without words, or with nothing but an abbreviation or a name's pinyin, goes on in the language of the conversation's newest turn; where there is none, in Chinese.
 */
export function languageOf(text: string, session: Session = []): Language {
  const before = session.findLast(({ language }) => language !== undefined)?.language;
  if (before !== undefined && changesNothing(text)) return before;
  return spokenLanguage(text) ?? before ?? "zh";
}
