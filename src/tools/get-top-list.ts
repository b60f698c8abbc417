import { z } from "zod";
import { defineTool, type ToolContext, type TopListEntry, type TopListValue } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import type { TopListRow } from "../data/rows.ts";
import { shanghaiDate } from "../data/shanghai-time.ts";
import { dateFault } from "./date-args.ts";
import { codeArg, codeFault } from "./security-args.ts";
import { failed, metricsOf, same, type TableOrigin, tableOutcome } from "./table-outcome.ts";

const metrics = same(["top_buy", "top_sell", "top_net", "close", "pct_chg"]);

const args = z.strictObject({
  code: codeArg.optional(),
  date: z.string().optional(),
  limit: z.number().int().min(1).max(50).default(20),
});
type Args = z.infer<typeof args>;

const askDay = (data: MarketData, day: string, { excludeSources, signal }: ToolContext) =>
  data.routes.ask<TopListRow>({
    capability: "top_list",
    key: day,
    call: (client, limit) => client.top_list?.(day, limit),
    excludeSources,
    signal,
  });

const entry = (row: TopListRow): TopListEntry => ({
  code: row.code,
  date: row.date,
  reason: row.reason,
  ...metricsOf(row, metrics),
});

function outcomeOf({ code, limit }: Args, day: string, rows: readonly TopListRow[], origin: TableOrigin) {
  const wanted = code === undefined ? rows : rows.filter((row) => row.code === code);
  const sorted = wanted.toSorted((a, b) => (b.top_net ?? 0) - (a.top_net ?? 0)).slice(0, limit);
  const value: TopListValue = {
    date: day,
    ...(code === undefined ? {} : { code }),
    listed: sorted.length > 0,
    ...(code !== undefined && sorted.length === 0 ? { not_listed_on: day } : {}),
    rows: sorted.map(entry),
  };
  return tableOutcome(value, day, origin);
}

/** The days to try: the one asked for, or today after the close and the trading day before. */
async function daysOf(data: MarketData, { date }: Args, { now, signal }: ToolContext) {
  const today = shanghaiDate(now);
  const fault = dateFault(date ?? today, today);
  if (fault !== null) return fault;
  await data.calendars.around(date ?? today, signal);
  const calendar = await data.calendars.around(today, signal);
  if (date !== undefined)
    return calendar.isTradingDay(date)
      ? [date]
      : ({ code: "NO_TRADING_DAY", message: "no trading on that day" } as const);
  const phase = calendar.phaseAt(now);
  const eve = calendar.previousTradingDay(today);
  return phase === "after_close" || phase === "after_hours" ? [today, eve] : [eve];
}

/** Comes out in the evening: today's empty list says nothing yet, and never that a stock is not on it. */
export const createGetTopList = (data: MarketData) =>
  defineTool<Args>({
    name: "get_top_list",
    args,
    timeoutMs: 25_000,
    retrySafe: true,
    async run(asked, context) {
      const fault = asked.code === undefined ? null : codeFault(asked.code);
      if (fault !== null) return failed(fault);
      const days = await daysOf(data, asked, context);
      if ("code" in days) return failed(days);
      for (const day of days) {
        const found = await askDay(data, day, context);
        if (found.ok) return outcomeOf(asked, day, found.rows, found);
        const isEmpty = found.error.code === "NO_DATA";
        // Of today's list one source may say that it is not out while another cannot be asked.
        const isUnknown = !isEmpty && !found.fallback_from.some((entry) => entry.endsWith(": NO_DATA"));
        if (isEmpty && day === asked.date && day === shanghaiDate(context.now))
          return failed({ code: "NOT_PUBLISHED", message: "today's list is not out" });
        if (isUnknown || day === days.at(-1)) return failed(found.error);
      }
      return failed({ code: "NO_DATA", message: "no list" });
    },
  });
