import { cleanTitle } from "#language";
import { distinct, newestFirst, refused } from "../../check-rows.ts";
import type { ForecastYear, ReportRow } from "../../rows.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import { known, readNumber } from "../../validate-row.ts";
import type { Cells } from "./aktools.ts";
import { type AkConnection, answer, askRows, bareCode, readDateCell, textOf } from "./ask-rows.ts";
import { ownLink } from "./own-link.ts";

const name = "stock_research_report_em";

/** The years in the names of columns move on every January. */
const forecastColumn = /^(\d{4})-盈利预测-(收益|市盈率)$/;

function readForecasts(cells: Cells): readonly ForecastYear[] {
  const years = new Map<string, ForecastYear>();
  for (const [column, cell] of Object.entries(cells)) {
    const [, year, what] = forecastColumn.exec(column) ?? [];
    const value = readNumber(cell);
    if (year === undefined || value === undefined) continue;
    const figure = what === "收益" ? { forecast_eps: value } : { forecast_pe: value };
    years.set(year, { year, ...years.get(year), ...figure });
  }
  return [...years.values()].toSorted((a, b) => (a.year < b.year ? -1 : 1));
}

function read(cells: Cells, code: string): ReportRow | null {
  const date = readDateCell(cells.日期);
  if (date === null) return null;
  const isOther = cells.股票代码 !== undefined && cells.股票代码 !== bareCode(code);
  return known<ReportRow>({
    code: isOther ? String(cells.股票代码) : code,
    date,
    title: cleanTitle(textOf(cells.报告名称)),
    org: cleanTitle(textOf(cells.机构), 40) || undefined,
    rating: cleanTitle(textOf(cells.东财评级), 20) || undefined,
    url: ownLink(cells.报告PDF链接),
    forecasts: readForecasts(cells),
  });
}

export async function askReports(
  connection: AkConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<ReportRow>> {
  const params = { symbol: bareCode(code) };
  const result = await askRows(connection, { name, params }, (cells) => read(cells, code), signal);
  if (!result.ok) return result;
  if (result.rows.some((row) => row.code !== code)) return refused("the answer is about another code");
  const rows = distinct(result.rows).filter(
    ({ date, title }) => title !== "" && date >= range.from && date <= range.to,
  );
  return answer(connection, name, rows.toSorted(newestFirst));
}
