import type { FinancialRow } from "../../rows.ts";
import { readCompactDate } from "../../shanghai-time.ts";
import type { DateRange } from "../../source.ts";
import { known, readNumber } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import { newestPublication, type Published, reportFault } from "./published.ts";
import { askTable, codeOf, rangeParams, type TushareConnection } from "./table.ts";

const figures =
  "eps bps roe roe_waa grossprofit_margin netprofit_margin debt_to_assets or_yoy tr_yoy netprofit_yoy".split(
    " ",
  );
const fields = ["ts_code", "ann_date", "end_date", "update_flag", ...figures];

/** Percent numbers. `gross_margin` of this table is the gross profit in yuan; the ratio is `grossprofit_margin`. */
function read(cells: Cells): Published<FinancialRow> | null {
  const period = readCompactDate(cells.end_date);
  if (period === null) return null;
  const published = readCompactDate(cells.ann_date);
  return {
    published: published ?? "",
    updated: String(cells.update_flag) === "1",
    row: known<FinancialRow>({
      code: codeOf(cells),
      period,
      span: "ytd",
      ann_date: published ?? undefined,
      eps: readNumber(cells.eps),
      bps: readNumber(cells.bps),
      roe: readNumber(cells.roe),
      roe_weighted: readNumber(cells.roe_waa),
      gross_margin: readNumber(cells.grossprofit_margin),
      net_margin: readNumber(cells.netprofit_margin),
      debt_ratio: readNumber(cells.debt_to_assets),
      revenue_yoy: readNumber(cells.or_yoy),
      total_revenue_yoy: readNumber(cells.tr_yoy),
      net_profit_yoy: readNumber(cells.netprofit_yoy),
    }),
  };
}

/** Ratios of the cumulative periods. */
export async function askIndicators(
  connection: TushareConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
) {
  const query = { api: "fina_indicator", params: rangeParams(code, range), fields };
  const fault = (rows: readonly Published<FinancialRow>[]) => reportFault(rows, code, range);
  const result = await askTable(connection, query, { read, fault, figures }, signal);
  return result.ok ? ({ ok: true, rows: newestPublication(result.rows) } as const) : result;
}
