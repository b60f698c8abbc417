import { Decimal } from "decimal.js";
import { z } from "zod";
import { defineTool, type Metric, type ToolOutcome } from "#contract";
import { addDays } from "../data/shanghai-time.ts";
import { yearsBefore } from "./years-before.ts";

const args = z.strictObject({
  /** `tool_call_id` of an earlier call of this action whose value has ascending `rows`. */
  call: z.string().min(1).max(90),
  field: z.string().regex(/^[a-z][a-z0-9_]{0,30}$/),
  years: z.number().int().min(1).max(5),
});

const seriesSchema = z.looseObject({
  code: z.string(),
  rows: z.array(z.looseObject({ date: z.iso.date() })).min(1),
});

/** Days of the window with a value, a year: about 243 are traded, the rest is left for suspensions and losses. */
const leastDaysPerYear = 150;
/** The rows begin within so many days of the window: longer than any holiday, shorter than "not listed yet". */
const latestStartDays = 20;
/** More calendar days without a row than any holiday and most suspensions take: a stretch of the window that nobody told. */
const widestGapDays = 45;
/** A percentage is kept to four decimals. */
const decimals = 4;

const failed = (
  code: "INVALID_ARGS" | "NO_DATA" | "SERIES_GAP",
  message: string,
  subject?: string,
): ToolOutcome => ({
  ok: false,
  error: { code, message, ...(subject === undefined ? {} : { subject }) },
});

type Rows = z.infer<typeof seriesSchema>["rows"];

const isAscending = (rows: Rows): boolean =>
  rows.every(({ date }, i) => i === 0 || date > (rows[i - 1]?.date ?? ""));

/** A ratio below zero (a loss, more debt than assets) is neither cheap nor dear. */
const readRatio = (cell: unknown): number | undefined =>
  typeof cell === "number" && Number.isFinite(cell) && cell > 0 ? cell : undefined;

/** The first and the last day of the widest stretch without rows, where it is too wide; null where there is none. */
function gapIn(rows: Rows): readonly [from: string, to: string] | null {
  const gaps = rows.slice(1).map(({ date }, at) => [rows[at]?.date ?? date, date] as const);
  const daysOf = ([from, to]: (typeof gaps)[number]) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
  const widest = gaps.toSorted((a, b) => daysOf(b) - daysOf(a))[0];
  if (widest === undefined || daysOf(widest) <= widestGapDays) return null;
  return [addDays(widest[0], 1), addDays(widest[1], -1)];
}

/** How many per cent of the other values are lower than the newest one; null where they are too few. */
function placeOf(values: readonly number[], newest: number, years: number): number | null {
  if (values.length < leastDaysPerYear * years) return null;
  const lower = values.filter((value) => value < newest).length;
  return new Decimal(lower)
    .div(values.length - 1)
    .times(100)
    .toDecimalPlaces(decimals)
    .toNumber();
}

/**
 * Where the newest value of a series stands within its last years, by days (`PercentileValue`). A window that the rows do not fill is
 * refused: the place within two years is no place within five. So is one with a hole in it (SERIES_GAP, which names the stretch).
 */
export const createPercentile = (services: { readonly metricOf: (id: string) => Metric | undefined }) =>
  defineTool<z.infer<typeof args>>({
    name: "percentile",
    args,
    timeoutMs: 1_000,
    retrySafe: true,
    local: true,
    async run({ call: id, field, years }, context) {
      const [place, days] = [`${field}_percentile_${years}y`, `${field}_days_${years}y`] as const;
      if (![place, days].every((name) => services.metricOf(name)?.computed === true))
        return failed("INVALID_ARGS", `${place} and ${days} are no computed metrics`);
      const call = context.inputs?.call(id);
      const series = seriesSchema.safeParse(call?.value);
      if (call === undefined || !series.success || !isAscending(series.data.rows))
        return failed("INVALID_ARGS", "the call holds no series of days");
      const { code, rows } = series.data;
      const date = rows.at(-1)?.date ?? "";
      const from = yearsBefore(date, years);
      const window = rows.filter((row) => row.date >= from);
      const newest = readRatio(rows.at(-1)?.[field]);
      if (newest === undefined) return failed("NO_DATA", `the newest row has no ${field}`);
      if ((window[0]?.date ?? "") > addDays(from, latestStartDays))
        return failed("NO_DATA", "the rows begin within the window");
      const gap = gapIn(window);
      if (gap !== null) return failed("SERIES_GAP", "rows are missing", `${code}, ${gap[0]} – ${gap[1]}`);
      const values = window.flatMap((row) => readRatio(row[field]) ?? []);
      const percent = placeOf(values, newest, years);
      if (percent === null) return failed("NO_DATA", "too few days have a value");
      return {
        ok: true,
        value: { code, date, [place]: percent, [days]: values.length },
        source: "computed",
        served_by: "computed",
        adapter: "percentile",
        fetched_at: call.fetched_at,
        as_of: date,
        derived_from: [{ tool_call_id: call.tool_call_id, path: `/rows/${rows.length - 1}/${field}` }],
      };
    },
  });
