import { refused } from "../../check-rows.ts";
import { fittingMove } from "../../fitting-move.ts";
import { foreignFault } from "../../identity-fault.ts";
import { tradeTime } from "../../quote-rows.ts";
import type { SpotRow, ValuationRow } from "../../rows.ts";
import { isIsoDate, secondsOfDay, shanghaiDate } from "../../shanghai-time.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import { isUntraded } from "../../untraded.ts";
import {
  indexTrade,
  isIndex,
  known,
  readNumber,
  readPositive,
  spotFault,
  volumeInShares,
} from "../../validate-row.ts";
import { readPeTtm, readRatio } from "../../valuation-cells.ts";
import { type AkConnection, answer, readItems, xueqiuSymbol } from "./ask-rows.ts";

const table = "stock_individual_spot_xq";

type Items = ReadonlyMap<string, unknown>;

/** Feed times lie in this span of the day (09:10 to 17:00). Others come from a container with another time zone. */
const feedHours = [9 * 3600 + 600, 17 * 3600] as const;

/** `2026-05-07 10:32:05` is Beijing wall time; null where it is none, or ahead of the fetch. */
export function readQuoteTime(cell: unknown, fetchedAt: string): string | null {
  if (typeof cell !== "string" || !/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/.test(cell)) return null;
  const iso = `${cell.slice(0, 10)}T${cell.slice(11, 19)}+08:00`;
  if (!isIsoDate(cell.slice(0, 10)) || !Number.isFinite(Date.parse(iso))) return null;
  const seconds = secondsOfDay(iso);
  return seconds < feedHours[0] || seconds > feedHours[1] ? null : tradeTime(iso, fetchedAt);
}

/** The quote is about the code that was asked for: Xueqiu writes `SH600519`, or bare digits beside 交易所. */
function isAbout(items: Items, code: string): boolean {
  const symbol = String(items.get("代码") ?? "").toUpperCase();
  if (/^\d{6}$/.test(symbol)) {
    const exchange = items.get("交易所");
    return symbol === code.slice(0, 6) && (typeof exchange !== "string" || exchange === code.slice(7));
  }
  return symbol === xueqiuSymbol(code);
}

/** What tells whether anything was traded; the units are not proven. */
const readTrade = (items: Items) => ({
  current_price: readPositive(items.get("现价")),
  open: readPositive(items.get("今开")),
  high: readPositive(items.get("最高")),
  low: readPositive(items.get("最低")),
  prev_close: readPositive(items.get("昨收")),
  volume: readNumber(items.get("成交量")),
  amount: readNumber(items.get("成交额")),
});

/** Units: 元 (points), shares, % numbers. Null where price or volume make no sense. */
function readSpot(items: Items, code: string, asOf: string): SpotRow | null {
  const { volume: traded, amount, ...prices } = readTrade(items);
  const { current_price: price, prev_close: prevClose, open } = prices;
  if (price === undefined) return null;
  // What an index's members trade is not shown: a unit that cannot be proven only leaves it out.
  const trade = isIndex(code)
    ? indexTrade(traded, amount, 1)
    : { volume: volumeInShares(traded, amount, { price, lot: 1 }), amount };
  const move = fittingMove(price, {
    prevClose,
    open,
    change: readNumber(items.get("涨跌")),
    pctChg: readNumber(items.get("涨幅")),
  });
  if (trade.volume === null || move === null) return null;
  return known<SpotRow>({
    code,
    as_of: asOf,
    currency: "CNY",
    adjust: "none",
    ...prices,
    ...move,
    volume: trade.volume,
    amount: trade.amount,
    limit_up: readPositive(items.get("涨停")),
    limit_down: readPositive(items.get("跌停")),
  });
}

export function readValuation(items: Items, code: string, asOf: string): ValuationRow {
  return known<ValuationRow>({
    code,
    as_of: asOf,
    currency: "CNY",
    ...readPeTtm(items.get("市盈率(TTM)")),
    untraded: isUntraded(readTrade(items)) ? true : undefined,
    pb: readRatio(items.get("市净率")),
    ps_ttm: readRatio(items.get("市销率")),
    dv_ttm: readNumber(items.get("股息率(TTM)")),
    total_mv: readPositive(items.get("资产净值/总市值")),
    circ_mv: readPositive(items.get("流通值")),
  });
}

/** Quote and valuation come in one table. */
async function askQuote({ call, now, token, identify }: AkConnection, code: string, signal: AbortSignal) {
  const params = { symbol: xueqiuSymbol(code), ...(token === undefined ? {} : { token }) };
  const result = await call(table, params, signal);
  if (!result.ok) return result;
  const items = readItems(result.rows);
  const fetchedAt = now();
  if (items.size === 0) return { ok: true, empty: true, items, fetchedAt, asOf: "" } as const;
  if (!isAbout(items, code)) return refused("it is about another code");
  const fault = await foreignFault(identify, { code, name: items.get("名称") }, signal);
  if (fault !== null) return fault;
  const currency = items.get("货币") ?? "CNY";
  if (currency !== "CNY") return refused("the currency is not CNY");
  const asOf = readQuoteTime(items.get("时间"), fetchedAt);
  if (asOf === null) return refused("the quote has no usable time (AKTools needs TZ=Asia/Shanghai)", "STALE");
  return { ok: true, empty: false, items, fetchedAt, asOf } as const;
}

/** A stock's quote, or an index's, whose prices are points. */
export async function askSpot(
  connection: AkConnection,
  code: string,
  signal: AbortSignal,
): Promise<SourceResult<SpotRow>> {
  const found = await askQuote(connection, code, signal);
  if (!found.ok) return found;
  if (found.empty) return answer<SpotRow>(connection, table, []);
  const row = readSpot(found.items, code, found.asOf);
  const fault = row === null ? "price or volume make no sense" : spotFault(row, code);
  if (row === null || fault !== null) return refused(fault ?? "no row");
  return answer(connection, table, [row], found.fetchedAt);
}

export async function askValuation(
  connection: AkConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<ValuationRow>> {
  const found = await askQuote(connection, code, signal);
  if (!found.ok) return found;
  const day = found.empty ? "" : shanghaiDate(found.asOf);
  const isInRange = day >= range.from && day <= range.to;
  const rows = isInRange ? [readValuation(found.items, code, found.asOf)] : [];
  return answer(connection, table, rows, found.fetchedAt);
}
