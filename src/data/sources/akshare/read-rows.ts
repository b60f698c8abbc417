import { readCode } from "#language";
import type { DailyRow, SecurityRow, SpotRow, ValuationRow } from "../../rows.ts";
import { isIsoDate, secondsOfDay } from "../../shanghai-time.ts";
import { known, readNumber, readPositive, settledTime, volumeInShares } from "../../validate-row.ts";
import type { Cells } from "./aktools.ts";

/** `600519.SH` → `SH600519`. */
export const xueqiuSymbol = (code: string): string => `${code.slice(7)}${code.slice(0, 6)}`;

/** The first ten characters of pandas' `2026-05-06T00:00:00.000`, a Beijing date without a zone. */
export function readDateCell(cell: unknown): string | null {
  const date = typeof cell === "string" ? cell.slice(0, 10) : "";
  return isIsoDate(date) ? date : null;
}

/** The item/value table of stock_individual_spot_xq as a map: order and presence vary. */
export const readItems = (rows: readonly Cells[]): ReadonlyMap<string, unknown> =>
  new Map(rows.flatMap(({ item, value }) => (typeof item === "string" ? [[item, value] as const] : [])));

/** Feed times lie in this span of the day (09:10 to 17:00). Others come from a container with another time zone. */
const feedHours = [9 * 3600 + 600, 17 * 3600] as const;

/** `2026-05-07 10:32:05` is Beijing wall time; null where it is none, or ahead of the fetch. */
export function readQuoteTime(cell: unknown, fetchedAt: string): string | null {
  if (typeof cell !== "string" || !/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/.test(cell)) return null;
  const iso = `${cell.slice(0, 10)}T${cell.slice(11, 19)}+08:00`;
  if (!isIsoDate(cell.slice(0, 10)) || !Number.isFinite(Date.parse(iso))) return null;
  const seconds = secondsOfDay(iso);
  return seconds < feedHours[0] || seconds > feedHours[1] ? null : settledTime(iso, fetchedAt);
}

/** The quote is about the code that was asked for: Xueqiu writes `SH600519`, or bare digits beside 交易所. */
export function isAbout(items: ReadonlyMap<string, unknown>, code: string): boolean {
  const symbol = String(items.get("代码") ?? "").toUpperCase();
  if (/^\d{6}$/.test(symbol)) {
    const exchange = items.get("交易所");
    return symbol === code.slice(0, 6) && (typeof exchange !== "string" || exchange === code.slice(7));
  }
  return symbol === xueqiuSymbol(code);
}

/** Units of stock_individual_spot_xq: 元, shares, % numbers. Null where price or volume make no sense. */
export function readSpot(items: ReadonlyMap<string, unknown>, code: string, asOf: string): SpotRow | null {
  const price = readPositive(items.get("现价"));
  if (price === undefined) return null;
  const amount = readNumber(items.get("成交额"));
  const volume = volumeInShares(readNumber(items.get("成交量")), amount, price);
  if (volume === null) return null;
  return known<SpotRow>({
    code,
    as_of: asOf,
    currency: "CNY",
    adjust: "none",
    current_price: price,
    open: readPositive(items.get("今开")),
    high: readPositive(items.get("最高")),
    low: readPositive(items.get("最低")),
    prev_close: readPositive(items.get("昨收")),
    change: readNumber(items.get("涨跌")),
    pct_chg: readNumber(items.get("涨幅")),
    volume,
    amount,
    limit_up: readPositive(items.get("涨停")),
    limit_down: readPositive(items.get("跌停")),
  });
}

/** A P/E that is null or not above zero says that the company makes a loss; an absent item says nothing. */
function readPe(items: ReadonlyMap<string, unknown>): number | null | undefined {
  if (!items.has("市盈率(TTM)")) return undefined;
  return readPositive(items.get("市盈率(TTM)")) ?? null;
}

export function readValuation(items: ReadonlyMap<string, unknown>, code: string, asOf: string): ValuationRow {
  return known<ValuationRow>({
    code,
    as_of: asOf,
    currency: "CNY",
    pe_ttm: readPe(items),
    pb: readNumber(items.get("市净率")),
    ps_ttm: readNumber(items.get("市销率")),
    dv_ttm: readNumber(items.get("股息率(TTM)")),
    total_mv: readPositive(items.get("资产净值/总市值")),
    circ_mv: readPositive(items.get("流通值")),
  });
}

/** A row of stock_zh_a_hist, unadjusted: 成交量 in 手, 成交额 in 元, percent numbers. It gives no previous close. */
export function readDaily(cells: Cells, code: string): DailyRow | null {
  const date = readDateCell(cells.日期);
  const close = readPositive(cells.收盘);
  if (date === null || close === undefined) return null;
  const amount = readNumber(cells.成交额);
  const volume = volumeInShares(readNumber(cells.成交量), amount, close);
  if (volume === null) return null;
  return known<DailyRow>({
    // Older versions have no 股票代码; where there is one it must be the one asked for.
    code: cells.股票代码 === undefined || cells.股票代码 === code.slice(0, 6) ? code : String(cells.股票代码),
    date,
    currency: "CNY",
    adjust: "none",
    close,
    open: readPositive(cells.开盘),
    high: readPositive(cells.最高),
    low: readPositive(cells.最低),
    prev_close: undefined,
    change: readNumber(cells.涨跌额),
    pct_chg: readNumber(cells.涨跌幅),
    volume,
    amount,
  });
}

/** A row of stock_info_a_code_name: a bare code, and a name with blanks and full-width letters. */
export function readSecurity(cells: Cells): SecurityRow | null {
  const { code: bare, name } = cells;
  if (typeof bare !== "string" || typeof name !== "string") return null;
  const code = readCode(bare);
  return code?.kind === "stock" ? { code: code.code, name } : null;
}
