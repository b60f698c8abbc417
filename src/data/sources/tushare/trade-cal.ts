import { isRow } from "../../check-rows.ts";
import type { TradingDayRow } from "../../rows.ts";
import { readCompactDate } from "../../shanghai-time.ts";
import type { SourceResult } from "../../source.ts";
import { answer, type TushareConnection } from "./table.ts";

/** `is_open` is documented as text and comes as a number. */
export async function askCalendar(
  connection: TushareConnection,
  year: number,
  signal: AbortSignal,
): Promise<SourceResult<TradingDayRow>> {
  const params = { exchange: "SSE", start_date: `${year}0101`, end_date: `${year}1231` };
  const result = await connection.api({ api: "trade_cal", params, fields: ["cal_date", "is_open"] }, signal);
  if (!result.ok) return result;
  const open = result.rows.filter(({ is_open }) => String(is_open) === "1");
  const dates = open.map(({ cal_date }) => readCompactDate(cal_date)).filter(isRow);
  return answer(
    connection,
    "trade_cal",
    dates.toSorted().map((date) => ({ date })),
  );
}
