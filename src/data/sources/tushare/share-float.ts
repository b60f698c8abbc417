import { distinct, refused } from "../../check-rows.ts";
import type { UnlockListRow } from "../../company-days.ts";
import { addDays, compactDate, readCompactDate, shanghaiDate } from "../../shanghai-time.ts";
import type { SourceResult } from "../../source.ts";
import { sumUnlocks, type UnlockPart, unlockFits, unlockYears } from "../../unlocks.ts";
import { isNumberOrNothing, readNumber } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import { answer, askTable, codeOf, type TushareConnection, textOf } from "./table.ts";

const fields = "ts_code ann_date float_date float_share float_ratio holder_name share_type".split(" ");

/** A holder's part; the holder tells equal parts apart. */
interface HolderPart extends UnlockPart {
  readonly code: string;
  readonly holder: string;
}

/** `float_share` in shares, `float_ratio` in % of all shares (占总股本比率). */
function read(cells: Cells): HolderPart | null {
  const date = readCompactDate(cells.float_date);
  if (date === null || ![cells.float_share, cells.float_ratio].every(isNumberOrNothing)) return null;
  return {
    code: codeOf(cells),
    date,
    announced: readCompactDate(cells.ann_date) ?? "",
    shares: readNumber(cells.float_share),
    ratio: readNumber(cells.float_ratio),
    holder: `${textOf(cells.holder_name)} ${textOf(cells.share_type)}`,
  };
}

/** Table `share_float` (tushare.pro/document/2?doc_id=160, 120 points): a row for each holder, announcement and day. */
export async function askUnlocks(
  connection: TushareConnection,
  code: string,
  signal: AbortSignal,
): Promise<SourceResult<UnlockListRow>> {
  const today = shanghaiDate(connection.now());
  const from = addDays(today, -366 * unlockYears);
  const params = {
    ts_code: code,
    start_date: compactDate(from),
    end_date: compactDate(addDays(today, 366 * 10)),
  };
  const query = { api: "share_float", params, fields };
  const fault = (rows: readonly HolderPart[]) =>
    rows.every((row) => row.code === code) ? null : "the answer is about another code";
  const result = await askTable(connection, query, { read, fault, figures: ["float_share"] }, signal);
  if (!result.ok) return result;
  const unlocks = sumUnlocks(distinct(result.rows)).filter(({ date }) => date >= from);
  return unlocks.every(unlockFits)
    ? answer(connection, query.api, [{ code, unlocks }])
    : refused("an amount makes no sense");
}
