import { cleanTitle } from "#language";
import { newestFirst, scopeFault } from "../../check-rows.ts";
import type { ForecastYear, ReportRow } from "../../rows.ts";
import { readCompactDate } from "../../shanghai-time.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import { known, readNumber } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import {
  answer,
  askTable,
  codeOf,
  rangeParams,
  scaled,
  type TushareConnection,
  tenThousand,
  textOf,
} from "./table.ts";

const fields = "ts_code report_date report_title org_name rating quarter op_rt np eps pe".split(" ");

/** `2026Q4` is the year 2026; part-years are left out. Revenue and net profit in 万元. */
function readForecast(cells: Cells): ForecastYear | null {
  const year = /^(\d{4})Q4$/.exec(textOf(cells.quarter))?.[1];
  if (year === undefined) return null;
  return known<ForecastYear>({
    year,
    forecast_eps: readNumber(cells.eps),
    forecast_pe: readNumber(cells.pe),
    forecast_revenue: scaled(readNumber(cells.op_rt), tenThousand),
    forecast_net_profit: scaled(readNumber(cells.np), tenThousand),
  });
}

/** One row of the table: a report with the forecast of one year. */
function read(cells: Cells): ReportRow | null {
  const date = readCompactDate(cells.report_date);
  const title = cleanTitle(textOf(cells.report_title));
  if (date === null) return null;
  const forecast = readForecast(cells);
  return known<ReportRow>({
    code: codeOf(cells),
    date,
    title,
    org: cleanTitle(textOf(cells.org_name), 40) || undefined,
    rating: cleanTitle(textOf(cells.rating), 20) || undefined,
    url: undefined,
    forecasts: forecast === null ? [] : [forecast],
  });
}

/** The rows of one report as one, its years ascending and each once. */
function asReports(rows: readonly ReportRow[]): readonly ReportRow[] {
  const reports = new Map<string, ReportRow>();
  for (const row of rows.filter(({ title }) => title !== "")) {
    const key = JSON.stringify([row.date, row.org, row.title]);
    const before = reports.get(key)?.forecasts ?? [];
    const added = row.forecasts.filter(({ year }) => before.every((known) => known.year !== year));
    const forecasts = [...before, ...added].toSorted((a, b) => (a.year < b.year ? -1 : 1));
    reports.set(key, { ...row, forecasts });
  }
  return [...reports.values()].toSorted(newestFirst);
}

/** Analysts' reports; the table gives no link. */
export async function askReports(
  connection: TushareConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<ReportRow>> {
  const query = { api: "report_rc", params: rangeParams(code, range), fields };
  const fault = (rows: readonly ReportRow[]) => scopeFault(rows, code, range);
  const result = await askTable(connection, query, { read, fault }, signal);
  return result.ok ? answer(connection, query.api, asReports(result.rows)) : result;
}
