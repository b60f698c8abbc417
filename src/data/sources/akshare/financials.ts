import type { FinancialRow } from "../../rows.ts";
import { readCompactDate, yearOf } from "../../shanghai-time.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import { known, readNumber } from "../../validate-row.ts";
import type { Cells } from "./aktools.ts";
import { type AkConnection, answer, bareCode, readDateCell } from "./ask-rows.ts";

type Figures = Omit<FinancialRow, "code" | "period" | "span" | "ann_date">;

/** 选项 and 指标 of the wide table: some figures stand under several headings. Values are 元, 元 per share or percent numbers. */
const places: readonly (readonly [metric: keyof Figures, heading: string, item: string])[] = [
  ["total_revenue", "常用指标", "营业总收入"],
  ["net_profit_parent", "常用指标", "归母净利润"],
  ["eps", "常用指标", "基本每股收益"],
  ["bps", "常用指标", "每股净资产"],
  ["roe", "常用指标", "净资产收益率(ROE)"],
  ["gross_margin", "常用指标", "毛利率"],
  ["net_margin", "常用指标", "销售净利率"],
  ["debt_ratio", "常用指标", "资产负债率"],
  ["total_revenue_yoy", "成长能力", "营业总收入增长率"],
  ["net_profit_yoy", "成长能力", "归属母公司净利润增长率"],
];

/** Brackets come in both widths. */
const plain = (text: unknown): string => String(text ?? "").normalize("NFKC");

/** 加权净资产收益率(%) by period, of stock_financial_analysis_indicator. */
function readWeightedRoe(rows: readonly Cells[]): ReadonlyMap<string, number> {
  const found = rows.flatMap((cells) => {
    const period = readDateCell(cells.日期);
    const column = Object.keys(cells).find((name) => plain(name) === "加权净资产收益率(%)");
    const value = column === undefined ? undefined : readNumber(cells[column]);
    return period === null || value === undefined ? [] : [[period, value] as const];
  });
  return new Map(found);
}

/** One row per column that is a report date; the table echoes no code. */
function readAbstract(table: readonly Cells[], code: string, range: DateRange): FinancialRow[] {
  const lines = places.flatMap(([metric, heading, item]) => {
    const line = table.find((cells) => cells.选项 === heading && plain(cells.指标) === item);
    return line === undefined ? [] : [[metric, line] as const];
  });
  const columns = Object.keys(table[0] ?? {}).filter((name) => /^\d{8}$/.test(name));
  return columns.flatMap((column) => {
    const period = readCompactDate(column);
    if (period === null || period < range.from || period > range.to) return [];
    const figures = Object.fromEntries(lines.map(([metric, line]) => [metric, readNumber(line[column])]));
    const row = known<FinancialRow>({ code, period, span: "ytd", ...figures } as FinancialRow);
    // Nothing but its date: a period that is not out yet.
    return Object.keys(row).length > 3 ? [row] : [];
  });
}

/** Cumulative periods only. The weighted return on equity comes from a second function, and stays out where that one fails. */
export async function askFinancials(
  connection: AkConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<FinancialRow>> {
  const symbol = bareCode(code);
  const [abstract, analysis] = await Promise.all([
    connection.call("stock_financial_abstract", { symbol }, signal),
    connection.call(
      "stock_financial_analysis_indicator",
      { symbol, start_year: String(yearOf(range.from)) },
      signal,
    ),
  ]);
  if (!abstract.ok) return abstract;
  const weighted = analysis.ok ? readWeightedRoe(analysis.rows) : new Map<string, number>();
  const rows = readAbstract(abstract.rows, code, range).map((row) => {
    const roe = weighted.get(row.period);
    return roe === undefined ? row : { ...row, roe_weighted: roe };
  });
  const table = weighted.size === 0 ? "" : "+stock_financial_analysis_indicator";
  return answer(
    connection,
    `stock_financial_abstract${table}`,
    rows.toSorted((a, b) => (a.period < b.period ? -1 : 1)),
  );
}
