import { isLetter } from "../token.ts";

/** Words of a report period by the month that it ends in, split at `|`. */
const periods: Readonly<Record<number, string>> = {
  3: "第一季度|一季度|一季报|1季度|首季|q1|前三个月|头三个月|前3个月|first quarter|first-quarter|first three months|three months|three-month",
  6: "第二季度|二季度|2季度|中报|半年报|半年度|上半年|中期|h1|q2|头六个月|前六个月|前6个月|second quarter|second-quarter|first six months|first half|first-half|six months|six-month|interim report|interim|half-year report",
  9: "第三季度|三季度|三季报|前三季度|头九个月|前九个月|前9个月|3季度|q3|third-quarter|third quarter|first nine months|nine months|nine-month|first three quarters",
  12: "第四季度|四季度|4季度|q4|年年报|年报|年度报告|年度|全年|下半年|h2|年末|年底|末|fourth-quarter|fourth quarter|second-half|second half|full-year|full year|fiscal year|financial year|财年|annual report|annual figures|annual data|annual results|annual accounts|annual|year-end",
};
const rows = Object.entries(periods).flatMap(([month, words]) =>
  words.split("|").map((word) => [word, Number(month)] as const),
);

/** By their first code unit, the longest first. */
const byFirst = Map.groupBy(
  rows.toSorted(([a], [b]) => b.length - a.length),
  ([word]) => word.charCodeAt(0),
);

/** The word of a report period at the index, with the month that the period ends in. */
export function readPeriodWord(text: string, at: number): { month: number; end: number } | null {
  for (const [word, month] of byFirst.get(text.charCodeAt(at)) ?? [])
    if (
      text.startsWith(word, at) &&
      !(isLetter(text.charCodeAt(at + word.length - 1)) && isLetter(text.charCodeAt(at + word.length)))
    )
      return { month, end: at + word.length };
  return null;
}
