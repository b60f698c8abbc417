import { Decimal } from "decimal.js";
import { readCode } from "#language";
import type { DailyRow, SpotRow } from "./rows.ts";
import { isIsoDate } from "./shanghai-time.ts";
import type { DateRange } from "./source.ts";

/** A number as some serialisers write it into a text, in full or with an exponent; nothing else is taken for one. */
const numberText = /^-?\d{1,18}(\.\d{1,17})?(e[+-]?\d{1,2})?$/i;

/** A finite number, or one in a text; else undefined: null, "-", "1,801.23" and "NaN" are missing values, not zeros. */
export function readNumber(cell: unknown): number | undefined {
  if (typeof cell === "string") return numberText.test(cell) ? Number(cell) : undefined;
  return typeof cell === "number" && Number.isFinite(cell) ? cell : undefined;
}

/** False for a cell that holds something and no number: it is not missing, and what it says nobody knows. */
export const isNumberOrNothing = (cell: unknown): boolean =>
  cell === null || cell === undefined || cell === "" || readNumber(cell) !== undefined;

/** As `readNumber`, for what cannot be zero or less: prices, market values. Feeds write 0 for "none yet". */
export function readPositive(cell: unknown): number | undefined {
  const value = readNumber(cell);
  return value !== undefined && value > 0 ? value : undefined;
}

/** True for a decimal number or nothing, as text feeds write their cells; anything else says that the columns are not what they seem. */
export const isDecimalText = (cell: unknown): cell is string =>
  typeof cell === "string" && /^(-?\d{1,18}(\.\d{1,9})?)?$/.test(cell);

/** The number in a cell of a text feed; empty is missing. */
export const readDecimalText = (cell: unknown): number | undefined =>
  isDecimalText(cell) && cell !== "" ? Number(cell) : undefined;

/** As `readPositive`, from text. */
export const readPositiveText = (cell: unknown): number | undefined => readPositive(readDecimalText(cell));

/** Exact product of a number and a unit factor. */
export const scale = (value: number, factor: number): number => new Decimal(value).times(factor).toNumber();

/** True for a number without a fraction, but for what arithmetic on floats may leave. */
export const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6;

/** How far the day's average price may lie from the one price at hand, either way. */
const slack = 5;

/**
 * The volume in shares, whether it came in shares or in lots of 100, proven by the amount (CNY) and a price:
 * amount ÷ (volume × price) is near 1 for shares and near 100 for lots. 0 stays 0. `lot` is the documented unit, in shares:
 * lots at a price in 分 fit each other like shares at one in 元, so shares in the place of lots need a price with a fraction.
 * Null: neither holds, so some unit is not what it seems. Undefined: nothing to prove it with.
 */
export function volumeInShares(
  volume: number | undefined,
  amount: number | undefined,
  { price, lot }: { readonly price: number; readonly lot: 1 | 100 },
): number | null | undefined {
  if (volume === undefined || volume < 0) return undefined;
  if (volume === 0) return 0;
  if (amount === undefined) return undefined;
  const ratio = amount / (volume * price);
  if (ratio >= 1 / slack && ratio <= slack) return lot === 100 && isWhole(price) ? null : volume;
  if (ratio >= 100 / slack && ratio <= 100 * slack) return scale(volume, 100);
  return null;
}

/** The average price paid for one share of an index's members lies in this span, in CNY. */
const averageShare = [0.5, 500] as const;

const fitsAverageShare = (shares: number, amount: number): boolean =>
  amount / shares >= averageShare[0] && amount / shares <= averageShare[1];

/**
 * The volume of an index in shares. Its level is no price, so the unit (`lot` shares) is the documented one, held
 * against what a share costs. 0 stays 0. Null: it does not fit. Undefined: nothing to prove it with.
 */
function indexVolume(
  volume: number | undefined,
  amount: number | undefined,
  lot: number,
): number | null | undefined {
  if (volume === undefined || volume < 0) return undefined;
  if (volume === 0) return 0;
  if (amount === undefined) return undefined;
  const shares = scale(volume, lot);
  return fitsAverageShare(shares, amount) ? shares : null;
}

/** What an index's members have traded, in shares and CNY: neither where they do not fit each other, since which is wrong nobody knows. */
export function indexTrade(volume: number | undefined, amount: number | undefined, lot: number) {
  const shares = indexVolume(volume, amount, lot);
  return shares === null ? { volume: undefined, amount: undefined } : { volume: shares, amount };
}

/** True for the canonical code of an index. */
export const isIndex = (code: string): boolean => readCode(code)?.kind === "index";

/** Undefined metrics are dropped, so that a row holds only what is known. */
export function known<Row extends object>(row: { [Key in keyof Row]: Row[Key] | undefined }): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row;
}

