import { z } from "zod";
import { defineTool, type ForecastRow, type ResearchReportRow } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import type { ForecastYear, ReportRow } from "../data/rows.ts";
import { addDays, shanghaiDate } from "../data/shanghai-time.ts";
import { codeArg, codeFault } from "./security-args.ts";
import { emptyFailure, failed, metricsOf, same, tableOutcome } from "./table-outcome.ts";

const metrics = same(["forecast_eps", "forecast_pe", "forecast_revenue", "forecast_net_profit"]);

const args = z.strictObject({
  code: codeArg,
  days: z.number().int().min(1).max(400).default(180),
  limit: z.number().int().min(1).max(20).default(5),
});

const forecast = (row: ForecastYear): ForecastRow => ({ year: row.year, ...metricsOf(row, metrics) });

const asRow = ({ code, date, title, org, rating, url, forecasts }: ReportRow): ResearchReportRow => ({
  code,
  date,
  title,
  ...(org === undefined ? {} : { org }),
  ...(rating === undefined ? {} : { rating }),
  ...(url === undefined ? {} : { url }),
  forecasts: forecasts.map(forecast),
});

export const createGetResearchReports = (data: MarketData) =>
  defineTool<z.infer<typeof args>>({
    name: "get_research_reports",
    args,
    timeoutMs: 25_000,
    retrySafe: true,
    async run({ code, days, limit }, context) {
      const fault = codeFault(code);
      if (fault !== null) return failed(fault);
      const today = shanghaiDate(context.now);
      const range = { from: addDays(today, -days), to: today };
      const found = await data.routes.ask<ReportRow>({
        capability: "reports",
        key: `${code} ${range.from} ${range.to}`,
        call: (client, signal) => client.reports?.(code, range, signal),
        excludeSources: context.excludeSources,
        signal: context.signal,
      });
      if (!found.ok) return failed(emptyFailure(data, code, found.error));
      const rows = found.rows.slice(0, limit).map(asRow);
      return tableOutcome({ code, rows }, rows[0]?.date ?? today, found);
    },
  });
