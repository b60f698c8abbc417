import { type Civil, civilOf, dayNumber, isDay } from "../civil.ts";

/** A day that only the trading calendar can tell. Days are day numbers. */
export type CalendarDay =
  /** So many trading days before today. */
  | { readonly kind: "back"; readonly count: number }
  /** The last trading day at or before the day. */
  | { readonly kind: "until"; readonly day: number }
  /** The first trading day at or after the day. */
  | { readonly kind: "from"; readonly day: number }
  /** Beside the newest closure of the market on weekdays: 节前, 节后. */
  | { readonly kind: "closure"; readonly side: "before" | "after" };

/** What a rule made of a match: a day number, a day of the trading calendar, a day that does not exist, or nothing. */
export type Reading = number | CalendarDay | "no_such_day" | null;

export interface Today {
  /** Shanghai's day number. */
  readonly day: number;
  readonly civil: Civil;
  /** True where the text speaks of what is to come, so that a bare month and day is the next such day. */
  readonly future: boolean;
  /** True where the text asks whether the market opens, so that a bare weekday is the coming one. */
  readonly asksIfOpen: boolean;
}

/** One way of writing a date, on folded text. `pattern` is global. */
export interface DateRule {
  readonly pattern: RegExp;
  read(groups: Readonly<Record<string, string | undefined>>, today: Today): Reading;
}

export const dayOr = (year: number, month: number, day: number): Reading =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31 && isDay({ year, month, day })
    ? dayNumber(year, month, day)
    : "no_such_day";

/** Who asks whether the market opens on a day has the coming one in mind, unless it has just been. */
const recentDays = 15;

/** The earliest day that a text about days to come may mean; null where it speaks of the past. */
const earliestAhead = ({ future, asksIfOpen, day }: Today): number | null =>
  asksIfOpen ? day - recentDays : future ? day : null;

/** A day that lies so near ahead is meant, not that of a year ago: who asks on 17 November about 20 November has this week in mind. */
const nearDays = 31;

/**
 * A month and day without a year: the latest one not after today, but the next one where that is at most 31 days ahead or the text
 * speaks of the future or of whether the market opens.
 */
export function dayWithoutYear(month: number, day: number, today: Today): Reading {
  if (month < 1 || month > 12 || day < 1 || day > 31) return "no_such_day";
  const ahead = earliestAhead(today);
  const latest = ahead === null ? today.day + nearDays : Number.POSITIVE_INFINITY;
  const earliest = ahead ?? Number.NEGATIVE_INFINITY;
  const step = ahead === null ? -1 : 1;
  // 29 February may be up to eight years away.
  for (let year = today.civil.year - step, tries = 0; tries < 11; year += step, tries++) {
    if (!isDay({ year, month, day })) continue;
    const number = dayNumber(year, month, day);
    if (number >= earliest && number <= latest) return number;
  }
  return "no_such_day";
}

/** A day of the month alone: of this month if it has come, else of the last month that has such a day. */
export function dayOfMonth(day: number, today: Today): Reading {
  if (day < 1 || day > 31) return "no_such_day";
  const step = today.future ? 1 : -1;
  let { year, month } = today.civil;
  for (let tries = 0; tries < 4; tries++) {
    const number = isDay({ year, month, day }) ? dayNumber(year, month, day) : null;
    if (number !== null && (today.future ? number >= today.day : number <= today.day)) return number;
    month += step;
    if (month < 1 || month > 12) {
      year += step;
      month = month < 1 ? 12 : 1;
    }
  }
  return "no_such_day";
}

/** The first day of the month that lies `months` from this one. */
export function monthStart(today: Today, months: number): number {
  const first = today.civil.year * 12 + today.civil.month - 1 + months;
  return dayNumber(Math.floor(first / 12), (first % 12) + 1, 1);
}

/** The last day of the month that lies `months` from this one. */
export const monthEnd = (today: Today, months: number): number => monthStart(today, months + 1) - 1;

/** The same day `months` earlier, or the last day of that month where it is shorter. */
export function monthsBefore(today: Today, months: number): number {
  const end = monthEnd(today, -months);
  return end - Math.max(0, civilOf(end).day - today.civil.day);
}
