import type { BarCells, QuoteCells } from "../../quote-rows.ts";
import type { ValuationCells } from "../../quote-valuation.ts";
import { isIsoDate, toShanghaiIso } from "../../shanghai-time.ts";
import { isWhole, readDecimalText, readNumber, readPositive, readPositiveText } from "../../validate-row.ts";

/** One quote by field name; a missing value is the text "-". */
export type Cells = Readonly<Record<string, unknown>>;

/** Field names of the quote, with `fltt=2`: 元, 手, percent numbers. Of the P/Es only the TTM; f162 (dynamic) and f163 (static) never. */
export const field = {
  price: "f43",
  high: "f44",
  low: "f45",
  open: "f46",
  volume: "f47",
  amount: "f48",
  limitUp: "f51",
  limitDown: "f52",
  code: "f57",
  name: "f58",
  prevClose: "f60",
  totalShares: "f84",
  floatShares: "f85",
  /** Epoch seconds. */
  time: "f86",
  market: "f107",
  totalMv: "f116",
  circMv: "f117",
  peTtm: "f164",
  pb: "f167",
  change: "f169",
  pctChg: "f170",
} as const;

/** Shares in a lot, the unit of every volume here. */
export const lot = 100;

/** `600519.SH` → `1.600519`: 1 is Shanghai, 0 Shenzhen and Beijing. */
export const marketOf = (code: string): "0" | "1" => (code.endsWith(".SH") ? "1" : "0");
export const secidOf = (code: string): string => `${marketOf(code)}.${code.slice(0, 6)}`;

/** The quote is of this code; the digits alone do not tell an index from a stock of the other exchange. */
export const isAbout = (cells: Cells, code: string): boolean =>
  String(cells[field.code]) === code.slice(0, 6) &&
  (readNumber(cells[field.market]) === undefined || String(cells[field.market]) === marketOf(code));

function readSeconds(cell: unknown): string | null {
  const seconds = readNumber(cell);
  return seconds !== undefined && seconds > 1e9 && seconds < 1e10 ? toShanghaiIso(seconds * 1000) : null;
}

export const readQuoteCells = (cells: Cells): QuoteCells => ({
  price: readPositive(cells[field.price]),
  time: readSeconds(cells[field.time]),
  open: readPositive(cells[field.open]),
  high: readPositive(cells[field.high]),
  low: readPositive(cells[field.low]),
  prevClose: readPositive(cells[field.prevClose]),
  change: readNumber(cells[field.change]),
  pctChg: readNumber(cells[field.pctChg]),
  volume: readNumber(cells[field.volume]),
  amount: readNumber(cells[field.amount]),
  limitUp: readPositive(cells[field.limitUp]),
  limitDown: readPositive(cells[field.limitDown]),
});

/** How far amount ÷ (shares × price) may lie from 1, either way. */
const slack = 5;

/**
 * True where the prices may be the integers scaled by 100 that come without `fltt=2`: none of them has a fraction, and
 * the volume, in lots, does not prove the price. A volume in lots and a price in 分 fit each other as if they were
 * shares and 元, so the usual proof of the unit is not enough here.
 */
export function mayBeScaled({ price, volume = 0, amount = 0, ...others }: QuoteCells): boolean {
  const { open, high, low, prevClose, limitUp, limitDown } = others;
  const prices = [price, open, high, low, prevClose, limitUp, limitDown];
  if (prices.some((each) => each !== undefined && !isWhole(each))) return false;
  const ratio = amount / (volume * lot * (price ?? Number.NaN));
  return !(ratio >= 1 / slack && ratio <= slack);
}

export const readValuationCells = (cells: Cells): ValuationCells => ({
  peTtm: readNumber(cells[field.peTtm]),
  pb: readPositive(cells[field.pb]),
  totalMv: readPositive(cells[field.totalMv]),
  totalShares: readPositive(cells[field.totalShares]),
  circMv: readPositive(cells[field.circMv]),
  floatShares: readPositive(cells[field.floatShares]),
});

/** Behind the date, as many as are asked for. */
const mostCells = 10;

/** `date,open,close,high,low,volume 手,amount 元,amplitude %,pct %,change,turnover %`, unadjusted. Null: another shape. */
export function readBar(line: string): BarCells | null {
  const [date = "", ...cells] = line.split(",");
  const numbers = cells.map(readDecimalText);
  // More cells are decimal commas: every cell behind one stands too late.
  if (cells.length < 6 || cells.length > mostCells || numbers.slice(0, 6).includes(undefined)) return null;
  const [open, close, high, low] = cells.map(readPositiveText);
  return {
    date: isIsoDate(date) ? date : null,
    open,
    close,
    high,
    low,
    volume: numbers[4],
    amount: numbers[5],
    pctChg: numbers[7],
    change: numbers[8],
  };
}
