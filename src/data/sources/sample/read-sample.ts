import { Decimal } from "decimal.js";
import type { DailyRow, SpotRow, ValuationRow } from "../../rows.ts";
import data from "./data.json" with { type: "json" };
import { sampleNow } from "./sample-now.ts";

type Stock = (typeof data.stocks)["600519.SH"];
type Bar = readonly [
  date: string,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
  amount: number,
];

/** Percent numbers are kept to four decimals, as the real sources do. */
const percentDecimals = 4;

const stocks: ReadonlyMap<string, unknown> = new Map(Object.entries(data.stocks));

// JSON imports type a bar as (string | number)[]; the suite of the sample checks every cell.
const stockOf = (code: string) => stocks.get(code) as Stock | undefined;
const barsOf = (stock: Stock) => stock.bars as unknown as readonly Bar[];

export const sampleCodes: readonly string[] = [...stocks.keys()];

function changeFrom(previous: number, price: number) {
  const change = new Decimal(price).minus(previous);
  const percent = change.div(previous).times(100).toDecimalPlaces(percentDecimals);
  return { prev_close: previous, change: change.toNumber(), pct_chg: percent.toNumber() };
}

/** All bars of a stock, ascending; undefined for a code that the sample does not hold. */
export function readSampleBars(code: string): readonly DailyRow[] | undefined {
  const stock = stockOf(code);
  if (stock === undefined) return undefined;
  let previous = stock.before_first_bar;
  return barsOf(stock).map(([date, open, high, low, close, volume, amount]) => {
    const facts = changeFrom(previous, close);
    previous = close;
    return { code, date, currency: "CNY", adjust: "none", open, high, low, close, ...facts, volume, amount };
  });
}

export function readSampleSpot(code: string): SpotRow | undefined {
  const stock = stockOf(code);
  const previous = stock && barsOf(stock).at(-1)?.[4];
  if (stock === undefined || previous === undefined) return undefined;
  const facts = changeFrom(previous, stock.spot.current_price);
  return { code, as_of: sampleNow, currency: "CNY", adjust: "none", ...stock.spot, ...facts };
}

export function readSampleValuation(code: string): ValuationRow | undefined {
  const valuation = stockOf(code)?.valuation;
  if (valuation === undefined) return undefined;
  const { date, ...metrics } = valuation;
  return { code, as_of: date, currency: "CNY", ...metrics };
}
