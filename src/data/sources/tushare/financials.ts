import type { FinancialRow } from "../../rows.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import { askIndicators } from "./fina-indicator.ts";
import { askIncome } from "./income.ts";
import { answer, type TushareConnection } from "./table.ts";

const byPeriod = (a: FinancialRow, b: FinancialRow): number =>
  a.period === b.period ? (a.span < b.span ? -1 : 1) : a.period < b.period ? -1 : 1;

/** Figures and ratios of one cumulative period in one row; the day of publication is the later of the two. */
function merged(statements: readonly FinancialRow[], ratios: readonly FinancialRow[]): FinancialRow[] {
  const byEnd = new Map(ratios.map((row) => [row.period, row]));
  return statements.map((row) => {
    const ratio = byEnd.get(row.period);
    const dates = [row.ann_date, ratio?.ann_date].filter((date) => date !== undefined).toSorted();
    const annDate = dates.at(-1);
    return { ...ratio, ...row, ...(annDate === undefined ? {} : { ann_date: annDate }) };
  });
}

/** `income` (cumulative and single quarters) with the ratios of `fina_indicator`. */
export async function askFinancials(
  connection: TushareConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<FinancialRow>> {
  const [ytd, quarters, ratios] = await Promise.all([
    askIncome(connection, { code, range, span: "ytd" }, signal),
    askIncome(connection, { code, range, span: "quarter" }, signal),
    askIndicators(connection, code, range, signal),
  ]);
  if (!ytd.ok) return ytd;
  if (!quarters.ok) return quarters;
  if (!ratios.ok) return ratios;
  const rows = [...merged(ytd.rows, ratios.rows), ...quarters.rows];
  return answer(connection, "income+fina_indicator", rows.toSorted(byPeriod));
}
