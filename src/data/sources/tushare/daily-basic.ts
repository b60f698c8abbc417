import { distinct, seriesFault } from "../../check-rows.ts";
import type { ValuationRow } from "../../rows.ts";
import { compactDate, readCompactDate } from "../../shanghai-time.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import { known, readNumber, readPositive } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import { answer, askTable, codeOf, rangeParams, scaled, type TushareDesk, tenThousand } from "./table.ts";

const fields = "ts_code trade_date pe_ttm pb ps_ttm dv_ttm total_mv circ_mv".split(" ");

/** A row of `daily_basic`: market values in 万元; `pe_ttm` is null for a loss, and where there are no four quarters yet. */
function read(cells: Cells): ValuationRow | null {
  const date = readCompactDate(cells.trade_date);
  if (date === null) return null;
  return known<ValuationRow>({
    code: codeOf(cells),
    as_of: date,
    currency: "CNY",
    pe_ttm: cells.pe_ttm === null ? null : readNumber(cells.pe_ttm),
    pb: readNumber(cells.pb),
    ps_ttm: readNumber(cells.ps_ttm),
    dv_ttm: readNumber(cells.dv_ttm),
    total_mv: scaled(readPositive(cells.total_mv), tenThousand),
    circ_mv: scaled(readPositive(cells.circ_mv), tenThousand),
  });
}

const dated = (rows: readonly ValuationRow[]) => rows.map(({ code, as_of }) => ({ code, date: as_of }));

/** The newest row at or before the range's end. */
export async function askValuation(
  desk: TushareDesk,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<ValuationRow>> {
  const query = { api: "daily_basic", params: rangeParams(code, range), fields };
  const fault = (rows: readonly ValuationRow[]) => seriesFault(dated(distinct(rows)), code, range);
  const result = await askTable(desk, query, { read, fault }, signal);
  if (!result.ok) return result;
  const ordered = result.rows.toSorted((a, b) => (a.as_of < b.as_of ? -1 : 1));
  return answer(desk, query.api, ordered.slice(-1));
}

/** Every finished day of the range, ascending. */
export async function askValuationHistory(
  desk: TushareDesk,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<ValuationRow>> {
  const query = { api: "daily_basic", params: rangeParams(code, range), fields };
  const fault = (rows: readonly ValuationRow[]) => seriesFault(dated(distinct(rows)), code, range);
  const result = await askTable(desk, query, { read, fault, figures: ["pb", "total_mv"] }, signal);
  if (!result.ok) return result;
  return answer(
    desk,
    query.api,
    distinct(result.rows).toSorted((a, b) => (a.as_of < b.as_of ? -1 : 1)),
  );
}

/** Rows of all companies of one day. */
export async function askMarketValuation(
  desk: TushareDesk,
  date: string,
  signal: AbortSignal,
): Promise<SourceResult<ValuationRow>> {
  const query = { api: "daily_basic", params: { trade_date: compactDate(date) }, fields };
  const fault = (rows: readonly ValuationRow[]) => {
    if (rows.some(({ as_of }) => as_of !== date)) return "a row lies outside the dates asked for";
    const isRepeated = new Set(rows.map(({ code }) => code)).size < rows.length;
    return isRepeated ? "a company has two rows" : null;
  };
  const result = await askTable(desk, query, { read, fault }, signal);
  return result.ok ? answer(desk, query.api, result.rows) : result;
}
