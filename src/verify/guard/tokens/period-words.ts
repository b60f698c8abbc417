import { isLetter } from "./characters.ts";

const periods: readonly (readonly [string, number])[] = [
  ["第一季度", 3],
  ["一季度", 3],
  ["一季报", 3],
  ["1季度", 3],
  ["首季", 3],
  ["q1", 3],
  ["第二季度", 6],
  ["二季度", 6],
  ["2季度", 6],
  ["中报", 6],
  ["半年报", 6],
  ["半年度", 6],
  ["上半年", 6],
  ["中期", 6],
  ["h1", 6],
  ["q2", 6],
  ["第三季度", 9],
  ["三季度", 9],
  ["三季报", 9],
  ["前三季度", 9],
  ["前三个月", 3],
  ["头三个月", 3],
  ["头六个月", 6],
  ["头九个月", 9],
  ["前3个月", 3],
  ["前六个月", 6],
  ["前6个月", 6],
  ["前九个月", 9],
  ["前9个月", 9],
  ["3季度", 9],
  ["q3", 9],
  ["第四季度", 12],
  ["四季度", 12],
  ["4季度", 12],
  ["q4", 12],
  ["年年报", 12],
  ["年报", 12],
  ["年度报告", 12],
  ["年度", 12],
  ["全年", 12],
  ["下半年", 12],
  ["h2", 12],
  ["年末", 12],
  ["年底", 12],
  ["末", 12],
  ["first quarter", 3],
  ["first-quarter", 3],
  ["second quarter", 6],
  ["second-quarter", 6],
  ["third-quarter", 9],
  ["fourth-quarter", 12],
  ["third quarter", 9],
  ["fourth quarter", 12],
  ["first three months", 3],
  ["first six months", 6],
  ["first nine months", 9],
  ["first three quarters", 9],
  ["first half", 6],
  ["first-half", 6],
  ["second-half", 12],
  ["second half", 12],
  ["full-year", 12],
  ["full year", 12],
  ["fiscal year", 12],
  ["annual report", 12],
  ...["figures", "data", "results", "accounts"].map((word) => [`annual ${word}`, 12] as const),
  ["annual", 12],
  ["interim report", 6],
  ["half-year report", 6],
  ["year-end", 12],
];

/** By their first character, in the order above. */
const byFirst = Map.groupBy(periods, ([word]) => word.charAt(0));

/** The word of a report period at the index, with the month that the period ends in. */
export function readPeriodWord(text: string, at: number): { month: number; end: number } | null {
  for (const [word, month] of byFirst.get(text.charAt(at)) ?? [])
    if (
      text.startsWith(word, at) &&
      !(isLetter(text.charCodeAt(at + word.length - 1)) && isLetter(text.charCodeAt(at + word.length)))
    )
      return { month, end: at + word.length };
  return null;
}
