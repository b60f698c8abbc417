import { Decimal } from "decimal.js";
import { z } from "zod";
import { defineTool, type Metric, type ToolOutcome } from "#contract";
import { earlierFailure, type ListingData } from "./earlier-failure.ts";

const args = z.strictObject({
  /** `tool_call_id` of a `get_daily_bars` call of this action. */
  bars: z.string().min(1).max(90),
  metric: z.string().regex(/^move_[a-z0-9]{1,12}$/),
  from: z.iso.date(),
  to: z.iso.date(),
});

const price = z.number().positive().optional();
const seriesSchema = z.looseObject({
  code: z.string(),
  adjust: z.enum(["none", "qfq"]),
  rows: z.array(z.looseObject({ date: z.iso.date(), close: price, index_close: price })).min(1),
});

type Rows = z.infer<typeof seriesSchema>["rows"];

/** A percentage is kept to four decimals. */
const decimals = 4;

const failed = (code: "INVALID_ARGS" | "NO_DATA", message: string, subject?: string): ToolOutcome => ({
  ok: false,
  error: { code, message, ...(subject === undefined ? {} : { subject }) },
});

const isAscending = (rows: Rows): boolean =>
  rows.every(({ date }, at) => at === 0 || date > (rows[at - 1]?.date ?? ""));

/**
 * How far the close of a series moved between two days, exactly, from two of its rows: the last on or before each day (`MoveValue`). Both
 * closes are of one source and one adjustment. A stock's series must be adjusted, or a dividend would pass for a fall.
 */
export const createPriceMove = (services: {
  readonly data: ListingData;
  readonly metricOf: (id: string) => Metric | undefined;
}) =>
  defineTool<z.infer<typeof args>>({
    name: "price_move",
    args,
    timeoutMs: 1_000,
    retrySafe: true,
    local: true,
    async run({ bars: id, metric, from, to }, context) {
      const registered = services.metricOf(metric);
      if (registered?.computed !== true || registered.default_unit !== "%")
        return failed("INVALID_ARGS", `${metric} is no computed metric of a move`);
      const call = context.inputs?.call(id);
      const series = seriesSchema.safeParse(call?.value);
      if (call === undefined || !series.success || !isAscending(series.data.rows))
        return failed("INVALID_ARGS", "bars is no series of this turn");
      const { code, adjust, rows } = series.data;
      const field = rows[0]?.index_close === undefined ? "close" : "index_close";
      if (field === "close" && adjust !== "qfq") return failed("INVALID_ARGS", "the bars are not adjusted");
      const since_row = rows.findLastIndex(({ date }) => date <= from);
      const date_row = rows.findLastIndex(({ date }) => date <= to);
      if (since_row < 0) return { ok: false, error: earlierFailure(services.data, code, from) };
      const [first, last] = [rows[since_row], rows[date_row]];
      const [base, end] = [first?.[field], last?.[field]];
      if (first === undefined || last === undefined || base === undefined || end === undefined)
        return failed("NO_DATA", `a row has no ${field}`, code);
      if (date_row === since_row) return failed("NO_DATA", "no close follows within the stretch", code);
      const percent = new Decimal(end).minus(base).div(base).times(100).toDecimalPlaces(decimals).toNumber();
      return {
        ok: true,
        value: { code, date: last.date, since: first.date, adjust, since_row, date_row, [metric]: percent },
        source: "computed",
        served_by: "computed",
        adapter: "price_move",
        fetched_at: call.fetched_at,
        as_of: last.date,
        derived_from: [since_row, date_row].map((row) => ({
          tool_call_id: call.tool_call_id,
          path: `/rows/${row}/${field}`,
        })),
      };
    },
  });
