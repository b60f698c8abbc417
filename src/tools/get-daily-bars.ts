import { z } from "zod";
import { type BarRow, defineTool, type ToolContext, type ToolFailure } from "#contract";
import { readCode } from "#language";
import type { MarketData } from "../data/market-data.ts";
import type { Question } from "../data/routing.ts";
import type { AdjustedDailyRow, DailyRow } from "../data/rows.ts";
import { addDays, shanghaiDate } from "../data/shanghai-time.ts";
import type { DateRange } from "../data/source.ts";
import { dateFault } from "./date-args.ts";
import { indexMetrics } from "./index-metrics.ts";
import { tradingDayFault } from "./on-trading-days.ts";
import { isProvenSuspended } from "./proven-suspension.ts";
import { codeArg, codeFault } from "./security-args.ts";
import { emptyFailure, failed, metricsOf, same, tableOutcome } from "./table-outcome.ts";

const usualDays = 120;
/** The longest series; a longer range is refused rather than cut. */
const mostDays = 1_000;

const args = z.strictObject({
  code: codeArg,
  adjust: z.enum(["none", "qfq"]).default("none"),
  days: z.number().int().min(1).max(mostDays).optional(),
  from: z.string().optional(),
  to: z.string().optional(),
});
type Args = z.infer<typeof args>;

const prices = same(["open", "high", "low", "close"]);
const traded = same(["volume", "amount"]);
const changes = same(["prev_close", "change", "pct_chg"]);

const plainRow = (row: DailyRow): BarRow => ({
  date: row.date,
  ...metricsOf(row, [...prices, ...changes, ...traded]),
});

const adjustedRow = (row: AdjustedDailyRow): BarRow => ({
  date: row.date,
  ...metricsOf(row, prices),
  paid: { adjust: "none", ...metricsOf(row, [["paid_close", "close"], ...traded]) },
});

const indexRow = (row: DailyRow): BarRow => ({
  date: row.date,
  ...metricsOf(row, [["close", "index_close"], ...indexMetrics]),
});

/** Weekends and holidays take less than this share of a year, and the longest closure less than the rest. */
const calendarDays = (days: number): number => Math.ceil(days * 1.55) + 25;

function rangeOf({ days, from, to }: Args, today: string): DateRange | ToolFailure {
  const last = to ?? today;
  const fault = dateFault(last, today) ?? dateFault(from ?? today, today);
  if (fault !== null) return fault;
  const first = from ?? addDays(last, -calendarDays(days ?? usualDays));
  const isSound = first <= last && (from === undefined || days === undefined);
  if (!isSound || first < addDays(last, -calendarDays(mostDays)))
    return { code: "INVALID_ARGS", message: "days, from and to name no range of a sound length" };
  return { from: first, to: last };
}

type Kind = "none" | "qfq" | "index";
type Row = DailyRow | AdjustedDailyRow;

const capabilities = { none: "daily", qfq: "daily_qfq", index: "index_daily" } as const;

function questionOf(
  kind: Kind,
  code: string,
  range: DateRange,
): Pick<Question<Row>, "capability" | "key" | "call"> {
  const capability = capabilities[kind];
  return {
    capability,
    key: `${code} ${range.from} ${range.to}`,
    call: (client, signal) => client[capability]?.(code, range, signal),
  };
}

const rowOf = (row: Row, kind: Kind): BarRow =>
  row.adjust === "qfq" ? adjustedRow(row) : kind === "index" ? indexRow(row) : plainRow(row);

async function askBars(data: MarketData, asked: Args, kind: Kind, context: ToolContext) {
  const { code, days, from, adjust } = asked;
  const range = rangeOf(asked, shanghaiDate(context.now));
  if ("code" in range) return failed(range);
  const calendar = await data.calendars.around(range.to, context.signal);
  const found = await data.routes.ask<Row>({
    ...questionOf(kind, code, range),
    accept: ({ rows }) => tradingDayFault(rows, calendar),
    excludeSources: context.excludeSources,
    signal: context.signal,
  });
  if (!found.ok) return failed(emptyFailure(data, code, found.error));
  const rows = from === undefined ? found.rows.slice(-(days ?? usualDays)) : found.rows;
  const newest = rows.at(-1)?.date ?? range.to;
  const isNewest = kind !== "index" && asked.to === undefined;
  const suspended = isNewest && (await isProvenSuspended(data, { code, newest }, context));
  const value = { code, adjust, rows: rows.map((row) => rowOf(row, kind)) };
  return tableOutcome({ ...value, ...(suspended ? { suspended } : {}) }, newest, found);
}

/** Finished days only: today's row is there once it is published. */
export const createGetDailyBars = (data: MarketData) =>
  defineTool<Args>({
    name: "get_daily_bars",
    args,
    timeoutMs: 25_000,
    retrySafe: true,
    async run(asked, context) {
      const isIndex = readCode(asked.code)?.kind === "index";
      const fault = isIndex ? null : codeFault(asked.code);
      if (fault !== null) return failed(fault);
      if (isIndex && asked.adjust === "qfq")
        return failed({ code: "INVALID_ARGS", message: "an index is not adjusted", subject: asked.code });
      return askBars(data, asked, isIndex ? "index" : asked.adjust, context);
    },
  });
