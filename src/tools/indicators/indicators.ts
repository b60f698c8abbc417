import { z } from "zod";
import { defineTool, type Json, type JsonObject, type ToolCall, type ToolOutcome } from "#contract";
import {
  type Bar,
  type IndicatorGroup,
  type IndicatorSeries,
  indicatorGroups,
  leastBars,
} from "./compute.ts";
import { lastCross } from "./crosses.ts";

const args = z.strictObject({
  /** `tool_call_id` of a `get_daily_bars` call of this action. */
  bars: z.string().min(1).max(90),
  group: z.enum(["ma", "macd", "kdj", "rsi", "boll"]),
});

/** How far back a crossing is still told, in bars. */
const crossWindow = 60;

/** The two lines of a group whose crossing people ask for. */
const crossed: Readonly<Partial<Record<IndicatorGroup, readonly [first: string, second: string]>>> = {
  ma: ["ma5", "ma20"],
  macd: ["macd_dif", "macd_dea"],
  kdj: ["kdj_k", "kdj_d"],
};

const barSchema = z.looseObject({
  date: z.iso.date(),
  high: z.number().positive(),
  low: z.number().positive(),
  close: z.number().positive(),
});

const seriesSchema = z.looseObject({
  code: z.string(),
  adjust: z.string(),
  rows: z.array(barSchema).min(1),
});

const failed = (code: "INVALID_ARGS" | "NO_DATA", message: string): ToolOutcome => ({
  ok: false,
  error: { code, message },
});

const isAscending = (bars: readonly Bar[]): boolean =>
  bars.every(({ date }, i) => i === 0 || date > (bars[i - 1]?.date ?? ""));

/** The newest value of each line that has one. */
function newest(series: IndicatorSeries): Record<string, number> {
  return Object.fromEntries(
    Object.entries(series).flatMap(([metric, values]) => {
      const value = values.at(-1);
      return value === undefined || Number.isNaN(value) ? [] : [[metric, value] as const];
    }),
  );
}

function crossOf(group: IndicatorGroup, series: IndicatorSeries, bars: readonly Bar[]): JsonObject {
  const pair = crossed[group];
  const cross = pair && lastCross(series[pair[0]] ?? [], series[pair[1]] ?? [], crossWindow);
  const date = cross ? bars[cross.at]?.date : undefined;
  return cross && date !== undefined ? { [`${group}_${cross.kind}_cross`]: date } : {};
}

/** What the result rests on: the newest bar, whose date it bears. */
const inputOf = ({ tool_call_id }: ToolCall, rows: number) => ({
  tool_call_id,
  path: `/rows/${rows - 1}/close`,
});

/**
 * One group of indicators over a series of bars of this turn, by 通达信's conventions and parameters (data-sources §7). Value: `code`,
 * `date` (the newest bar's), `adjust`, the newest value of each line by metric id, and where lines crossed within 60 bars
 * the day as `<group>_golden_cross` or `<group>_dead_cross`. NO_DATA where the bars are too few for a sound value.
 */
export const createIndicators = () =>
  defineTool<z.infer<typeof args>>({
    name: "indicators",
    args,
    timeoutMs: 5_000,
    retrySafe: true,
    local: true,
    async run({ bars: id, group }, context) {
      const call = context.inputs?.call(id);
      const series = seriesSchema.safeParse(call?.value);
      if (call === undefined || !series.success)
        return failed("INVALID_ARGS", "bars is no series of this turn");
      const { code, adjust, rows } = series.data;
      if (!isAscending(rows)) return failed("INVALID_ARGS", "the bars are not in order");
      if (rows.length < leastBars[group]) return failed("NO_DATA", `${group} needs ${leastBars[group]} bars`);
      const lines = indicatorGroups[group](rows);
      const date = rows.at(-1)?.date ?? "";
      const value: Json = { code, date, adjust, ...newest(lines), ...crossOf(group, lines, rows) };
      return {
        ok: true,
        value,
        source: "computed",
        served_by: "computed",
        adapter: "indicators",
        fetched_at: call.fetched_at,
        as_of: date,
        derived_from: [inputOf(call, rows.length)],
      };
    },
  });
