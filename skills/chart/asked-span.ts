import type { ChartPeriod } from "#contract";

/** What days a picture shows, by the words of a message. */
export interface AskedSpan {
  readonly period: ChartPeriod;
  /** The first day to show, ISO. */
  readonly from: string;
  /** True where a longer time is asked for than bars are fetched for. */
  readonly isCut: boolean;
  /** True where bars within a day are asked for. */
  readonly isIntraday: boolean;
}

const dayMs = 86_400_000;

const numerals: Readonly<Record<string, number>> = {
  半: 0.5,
  一: 1,
  两: 2,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  十: 10,
  one: 1,
  two: 2,
  three: 3,
  six: 6,
  a: 1,
  the: 1,
};

const calendarDays: readonly (readonly [unit: RegExp, days: number])[] = [
  [/^(?:年|year)/, 366],
  [/^(?:季度|quarter)/, 92],
  [/^(?:个?月|month)/, 31],
  [/^(?:个?周|个?星期|week)/, 7],
  [/^(?:个?交易日|日|天|day)/, 1.5],
];

const stretch =
  /(\d{1,4}|[半一两二三四五六十]|\b(?:one|two|three|six|a|the (?:last|past))\b)\s*-?\s*(年|季度|个?月|个?周|个?星期|个?交易日|日|天|years?|quarters?|months?|weeks?|days?)(?![kK线均])/gi;

/** Calendar days that the message asks for: 近一年, 最近3个月, past 6 months; undefined where it says none. */
function daysIn(text: string): number | undefined {
  for (const [, count = "", unit = ""] of text.matchAll(stretch)) {
    const number = /^\d+$/.test(count) ? Number(count) : numerals[count.toLowerCase().split(" ")[0] ?? ""];
    const days = calendarDays.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1];
    const isYear = /^\d{4}$/.test(count);
    if (number !== undefined && days !== undefined && !isYear) return number * days;
  }
  return undefined;
}

const usual: Readonly<Record<ChartPeriod, number>> = { day: 180, week: 730, month: 1380 };

/** Calendar days that the longest series of bars covers. */
const mostDays = 1_380;
const leastDays = 20;

const back = (today: string, days: number): string =>
  new Date(Date.parse(today) - Math.round(days) * dayMs).toISOString().slice(0, 10);

export function readSpan(text: string, now: string): AskedSpan {
  const today = now.slice(0, 10);
  const period = /月[kK线]|monthly/i.test(text) ? "month" : /周[kK线]|weekly/i.test(text) ? "week" : "day";
  const days = daysIn(text);
  const isThisYear = /今年以来|年初至今|今年来|year to date|\bytd\b/i.test(text);
  const wanted = Math.max(days ?? usual[period], leastDays);
  const isCut = wanted > mostDays;
  const from =
    isThisYear && days === undefined ? `${today.slice(0, 4)}-01-01` : back(today, Math.min(wanted, mostDays));
  return { period, from, isCut, isIntraday: /分时|分钟|intraday|minute/i.test(text) };
}

/** Bars to fetch: those shown, and some before them for the averages. */
export function barsFor({ from }: AskedSpan, now: string): number {
  const shown = (Date.parse(now.slice(0, 10)) - Date.parse(from)) / dayMs;
  return Math.min(Math.ceil(shown * 0.72) + 70, 1_000);
}
