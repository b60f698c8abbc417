import { Decimal } from "decimal.js";
import type { ToolContext } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import type { FinancialRow, ValuationRow } from "../data/rows.ts";
import { addDays, shanghaiDate, yearOf } from "../data/shanghai-time.ts";
import { financialsQuestion } from "./financials-question.ts";

/** A report without a day of publication is out by then: the law gives four months for the year's. */
const latestReportDays = 125;
/** The figures of September are the newest ones until the end of April. */
const newestPeriodDays = 220;

const isOutBy = ({ period, ann_date }: FinancialRow, day: string): boolean =>
  (ann_date ?? addDays(period, latestReportDays)) <= day;

/** Net profit (归母) of the four quarters that end with the newest published period, from cumulative figures; null where some are missing. */
function trailingProfit(rows: readonly FinancialRow[], day: string): Decimal | null {
  const profits = new Map(
    rows
      .filter((row) => row.span === "ytd" && row.period <= day && isOutBy(row, day))
      .map(({ period, net_profit_parent }) => [period, net_profit_parent] as const),
  );
  const newest = [...profits.keys()].toSorted().at(-1);
  if (newest === undefined || newest < addDays(day, -newestPeriodDays)) return null;
  const yearAgo = `${yearOf(newest) - 1}${newest.slice(4)}`;
  const [now, year, before] = [newest, `${yearOf(newest) - 1}-12-31`, yearAgo].map((end) => profits.get(end));
  if (now === undefined) return null;
  if (newest.endsWith("-12-31")) return new Decimal(now);
  return year === undefined || before === undefined ? null : new Decimal(now).plus(year).minus(before);
}

/**
 * Whether a valuation without a P/E is that of a loss. An empty cell alone proves nothing: a company listed lately has none either. Proof
 * is a P/E below zero of the source's own, or published figures whose last four quarters come to no profit.
 */
async function isProvenLoss(
  data: Pick<MarketData, "routes">,
  row: ValuationRow,
  context: ToolContext,
): Promise<boolean> {
  if (row.pe_ttm !== null) return false;
  if (row.below_zero === true) return true;
  const found = await data.routes.ask(financialsQuestion(row.code, context));
  const profit = found.ok ? trailingProfit(found.rows, shanghaiDate(row.as_of)) : null;
  return profit?.lte(0) ?? false;
}

/** The row, without its empty P/E where that may be something else than a loss. */
export async function withProvenLoss(
  data: Pick<MarketData, "routes">,
  row: ValuationRow,
  context: ToolContext,
): Promise<ValuationRow> {
  if (row.pe_ttm !== null || (await isProvenLoss(data, row, context))) return row;
  const { pe_ttm: _, ...rest } = row;
  return rest;
}
