import { readCode } from "#language";
import { isRow } from "../../check-rows.ts";
import type { SecurityRow, TradingDayRow } from "../../rows.ts";
import type { SourceResult } from "../../source.ts";
import type { Cells } from "./aktools.ts";
import { type AkConnection, answer, readDateCell } from "./ask-rows.ts";

/** Trading days only, to the end of the current year. */
export async function askCalendar(
  connection: AkConnection,
  year: number,
  signal: AbortSignal,
): Promise<SourceResult<TradingDayRow>> {
  const name = "tool_trade_date_hist_sina";
  const result = await connection.call(name, {}, signal);
  if (!result.ok) return result;
  const dates = result.rows.map((cells) => readDateCell(cells.trade_date)).filter(isRow);
  const ofYear = dates.filter((date) => date.startsWith(`${year}-`)).toSorted();
  return answer(
    connection,
    name,
    ofYear.map((date) => ({ date })),
  );
}

/** A bare code, and a name with blanks and full-width letters. */
function readSecurity({ code: bare, name }: Cells): SecurityRow | null {
  if (typeof bare !== "string" || typeof name !== "string") return null;
  const code = readCode(bare);
  return code?.kind === "stock" ? { code: code.code, name } : null;
}

export async function askSecurities(
  connection: AkConnection,
  signal: AbortSignal,
): Promise<SourceResult<SecurityRow>> {
  const name = "stock_info_a_code_name";
  const result = await connection.call(name, {}, signal);
  return result.ok ? answer(connection, name, result.rows.map(readSecurity).filter(isRow)) : result;
}
