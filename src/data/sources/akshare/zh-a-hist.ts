import { ascending, refused, seriesFault } from "../../check-rows.ts";
import { fittingMove } from "../../fitting-move.ts";
import type { AdjustedDailyRow, DailyRow } from "../../rows.ts";
import { compactDate } from "../../shanghai-time.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import { dailyRowsFault, known, readNumber, readPositive, volumeInShares } from "../../validate-row.ts";
import type { Cells } from "./aktools.ts";
import { type AkConnection, answer, askRows, bareCode, finishedDays, readDateCell } from "./ask-rows.ts";

const name = "stock_zh_a_hist";

const paramsOf = (code: string, { from, to }: DateRange, adjust: "" | "qfq") => ({
  symbol: bareCode(code),
  period: "daily",
  start_date: compactDate(from),
  end_date: compactDate(to),
  adjust,
});

/** The canonical code where the row says that it is the one asked for; else what it says, which is no such code. */
const codeIn = (cells: Cells, code: string): string =>
  cells.股票代码 === bareCode(code) ? code : String(cells.股票代码);

/** 成交量 in 手, 成交额 in 元, percent numbers. It gives no previous close. */
function readDaily(cells: Cells, code: string): DailyRow | null {
  const date = readDateCell(cells.日期);
  const close = readPositive(cells.收盘);
  if (date === null || close === undefined) return null;
  const amount = readNumber(cells.成交额);
  const volume = volumeInShares(readNumber(cells.成交量), amount, { price: close, lot: 100 });
  const move = fittingMove(close, {
    prevClose: undefined,
    change: readNumber(cells.涨跌额),
    pctChg: readNumber(cells.涨跌幅),
  });
  if (volume === null || move === null) return null;
  return known<DailyRow>({
    code: codeIn(cells, code),
    date,
    currency: "CNY",
    adjust: "none",
    close,
    open: readPositive(cells.开盘),
    high: readPositive(cells.最高),
    low: readPositive(cells.最低),
    prev_close: undefined,
    ...move,
    volume,
    amount,
  });
}

export async function askDaily(
  connection: AkConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<DailyRow>> {
  const params = paramsOf(code, range, "");
  const result = await askRows(connection, { name, params }, (cells) => readDaily(cells, code), signal);
  if (!result.ok) return result;
  const fault = dailyRowsFault(result.rows, code, range);
  if (fault !== null) return refused(fault);
  const now = connection.now();
  return answer(connection, name, finishedDays(result.rows, now).toSorted(ascending), now);
}

interface Prices {
  readonly code: string;
  readonly date: string;
  readonly open: number | undefined;
  readonly high: number | undefined;
  readonly low: number | undefined;
  readonly close: number;
}

function readAdjusted(cells: Cells, code: string): Prices | null {
  const date = readDateCell(cells.日期);
  const close = readPositive(cells.收盘);
  if (date === null || close === undefined) return null;
  const [open, high, low] = [cells.开盘, cells.最高, cells.最低].map(readPositive);
  return { code: codeIn(cells, code), date, open, high, low, close };
}

/** The upstream's own forward-adjusted prices, which stand on today's; what was paid and traded comes from the plain table. */
export async function askDailyQfq(
  connection: AkConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<AdjustedDailyRow>> {
  const params = paramsOf(code, range, "qfq");
  const [days, adjusted] = await Promise.all([
    askDaily(connection, code, range, signal),
    askRows(connection, { name, params }, (cells) => readAdjusted(cells, code), signal),
  ]);
  if (!days.ok) return days;
  if (!adjusted.ok) return adjusted;
  const fault = seriesFault(adjusted.rows, code, range);
  if (fault !== null) return refused(fault);
  const byDate = new Map(adjusted.rows.map((row) => [row.date, row]));
  if (days.rows.some(({ date }) => !byDate.has(date))) return refused("a day has no adjusted price");
  const rows = days.rows.flatMap(({ date, close: paid_close, volume, amount }) => {
    const prices = byDate.get(date);
    if (prices === undefined) return [];
    return [
      known<AdjustedDailyRow>({ ...prices, currency: "CNY", adjust: "qfq", paid_close, volume, amount }),
    ];
  });
  return answer(connection, name, rows, days.fetched_at);
}
