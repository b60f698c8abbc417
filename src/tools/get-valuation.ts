import { z } from "zod";
import { defineTool, type ToolFailure, type ToolOutcome, type ValuationValue } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import type { Answer, Question, RouteResult } from "../data/routing.ts";
import type { ValuationRow } from "../data/rows.ts";
import { addDays, isIsoDate, shanghaiDate } from "../data/shanghai-time.ts";
import { failuresBefore } from "./find-close.ts";
import { indicativeFault } from "./indicative-valuation.ts";
import { withProvenLoss } from "./proven-loss.ts";
import { codeArg, codeFault } from "./security-args.ts";
import { standingOf } from "./standing-valuation.ts";
import { emptyFailure } from "./table-outcome.ts";

/** Calendar days in which the newest row must lie: longer than any holiday. */
const days = 20;

const metrics = ["pe_ttm", "pb", "ps_ttm", "dv_ttm", "total_mv", "circ_mv"] as const;
/** What was traded says nothing of what a company is worth. */
const shown = [...metrics, "turnover_rate"] as const;

/** Keys that the row does not know stay out; `pe_ttm` null (a proven loss) stays in. */
const asValue = (row: ValuationRow): ValuationValue => ({
  code: row.code,
  ...Object.fromEntries(
    shown.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]] as const])),
  ),
});

/** A row of nulls says nothing, not even that the company makes a loss. */
const isTold = (row: ValuationRow): boolean => metrics.some((name) => typeof row[name] === "number");

/** The first source that tells a P/E or says that there is none (a loss); without such a one the first that tells anything. */
async function findValuation(
  { routes }: Pick<MarketData, "routes">,
  question: Question<ValuationRow>,
  now: string,
): Promise<RouteResult<ValuationRow>> {
  const partial: { readonly source: string; readonly answer: Answer<ValuationRow> }[] = [];
  const found = await routes.ask({
    ...question,
    accept(answer, source) {
      const fault = indicativeFault(answer.rows, now);
      if (fault !== null) return fault;
      const [row] = answer.rows;
      if (row === undefined || (isTold(row) && row.pe_ttm !== undefined)) return null;
      if (isTold(row)) partial.push({ source, answer });
      return { code: "NO_DATA", message: "the row tells no P/E" };
    },
  });
  const [first] = partial;
  if (found.ok || first === undefined) return found;
  const { source, answer } = first;
  return { ...answer, source, fallback_from: failuresBefore(found.fallback_from, source) };
}

const args = z.strictObject({ code: codeArg, date: z.string().optional() });

const failed = (error: ToolFailure): ToolOutcome => ({ ok: false, error });

export const createGetValuation = (data: MarketData) =>
  defineTool<z.infer<typeof args>>({
    name: "get_valuation",
    args,
    timeoutMs: 20_000,
    retrySafe: true,
    async run({ code, date }, context) {
      const fault = codeFault(code);
      if (fault !== null) return failed(fault);
      const today = shanghaiDate(context.now);
      const day = date ?? today;
      if (!isIsoDate(day)) return failed({ code: "BAD_DATE", message: "no such date" });
      if (day > today)
        return failed({ code: "FUTURE_DATE", message: "the date has not come", subject: ` (${day})` });
      const range = { from: addDays(day, -days), to: day };
      const question: Question<ValuationRow> = {
        capability: "valuation",
        key: `${code} ${range.to}`,
        call: (client, signal) => client.valuation?.(code, range, signal),
        excludeSources: context.excludeSources,
        signal: context.signal,
      };
      const found = await findValuation(data, question, context.now);
      if (!found.ok) return failed(emptyFailure(data, code, found.error));
      const [row] = found.rows;
      if (row === undefined) return failed({ code: "NO_DATA", message: "no row", subject: code });
      // A row after the day asked for belongs to a source that does not keep the past.
      if (shanghaiDate(row.as_of) > day)
        return failed({ code: "NO_DATA", message: `no row at or before ${day}`, subject: code });
      const { source, table, adapter, fetched_at, fallback_from } = found;
      const { asOf, suspended } =
        date === undefined ? await standingOf(data, row, context) : { asOf: row.as_of, suspended: false };
      return {
        ok: true,
        value: {
          ...asValue(await withProvenLoss(data, row, context)),
          ...(suspended ? { suspended } : {}),
        },
        source,
        table,
        served_by: source,
        adapter,
        fetched_at,
        as_of: asOf,
        ...(fallback_from.length === 0 ? {} : { fallback_from }),
      };
    },
  });
