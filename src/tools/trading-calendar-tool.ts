import { z } from "zod";
import { AppError, type CalendarValue, defineTool, type ToolContext } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import type { TradingDayRow } from "../data/rows.ts";
import { addDays, isIsoDate, shanghaiDate, weekday, yearOf } from "../data/shanghai-time.ts";
import { createTradingCalendar, type TradingCalendar, wholeYear } from "../data/trading-calendar.ts";
import { failed, type TableOrigin, tableOutcome } from "./table-outcome.ts";

/** Longer than any closure: a date this near to the end of a year may need the next one. */
const reach = 15;
/** How far ahead a holiday is looked for. */
const holidayDays = 150;

interface Known {
  readonly calendar: TradingCalendar;
  readonly origin: TableOrigin;
}

/** A source's list of the date's year and, where it has them, of the years beside it; null where no source has the date's own. */
async function fromSources(data: MarketData, date: string, context: ToolContext): Promise<Known | null> {
  const years = new Map<number, ReadonlySet<string>>();
  let origin: TableOrigin | null = null;
  for (const year of new Set([date, addDays(date, -reach), addDays(date, holidayDays)].map(yearOf))) {
    const found = await data.routes.ask<TradingDayRow>({
      capability: "calendar",
      key: String(year),
      call: (client, signal) => client.calendar?.(year, signal),
      accept: ({ rows }) =>
        wholeYear(
          year,
          rows.map((row) => row.date),
        ) === null
          ? { code: "NO_DATA", message: `the list does not cover ${year}` }
          : null,
      excludeSources: context.excludeSources,
      signal: context.signal,
    });
    if (!found.ok && year === yearOf(date)) return null;
    if (found.ok) years.set(year, new Set(found.rows.map((row) => row.date)));
    if (found.ok && year === yearOf(date)) origin = found;
  }
  return origin === null ? null : { calendar: createTradingCalendar(years), origin };
}

/** The list bundled with the code: an answer without a source to cite. */
async function fromBundled(data: MarketData, date: string, { now, signal }: ToolContext): Promise<Known> {
  const calendar = await data.calendars.around(date, signal);
  const origin = {
    source: "computed",
    table: "bundled calendar",
    adapter: "calendar",
    fetched_at: now,
    fallback_from: [],
  };
  return { calendar, origin };
}

/** A date that no list reaches is left out. */
function within<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof AppError && error.code === "CALENDAR_UNKNOWN") return undefined;
    throw error;
  }
}

const isWeekday = (date: string): boolean => weekday(date) !== 0 && weekday(date) !== 6;

/** The first run of days without trading, from the date on, that holds a weekday. */
function holidayAfter(date: string, calendar: TradingCalendar) {
  let day = date;
  while (calendar.isTradingDay(day) || !isWeekday(day)) {
    day = addDays(day, 1);
    if (day > addDays(date, holidayDays)) return {};
  }
  const before = calendar.previousTradingDay(day);
  const after = calendar.nextTradingDay(day);
  const first = addDays(before, 1);
  return { holiday_from: first < date ? date : first, holiday_to: addDays(after, -1) };
}

function describe(date: string, now: string, calendar: TradingCalendar): CalendarValue {
  const previous = within(() => calendar.previousTradingDay(date));
  const next = within(() => calendar.nextTradingDay(date));
  return {
    asked_date: date,
    is_trading_day: calendar.isTradingDay(date),
    ...(date === shanghaiDate(now) ? { phase: calendar.phaseAt(now) } : {}),
    ...(previous === undefined ? {} : { previous_trading_day: previous }),
    ...(next === undefined ? {} : { next_trading_day: next }),
    ...within(() => holidayAfter(date, calendar)),
  };
}

const args = z.strictObject({ date: z.string().optional() });

/** Throws nothing for years that no list covers: CALENDAR_UNKNOWN comes back as a value. */
export const createTradingCalendarTool = (data: MarketData) =>
  defineTool<z.infer<typeof args>>({
    name: "trading_calendar",
    args,
    timeoutMs: 15_000,
    retrySafe: true,
    async run({ date }, context) {
      const day = date ?? shanghaiDate(context.now);
      if (!isIsoDate(day)) return failed({ code: "BAD_DATE", message: "no such date" });
      const sourced = await fromSources(data, day, context);
      const { calendar, origin } = sourced ?? (await fromBundled(data, day, context));
      return tableOutcome(describe(day, context.now, calendar), context.now, origin);
    },
  });
