import { distinct, isRow, refused } from "../../check-rows.ts";
import { compactDate, readCompactDate, shanghaiDate } from "../../shanghai-time.ts";
import type { DateRange, SourceFailure, SourceResult } from "../../source.ts";
import { readNumber, scale } from "../../validate-row.ts";
import type { Cells, Query, TushareApi } from "./api.ts";

/** More rows than any question of ours is answered with; what is still not whole after them is refused. */
const mostPages = 4;

/** What every table of Tushare is asked through. */
export interface TushareConnection {
  readonly api: TushareApi;
  /** Market time, which a fetch is stamped with. */
  readonly now: () => string;
}

/** How a table's cells become rows. */
export interface Reading<Row> {
  /** Null where a cell that must be there is not, or its unit makes no sense. */
  readonly read: (cells: Cells) => Row | null;
  /** Why all of it must be refused, or null. */
  readonly fault: (rows: readonly Row[]) => string | null;
  /** Rows of another kind, which come where a filter is not known; they say so themselves, and are left out. Absent: none. */
  readonly isAsked?: (cells: Cells) => boolean;
  /** Cells of which some row must hold one as a number: a table of nulls says nothing, and another source may know. */
  readonly figures?: readonly string[];
}

type Read<Row> =
  | { readonly ok: true; readonly rows: readonly Row[] }
  | { readonly ok: false; readonly error: SourceFailure };

async function allPages({ api }: TushareConnection, query: Query, signal: AbortSignal) {
  const rows: Cells[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const params = rows.length === 0 ? query.params : { ...query.params, offset: String(rows.length) };
    const result = await api({ ...query, params }, signal);
    if (!result.ok) return result;
    rows.push(...result.rows);
    if (!result.hasMore) return { ok: true, rows } as const;
  }
  return refused("it goes on after the last page that is read");
}

const tellsOne = (cells: Cells, figures: readonly string[]): boolean =>
  figures.some((name) => readNumber(cells[name]) !== undefined);

/** Tables whose documentation names no range of dates (data-sources §1), by the column that such a range is about. */
const rangeless: Readonly<Record<string, string>> = {
  daily_basic: "trade_date",
  moneyflow: "trade_date",
  suspend_d: "trade_date",
  report_rc: "report_date",
  income: "end_date",
};

/**
 * Rows whose own date lies in the range that was asked for: a parameter that a table does not know is ignored, and then it gives all
 * days that it has. Where none is of the range, and where a day has not come yet, the answer stays as it is, to be refused.
 */
function inRange(rows: readonly Cells[], { api, params }: Query, today: string): readonly Cells[] {
  const { start_date: from, end_date: to } = params;
  const column = rangeless[api];
  if (from === undefined || to === undefined || column === undefined) return rows;
  const dates = rows.map((cells) => compactDate(readCompactDate(cells[column]) ?? ""));
  const left = rows.filter(
    (_, at) => dates[at] === "" || (from <= (dates[at] ?? "") && (dates[at] ?? "") <= to),
  );
  return left.length === 0 || dates.some((date) => date > compactDate(today)) ? rows : left;
}

/** Asks one table. A single row that makes no sense refuses all: what else is wrong with it is anybody's guess. */
export async function askTable<Row>(
  connection: TushareConnection,
  query: Query,
  { read, fault, figures, isAsked = () => true }: Reading<Row>,
  signal: AbortSignal,
): Promise<Read<Row>> {
  const result = await allPages(connection, query, signal);
  if (!result.ok) return result;
  if (figures !== undefined && result.rows.length > 0 && !result.rows.some((row) => tellsOne(row, figures)))
    return refused("no cell holds a number");
  const rows = inRange(result.rows, query, shanghaiDate(connection.now())).filter(isAsked).map(read);
  if (!rows.every(isRow)) return refused("a cell is missing or its unit does not fit");
  const why = fault(rows);
  return why === null ? { ok: true, rows } : refused(why);
}

export const answer = <Row>(
  connection: TushareConnection,
  table: string,
  rows: readonly Row[],
): SourceResult<Row> => ({
  ok: true,
  rows,
  table,
  adapter: "tushare-http",
  fetched_at: connection.now(),
});

/** As `askTable`, as a source's answer; `order` as in `toSorted`. */
export async function answerTable<Row>(
  connection: TushareConnection,
  query: Query,
  reading: Reading<Row> & { readonly order: (a: Row, b: Row) => number },
  signal: AbortSignal,
): Promise<SourceResult<Row>> {
  const result = await askTable(connection, query, reading, signal);
  return result.ok ? answer(connection, query.api, distinct(result.rows).toSorted(reading.order)) : result;
}

export const rangeParams = (code: string, { from, to }: DateRange) => ({
  ts_code: code,
  start_date: compactDate(from),
  end_date: compactDate(to),
});

export const codeOf = (cells: Cells): string => (typeof cells.ts_code === "string" ? cells.ts_code : "");

export const textOf = (cell: unknown): string => (typeof cell === "string" ? cell : "");

/** In units of `factor`: 万元 are 10,000 CNY. */
export const scaled = (value: number | undefined, factor: number): number | undefined =>
  value === undefined ? undefined : scale(value, factor);

export const tenThousand = 10_000;
