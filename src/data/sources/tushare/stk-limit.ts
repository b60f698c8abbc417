import { ascending, seriesFault } from "../../check-rows.ts";
import type { PriceLimitRow } from "../../rows.ts";
import { compactDate, readCompactDate } from "../../shanghai-time.ts";
import type { SourceResult } from "../../source.ts";
import { readPositive } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import { answerTable, codeOf, type TushareConnection } from "./table.ts";

function read(cells: Cells): PriceLimitRow | null {
  const date = readCompactDate(cells.trade_date);
  const up = readPositive(cells.up_limit);
  const down = readPositive(cells.down_limit);
  if (date === null || up === undefined || down === undefined || up <= down) return null;
  return { code: codeOf(cells), date, limit_up: up, limit_down: down };
}

/** In 元. */
export const askPriceLimits = (
  connection: TushareConnection,
  code: string,
  date: string,
  signal: AbortSignal,
): Promise<SourceResult<PriceLimitRow>> =>
  answerTable(
    connection,
    {
      api: "stk_limit",
      params: { ts_code: code, trade_date: compactDate(date) },
      fields: ["ts_code", "trade_date", "up_limit", "down_limit"],
    },
    { read, fault: (rows) => seriesFault(rows, code, { from: date, to: date }), order: ascending },
    signal,
  );
