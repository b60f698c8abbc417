/**
 * Which level answers when: the live quote while the market trades (lunch included), the day's last quote as a provisional close from
 * 15:00 until the daily row is published, else the newest close. An index is never suspended.
 */
import { z } from "zod";
import { defineTool, type IndexValue, type ToolContext, type ToolFailure, type ToolOutcome } from "#contract";
import { readCode } from "#language";
import type { MarketData } from "../data/market-data.ts";
import type { DailyRow, SpotRow } from "../data/rows.ts";
import { addDays, shanghaiDate } from "../data/shanghai-time.ts";
import type { Phase, TradingCalendar } from "../data/trading-calendar.ts";
import { dateFault } from "./date-args.ts";
import { closingAge, liveAge, type QuoteAge } from "./find-quote.ts";
import { indexMetrics } from "./index-metrics.ts";
import { tradingDayFault } from "./on-trading-days.ts";
import { codeArg } from "./security-args.ts";
import { failed, metricsOf, type TableOrigin, tableOutcome } from "./table-outcome.ts";

interface Asked {
  readonly data: MarketData;
  readonly code: string;
  readonly calendar: TradingCalendar;
  readonly phase: Phase;
  readonly context: ToolContext;
}

/** Longer than any holiday. */
const days = 20;

/** What still grows in after-hours trading. */
const isTraded = ([name]: (typeof indexMetrics)[number]): boolean => name === "amount";

async function closeOf({ data, code, calendar, phase, context }: Asked, day: string): Promise<ToolOutcome> {
  const range = { from: addDays(day, -days), to: day };
  const found = await data.routes.ask<DailyRow>({
    capability: "index_daily",
    key: `${code} ${range.from} ${range.to}`,
    call: (client, signal) => client.index_daily?.(code, range, signal),
    accept: ({ rows }) =>
      tradingDayFault(rows, calendar) ??
      (rows.at(-1)?.date === day ? null : { code: "NO_DATA", message: `no row for ${day}` }),
    excludeSources: context.excludeSources,
    signal: context.signal,
  });
  const row = found.ok ? found.rows.at(-1) : undefined;
  if (!found.ok || row === undefined)
    return failed({ ...(found.ok ? { code: "NO_DATA", message: "no row" } : found.error), subject: code });
  const metrics = metricsOf(row, [["close", "index_close"], ...indexMetrics]);
  return tableOutcome({ code, quality: "final", phase, ...metrics } satisfies IndexValue, row.date, found);
}

type FoundLevel =
  | { readonly ok: true; readonly row: SpotRow; readonly origin: TableOrigin }
  | { readonly ok: false; readonly error: ToolFailure };

async function findLevel({ data, code, context }: Asked, age: QuoteAge): Promise<FoundLevel> {
  const found = await data.routes.ask<SpotRow>({
    capability: "index_spot",
    key: code,
    call: (client, signal) => client.index_spot?.(code, signal),
    accept({ rows: [row] }) {
      const fault = row === undefined ? null : age(row);
      return fault === null ? null : { code: "STALE", message: fault, subject: code };
    },
    excludeSources: context.excludeSources,
    signal: context.signal,
  });
  const row = found.ok ? found.rows[0] : undefined;
  if (found.ok && row !== undefined) return { ok: true, row, origin: found };
  return { ok: false, error: found.ok ? { code: "NO_DATA", message: "no quote" } : found.error };
}

/** While the market trades; without a usable quote the newest close, which says of which day it is. */
async function levelNow(asked: Asked): Promise<ToolOutcome> {
  const { data, code, calendar, phase, context } = asked;
  const found = await findLevel(asked, liveAge(context.now, calendar));
  if (found.ok) {
    const metrics = metricsOf(found.row, [["current_price", "index_current"], ...indexMetrics]);
    const value: IndexValue = { code, quality: "realtime", phase, ...metrics };
    return tableOutcome(value, found.row.as_of, found.origin);
  }
  const close = await closeOf(asked, calendar.previousTradingDay(shanghaiDate(context.now)));
  return close.ok || !data.routes.offers("index_spot") ? close : failed({ ...found.error, subject: code });
}

async function levelAfterClose(asked: Asked): Promise<ToolOutcome> {
  const { code, calendar, phase, context } = asked;
  const today = shanghaiDate(context.now);
  const daily = await closeOf(asked, today);
  if (daily.ok) return daily;
  const found = await findLevel(asked, closingAge(context.now));
  if (!found.ok) return closeOf(asked, calendar.previousTradingDay(today));
  const names = indexMetrics.filter((each) => !isTraded(each));
  const metrics = metricsOf(found.row, [["current_price", "index_close"], ...names]);
  const value: IndexValue = { code, quality: "provisional", phase, ...metrics };
  return tableOutcome(value, `${today}T15:00:00+08:00`, found.origin);
}

const isOver = (phase: Phase): boolean => phase === "after_close" || phase === "after_hours";

async function newestLevel(asked: Asked): Promise<ToolOutcome> {
  const { calendar, phase, context } = asked;
  const today = shanghaiDate(context.now);
  if (phase === "closed_day") return closeOf(asked, calendar.lastTradingDayOnOrBefore(today));
  if (isOver(phase)) return levelAfterClose(asked);
  const isOpened = phase !== "pre_open" && phase !== "auction" && phase !== "gap";
  return isOpened ? levelNow(asked) : closeOf(asked, calendar.previousTradingDay(today));
}

const args = z.strictObject({ code: codeArg, date: z.string().optional() });

export const createGetIndex = (data: MarketData) =>
  defineTool<z.infer<typeof args>>({
    name: "get_index",
    args,
    timeoutMs: 20_000,
    retrySafe: true,
    async run({ code, date }, context) {
      if (readCode(code)?.kind !== "index")
        return failed({ code: "UNKNOWN_SECURITY", message: "no index has this code", subject: code });
      const today = shanghaiDate(context.now);
      const fault = dateFault(date ?? today, today);
      if (fault !== null) return failed(fault);
      await data.calendars.around(date ?? today, context.signal);
      const calendar = await data.calendars.around(today, context.signal);
      const asked = { data, code, calendar, phase: calendar.phaseAt(context.now), context };
      if (date === undefined || date === today) return newestLevel(asked);
      return closeOf(asked, calendar.lastTradingDayOnOrBefore(date));
    },
  });
