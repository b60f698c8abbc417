import { cleanTitle } from "#language";
import { refused } from "../../check-rows.ts";
import type { Dividend, DividendListRow } from "../../company-days.ts";
import { isDecided, isRecent, settleDividends } from "../../dividends.ts";
import { readCompactDate, shanghaiDate } from "../../shanghai-time.ts";
import type { SourceResult } from "../../source.ts";
import { isNumberOrNothing, known, readNumber } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import { answer, askTable, codeOf, scaled, type TushareConnection, textOf } from "./table.ts";

const amounts = ["cash_div_tax", "stk_div"] as const;
const fields = [
  "ts_code",
  "end_date",
  "ann_date",
  "div_proc",
  "record_date",
  "ex_date",
  "pay_date",
  ...amounts,
];

interface Coded {
  readonly code: string;
  readonly dividend: Dividend;
}

const dateOf = (cell: unknown): string | undefined => readCompactDate(cell) ?? undefined;

/** `cash_div_tax` is 每股分红(税前), `stk_div` 每股送转: per share, so ten times that is what is announced. */
function read(cells: Cells): Coded | null {
  const period = readCompactDate(cells.end_date);
  const stage = cleanTitle(textOf(cells.div_proc), 20);
  if (period === null || stage === "" || !amounts.every((name) => isNumberOrNothing(cells[name])))
    return null;
  const exDate = dateOf(cells.ex_date);
  const dividend = known<Dividend>({
    period,
    decided: isDecided(stage, exDate),
    stage,
    dividend_per_10: scaled(readNumber(cells.cash_div_tax), 10),
    stock_per_10: scaled(readNumber(cells.stk_div), 10),
    plan_date: dateOf(cells.ann_date),
    record_date: dateOf(cells.record_date),
    ex_date: exDate,
    pay_date: dateOf(cells.pay_date),
  });
  return { code: codeOf(cells), dividend };
}

/**
 * Table `dividend` (tushare.pro/document/2?doc_id=103, 2,000 points): a row for each stage (预案, 股东大会通过, 实施) of each dividend;
 * rights issues are not in it.
 */
export async function askDividends(
  connection: TushareConnection,
  code: string,
  signal: AbortSignal,
): Promise<SourceResult<DividendListRow>> {
  const today = shanghaiDate(connection.now());
  const query = { api: "dividend", params: { ts_code: code }, fields };
  const fault = (rows: readonly Coded[]) =>
    rows.every((row) => row.code === code) ? null : "the answer is about another code";
  const isAsked = (cells: Cells) => isRecent(dateOf(cells.ex_date) ?? dateOf(cells.end_date) ?? today, today);
  const result = await askTable(connection, query, { read, fault, figures: amounts, isAsked }, signal);
  if (!result.ok) return result;
  const dividends = settleDividends(
    result.rows.map(({ dividend }) => dividend),
    today,
  );
  return dividends === null
    ? refused("the dividends contradict each other")
    : answer(connection, query.api, [{ code, dividends }]);
}
