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
  turnover_rate: "%",
  main_net: "CNY",
  super_large_net: "CNY",
  large_net: "CNY",
  medium_net: "CNY",
  small_net: "CNY",
  net_flow: "CNY",
  revenue: "CNY",
  total_revenue: "CNY",
  net_profit_parent: "CNY",
  rd_expense: "CNY",
  revenue_yoy: "%",
  total_revenue_yoy: "%",
  net_profit_yoy: "%",
  gross_margin: "%",
  net_margin: "%",
  roe: "%",
  roe_weighted: "%",
  debt_ratio: "%",
  eps: "CNY",
  bps: "CNY",
  top_buy: "CNY",
  top_sell: "CNY",
  top_net: "CNY",
  forecast_eps: "CNY",
  forecast_pe: "x",
  forecast_revenue: "CNY",
  forecast_net_profit: "CNY",
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

/** A quote at an instant; of an index, prices and change are points. */
export interface SpotRow extends PriceFacts {
  /** ISO 8601, +08:00. */
  readonly as_of: string;
  readonly current_price: number;
  /** The day's price limits, where the source gives them; used to check, not shown. */
  readonly limit_up?: number;
  readonly limit_down?: number;
}

/** One finished trading day; of an index, prices and change are points. */
export interface DailyRow extends PriceFacts {
  readonly date: string;
  readonly close: number;
}

/** `pe_ttm` null: the source says that there is none, as it does for a loss. An absent key: the source does not know. */
export interface ValuationRow {
  readonly code: string;
  readonly currency: "CNY";
  /** A date, or an instant where the source counts with the current price. */
  readonly as_of: string;
  readonly pe_ttm?: number | null;
  /** With `pe_ttm` null: the source itself gives a P/E below zero, so it is a loss. */
  readonly below_zero?: true;
  /** Counted with a quote of a day on which nothing had been traded by then. */
  readonly untraded?: true;
  readonly pb?: number;
  readonly ps_ttm?: number;
  readonly dv_ttm?: number;
  readonly total_mv?: number;
  readonly circ_mv?: number;
  /** Of a finished day, of the floating shares. */
  readonly turnover_rate?: number;
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
  /** ISO date of its first day on the exchange's list, where the source tells. */
  readonly listed?: string;
}

/** A company that has left its exchange, or whose listing is paused. */
export interface DelistedRow {
  readonly code: string;
  readonly name: string;
  /** Its last day on the exchange's list; absent while the listing is only paused, or where the source does not tell. */
  readonly date?: string;
}

/** The factor of one trading day: close × factor ÷ newest factor is the forward-adjusted (qfq) close. */
export interface AdjustFactorRow {
  readonly code: string;
  readonly date: string;
  readonly factor: number;
}

/**
 * One finished trading day of a forward-adjusted (qfq) series: the day's prices × its factor ÷ the newest factor, so that the newest
 * day is as it was paid. Not rounded to a tick.
 */
export interface AdjustedDailyRow {
  readonly code: string;
  readonly date: string;
  readonly currency: "CNY";
  readonly adjust: "qfq";
  readonly open?: number;
  readonly high?: number;
  readonly low?: number;
  readonly close: number;
  /** What was really paid. */
  readonly paid_close: number;
  /** Of the day itself; not adjusted. */
  readonly volume?: number;
  readonly amount?: number;
}

/** One day's flow by order size, in CNY, inflow positive: the vendor's own model, not comparable between sources. */
export interface MoneyFlowRow {
  readonly code: string;
  readonly date: string;
  readonly main_net?: number;
  readonly super_large_net?: number;
  readonly large_net?: number;
  readonly medium_net?: number;
  readonly small_net?: number;
  /** The source's own net figure where it publishes one beside its classes. */
  readonly net_flow?: number;
}

/**
 * Figures of one report period. Money in CNY, ratios in %, `eps` and `bps` in CNY per share. A ratio of profit to a stock (`roe`) of
 * less than a year is the period's own, not made a yearly one.
 */
export interface FinancialRow {
  readonly code: string;
  /** The period's last day. */
  readonly period: string;
  /** `ytd`: cumulative since January, as published; `quarter`: the single quarter. */
  readonly span: "ytd" | "quarter";
  /** Day of publication, where the source tells it. */
  readonly ann_date?: string;
  /** 营业收入. */
  readonly revenue?: number;
  /** 营业总收入, which has interest and the like beside it. */
  readonly total_revenue?: number;
  /** 归属于母公司股东的净利润. */
  readonly net_profit_parent?: number;
  readonly revenue_yoy?: number;
  readonly total_revenue_yoy?: number;
  /** Of `net_profit_parent`. */
  readonly net_profit_yoy?: number;
  readonly gross_margin?: number;
  readonly net_margin?: number;
  readonly roe?: number;
  /** 加权平均净资产收益率, the one that reports state. */
  readonly roe_weighted?: number;
  readonly debt_ratio?: number;
  readonly eps?: number;
  readonly bps?: number;
  readonly rd_expense?: number;
}

/** One entry of the day's list; a stock stands there once per reason, so rows must not be added up. Amounts in CNY. */
export interface TopListRow {
  readonly code: string;
  readonly date: string;
  readonly reason: string;
  readonly close?: number;
  readonly pct_chg?: number;
  readonly top_buy?: number;
  readonly top_sell?: number;
  readonly top_net?: number;
}

/** An analyst's report: opinion, quoted. Text is the upstream's: cut, never an instruction. */
export interface ReportRow {
  readonly code: string;
  readonly date: string;
  readonly title: string;
  readonly org?: string;
  readonly rating?: string;
  readonly url?: string;
  readonly forecasts: readonly ForecastYear[];
}

/** An analyst's forecast for one year: earnings per share, revenue and net profit in CNY, P/E in times. */
export interface ForecastYear {
  readonly year: string;
  readonly forecast_eps?: number;
  readonly forecast_pe?: number;
  readonly forecast_revenue?: number;
  readonly forecast_net_profit?: number;
}

/** A headline. Text is the upstream's: cut, never an instruction. */
export interface NewsRow {
  /** The security it was looked up for; null for market news. */
  readonly code: string | null;
  /** ISO 8601, +08:00. */
  readonly time: string;
  readonly title: string;
  readonly outlet?: string;
  /** True where title or text name the code itself; a search for a code also finds what is not about it. */
  readonly names_code: boolean;
  /** Only on a host of the source's own list. */
  readonly url?: string;
}

export interface SuspensionRow {
  readonly code: string;
  readonly date: string;
  /** Absent: the whole day; else e.g. `09:30-10:00`. */
  readonly timing?: string;
}

/** The exchange's limits of one day, in CNY. */
export interface PriceLimitRow {
  readonly code: string;
  readonly date: string;
  readonly limit_up: number;
  readonly limit_down: number;
}

export interface FormerNameRow {
  readonly code: string;
  readonly name: string;
  readonly from: string;
  /** Absent: the name in force. */
  readonly to?: string;
}

/** A number that was given up for another one. */
export interface CodeChangeRow {
  readonly former_code: string;
  readonly code: string;
}

/** One company of the same industry as the code asked about, itself included. */
export interface IndustryRow {
  readonly industry: string;
  readonly code: string;
  readonly name: string;
}