/** A feed's clock may run ahead of ours by this much. */
const clockSkewMs = 10_000;

/**
 * A quote's time as it may be told: never after the fetch. A feed slightly ahead of our clock is set back to it; one
 * further ahead has a wrong clock, and the answer is null.
 */
export function settledTime(asOf: string, fetchedAt: string): string | null {
  const aheadMs = Date.parse(asOf) - Date.parse(fetchedAt);
  if (!Number.isFinite(aheadMs) || aheadMs > clockSkewMs) return null;
  return aheadMs > 0 ? fetchedAt : asOf;
}

type Facts = Pick<SpotRow, "code" | "open" | "high" | "low" | "prev_close" | "volume" | "amount">;

/** Farther from the reference than any day has ever led, a first day of trading included: another unit. */
const farthestMove = 20;
/** No index of Shanghai, Shenzhen or Beijing stands so high: a level in hundredths. Volumes prove no level. */
const highestLevel = 100_000;

const isOutside = (price: number, { high, low }: Facts): boolean =>
  (high !== undefined && price > high) || (low !== undefined && price < low);

function volumeFault({ volume, amount }: Facts, price: number, asked: string): string | null {
  if (volume === undefined || volume <= 0 || amount === undefined) return null;
  const ratio = amount / (volume * price);
  const fits = isIndex(asked) ? fitsAverageShare(volume, amount) : ratio >= 1 / slack && ratio <= slack;
  return fits ? null : "volume and amount do not fit the price";
}

function priceFault(row: Facts, price: number, asked: string): string | null {
  if (row.code !== asked) return "the answer is about another code";
  const prices = [price, row.open, row.high, row.low, row.prev_close];
  if (prices.some((each) => each !== undefined && !(Number.isFinite(each) && each > 0))) {
    return "a price is not a positive number";
  }
  if (row.open !== undefined && isOutside(row.open, row)) return "the open lies outside the day's range";
  if (isIndex(asked) && price >= highestLevel) return "no index stands so high";
  if (row.high !== undefined && row.low !== undefined && row.high < row.low) return "high lies below low";
  if (row.prev_close !== undefined) {
    const move = price / row.prev_close;
    if (move > farthestMove || move < 1 / farthestMove) return "the price is out of all proportion";
  }
  return volumeFault(row, price, asked);
}

/** Why a quote must be refused, or null. Its age is judged by who asked for it. */
export function spotFault(row: SpotRow, asked: string): string | null {
  const { current_price, limit_up, limit_down } = row;
  const fault = priceFault(row, current_price, asked);
  if (fault !== null) return fault;
  if (!Number.isFinite(Date.parse(row.as_of))) return "the quote has no time";
  if (isOutside(current_price, row)) return "the price lies outside the day's range";
  if (limit_up !== undefined && current_price > limit_up) return "the price lies above the day's limit";
  if (limit_down !== undefined && current_price < limit_down) return "the price lies below the day's limit";
  return null;
}

/** Why a daily row must be refused, or null. */
function dailyFault(row: DailyRow, asked: string, range: DateRange): string | null {
  if (!isIsoDate(row.date)) return "a row has no date";
  if (row.date < range.from || row.date > range.to) return "a row lies outside the dates asked for";
  if (isOutside(row.close, row)) return "the close lies outside the day's range";
  return priceFault(row, row.close, asked);
}

interface TradedDay {
  readonly date: string | null;
  readonly open?: number | undefined;
  readonly high?: number | undefined;
  readonly low?: number | undefined;
  readonly close?: number | undefined;
  readonly volume?: number | undefined;
}

/**
 * True where a traded day has the figures of the one before it, to the last share, and others do not: the row of another day under a
 * new date. Rows of one date are not compared.
 */
export function repeatsDay(rows: readonly TradedDay[]): boolean {
  const traded = rows
    .filter(({ volume = 0, open }) => volume > 0 && open !== undefined)
    .toSorted((a, b) => ((a.date ?? "") < (b.date ?? "") ? -1 : 1));
  const names = ["open", "high", "low", "close", "volume"] as const;
  const repeats = traded.slice(1).filter((row, at) => {
    const before = traded[at];
    return before?.date !== row.date && names.every((name) => row[name] === before?.[name]);
  });
  return repeats.length > 0 && repeats.length < traded.length - 1;
}

/** The first fault of a list of daily rows; two rows of one date are a fault too. */
export function dailyRowsFault(rows: readonly DailyRow[], asked: string, range: DateRange): string | null {
  const seen = new Set<string>();
  for (const row of rows) {
    if (seen.has(row.date)) return "two rows have the same date";
    seen.add(row.date);
    const fault = dailyFault(row, asked, range);
    if (fault !== null) return fault;
  }
  return repeatsDay(rows) ? "a day repeats the one before it" : null;
}
