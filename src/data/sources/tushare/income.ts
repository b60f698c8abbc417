import type { FinancialRow } from "../../rows.ts";
import { readCompactDate } from "../../shanghai-time.ts";
import type { DateRange } from "../../source.ts";
import { known, readNumber } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import { newestPublication, type Published, reportFault } from "./published.ts";
import { askTable, codeOf, rangeParams, type TushareConnection } from "./table.ts";

const figures = ["revenue", "total_revenue", "n_income_attr_p", "rd_exp"];
const fields = [..."ts_code ann_date f_ann_date end_date report_type update_flag".split(" "), ...figures];

/** `report_type` of consolidated reports. */
const reportTypes = { ytd: "1", quarter: "2" } as const;

const ofType = (type: string) => (cells: Cells) => String(cells.report_type) === type;

type Span = FinancialRow["span"];

function reader(span: Span) {
  return (cells: Cells): Published<FinancialRow> | null => {
    const period = readCompactDate(cells.end_date);
    if (period === null) return null;
    const published = readCompactDate(cells.f_ann_date) ?? readCompactDate(cells.ann_date);
    return {
      published: published ?? "",
      updated: String(cells.update_flag) === "1",
      row: known<FinancialRow>({
        code: codeOf(cells),
        period,
        span,
        ann_date: published ?? undefined,
        revenue: readNumber(cells.revenue),
        total_revenue: readNumber(cells.total_revenue),
        net_profit_parent: readNumber(cells.n_income_attr_p),
        rd_expense: readNumber(cells.rd_exp),
      }),
    };
  };
}

/** Consolidated income statements in CNY, cumulative since January or of the single quarter; corrected ones replace the first. */
export async function askIncome(
  connection: TushareConnection,
  question: { readonly code: string; readonly range: DateRange; readonly span: Span },
  signal: AbortSignal,
) {
  const { code, range, span } = question;
  const params = { ...rangeParams(code, range), report_type: reportTypes[span] };
  const fault = (rows: readonly Published<FinancialRow>[]) => reportFault(rows, code, range);
  const result = await askTable(
    connection,
    { api: "income", params, fields },
    { read: reader(span), isAsked: ofType(reportTypes[span]), fault, figures },
    signal,
  );
  return result.ok ? ({ ok: true, rows: newestPublication(result.rows) } as const) : result;
}
