import { z } from "zod";
import { defineTool, filedMetrics, type ReportPeriodRow } from "#contract";
import { reportPeriod } from "#language";
import type { MarketData } from "../data/market-data.ts";
import type { FinancialRow } from "../data/rows.ts";
import { shanghaiDate } from "../data/shanghai-time.ts";
import { financialsQuestion } from "./financials-question.ts";
import { codeArg, codeFault } from "./security-args.ts";
import { emptyFailure, failed, metricsOf, same, tableOutcome } from "./table-outcome.ts";

const metrics = same(filedMetrics);

const args = z.strictObject({
  code: codeArg,
  span: z.enum(["ytd", "quarter"]).default("ytd"),
  periods: z.number().int().min(1).max(12).default(5),
});

/** Null for a period that ends no quarter: another company's year. */
function asRow(row: FinancialRow): ReportPeriodRow | null {
  const period = reportPeriod(row.period, row.span);
  if (period === null) return null;
  const ann = row.ann_date === undefined ? {} : { ann_date: row.ann_date };
  return { period, as_of: row.period, span: row.span, ...ann, ...metricsOf(row, metrics) };
}

export const createGetFinancials = (data: MarketData) =>
  defineTool<z.infer<typeof args>>({
    name: "get_financials",
    args,
    timeoutMs: 25_000,
    retrySafe: true,
    async run({ code, span, periods }, context) {
      const fault = codeFault(code);
      if (fault !== null) return failed(fault);
      const today = shanghaiDate(context.now);
      const found = await data.routes.ask<FinancialRow>({
        ...financialsQuestion(code, context),
        accept: ({ rows }) =>
          rows.some((row) => row.span === span)
            ? null
            : { code: "NO_DATA", message: `no ${span} figures`, subject: code },
      });
      if (!found.ok) return failed(emptyFailure(data, code, found.error));
      const rows = found.rows
        .filter((row) => row.span === span && (row.ann_date ?? "") <= today)
        .map(asRow)
        .filter((row) => row !== null)
        .toReversed()
        .slice(0, periods);
      const [newest] = rows;
      if (newest === undefined)
        return failed({ code: "NO_DATA", message: "no report period", subject: code });
      return tableOutcome({ code, span, rows }, newest.as_of, found);
    },
  });
