import { ascending, refused, seriesFault } from "../../check-rows.ts";
import type { MoneyFlowRow } from "../../rows.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import { known, readNumber } from "../../validate-row.ts";
import type { Cells } from "./aktools.ts";
import { type AkConnection, answer, askRows, bareCode, finishedDays, readDateCell } from "./ask-rows.ts";

const name = "stock_individual_fund_flow";

/** Net amounts in 元. The table echoes no code. Null: no date, or a day without its main figure. */
function read(cells: Cells, code: string): MoneyFlowRow | null {
  const date = readDateCell(cells.日期);
  const net = (size: string) => readNumber(cells[`${size}净流入-净额`]);
  const main = net("主力");
  if (date === null || main === undefined) return null;
  return known<MoneyFlowRow>({
    code,
    date,
    main_net: main,
    super_large_net: net("超大单"),
    large_net: net("大单"),
    medium_net: net("中单"),
    small_net: net("小单"),
    net_flow: undefined,
  });
}

/** The last hundred days or so come at once. */
export async function askMoneyFlow(
  connection: AkConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<MoneyFlowRow>> {
  const params = { stock: bareCode(code), market: code.slice(7).toLowerCase() };
  const result = await askRows(connection, { name, params }, (cells) => read(cells, code), signal);
  if (!result.ok) return result;
  const rows = result.rows.filter(({ date }) => date >= range.from && date <= range.to);
  const fault = seriesFault(rows, code, range);
  if (fault !== null) return refused(fault);
  const now = connection.now();
  return answer(connection, name, finishedDays(rows, now).toSorted(ascending), now);
}
