/**
 * What a row of a source looks like once it has left its folder. Units are normalised there, for every source alike:
 * prices and amounts in CNY, volumes in shares, percentages as percent numbers (0.53 = 0.53 %). A metric that the
 * source did not give is absent, never 0. Codes are canonical (`600519.SH`).
 */

/** The unit of every metric in these rows, in the words of `#language`. */
export const rowUnits = {
  current_price: "CNY",
  open: "CNY",
  high: "CNY",
  low: "CNY",
  close: "CNY",
  prev_close: "CNY",
  change: "CNY",
  pct_chg: "%",
  volume: "shares",
  amount: "CNY",
  pe_ttm: "x",
  pb: "x",
  ps_ttm: "x",
  dv_ttm: "%",
  total_mv: "CNY",
  circ_mv: "CNY",
} as const;

interface PriceFacts {
  readonly code: string;
  readonly currency: "CNY";
  /** Never adjusted: what was really paid that day. */
  readonly adjust: "none";
  readonly open?: number;
  readonly high?: number;
  readonly low?: number;
  /** The ex-right reference that change and pct_chg count from. */
  readonly prev_close?: number;
  readonly change?: number;
  readonly pct_chg?: number;
  readonly volume?: number;
  readonly amount?: number;
}

/** A quote at an instant. `volume` 0 means that nothing has been traded on that day. */
export interface SpotRow extends PriceFacts {
  /** ISO 8601, +08:00. */
  readonly as_of: string;
  readonly current_price: number;
  /** The day's price limits, where the source gives them; used to check, not shown. */
  readonly limit_up?: number;
  readonly limit_down?: number;
}

/** One finished trading day. */
export interface DailyRow extends PriceFacts {
  readonly date: string;
  readonly close: number;
}

/** `pe_ttm` null: the company makes a loss. An absent key: the source does not know. */
export interface ValuationRow {
  readonly code: string;
  readonly currency: "CNY";
  /** A date, or an instant where the source counts with the current price. */
  readonly as_of: string;
  readonly pe_ttm?: number | null;
  readonly pb?: number;
  readonly ps_ttm?: number;
  readonly dv_ttm?: number;
  readonly total_mv?: number;
  readonly circ_mv?: number;
}

/** One trading day; a whole year's rows are all its trading days. */
export interface TradingDayRow {
  readonly date: string;
}

export interface SecurityRow {
  readonly code: string;
  readonly name: string;
  /** Pinyin initials, lower case. */
  readonly pinyin?: string;
}
