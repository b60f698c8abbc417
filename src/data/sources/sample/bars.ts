import { Decimal } from "decimal.js";
import type { DailyRow, SpotRow } from "../../rows.ts";
import { sampleNow } from "./sample-now.ts";

type Bar = readonly [
  date: string,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
  amount: number,
];

/** A stock or an index as the data files hold it. JSON imports type a bar as (string | number)[]; the sample's test checks every cell. */
export interface Listed {
  readonly before_first_bar: number;
  readonly bars: readonly (readonly (string | number)[])[];
  readonly spot: {
    readonly current_price: number;
    readonly open: number;
    readonly high: number;
    readonly low: number;
    readonly volume: number;
    readonly amount: number;
  };
}

/** Percent numbers are kept to four decimals, as the real sources do. */
const percentDecimals = 4;

const barsOf = (listed: Listed) => listed.bars as unknown as readonly Bar[];

function changeFrom(previous: number, price: number) {
  const change = new Decimal(price).minus(previous);
  const percent = change.div(previous).times(100).toDecimalPlaces(percentDecimals);
  return { prev_close: previous, change: change.toNumber(), pct_chg: percent.toNumber() };
}

/** All bars, ascending. */
export function readBars(code: string, listed: Listed): readonly DailyRow[] {
  let previous = listed.before_first_bar;
  return barsOf(listed).map(([date, open, high, low, close, volume, amount]) => {
    const facts = changeFrom(previous, close);
    previous = close;
    return { code, date, currency: "CNY", adjust: "none", open, high, low, close, ...facts, volume, amount };
  });
}

/** The quote of the sample's instant. */
export function readQuote(code: string, listed: Listed): SpotRow | undefined {
  const previous = barsOf(listed).at(-1)?.[4];
  if (previous === undefined) return undefined;
  const facts = changeFrom(previous, listed.spot.current_price);
  return { code, as_of: sampleNow, currency: "CNY", adjust: "none", ...listed.spot, ...facts };
}
