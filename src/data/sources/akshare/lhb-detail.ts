import { cleanTitle, readCode } from "#language";
import { distinct, refused } from "../../check-rows.ts";
import type { TopListRow } from "../../rows.ts";
import { compactDate } from "../../shanghai-time.ts";
import type { SourceResult } from "../../source.ts";
import { known, readNumber, readPositive } from "../../validate-row.ts";
import type { Cells } from "./aktools.ts";
import { type AkConnection, answer, askRows, readDateCell, textOf } from "./ask-rows.ts";

const name = "stock_lhb_detail_em";

/** Amounts in 元. */
function read(cells: Cells): TopListRow | null {
  const date = readDateCell(cells.上榜日);
  const code = readCode(textOf(cells.代码));
  if (date === null || code === null) return null;
  return known<TopListRow>({
    code: code.kind === "stock" ? code.code : "",
    date,
    reason: cleanTitle(textOf(cells.上榜原因)),
    close: readPositive(cells.收盘价),
    pct_chg: readNumber(cells.涨跌幅),
    top_buy: readNumber(cells.龙虎榜买入额),
    top_sell: readNumber(cells.龙虎榜卖出额),
    top_net: readNumber(cells.龙虎榜净买额),
  });
}

/** Stocks only; funds and bonds of the list are left out. */
export async function askTopList(
  connection: AkConnection,
  date: string,
  signal: AbortSignal,
): Promise<SourceResult<TopListRow>> {
  const params = { start_date: compactDate(date), end_date: compactDate(date) };
  const result = await askRows(connection, { name, params }, read, signal);
  if (!result.ok) return result;
  if (result.rows.some((row) => row.date !== date)) return refused("a row lies outside the dates asked for");
  const stocks = distinct(result.rows).filter(({ code }) => code !== "");
  return answer(
    connection,
    name,
    stocks.toSorted((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)),
  );
}
