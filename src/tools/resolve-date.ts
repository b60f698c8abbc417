import { z } from "zod";
import { defineTool, type ResolvedDate, type ToolOutcome } from "#contract";
import { readDate } from "#language";
import type { MarketData } from "../data/market-data.ts";
import { isIsoDate, shanghaiDate } from "../data/shanghai-time.ts";
import type { TradingCalendar } from "../data/trading-calendar.ts";

const args = z.strictObject({ query: z.string().trim().min(1).max(64) });

/** The ISO date that a text means, null where it means none. */
function dateIn(query: string, now: string, calendar: TradingCalendar): string | null {
  if (isIsoDate(query)) return query;
  const previous = () => calendar.previousTradingDay(shanghaiDate(now));
  if (query === "previous_trading_day") return previous();
  const read = readDate(query, now);
  if (read === null) return null;
  return "date" in read ? read.date : previous();
}

function resolved(date: string, today: string, calendar: TradingCalendar): ResolvedDate {
  const relation = date < today ? "past" : date > today ? "future" : "today";
  const is_trading_day = calendar.isTradingDay(date);
  return { date, relation, is_trading_day, trading_day: calendar.lastTradingDayOnOrBefore(date) };
}

const failed = (code: "BAD_DATE" | "FUTURE_DATE", message: string): ToolOutcome => ({
  ok: false,
  error: { code, message },
});

export const createResolveDate = (data: MarketData) =>
  defineTool<z.infer<typeof args>>({
    name: "resolve_date",
    args,
    timeoutMs: 10_000,
    retrySafe: true,
    async run({ query }, { now, signal }) {
      const today = shanghaiDate(now);
      const date = dateIn(query, now, await data.calendars.around(today, signal));
      if (date === null) return failed("BAD_DATE", "no date in the text");
      const calendar = await data.calendars.around(date, signal);
      if (date > today && !calendar.covers(Number(date.slice(0, 4)))) {
        return failed("FUTURE_DATE", "the date has not come");
      }
      const value = resolved(date, today, calendar);
      return {
        ok: true,
        value,
        source: "computed",
        served_by: "computed",
        adapter: "calendar",
        fetched_at: now,
      };
    },
  });
