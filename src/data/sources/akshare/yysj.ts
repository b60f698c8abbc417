import { distinct, refused } from "../../check-rows.ts";
import type { ReportDateRow } from "../../company-days.ts";
import { reportDateFits } from "../../report-dates.ts";
import { compactDate } from "../../shanghai-time.ts";
import type { SourceResult } from "../../source.ts";
import { known } from "../../validate-row.ts";
import type { Cells } from "./aktools.ts";
import { type AkConnection, answer, bareCode, readDateCell, textOf } from "./ask-rows.ts";

const name = "stock_yysj_em";

const markets: Readonly<Record<string, string>> = { SH: "沪市A股", SZ: "深市A股", BJ: "京市A股" };

/** The first booking and its changes, oldest first: the last one that is there holds. */
const bookings = ["首次预约时间", "一次变更日期", "二次变更日期", "三次变更日期"];

function read(cells: Cells, code: string, period: string): ReportDateRow {
  const booked = bookings.flatMap((column) => readDateCell(cells[column]) ?? []).at(-1);
  return known<ReportDateRow>({
    code,
    period,
    booked,
    published: readDateCell(cells.实际披露时间) ?? undefined,
  });
}

/**
 * Eastmoney's 预约披露时间 of one exchange and report period (columns: akshare's stock_yjyg_em.py), of which one company's line is kept.
 * For a period that nobody has booked the function fails, as it does for an outage.
 */
export async function askReportDates(
  connection: AkConnection,
  { code, period }: { readonly code: string; readonly period: string },
  signal: AbortSignal,
): Promise<SourceResult<ReportDateRow>> {
  const params = { symbol: markets[code.slice(7)] ?? "", date: compactDate(period) };
  const result = await connection.call(name, params, signal);
  if (!result.ok) return result;
  if (result.rows.length > 0 && !result.rows.some((cells) => readDateCell(cells.首次预约时间) !== null))
    return refused("no line holds a day");
  const own = result.rows.filter((cells) => textOf(cells.股票代码) === bareCode(code));
  const [row = { code, period }, ...others] = distinct(own.map((cells) => read(cells, code, period)));
  return others.length === 0 && reportDateFits(row)
    ? answer(connection, name, [row])
    : refused("the booked days contradict each other");
}
