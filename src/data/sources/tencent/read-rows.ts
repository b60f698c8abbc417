import type { BarCells, QuoteCells } from "../../quote-rows.ts";
import type { ValuationCells } from "../../quote-valuation.ts";
import { isIsoDate } from "../../shanghai-time.ts";
import { isDecimalText, readDecimalText, readPositiveText, scale } from "../../validate-row.ts";
import { place, readQuoteTime } from "./quote-line.ts";

type Line = readonly string[];

/** Volume is in 手 (100 shares), on the STAR board in shares. */
export const lotOf = (code: string): 1 | 100 => (/^68[89]\d{3}\.SH$/.test(code) ? 1 : 100);

const scaled = (value: number | undefined, factor: number): number | undefined =>
  value === undefined ? undefined : scale(value, factor);

/** In CNY: the third part of `price/volume/amount`, else the amount in 万元 with four decimals. */
function readAmount(cells: Line): number | undefined {
  const parts = (cells[place.trade] ?? "").split("/");
  const exact = parts.length === 3 ? readDecimalText(parts[2]) : undefined;
  return exact ?? scaled(readDecimalText(cells[place.amountPrecise]), 10_000);
}

/** A line's quote. The amount in whole 万元 is too coarse to be told; a volume without a better one is left out. */
export const readQuoteCells = (cells: Line): QuoteCells => ({
  price: readPositiveText(cells[place.price]),
  time: readQuoteTime(cells[place.time]),
  open: readPositiveText(cells[place.open]),
  high: readPositiveText(cells[place.high]),
  low: readPositiveText(cells[place.low]),
  prevClose: readPositiveText(cells[place.prevClose]),
  change: readDecimalText(cells[place.change]),
  pctChg: readDecimalText(cells[place.pctChg]),
  volume: readDecimalText(cells[place.volume]),
  amount: readAmount(cells),
  limitUp: readPositiveText(cells[place.limitUp]),
  limitDown: readPositiveText(cells[place.limitDown]),
});

/** Market values in 亿元. */
export const readValuationCells = (cells: Line): ValuationCells => ({
  peTtm: readDecimalText(cells[place.peTtm]),
  pb: readPositiveText(cells[place.pb]),
  totalMv: scaled(readPositiveText(cells[place.totalMv]), 100_000_000),
  totalShares: readPositiveText(cells[place.totalShares]),
  circMv: scaled(readPositiveText(cells[place.circMv]), 100_000_000),
  floatShares: readPositiveText(cells[place.floatShares]),
});

/**
 * A row of the unadjusted day line: date, open, close, high, low, volume; an object may follow on an ex-date. There is
 * no amount to prove the volume's unit with, so only whether anything was traded is read from it. Null: another shape.
 */
export function readBar(row: unknown): BarCells | null {
  if (!Array.isArray(row) || row.length < 6) return null;
  const [date, ...cells]: readonly unknown[] = row;
  // Texts as a rule, numbers here and there.
  const [open, close, high, low, volume] = cells.slice(0, 5).map((cell) => String(cell));
  if (![open, close, high, low, volume].every(isDecimalText)) return null;
  return {
    date: typeof date === "string" && isIsoDate(date) ? date : null,
    open: readPositiveText(open),
    close: readPositiveText(close),
    high: readPositiveText(high),
    low: readPositiveText(low),
    volume: readDecimalText(volume),
  };
}
