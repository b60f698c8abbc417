import { cleanTitle } from "#language";
import { isRow, refused } from "../../check-rows.ts";
import type { Dividend, DividendListRow } from "../../company-days.ts";
import { isDecided, isRecent, settleDividends } from "../../dividends.ts";
import { shanghaiDate } from "../../shanghai-time.ts";
import type { SourceResult } from "../../source.ts";
import { isNumberOrNothing, known, readNumber } from "../../validate-row.ts";
import type { Cells } from "./aktools.ts";
import { type AkConnection, answer, bareCode, readDateCell, textOf } from "./ask-rows.ts";

const name = "stock_fhps_detail_em";

const dateOf = (cell: unknown): string | undefined => readDateCell(cell) ?? undefined;

/** The description, `10转10.00派2.00元(含税,扣税后1.80元)`, names the unit; amounts that it does not bear out are another unit's. */
function isBorneOut(description: string, cash: number | undefined): boolean {
  if (description === "" || cash === undefined || cash === 0) return true;
  const said = /^10(?!\d).*?派(\d+(?:\.\d+)?)元/.exec(description)?.[1];
  return said !== undefined && Math.abs(Number(said) - cash) < 0.005;
}

function read(cells: Cells): Dividend | null {
  const period = readDateCell(cells.报告期);
  const stage = cleanTitle(textOf(cells.方案进度), 20);
  const amounts = [cells["现金分红-现金分红比例"], cells["送转股份-送转总比例"]];
  const [cash, stock] = amounts.map(readNumber);
  const isSound =
    amounts.every(isNumberOrNothing) && isBorneOut(textOf(cells["现金分红-现金分红比例描述"]), cash);
  if (period === null || !isSound) return null;
  const exDate = dateOf(cells.除权除息日);
  return known<Dividend>({
    period,
    decided: isDecided(stage, exDate),
    stage,
    dividend_per_10: cash,
    stock_per_10: stock,
    plan_date: dateOf(cells.预案公告日),
    record_date: dateOf(cells.股权登记日),
    ex_date: exDate,
    pay_date: undefined,
  });
}

const isOfLate = (cells: Cells, today: string): boolean =>
  isRecent(dateOf(cells.除权除息日) ?? dateOf(cells.报告期) ?? today, today);

/**
 * Eastmoney's 分红送配 of one company, amounts per ten shares before tax (columns and samples: akshare's stock_fhps_em.py and its issue
 * 6292). One row a period, without the day of payment. For a company that has none the function fails, as it does for an outage.
 */
export async function askDividends(
  connection: AkConnection,
  code: string,
  signal: AbortSignal,
): Promise<SourceResult<DividendListRow>> {
  const result = await connection.call(name, { symbol: bareCode(code) }, signal);
  if (!result.ok) return result;
  const today = shanghaiDate(connection.now());
  const rows = result.rows.filter((cells) => isOfLate(cells, today)).map(read);
  if (!rows.every(isRow)) return refused("a cell is missing or its unit does not fit");
  const dividends = settleDividends(rows, today);
  return dividends === null
    ? refused("the dividends contradict each other")
    : answer(connection, name, [{ code, dividends }]);
}
