import { z } from "zod";
import { defineTool, type ErrorCode, type ResolvedDate, type ToolOutcome } from "#contract";
import { type FoundDate, findTimes, type OnCalendar } from "#language";
import type { MarketData } from "../data/market-data.ts";
import { addDays, isIsoDate, shanghaiDate, weekday, yearOf } from "../data/shanghai-time.ts";
import type { TradingCalendar } from "../data/trading-calendar.ts";

const args = z.strictObject({ query: z.string().trim().min(1).max(64) });

/** What a query means: an ISO date, a day that the calendar tells, or why it is none. */
type Meaning = { readonly date: string } | { readonly onCalendar: OnCalendar } | { readonly code: ErrorCode };

function meaningOf(query: string, now: string): Meaning {
  if (isIsoDate(query)) return { date: query };
  if (query === "previous_trading_day") return { onCalendar: { kind: "back", count: 1 } };
  const { dates, unread } = findTimes(query, now);
  const day: FoundDate | undefined = dates[0];
  if (dates.length > 1 && unread.length === 0) return { code: "TOO_MANY_DAYS" };
  if (day !== undefined && unread.length === 0) return day;
  return { code: unread[0]?.kind === "clock" ? "TIME_OF_DAY" : "BAD_DATE" };
}

const isWeekend = (date: string): boolean => weekday(date) === 0 || weekday(date) === 6;

/** A weekday of the newest closure of the market that is no weekend, today's included; a year without any is no calendar. */
function newestClosure(today: string, calendar: TradingCalendar): string {
  let day = today;
  while (isWeekend(day) || calendar.isTradingDay(day)) day = addDays(day, -1);
  return day;
}

function backBy(count: number, today: string, calendar: TradingCalendar): string {
  let day = today;
  for (let left = count; left > 0; left -= 1) day = calendar.previousTradingDay(day);
  return day;
}

/** Throws AppError CALENDAR_UNKNOWN where the answer lies in a year that no list covers. */
export function dayOnCalendar(meaning: OnCalendar, today: string, calendar: TradingCalendar): string {
  if (meaning.kind === "back") return backBy(meaning.count, today, calendar);
  if (meaning.kind === "closure") {
    const closed = newestClosure(today, calendar);
    return meaning.side === "before" ? calendar.previousTradingDay(closed) : calendar.nextTradingDay(closed);
  }
  return meaning.kind === "until"
    ? calendar.lastTradingDayOnOrBefore(meaning.date)
    : calendar.nextTradingDay(addDays(meaning.date, -1));
}

function resolved(date: string, today: string, calendar: TradingCalendar): ResolvedDate {
  const relation = date < today ? "past" : date > today ? "future" : "today";
  const is_trading_day = calendar.isTradingDay(date);
  return { date, relation, is_trading_day, trading_day: calendar.lastTradingDayOnOrBefore(date) };
}

const failed = (code: ErrorCode, message: string): ToolOutcome => ({ ok: false, error: { code, message } });

/** How far the newest closure can lie back: no two public holidays are farther apart. */
const closureDays = 150;

/** Where the calendar has to reach for a meaning. */
function reachOf(meaning: Exclude<Meaning, { readonly code: ErrorCode }>, today: string): string {
  if ("date" in meaning) return meaning.date;
  if ("date" in meaning.onCalendar) return meaning.onCalendar.date;
  return addDays(
    today,
    -(meaning.onCalendar.kind === "closure" ? closureDays : meaning.onCalendar.count * 2),
  );
}

export const createResolveDate = (data: MarketData) =>
  defineTool<z.infer<typeof args>>({
    name: "resolve_date",
    args,
    timeoutMs: 10_000,
    retrySafe: true,
    async run({ query }, { now, signal }) {
      const today = shanghaiDate(now);
      const meaning = meaningOf(query, now);
      if ("code" in meaning) return failed(meaning.code, "no single day in the text");
      await data.calendars.around(today, signal);
      const reach = reachOf(meaning, today);
      const calendar = await data.calendars.around(reach, signal);
      if (reach > today && !calendar.covers(yearOf(reach)))
        return failed("FUTURE_DATE", "the date has not come");
      const date = "date" in meaning ? meaning.date : dayOnCalendar(meaning.onCalendar, today, calendar);
      return {
        ok: true,
        value: resolved(date, today, calendar),
        source: "computed",
        served_by: "computed",
        adapter: "calendar",
        fetched_at: now,
      };
    },
  });
