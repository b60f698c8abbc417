import { z } from "zod";
import { defineTool, type ErrorCode, type ToolOutcome } from "#contract";
import { type AskedStretch, readStretch, type StretchEdge } from "#language";
import type { MarketData } from "../data/market-data.ts";
import { addDays, secondsOfDay, shanghaiDate, yearOf } from "../data/shanghai-time.ts";
import { closeSeconds, type TradingCalendar } from "../data/trading-calendar.ts";
import { dayOnCalendar } from "./resolve-date.ts";

const args = z.strictObject({
  query: z.string().trim().min(1).max(400),
  newest: z.iso.date().optional(),
  list: z.number().int().min(1).max(60).optional(),
});
type Args = z.infer<typeof args>;

/** Calendar days that the longest series of bars covers, and as many before a stretch as a suspension may last. */
const mostDays = 1_560;
const suspendedDays = 120;
/** Longer than the market is ever closed. */
const closureDays = 12;

const failed = (code: ErrorCode, message: string): ToolOutcome => ({ ok: false, error: { code, message } });

/** The newest trading day that is over. */
function lastFinished(now: string, calendar: TradingCalendar): string {
  const today = shanghaiDate(now);
  const isOver = calendar.isTradingDay(today) && secondsOfDay(now) >= closeSeconds;
  return isOver ? today : calendar.previousTradingDay(today);
}

/** A day by the calendar; what begins a stretch after a closure is measured from the close before it. */
function dayOf(edge: StretchEdge, today: string, calendar: TradingCalendar): string {
  if ("date" in edge) return edge.date;
  const { onCalendar } = edge;
  const day = dayOnCalendar(onCalendar, today, calendar);
  const isFirst =
    onCalendar.kind === "from" || (onCalendar.kind === "closure" && onCalendar.side === "after");
  return isFirst ? calendar.previousTradingDay(day) : day;
}

/** What a stretch ends with is that day itself. */
const lastDayOf = (edge: StretchEdge, today: string, calendar: TradingCalendar): string =>
  "date" in edge ? edge.date : dayOnCalendar(edge.onCalendar, today, calendar);

/** About so many calendar days lie behind so many trading days, the longest closure aside. */
const calendarDays = (days: number): number => Math.ceil(days * 1.55) + 25;

const earlier = (a: string, b: string): string => (a < b ? a : b);

/** Trading days of a week. */
const weekDays = 5;

/** As it is listed day by day: weeks that are counted back are so many trading days. */
function listed(asked: AskedStretch): AskedStretch {
  const { metric, weeks } = asked;
  return weeks === undefined ? asked : { metric, days: weeks * weekDays };
}

/** The trading days behind `from` up to `to`; none where they are more than `most`. */
function daysBehind(from: string, to: string, most: number, calendar: TradingCalendar): readonly string[] {
  const days: string[] = [];
  for (let day = to; day > from; day = calendar.previousTradingDay(day)) {
    if (days.length === most) return [];
    days.unshift(day);
  }
  return days;
}

/** True where the stretch holds today, a trading day that is not over. */
function isUnderWay(
  { to }: AskedStretch,
  { today, now }: { readonly today: string; readonly now: string },
  calendar: TradingCalendar,
): boolean {
  const holdsToday = to === undefined || lastDayOf(to, today, calendar) >= today;
  return holdsToday && calendar.isTradingDay(today) && lastFinished(now, calendar) < today;
}

/** How far back the calendar is needed. */
function reachOf({ from, days }: AskedStretch, today: string): string {
  if (days !== undefined) return addDays(today, -calendarDays(days));
  return from !== undefined && "date" in from ? from.date : today;
}

function backBy(count: number, from: string, calendar: TradingCalendar): string {
  let day = from;
  for (let left = count; left > 0; left -= 1) day = calendar.previousTradingDay(day);
  return day;
}

/**
 * The stretch of time that the user's words name, in trading days: the calendar decides them, never the rows of a source. FUTURE_DATE,
 * BAD_DATE, STRETCH_TOO_SHORT and STRETCH_TOO_LONG are values.
 */
export const createResolveStretch = (data: MarketData) =>
  defineTool<Args>({
    name: "resolve_stretch",
    args,
    timeoutMs: 10_000,
    retrySafe: true,
    // The calendar is at hand; a year is asked for once.
    local: true,
    async run({ query, newest, list }, { now, signal }) {
      const read = readStretch(query, now);
      if (read === null) return failed("BAD_DATE", "no stretch of time in the text");
      const asked = list === undefined ? read : listed(read);
      const today = shanghaiDate(now);
      const reach = reachOf(asked, today);
      if (reach > today) return failed("FUTURE_DATE", "the stretch has not begun");
      if (reach < addDays(today, -mostDays)) return failed("STRETCH_TOO_LONG", "no series is that long");
      await data.calendars.around(today, signal);
      const calendar = await data.calendars.around(reach, signal);
      const last = newest ?? lastFinished(now, calendar);
      const wanted = asked.to === undefined ? last : earlier(lastDayOf(asked.to, today, calendar), last);
      const to = calendar.lastTradingDayOnOrBefore(wanted);
      const named = asked.from === undefined ? undefined : dayOf(asked.from, today, calendar);
      const isUnsure = named !== undefined && !calendar.covers(yearOf(named));
      const from =
        named === undefined
          ? backBy(asked.days ?? 1, to, calendar)
          : isUnsure
            ? named
            : list !== undefined && asked.isNamed === true
              ? calendar.previousTradingDay(named)
              : calendar.lastTradingDayOnOrBefore(named);
      if (from >= to) return failed("STRETCH_TOO_SHORT", "no day of the stretch has closed");
      const first = addDays(from, -suspendedDays);
      const longest = addDays(today, -mostDays);
      // Without a bar on or before it there is no move.
      if (addDays(from, isUnsure ? -closureDays : 0) < longest)
        return failed("STRETCH_TOO_LONG", "no series is that long");
      const days = list === undefined || isUnsure ? [] : daysBehind(from, to, list, calendar);
      const isOpen = list !== undefined && isUnderWay(asked, { today, now }, calendar);
      return {
        ok: true,
        value: {
          metric: asked.metric,
          from,
          to,
          ...(isUnsure ? { from_unsure: true } : {}),
          bars_from: first < longest ? longest : first,
          ...(days.length === 0 ? {} : { days }),
          ...(isOpen ? { today_open: true } : {}),
        },
        source: "computed",
        served_by: "computed",
        adapter: "calendar",
        fetched_at: now,
      };
    },
  });
