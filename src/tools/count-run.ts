import { z } from "zod";
import { defineTool, type Metric, type ToolOutcome } from "#contract";

const metric = z.string().min(1).max(60);

const args = z.strictObject({
  /** `tool_call_id` of an earlier call of this action whose value has ascending `rows`. */
  call: z.string().min(1).max(90),
  field: metric,
  above: metric,
  below: metric,
});

const seriesSchema = z.looseObject({
  code: z.string(),
  rows: z.array(z.looseObject({ date: z.iso.date() })).min(1),
});

type Rows = z.infer<typeof seriesSchema>["rows"];

const failed = (code: "INVALID_ARGS" | "NO_DATA", message: string): ToolOutcome => ({
  ok: false,
  error: { code, message },
});

/** 1, -1, 0, or NaN where the row does not know the field. */
function signOf(row: Rows[number] | undefined, field: string): number {
  const value = row?.[field];
  return typeof value === "number" ? Math.sign(value) : Number.NaN;
}

/** The newest rows of the newest one's sign; null where that is none, or where it may go on before the first row. */
function runOf(rows: Rows, field: string): { readonly sign: number; readonly length: number } | null {
  const sign = signOf(rows.at(-1), field);
  const before = rows.findLastIndex((row) => signOf(row, field) !== sign);
  return sign === 0 || before < 0 ? null : { sign, length: rows.length - 1 - before };
}

const isAscending = (rows: Rows): boolean =>
  rows.every(({ date }, i) => i === 0 || date > (rows[i - 1]?.date ?? ""));

/**
 * Days in a row: counted over the rows of one source, so that no day of another one's model is among them. The result bears the newest
 * row's date and rests on its value, as an indicator does on its newest bar.
 */
export const createCountRun = (services: { readonly metricOf: (id: string) => Metric | undefined }) =>
  defineTool<z.infer<typeof args>>({
    name: "count_run",
    args,
    timeoutMs: 1_000,
    retrySafe: true,
    local: true,
    async run({ call: id, field, above, below }, context) {
      for (const name of [above, below]) {
        const known = services.metricOf(name);
        if (known?.computed !== true || known.default_unit !== "日")
          return failed("INVALID_ARGS", `${name} is no computed metric that counts days`);
      }
      const call = context.inputs?.call(id);
      const series = seriesSchema.safeParse(call?.value);
      if (call === undefined || !series.success || !isAscending(series.data.rows))
        return failed("INVALID_ARGS", "the call holds no series of days");
      const { code, rows } = series.data;
      const run = runOf(rows, field);
      if (run === null) return failed("NO_DATA", "no run that ends within the rows");
      const date = rows.at(-1)?.date ?? "";
      return {
        ok: true,
        value: { code, date, [run.sign > 0 ? above : below]: run.length },
        source: "computed",
        served_by: "computed",
        adapter: "count_run",
        fetched_at: call.fetched_at,
        as_of: date,
        derived_from: [{ tool_call_id: call.tool_call_id, path: `/rows/${rows.length - 1}/${field}` }],
      };
    },
  });
