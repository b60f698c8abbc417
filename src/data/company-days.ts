/** Rows about the days of companies. As those of `rows.ts`: units are the same for every source, what a source did not give is absent. */

/** One dividend of one report period. Amounts are per ten shares, as companies announce them (每10股派…元), before tax. */
export interface Dividend {
  /** The last day of the period that it is paid for. */
  readonly period: string;
  /** True once it is decided and its ex-date is set; else it is a plan, whatever its stage. */
  readonly decided: boolean;
  /** The stage in the upstream's own words: 预案, 股东大会通过, 实施. Cut, never an instruction. */
  readonly stage: string;
  /** CNY. */
  readonly dividend_per_10?: number;
  /** Shares, of both kinds together (送股, 转增). */
  readonly stock_per_10?: number;
  /** Day on which the plan was announced. */
  readonly plan_date?: string;
  readonly record_date?: string;
  readonly ex_date?: string;
  readonly pay_date?: string;
}

/** The dividends of one company, in no order. One row, so that an empty list is an answer too. */
export interface DividendListRow {
  readonly code: string;
  readonly dividends: readonly Dividend[];
}

/** All restricted shares of a company that may be sold from one day on. */
export interface Unlock {
  readonly date: string;
  /** Shares; absent where the upstream's rows do not come to one sum. */
  readonly unlock_shares?: number;
  /** % of all shares. */
  readonly unlock_ratio?: number;
}

/** One row, so that an empty list is an answer too. */
export interface UnlockListRow {
  readonly code: string;
  readonly unlocks: readonly Unlock[];
}

/** When the report of one period is to come, and when it came; neither key: no day is booked yet. */
export interface ReportDateRow {
  readonly code: string;
  /** The period's last day. */
  readonly period: string;
  /** The day booked with the exchange, as it stands after all changes. */
  readonly booked?: string;
  readonly published?: string;
}
