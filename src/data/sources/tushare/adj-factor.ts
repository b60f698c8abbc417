import { adjustForward } from "../../adjust-forward.ts";
import { ascending, refused, seriesFault } from "../../check-rows.ts";
import type { AdjustedDailyRow, AdjustFactorRow } from "../../rows.ts";
import { readCompactDate, shanghaiDate } from "../../shanghai-time.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import { readPositive } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import { askDaily } from "./daily.ts";
import { answer, answerTable, codeOf, rangeParams, type TushareConnection } from "./table.ts";

function read(cells: Cells): AdjustFactorRow | null {
  const date = readCompactDate(cells.trade_date);
  const factor = readPositive(cells.adj_factor);
  return date === null || factor === undefined ? null : { code: codeOf(cells), date, factor };
}

/** Factors of the range's days; today's is out before the market opens. */
export const askAdjustFactors = (
  connection: TushareConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<AdjustFactorRow>> =>
  answerTable(
    connection,
    { api: "adj_factor", params: rangeParams(code, range), fields: ["ts_code", "trade_date", "adj_factor"] },
    { read, fault: (rows) => seriesFault(rows, code, range), order: ascending },
    signal,
  );

/** `daily` × `adj_factor`. The factors are asked for up to today, so that the series stands on today's prices. */
export async function askDailyQfq(
  connection: TushareConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<AdjustedDailyRow>> {
  const today = shanghaiDate(connection.now());
  const upToToday = { from: range.from, to: today > range.to ? today : range.to };
  const [days, factors] = await Promise.all([
    askDaily(connection, code, range, signal),
    askAdjustFactors(connection, code, upToToday, signal),
  ]);
  if (!days.ok) return days;
  if (!factors.ok) return factors;
  const rows = adjustForward(days.rows, factors.rows);
  return rows === null ? refused("a day has no factor") : answer(connection, "daily+adj_factor", rows);
}
