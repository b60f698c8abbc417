import { cleanTitle } from "#language";
import type { TopListRow } from "../../rows.ts";
import { compactDate, readCompactDate } from "../../shanghai-time.ts";
import type { SourceResult } from "../../source.ts";
import { known, readNumber, readPositive } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import { answerTable, codeOf, type TushareConnection, textOf } from "./table.ts";

const fields = "trade_date ts_code close pct_change l_buy l_sell net_amount reason".split(" ");

/** Amounts in 元. */
function read(cells: Cells): TopListRow | null {
  const date = readCompactDate(cells.trade_date);
  if (date === null) return null;
  return known<TopListRow>({
    code: codeOf(cells),
    date,
    reason: cleanTitle(textOf(cells.reason)),
    close: readPositive(cells.close),
    pct_chg: readNumber(cells.pct_change),
    top_buy: readNumber(cells.l_buy),
    top_sell: readNumber(cells.l_sell),
    top_net: readNumber(cells.net_amount),
  });
}

/** A stock stands in it once per reason. */
export const askTopList = (
  connection: TushareConnection,
  date: string,
  signal: AbortSignal,
): Promise<SourceResult<TopListRow>> =>
  answerTable(
    connection,
    { api: "top_list", params: { trade_date: compactDate(date) }, fields },
    {
      read,
      fault: (rows) =>
        rows.every((row) => row.date === date) ? null : "a row lies outside the dates asked for",
      order: (a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
    },
    signal,
  );
