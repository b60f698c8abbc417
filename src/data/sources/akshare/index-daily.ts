import { Decimal } from "decimal.js";
import { ascending, refused } from "../../check-rows.ts";
import type { DailyRow } from "../../rows.ts";
import { addDays, compactDate } from "../../shanghai-time.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import { dailyRowsFault, indexTrade, known, readNumber, readPositive } from "../../validate-row.ts";
import type { Cells } from "./aktools.ts";
import { type AkConnection, answer, askRows, bareCode, finishedDays, readDateCell } from "./ask-rows.ts";

const name = "stock_zh_index_daily_em";

/** Exchanges whose indices the function knows. */
const prefixes: Readonly<Record<string, string>> = { SH: "sh", SZ: "sz", CSI: "csi" };

/** Calendar days before the range, so that its first day has one before it: longer than any holiday. */
const before = 20;

/** As the real sources do. */
const percentDecimals = 4;

/** Levels in points, volume in 手, amount in 元. The table echoes no code and gives no change. */
function read(cells: Cells, code: string): DailyRow | null {
  const date = readDateCell(cells.date);
  const close = readPositive(cells.close);
  if (date === null || close === undefined) return null;
  return known<DailyRow>({
    code,
    date,
    currency: "CNY",
    adjust: "none",
    close,
    open: readPositive(cells.open),
    high: readPositive(cells.high),
    low: readPositive(cells.low),
    prev_close: undefined,
    change: undefined,
    pct_chg: undefined,
    ...indexTrade(readNumber(cells.volume), readNumber(cells.amount), 100),
  });
}

/** An index has no ex-days: the day before's close is what its change counts from. */
function withChange(row: DailyRow, previous: DailyRow | undefined): DailyRow {
  if (previous === undefined) return row;
  const change = new Decimal(row.close).minus(previous.close);
  const percent = change.div(previous.close).times(100).toDecimalPlaces(percentDecimals);
  return { ...row, prev_close: previous.close, change: change.toNumber(), pct_chg: percent.toNumber() };
}

export async function askIndexDaily(
  connection: AkConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<DailyRow>> {
  const prefix = prefixes[code.slice(7)];
  if (prefix === undefined) return answer<DailyRow>(connection, name, []);
  const wide = { from: addDays(range.from, -before), to: range.to };
  const params = {
    symbol: `${prefix}${bareCode(code)}`,
    start_date: compactDate(wide.from),
    end_date: compactDate(wide.to),
  };
  const result = await askRows(connection, { name, params }, (cells) => read(cells, code), signal);
  if (!result.ok) return result;
  const fault = dailyRowsFault(result.rows, code, wide);
  if (fault !== null) return refused(fault);
  const now = connection.now();
  const days = finishedDays(result.rows, now).toSorted(ascending);
  const rows = days.map((row, place) => withChange(row, days[place - 1]));
  return answer(
    connection,
    name,
    rows.filter(({ date }) => date >= range.from),
    now,
  );
}
