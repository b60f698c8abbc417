import { dayNumber, weekdayOf } from "../civil.ts";
import { readSmallNumber, readYear, smallNumber } from "./numerals.ts";
import { type DateRule, monthEnd, monthStart, type Reading, type Today } from "./rule.ts";

/** First and last day of a period. */
export type Bounds = readonly [first: number, last: number];

type Groups = Readonly<Record<string, string | undefined>>;

const shifts: Readonly<Record<string, number>> = {
  上上: -2,
  上: -1,
  上一: -1,
  本: 0,
  这: 0,
  当: 0,
  last: -1,
  previous: -1,
  this: 0,
  the: 0,
};
const yearShifts: Readonly<Record<string, number>> = { 前年: -2, 去年: -1, 上年: -1, 今年: 0, 本年: 0 };

export const monthsOf = (year: number, from: number, count: number): Bounds => [
  dayNumber(year, from, 1),
  from + count > 12 ? dayNumber(year + 1, from + count - 12, 1) - 1 : dayNumber(year, from + count, 1) - 1,
];

/** A part of a year that was not named is the latest that has begun. */
export function partOfYear(year: number | null, from: number, count: number, today: Today): Bounds {
  const { year: thisYear, month } = today.civil;
  return monthsOf(year ?? (from > month ? thisYear - 1 : thisYear), from, count);
}

function quarterFromHere(shift: number, today: Today): Bounds {
  const first = today.civil.year * 4 + Math.floor((today.civil.month - 1) / 3) + shift;
  return monthsOf(Math.floor(first / 4), (first % 4) * 3 + 1, 3);
}

/** The period that the words name; null where they name none, or one that does not exist. */
export function boundsOf(groups: Groups, today: Today): Bounds | null {
  const { year, yearWord, month, monthWord, quarter, quarterWord, half, weekWord } = groups;
  const named =
    year !== undefined
      ? readYear(year)
      : yearWord !== undefined
        ? today.civil.year + (yearShifts[yearWord] ?? 0)
        : null;
  if (year !== undefined && named === null) return null;
  if (monthWord !== undefined) {
    const shift = shifts[monthWord] ?? 0;
    return [monthStart(today, shift), monthEnd(today, shift)];
  }
  if (weekWord !== undefined) {
    const monday = today.day - weekdayOf(today.day) + (shifts[weekWord] ?? 0) * 7;
    return [monday, monday + 6];
  }
  if (quarterWord !== undefined) return quarterFromHere(shifts[quarterWord] ?? 0, today);
  if (half !== undefined) return partOfYear(named, half === "上" ? 1 : 7, 6, today);
  const part = readSmallNumber(quarter ?? month ?? "");
  if (part !== null && (part < 1 || part > 12)) return null;
  if (quarter !== undefined && part !== null) return partOfYear(named, part * 3 - 2, 3, today);
  if (part !== null) return partOfYear(named, part, 1, today);
  return named === null ? null : monthsOf(named, 1, 12);
}

/** The day at the end of a period that the words mean. */
function edgeOf(bounds: Bounds | null, { last, first, edge, start }: Groups): Reading {
  if (bounds === null) return null;
  if (start !== undefined) return { kind: "from", day: bounds[0] };
  if (edge !== undefined || (last !== undefined && !/交易日|trading|session/.test(last))) return bounds[1];
  if (last !== undefined) return { kind: "until", day: bounds[1] };
  return first !== undefined && !/交易日|trading|session/.test(first)
    ? bounds[0]
    : { kind: "from", day: bounds[0] };
}

export const years =
  "(?:(?<![\\d.])(?<year>\\d{4}|\\d{2}|[〇零一二三四五六七八九]{4}|[〇零一二三四五六七八九]{2}) ?年|(?<yearWord>前年|去年|上年|今年|本年))";
const months = `(?<![\\d.])(?<month>${smallNumber}) ?月份?|(?<monthWord>上上|上一|上|本|这|当)个?月`;
const quarters =
  "第?(?<quarter>[一二三四1-4]) ?季度?|(?<quarterWord>上一|上|本|这)个?季度?|(?<half>[上下])半年";
const weeks = "(?<weekWord>上上|上一|上|本|这)个?(?:周|星期|礼拜)";
const lastDay = "(?<last>最后一?个?(?:交易日|[天日]))";
const firstDay = "(?<first>(?:第一|首)个?(?:交易日|[天日]))";

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const namedMonth =
  "(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?(?:,? (?:of )?(?<year>(?:19|20)\\d{2}))?";
