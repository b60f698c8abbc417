import { AppError, type PriceValue } from "#contract";
import { addDays, secondsOfDay, shanghaiDate, weekday, yearOf } from "./shanghai-time.ts";

export type Phase = PriceValue["phase"];

const clockTime = (hours: number, minutes: number): number => hours * 3600 + minutes * 60;

/** The opening price is fixed here; until 09:30 it is the price. */
export const openingMatchSeconds = clockTime(9, 25);
export const closeSeconds = clockTime(15, 0);

/** Where each phase of a trading day begins, in seconds after midnight; the last one runs to midnight (data-sources §5). */
const phaseStarts: readonly (readonly [seconds: number, phase: Phase])[] = [
  [0, "pre_open"],
  [clockTime(9, 15), "auction"],
  [openingMatchSeconds, "gap"],
  [clockTime(9, 30), "morning"],
  [clockTime(11, 30), "lunch"],
  [clockTime(13, 0), "afternoon"],
  [clockTime(14, 57), "closing_auction"],
  [closeSeconds, "after_close"],
  // Trading at the closing price: the price stands, volume and amount still grow.
  [clockTime(15, 5), "after_hours"],
  [clockTime(15, 30), "after_close"],
];

/** Continuous trading, the only time in which a price ages. */
export const sessions: readonly (readonly [from: number, to: number])[] = [
  [clockTime(9, 30), clockTime(11, 30)],
  [clockTime(13, 0), clockTime(14, 57)],
];

/**
 * The days on which A-shares trade. Every method throws AppError CALENDAR_UNKNOWN where the answer would lie in a year
 * that no list covers: a weekday is never taken for a trading day.
 */
export interface TradingCalendar {
  isTradingDay(date: string): boolean;
  /** Strictly before the date. */
  previousTradingDay(date: string): string;
  /** Strictly after the date. */
  nextTradingDay(date: string): string;
  lastTradingDayOnOrBefore(date: string): string;
  phaseAt(now: string): Phase;
  covers(year: number): boolean;
}

/** Trading days by year; a year is covered as a whole or not at all. */
export type TradingYears = ReadonlyMap<number, ReadonlySet<string>>;

export function createTradingCalendar(years: TradingYears): TradingCalendar {
  const isTradingDay = (date: string): boolean => {
    const days = years.get(yearOf(date));
    if (days === undefined)
      throw new AppError("CALENDAR_UNKNOWN", `no trading days known for ${yearOf(date)}`);
    return days.has(date);
  };
  const walk = (date: string, step: 1 | -1): string => {
    let day = date;
    while (!isTradingDay(day)) day = addDays(day, step);
    return day;
  };
  return {
    isTradingDay,
    covers: (year) => years.has(year),
    previousTradingDay: (date) => walk(addDays(date, -1), -1),
    nextTradingDay: (date) => walk(addDays(date, 1), 1),
    lastTradingDayOnOrBefore: (date) => walk(date, -1),
    phaseAt(now) {
      if (!isTradingDay(shanghaiDate(now))) return "closed_day";
      const seconds = secondsOfDay(now);
      return phaseStarts.findLast(([start]) => seconds >= start)?.[1] ?? "pre_open";
    },
  };
}

/** Every weekday of a year except the closed ones. */
export function tradingDaysOf(year: number, closed: ReadonlySet<string>): ReadonlySet<string> {
  const days = new Set<string>();
  for (let date = `${year}-01-01`; yearOf(date) === year; date = addDays(date, 1)) {
    const day = weekday(date);
    if (day !== 0 && day !== 6 && !closed.has(date)) days.add(date);
  }
  return days;
}

/** A year of A-share trading has 238 to 250 days; fewer is a list that was cut short, more is no list of trading days. */
const plausibleDays = { least: 225, most: 255 };

/** The days as a covered year, or null where the list cannot be a whole year's. */
export function wholeYear(year: number, dates: readonly string[]): ReadonlySet<string> | null {
  const days = new Set(dates.filter((date) => yearOf(date) === year));
  const weekend = [...days].some((date) => weekday(date) === 0 || weekday(date) === 6);
  const inRange = days.size >= plausibleDays.least && days.size <= plausibleDays.most;
  // The exchanges have always traded in the first ten and the last seven days of a year.
  const sorted = [...days].toSorted();
  const toBothEnds = (sorted[0] ?? "9") <= `${year}-01-10` && (sorted.at(-1) ?? "") >= `${year}-12-25`;
  return inRange && toBothEnds && !weekend ? days : null;
}
