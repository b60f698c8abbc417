import { distinct, seriesFault } from "../../check-rows.ts";
import type { ValuationRow } from "../../rows.ts";
import { compactDate, readCompactDate } from "../../shanghai-time.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import { known, readNumber, readPositive } from "../../validate-row.ts";
import { readPeTtm, readRatio } from "../../valuation-cells.ts";
import type { Cells } from "./api.ts";
import {
  answer,
  askTable,
  codeOf,
  rangeParams,
  scaled,
  type TushareConnection,
  tenThousand,
} from "./table.ts";

const fields = "ts_code trade_date pe_ttm pb ps_ttm dv_ttm total_mv circ_mv turnover_rate".split(" ");

/**
 * A row of `daily_basic`: market values in 万元, `turnover_rate` in % of the floating shares (`turnover_rate_f` would be of those in free
 * float); `pe_ttm` is null for a loss, and where there are no four quarters yet.
 */
function read(cells: Cells): ValuationRow | null {
  const date = readCompactDate(cells.trade_date);
  if (date === null) return null;
  return known<ValuationRow>({
    code: codeOf(cells),
    as_of: date,
    currency: "CNY",
    ...readPeTtm(cells.pe_ttm),
    pb: readRatio(cells.pb),
    ps_ttm: readRatio(cells.ps_ttm),
    dv_ttm: readNumber(cells.dv_ttm),
    total_mv: scaled(readPositive(cells.total_mv), tenThousand),
    circ_mv: scaled(readPositive(cells.circ_mv), tenThousand),
    turnover_rate: readPositive(cells.turnover_rate),
  });
}

const byDate = (a: ValuationRow, b: ValuationRow): number => (a.as_of < b.as_of ? -1 : 1);

/**
 * True where a day has all figures of the one before it, and others do not: the row of another day under a new date. No two days have the
 * same share of the company change hands.
 */
function repeatsDay(rows: readonly ValuationRow[]): boolean {
  const traded = rows.filter(({ turnover_rate }) => turnover_rate !== undefined).toSorted(byDate);
  const figuresOf = ({ as_of: _, ...figures }: ValuationRow) => JSON.stringify(figures);
  const repeats = traded.slice(1).filter((each, at) => {
    const before = traded[at];
    return before !== undefined && figuresOf(each) === figuresOf(before);
  });
  return repeats.length > 0 && repeats.length < traded.length - 1;
}

/** What must not be of rows of one company, in any order. */
const historyFault = (code: string, range: DateRange) => (rows: readonly ValuationRow[]) => {
  const days = distinct(rows);
  const dated = days.map(({ code: each, as_of: date }) => ({ code: each, date }));
  return seriesFault(dated, code, range) ?? (repeatsDay(days) ? "a day repeats the one before it" : null);
};

const rowsOf = (rows: readonly ValuationRow[]): readonly ValuationRow[] => distinct(rows).toSorted(byDate);

/** The newest row at or before the range's end. */
export async function askValuation(
  connection: TushareConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<ValuationRow>> {
  const query = { api: "daily_basic", params: rangeParams(code, range), fields };
  const result = await askTable(connection, query, { read, fault: historyFault(code, range) }, signal);
  return result.ok ? answer(connection, query.api, rowsOf(result.rows).slice(-1)) : result;
}

/** Every finished day of the range, ascending. */
export async function askValuationHistory(
  connection: TushareConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<ValuationRow>> {
  const query = { api: "daily_basic", params: rangeParams(code, range), fields };
  const reading = { read, fault: historyFault(code, range), figures: ["pb", "total_mv"] };
  const result = await askTable(connection, query, reading, signal);
  return result.ok ? answer(connection, query.api, rowsOf(result.rows)) : result;
}

/** Rows of all companies of one day. */
export async function askMarketValuation(
  connection: TushareConnection,
  date: string,
  signal: AbortSignal,
): Promise<SourceResult<ValuationRow>> {
  const query = { api: "daily_basic", params: { trade_date: compactDate(date) }, fields };
  const fault = (rows: readonly ValuationRow[]) => {
    if (rows.some(({ as_of }) => as_of !== date)) return "a row lies outside the dates asked for";
    const isRepeated = new Set(rows.map(({ code }) => code)).size < rows.length;
    return isRepeated ? "a company has two rows" : null;
  };
  const result = await askTable(connection, query, { read, fault }, signal);
  return result.ok ? answer(connection, query.api, result.rows) : result;
}
