/** 来源:akshare(2026年), akshare, 2026: the year alone beside the source is that of the days that are told without one. */
import type { Reading } from "./reading.ts";
import { kindsOf, type Token } from "./token.ts";

const ofYear = /^20\d\d年?$/;
const borders = kindsOf("break line");

const isDayOnly = ({ date }: Token): boolean =>
  date?.year === null && date.day !== null && date.month !== null;

/** The tokens, the days with the one year that the line of a source names; the year itself then says nothing more. */
export function readYearOfDays(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!tokens.some(isDayOnly)) return tokens;
  const isYear = ({ kind, start, end }: Token, at: number): boolean =>
    ofYear.test(lower.slice(start, end)) &&
    (kind === "date" ||
      (kind === "number" && tokens.slice(Math.max(0, at - 2), at).some((each) => each.kind === "source")));
  const [year, another] = tokens.filter(isYear);
  if (year === undefined || another !== undefined) return tokens;
  const at = tokens.indexOf(year);
  const from = tokens.slice(0, at).findLastIndex(({ kind }) => borders.has(kind)) + 1;
  const end = tokens.findIndex(({ kind }, i) => i > at && borders.has(kind));
  const own = tokens.slice(from, end < 0 ? tokens.length : end);
  const isCite = own.every((each) => each.kind !== "number" || each === year);
  if (!isCite || !own.some(({ kind }) => kind === "source")) return tokens;
  const named = Number(lower.slice(year.start, year.start + 4));
  return tokens.map((each) => {
    if (each === year) return { ...each, kind: "licensed", op: "", number: null, date: null };
    return isDayOnly(each) && each.date !== null ? { ...each, date: { ...each.date, year: named } } : each;
  });
}
