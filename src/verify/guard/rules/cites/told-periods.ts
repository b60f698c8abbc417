/** 这是去年全年的数, 不含今年一季度: what period the figures are said to be of, or not to be of, beside those of the claims that the text shows. */

import { type Bench, reportAt, shownClaims } from "../../bench.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";

const year = "(今年|去年|上年|前年|\\d{4}年)?的?";
const period =
  "(第?[一二三四]季度?|[一三]季报|上半年|下半年|半年报|中报|前三季度|全年|年报|年度|单季度?)(?:的|口径|累计|单季)*";
const told = rare(
  pattern.all`(?:(不(?:包?含|包括))|(不是|并非|而非)|(?:这|以上|上述)[^,，。;；\n]{0,4}(?<!不)[是为])${year}${period}(?:数[据字值]?|口径|情况|结果|$|(?=[,，。;；\n]))`,
);
const yearsAgo: Readonly<Record<string, number>> = { 今年: 0, 去年: 1, 上年: 1, 前年: 2 };
/** How the last day of each ends, where a report is of it alone. */
const ends: readonly (readonly [words: RegExp, end: string])[] = [
  [/一季|单季/, "-03-31"],
  [/上半年|半年报|中报/, "-06-30"],
  [/三季报|前三季/, "-09-30"],
  [/全年|年报|年度/, "-12-31"],
];
const periodEnd = /-(?:03-31|06-30|09-30|12-31)$/;

/** Reports a period that is told of the figures and is none of theirs, and one that is denied and is theirs or a part of theirs. */
export function checkToldPeriods(bench: Bench): void {
  const { lower, lexicon } = bench.input;
  const { priceLike, changes, flows, activity } = lexicon;
  const ofDays = [...priceLike, ...changes.all, ...flows, ...activity];
  const isOfBooks = ({ claim, unit }: BookClaim): boolean =>
    periodEnd.test(claim.as_of) && unit.dimension !== "times" && !ofDays.includes(claim.metric);
  for (const found of told.all(lower)) {
    const [said, outside, isDenied, ofYear, word = ""] = found;
    const own = shownClaims(bench).filter(isOfBooks);
    const ago = yearsAgo[ofYear ?? ""];
    const name = ago === undefined ? ofYear?.slice(0, 4) : String(Number(bench.input.now.slice(0, 4)) - ago);
    const isOfYear = ({ claim }: BookClaim): boolean => name === undefined || claim.as_of.startsWith(name);
    const end = ends.find(([words]) => words.test(word))?.[1];
    const fits = (each: BookClaim): boolean =>
      isOfYear(each) && end !== undefined && each.claim.as_of.endsWith(end);
    // 不含去年四季度 of that whole year.
    const holds = (each: BookClaim): boolean =>
      fits(each) || (outside !== undefined && isOfYear(each) && each.claim.as_of.endsWith("-12-31"));
    const isFalse = outside === undefined && isDenied === undefined ? !own.some(fits) : own.every(holds);
    if (own.length > 0 && isFalse) reportAt(bench, found.index + said.length - 1, "wrong_date");
  }
}
