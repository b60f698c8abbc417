import { z } from "zod";
import { AppError, bundledCalendar, type CalendarValue, defineTool, type ToolContext } from "#contract";
import { daysAhead } from "#language";
import type { MarketData } from "../data/market-data.ts";
import type { TradingDayRow } from "../data/rows.ts";
import { addDays, isIsoDate, shanghaiDate, weekday, yearOf } from "../data/shanghai-time.ts";
import { createTradingCalendar, type TradingCalendar, wholeYear } from "../data/trading-calendar.ts";
import { dayOnCalendar } from "./resolve-date.ts";
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

/** The list bundled with the code: computed from what the call names as its constant. */
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

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The first run of days without trading, whole, that ends on the date or later and holds a weekday. */
function holidayAfter(date: string, calendar: TradingCalendar) {
  let day = date;
  while (calendar.isTradingDay(day) || !isWeekday(day)) {
    day = addDays(day, 1);
    if (day > addDays(date, holidayDays)) return {};
  }
  const first = addDays(calendar.previousTradingDay(day), 1);
  const next = calendar.nextTradingDay(day);
  return { holiday_from: first, holiday_to: addDays(next, -1), holiday_days: daysBetween(first, next) };
}

function describe(date: string, now: string, calendar: TradingCalendar): CalendarValue {
  const previous = within(() => calendar.previousTradingDay(date));
  const next = within(() => calendar.nextTradingDay(date));
  const isOpen = calendar.isTradingDay(date);
  return {
    asked_date: date,
    is_trading_day: isOpen,
    [isOpen ? "open_day" : "closed_day"]: date,
    ...(date === shanghaiDate(now) ? { phase: calendar.phaseAt(now) } : {}),
    ...(previous === undefined ? {} : { previous_trading_day: previous }),
    ...(next === undefined ? {} : { next_trading_day: next }),
    ...within(() => holidayAfter(date, calendar)),
  };
}

const args = z.strictObject({
  date: z.string().optional(),
  question: z.string().max(8192).optional(),
  otherwise: z
    .strictObject({
      constant: z.literal(bundledCalendar.constant),
      origin: z.literal(bundledCalendar.origin),
    })
    .optional(),
});

type Day = { readonly date: string } | { readonly code: "BAD_DATE" | "TOO_MANY_DAYS" };

/** The day asked about: `date`, else the one that the question names, else today. */
async function dayOf(
  { date, question }: z.infer<typeof args>,
  data: MarketData,
  { now, signal }: ToolContext,
): Promise<Day> {
  const today = shanghaiDate(now);
  if (date !== undefined) return isIsoDate(date) ? { date } : { code: "BAD_DATE" };
  const [found, ...others] = daysAhead(question ?? "", now);
  if (others.length > 0) return { code: "TOO_MANY_DAYS" };
  if (found === undefined) return { date: today };
  if ("date" in found) return { date: found.date };
  const reach = "date" in found.onCalendar ? found.onCalendar.date : today;
  await data.calendars.around(today, signal);
  return { date: dayOnCalendar(found.onCalendar, today, await data.calendars.around(reach, signal)) };
}

/** Throws nothing for years that no list covers: CALENDAR_UNKNOWN comes back as a value. */
export const createTradingCalendarTool = (data: MarketData) =>
  defineTool<z.infer<typeof args>>({
    name: "trading_calendar",
    args,
    timeoutMs: 15_000,
    retrySafe: true,
    async run(asked, context) {
      const found = await dayOf(asked, data, context);
      if ("code" in found) return failed({ code: found.code, message: "no single day" });
      const day = found.date;
      const sourced = await fromSources(data, day, context);
      if (sourced === null && asked.otherwise === undefined)
        return failed({ code: "CALENDAR_UNKNOWN", message: "no source has the year's list" });
      const { calendar, origin } = sourced ?? (await fromBundled(data, day, context));
      return tableOutcome(describe(day, context.now, calendar), context.now, origin);
    },
  });
