import { z } from "zod";
import { type ChartValue, defineTool, type ToolCall, type ToolOutcome } from "#contract";

const args = z.strictObject({
  kind: z.enum(["candles", "closes", "lines"]),
  period: z.enum(["day", "week", "month"]),
  language: z.enum(["zh", "en"]),
  /** `tool_call_id`s of `get_daily_bars` calls of this action. */
  bars: z.array(z.string().min(1).max(90)).min(1).max(6),
  from: z.iso.date(),
  to: z.iso.date().optional(),
  averages: z.array(z.number().int().min(2).max(250)).max(3).optional(),
});
type Args = z.infer<typeof args>;

const seriesSchema = z.looseObject({
  code: z.string(),
  adjust: z.enum(["none", "qfq"]),
  rows: z.array(z.looseObject({ date: z.iso.date() })).min(1),
});

const failed = (code: "INVALID_ARGS" | "NO_DATA", message: string): ToolOutcome => ({
  ok: false,
  error: { code, message },
});

/** Fewer are no picture. */
const leastRows = 2;

interface Series {
  readonly call: ToolCall;
  readonly code: string;
  readonly adjust: "none" | "qfq";
  /** The days to show. */
  readonly dates: readonly string[];
}

function seriesOf(call: ToolCall | undefined, { from, to }: Args): Series | null {
  const parsed = seriesSchema.safeParse(call?.value);
  if (call === undefined || !parsed.success) return null;
  const { code, adjust, rows } = parsed.data;
  const dates = rows.map(({ date }) => date);
  const isShown = (date: string) => date >= from && (to === undefined || date <= to);
  return { call, code, adjust, dates: dates.filter(isShown) };
}

/** The days that all series have; lines begin at the first of them. */
const commonDates = (series: readonly Series[]): readonly string[] => {
  const [first, ...others] = series.map(({ dates }) => dates);
  const sets = others.map((dates) => new Set(dates));
  return (first ?? []).filter((date) => sets.every((dates) => dates.has(date)));
};

function outcomeOf(
  { kind, period, language, bars, averages }: Args,
  series: readonly Series[],
  now: string,
): ToolOutcome {
  const dates = commonDates(series);
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined || dates.length < leastRows)
    return failed("NO_DATA", "the series have too few days in common");
  const value: ChartValue = {
    kind,
    period,
    language,
    bars,
    codes: series.map(({ code }) => code),
    from,
    to,
    // An index is not adjusted; beside it the stocks say theirs.
    adjust: series.some(({ adjust }) => adjust === "qfq") ? "qfq" : "none",
    sources: [...new Set(series.map(({ call }) => call.source))],
    ...(averages === undefined ? {} : { averages }),
  };
  const fetched = series.map(({ call }) => call.fetched_at).toSorted();
  return {
    ok: true,
    value,
    source: "computed",
    served_by: "computed",
    adapter: "plot_chart",
    fetched_at: fetched.at(-1) ?? now,
    as_of: to,
    derived_from: series.map(({ call }) => ({ tool_call_id: call.tool_call_id })),
  };
}

/**
 * What a chart over series of bars of this turn will show: securities, first and last day, adjustment and sources. It draws nothing, so
 * that the trace holds no picture. INVALID_ARGS for bars that are no series of this turn, NO_DATA where they are too few.
 */
export const createPlotChart = () =>
  defineTool<Args>({
    name: "plot_chart",
    args,
    timeoutMs: 5_000,
    retrySafe: true,
    local: true,
    async run(given, context) {
      if ((given.kind !== "lines") !== (given.bars.length === 1))
        return failed("INVALID_ARGS", "candles and closes are of one security, lines of several");
      if (given.averages !== undefined && given.kind !== "closes")
        return failed("INVALID_ARGS", "candles and lines have averages of their own");
      const series = given.bars.map((id) => seriesOf(context.inputs?.call(id), given));
      const known = series.filter((each) => each !== null);
      return known.length < series.length
        ? failed("INVALID_ARGS", "bars is no series of this turn")
        : outcomeOf(given, known, context.now);
    },
  });
