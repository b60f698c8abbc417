import type { Moment } from "../../moment.ts";
import type { DateRead, Token } from "../tokens/token.ts";
import type { BookClaim } from "./claim-book.ts";

const dayMs = 86_400_000;

interface Ymd {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Days already read: each date of a text is compared with those of all its claims. */
const known = new Map<number, Ymd>();
const mostKnown = 1000;

function ymd(day: number): Ymd {
  const before = known.get(day);
  if (before !== undefined) return before;
  const date = new Date(day * dayMs);
  const own = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  if (known.size < mostKnown) known.set(day, own);
  return own;
}

/** The shown date is the given day. Without a year it is the latest such day; a bare year or month stands for its last day. */
export function isDay(shown: DateRead, day: number, now: Moment): boolean {
  const own = ymd(day);
  if (shown.year === null ? now.day - day > 366 : shown.year !== own.year) return false;
  if (shown.month === null) return own.month === 12 && own.day === 31;
  if (shown.month !== own.month) return false;
  return shown.day === null ? ymd(day + 1).day === 1 : shown.day === own.day;
}

/** The same day of the next year. */
export function yearAfter(day: number): number {
  const { year, month, day: ofMonth } = ymd(day);
  return Math.floor(Date.UTC(year + 1, month - 1, ofMonth) / dayMs);
}

const yearsBack: Readonly<Record<string, number>> = { thisYear: 0, lastYear: 1, yearBeforeLast: 2 };

/** As above for a token; 去年一季度 is of the year that its word names. */
export function isDayOf({ date, op }: Pick<Token, "date" | "op">, day: number, now: Moment): boolean {
  if (date === null) return false;
  const back = date.year === null && Object.hasOwn(yearsBack, op) ? yearsBack[op] : undefined;
  return isDay(back === undefined ? date : { ...date, year: ymd(now.day).year - back }, day, now);
}

/** Seconds of the day in Shanghai. */
export const secondsOf = (moment: Moment): number => Math.floor((moment.ms / 1000 + 8 * 3600) % 86_400);
const close = 15 * 3600;

/** The shown time is the claim's: of `as_of`, or where that is a bare date, of the fetch on that day or the close. */
export function isTimeOf(
  shown: NonNullable<Token["time"]>,
  entry: Pick<BookClaim, "asOf" | "fetchedAt" | "isRealtime">,
): boolean {
  const fits = (seconds: number) => seconds - (seconds % shown.precision) === shown.seconds;
  if (!entry.asOf.dateOnly) return fits(secondsOf(entry.asOf));
  const { fetchedAt } = entry;
  const isOfDay = fetchedAt !== null && !fetchedAt.dateOnly && fetchedAt.day === entry.asOf.day;
  const fetched = isOfDay ? secondsOf(fetchedAt) : close;
  if (isOfDay && fits(fetched)) return true;
  return !entry.isRealtime && shown.seconds === close && fetched >= close;
}

/** 昨日, last year and the like are true of the claim's date. */
export function relativeHolds(word: string, entry: BookClaim, now: Moment): boolean {
  const own = ymd(entry.asOf.day);
  const today = ymd(now.day);
  switch (word) {
    case "today":
      return entry.asOf.day === now.day;
    case "yesterday":
      return entry.asOf.day === now.day - 1;
    case "dayBefore":
      return entry.asOf.day === now.day - 2;
    case "lastYear":
      return own.year === today.year - 1;
    case "yearBeforeLast":
      return own.year === today.year - 2;
    case "thisYear":
      return own.year === today.year;
    case "thisWeek":
      return weekOf(entry.asOf.day) === weekOf(now.day);
    case "thisMonth":
      return monthOf(own) === monthOf(today);
    case "yearEnd":
      return own.month === 12 && own.day > 27;
    case "quarterEnd":
      return own.month % 3 === 0 && own.day > 26;
    case "monthEnd":
      return own.day > 26;
    case "weekEnd":
      return ((entry.asOf.day + 3) % 7) + 1 === 5;
    case "lastWeek":
      return weekOf(entry.asOf.day) === weekOf(now.day) - 1;
    case "lastMonth":
      return monthOf(own) === monthOf(today) - 1;
    default:
      return (
        weekdayHolds(word, entry.asOf.day, now.day) ??
        agoHolds(word, now.day - entry.asOf.day) ??
        entry.asOf.day < now.day
      );
  }
}

const agoDays: Readonly<Record<string, readonly [least: number, most: number, over: number]>> = {
  day: [1, 2, 3],
  week: [5, 9, 0],
  decade: [3400, 3900, 0],
  month: [24, 36, 6],
  year: [300, 365, 200],
};

/** So many days have gone by, about; a report's year ends long before it is told. Null for any other word. */
function agoHolds(word: string, days: number): boolean | null {
  const [, unit = "", count] = /^(day|week|month|year|decade)Ago(\d)$/.exec(word) ?? [];
  const span = agoDays[unit];
  if (span === undefined) return null;
  return days >= span[0] * Number(count) && days <= span[1] * Number(count) + span[2];
}

/** The day has the weekday named and lies in the last seven days, or in the week before; null where none is named. */
export function weekdayHolds(word: string, day: number, today: number): boolean | null {
  const [, last, weekday] = /^(lastW|w)eekday(\d)$/.exec(word) ?? [];
  if (weekday === undefined) return null;
  if (((day + 3) % 7) + 1 !== Number(weekday)) return false;
  return last === "lastW" ? weekOf(day) === weekOf(today) - 1 : day <= today && today - day < 7;
}

/** Weeks since the epoch, from Monday: 1970-01-01 was a Thursday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);
const monthOf = ({ year, month }: { year: number; month: number }): number => year * 12 + month;

const sessions = [
  [9.5 * 3600, 11.5 * 3600],
  [13 * 3600, 15 * 3600],
] as const;

const tradedUntil = (seconds: number): number =>
  sessions.reduce((sum, [from, to]) => sum + Math.min(Math.max(seconds - from, 0), to - from), 0);

/** The claim's value is of a time when its day's trading had ended. */
export const isAfterTrading = ({ asOf }: Pick<BookClaim, "asOf">, now: Moment): boolean =>
  asOf.dateOnly ? asOf.day < now.day || secondsOf(now) >= close : secondsOf(asOf) >= close;

/** Fifteen minutes of trading: what may still be called "now". */
const freshSeconds = 900;

/** Before the afternoon's trading begins, so that a day's sum so far is the morning's. */
export const isBeforeAfternoon = (moment: Moment): boolean => secondsOf(moment) <= sessions[1][0];

/** True if the claim's value may be called current: of today, and where its time is known, of the last minutes of trading. */
export function isCurrent(entry: Pick<BookClaim, "asOf">, now: Moment): boolean {
  if (entry.asOf.day !== now.day) return false;
  if (entry.asOf.dateOnly) return true;
  return tradedUntil(secondsOf(now)) - tradedUntil(secondsOf(entry.asOf)) <= freshSeconds;
}
