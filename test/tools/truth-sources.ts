import type { MarketFault } from "../emulators/market.ts";

/** A fault that waits for the requests to a target of the emulator. */
export interface Planned {
  readonly target: string;
  readonly fault: MarketFault;
}

/** In the order in which they are asked. */
export const spotSources: readonly string[] = ["xueqiu", "akshare", "tencent", "sina", "eastmoney"];
export const rankedSources = { daily: ["tushare", "eastmoney", "akshare", "tencent"] } as const;

/** Tables that a cite of the source may name, for prices and valuation. */
export const tablesOf: Readonly<Record<string, readonly string[]>> = {
  tushare: ["daily", "daily_basic"],
  akshare: ["stock_individual_spot_xq", "stock_zh_a_hist"],
  xueqiu: ["quotec"],
  tencent: ["qt", "fqkline"],
  sina: ["hq"],
  eastmoney: ["stock/get", "kline/get"],
};

/** The source whose requests a target of the emulator is. */
const sourceOf: Readonly<Record<string, string>> = {
  aktools: "akshare",
  stock_zh_a_hist: "akshare",
  stock_individual_spot_xq: "akshare",
  daily: "tushare",
  daily_basic: "tushare",
  suspend_d: "tushare",
  trade_cal: "tushare",
  qt: "tencent",
};
export const servedBy = (target: string): string => sourceOf[target] ?? target;

export const hits = ({ target }: Planned, source: string): boolean => servedBy(target) === source;
