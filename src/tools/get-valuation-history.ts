import { z } from "zod";
import { type BarRow, defineTool, type ToolContext, valuationRatios } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import type { ValuationRow } from "../data/rows.ts";
import { shanghaiDate } from "../data/shanghai-time.ts";
import { dateFault } from "./date-args.ts";
import { tradingDayFault } from "./on-trading-days.ts";
import { codeArg, codeFault } from "./security-args.ts";
import { emptyFailure, failed, tableOutcome } from "./table-outcome.ts";
import { yearsBefore } from "./years-before.ts";

const args = z.strictObject({
  code: codeArg,
  metrics: z.array(z.enum(valuationRatios)).min(1).max(valuationRatios.length),
  years: z.number().int().min(1).max(5),
  to: z.string().optional(),
});
type Args = z.infer<typeof args>;

/** A ratio of a loss is none: the row has no such key. */
function rowOf(row: ValuationRow, metrics: Args["metrics"]): BarRow {
  const told = metrics.flatMap((metric) => {
    const value = row[metric];
    return typeof value === "number" ? [[metric, value] as const] : [];
  });
  return { date: row.as_of, ...Object.fromEntries(told) };
}

async function askHistory(data: MarketData, asked: Args, context: ToolContext) {
  const { code, metrics, years } = asked;
  const today = shanghaiDate(context.now);
  const to = asked.to ?? today;
  const range = { from: yearsBefore(to, years), to };
  const calendar = await data.calendars.around(to, context.signal);
  const found = await data.routes.ask<ValuationRow>({
    capability: "valuation_history",
    key: `${code} ${range.from} ${range.to}`,
    call: (client, signal) => client.valuation_history?.(code, range, signal),
    accept: ({ rows }) =>
      tradingDayFault(
        rows.map(({ as_of }) => ({ date: as_of })),
        calendar,
      ),
    excludeSources: context.excludeSources,
    signal: context.signal,
  });
  if (!found.ok) return failed(emptyFailure(data, code, found.error));
  const rows = found.rows.map((row) => rowOf(row, metrics));
  return tableOutcome({ code, rows }, rows.at(-1)?.date ?? to, found);
}

/** Ratios of whole years, day by day, for `percentile`. */
export const createGetValuationHistory = (data: MarketData) =>
  defineTool<Args>({
    name: "get_valuation_history",
    args,
    timeoutMs: 25_000,
    retrySafe: true,
    async run(asked, context) {
      const fault =
        codeFault(asked.code) ??
        (asked.to === undefined ? null : dateFault(asked.to, shanghaiDate(context.now)));
      return fault === null ? askHistory(data, asked, context) : failed(fault);
    },
  });