const englishPeriod = `(?:(?<which>last|previous|this|the) (?<unit>year|quarter|month|week)|${namedMonth}|(?<onlyYear>(?:19|20)\\d{2}))(?![\\w-]|[.:/]\\d)`;

function englishBounds({ which, unit, name, year, onlyYear }: Groups, today: Today): Bounds | null {
  if (name !== undefined) {
    const month = monthNames.indexOf(name.slice(0, 3)) + 1;
    return partOfYear(year === undefined ? null : Number(year), month, 1, today);
  }
  if (onlyYear !== undefined) return monthsOf(Number(onlyYear), 1, 12);
  const shift = shifts[which ?? ""] ?? 0;
  if (unit === "quarter") return quarterFromHere(shift, today);
  if (unit === "year") return monthsOf(today.civil.year + shift, 1, 12);
  return boundsOf(
    unit === "month" ? { monthWord: shift === 0 ? "本" : "上" } : { weekWord: shift === 0 ? "本" : "上" },
    today,
  );
}

/** A period as a whole, the narrower reading first: 去年三月, 3月, 本周, 2025年, last month, April 2026. */
const wholePeriods = [
  { pattern: new RegExp(`${years} ?的?(?:${months}|${quarters})`), bounds: boundsOf },
  { pattern: new RegExp(`${months}|${quarters}`), bounds: boundsOf },
  { pattern: new RegExp(weeks), bounds: boundsOf },
  { pattern: new RegExp(years), bounds: boundsOf },
  { pattern: new RegExp(`(?<![a-z])${englishPeriod}`), bounds: englishBounds },
] as const;

/** First and last day number of the first period that a folded text names; null where it names none. */
export function periodIn(text: string, today: Today): Bounds | null {
  for (const { pattern, bounds } of wholePeriods) {
    const groups = pattern.exec(text)?.groups;
    const found = groups === undefined ? null : bounds(groups, today);
    if (found !== null) return found;
  }
  return null;
}

/** First and last days of a period: 上个月最后一个交易日, 一季度末, 2025年第一个交易日, the last trading day of April. */
export const periodEndRules: readonly DateRule[] = [
  {
    pattern: new RegExp(
      `${years} ?的?(?:${months}|${quarters}) ?的?(?:${lastDay}|${firstDay}|(?<edge>[底末]))`,
      "g",
    ),
    read: (groups, today) => edgeOf(boundsOf(groups, today), groups),
  },
  {
    pattern: new RegExp(`(?:${years} ?的?)?(?<![\\d.])(?<month>${smallNumber}) ?月(?<start>初)`, "g"),
    read: (groups, today) => edgeOf(boundsOf(groups, today), groups),
  },
  {
    pattern: new RegExp(
      `(?<![a-z])(?<!\\b(?:since|from) )(?:the )?(?<start>(?:start|beginning) of|early) ${namedMonth}(?![\\w-]|[.:/]\\d)`,
      "g",
    ),
    read: (groups, today) => edgeOf(englishBounds(groups, today), groups),
  },
  {
    pattern: new RegExp(`(?:${months}|${quarters}) ?的?(?:${lastDay}|${firstDay}|(?<edge>[底末]))`, "g"),
    read: (groups, today) => edgeOf(boundsOf(groups, today), groups),
  },
  {
    pattern: new RegExp(`(?:${years}|${weeks}) ?的?(?:${lastDay}|${firstDay})`, "g"),
    read: (groups, today) => edgeOf(boundsOf(groups, today), groups),
  },
  {
    pattern: new RegExp(
      `(?<![a-z])(?:the )?(?:(?:(?<last>(?:last|final) (?:trading day|session|day))|(?<first>first (?:trading day|session|day))|(?<edge>end)) of|(?:year|month|quarter)[- ](?<edge2>end)) ${englishPeriod}`,
      "g",
    ),
    read: ({ edge2, ...groups }, today) =>
      edgeOf(englishBounds(groups, today), { ...groups, edge: groups.edge ?? edge2 }),
  },
  {
    pattern: new RegExp(
      `(?<![a-z])${englishPeriod.replace("(?![\\w-]|[.:/]\\d)", "")}(?:'s)? (?:(?<edge>end)|(?<last>(?:last|final) (?:trading day|session|day)))(?![a-z])`,
      "g",
    ),
    read: (groups, today) => edgeOf(englishBounds(groups, today), groups),
  },
];
