import type { DailyRow, SecurityRow, ValuationRow } from "../../rows.ts";
import { readCompactDate } from "../../shanghai-time.ts";
import { known, readNumber, readPositive, scale, volumeInShares } from "../../validate-row.ts";
import type { Cells } from "./api.ts";

export const dailyFields = [
  "ts_code",
  "trade_date",
  "open",
  "high",
  "low",
  "close",
  "pre_close",
  "change",
  "pct_chg",
  "vol",
  "amount",
] as const;

export const valuationFields = [
  "ts_code",
  "trade_date",
  "pe_ttm",
  "pb",
  "ps_ttm",
  "dv_ttm",
  "total_mv",
  "circ_mv",
] as const;

const codeOf = (cells: Cells): string => (typeof cells.ts_code === "string" ? cells.ts_code : "");

const scaled = (value: number | undefined, factor: number): number | undefined =>
  value === undefined ? undefined : scale(value, factor);

/** A row of `daily`: prices in 元, volume in 手 (×100 shares), amount in 千元. Null where a cell makes no sense. */
export function readDaily(cells: Cells): DailyRow | null {
  const date = readCompactDate(cells.trade_date);
  const close = readPositive(cells.close);
  if (date === null || close === undefined) return null;
  const amount = scaled(readNumber(cells.amount), 1000);
  const volume = volumeInShares(readNumber(cells.vol), amount, close);
  if (volume === null) return null;
  return known<DailyRow>({
    code: codeOf(cells),
    date,
    currency: "CNY",
    adjust: "none",
    close,
    open: readPositive(cells.open),
    high: readPositive(cells.high),
    low: readPositive(cells.low),
    prev_close: readPositive(cells.pre_close),
    change: readNumber(cells.change),
    pct_chg: readNumber(cells.pct_chg),
    volume,
    amount,
  });
}

/** A row of `daily_basic`: market values in 万元; `pe_ttm` null says loss-making. */
export function readValuation(cells: Cells): ValuationRow | null {
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
    total_mv: scaled(readPositive(cells.total_mv), 10_000),
    circ_mv: scaled(readPositive(cells.circ_mv), 10_000),
  });
}

export function readSecurity(cells: Cells): SecurityRow | null {
  const { name, cnspell } = cells;
  if (typeof name !== "string" || name === "") return null;
  const pinyin = typeof cnspell === "string" && cnspell !== "" ? cnspell.toLowerCase() : undefined;
  return known<SecurityRow>({ code: codeOf(cells), name, pinyin });
}

/** `is_open` is documented as text and comes as a number. */
export const isOpen = (cells: Cells): boolean => String(cells.is_open) === "1";
