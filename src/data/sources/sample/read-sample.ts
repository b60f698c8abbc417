import type { DailyRow, SpotRow, ValuationRow } from "../../rows.ts";
import { readBars, readQuote } from "./bars.ts";
import data from "./data.json" with { type: "json" };
import indexData from "./indices.json" with { type: "json" };

type Stock = (typeof data.stocks)["600519.SH"];
type Index = (typeof indexData.indices)["000001.SH"];

const stocks: ReadonlyMap<string, unknown> = new Map(Object.entries(data.stocks));
const indices: ReadonlyMap<string, unknown> = new Map(Object.entries(indexData.indices));

const stockOf = (code: string) => stocks.get(code) as Stock | undefined;
const indexOf = (code: string) => indices.get(code) as Index | undefined;

export const sampleCodes: readonly string[] = [...stocks.keys()];
export const sampleIndices: readonly string[] = [...indices.keys()];

/** All bars of a stock, ascending; undefined for a code that the sample does not hold. */
export function readSampleBars(code: string): readonly DailyRow[] | undefined {
  const stock = stockOf(code);
  return stock && readBars(code, stock);
}

export function readSampleSpot(code: string): SpotRow | undefined {
  const stock = stockOf(code);
  return stock && readQuote(code, stock);
}

export function readSampleIndexBars(code: string): readonly DailyRow[] | undefined {
  const index = indexOf(code);
  return index && readBars(code, index);
}

export function readSampleIndexSpot(code: string): SpotRow | undefined {
  const index = indexOf(code);
  return index && readQuote(code, index);
}

export function readSampleValuation(code: string): ValuationRow | undefined {
  const valuation = stockOf(code)?.valuation;
  if (valuation === undefined) return undefined;
  const { date, ...metrics } = valuation;
  return { code, as_of: date, currency: "CNY", ...metrics };
}
