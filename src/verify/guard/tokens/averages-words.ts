/** Several moving averages named at once: 三条均线, all three moving averages. */

import type { BookClaim } from "../claims/claim-book.ts";
import { isLetter, isWord } from "./characters.ts";
import { englishCounts } from "./marks.ts";
import { type Token, token } from "./token.ts";

const han =
  /^(?:(?:全部|所有|各|这|那|其|上述|以上)?([两二三四五六]|[2-6])条(?:短期|中期|长期|短中长期|主要|日)?(?:均线|移动平均线)|(?:全部|所有|各条|各|每条|这些|几条)(?:日|主要)?(?:均线|移动平均线))/;
const english =
  /^(?:(?:all|both)(?: of)? )?(?:(?:the|its|their|these|those) )?(?:(two|three|four|five|six) )?(?:moving |daily |key |major )?averages(?![a-z])/;
export const averagesStarts = "全所各这那其上以每几两二三四五六23456abtifs";
const spelled = "零一二三四五六";

/** The operator of such a token; its count is 0 where the text says no number. */
export const averagesOp = "averages";

/** All averages, or so many of them; a plain word for one (均线, the averages) is none. */
export function readAverages(lower: string, at: number): Token | null {
  if (isWord(lower.charCodeAt(at)) && isWord(lower.charCodeAt(at - 1))) return null;
  const ahead = lower.slice(at, at + 40);
  const found = (isLetter(lower.charCodeAt(at)) ? english : han).exec(ahead);
  if (found === null) return null;
  const [all, number] = found;
  const isBoth = all.startsWith("both");
  if (number === undefined && !/^(?:all|both)(?: of)? |[\u4e00-\u9fff]/.test(all)) return null;
  const written =
    number === "两" ? 2 : (englishCounts[number ?? ""] ?? Math.max(spelled.indexOf(number ?? "?"), 0));
  const count = isBoth ? 2 : /^\d/.test(number ?? "") ? Number(number) : written;
  return token("licensed", at, at + all.length, { op: averagesOp, count });
}

/** How many measures the entries are of. */
const measuresOf = (entries: readonly BookClaim[]): number =>
  new Set(entries.map(({ claim }) => claim.metric)).size;

/** How many averages each company has among the entries. */
export function averageCounts(
  entries: readonly BookClaim[],
  averages: readonly string[],
): ReadonlySet<number> {
  const byCompany = new Map<string | null, BookClaim[]>();
  for (const each of entries)
    if (averages.includes(each.claim.metric))
      byCompany.set(each.company, [...(byCompany.get(each.company) ?? []), each]);
  return new Set([...byCompany.values()].map(measuresOf));
}

/** The claims that such words stand for: of the company's averages all, or those shown if they are so many; else none. */
export function averagesMeant(
  { count }: Token,
  held: readonly BookClaim[],
  shown: ReadonlySet<BookClaim>,
): readonly BookClaim[] {
  if (count === 0 || measuresOf(held) === count) return held;
  const own = held.filter((each) => shown.has(each));
  return measuresOf(own) === count ? own : [];
}
