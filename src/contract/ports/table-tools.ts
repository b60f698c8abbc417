/** Values of the tools over tables. Money in CNY, percentages as percent numbers; a key that the source does not know is absent. */
import type { JsonObject } from "../records/json.ts";
import type { PriceCheck, PriceValue, ToolReturn } from "./tool-values.ts";

/**
 * Value of `get_daily_bars`: finished days, ascending, all of one source. A stock's rows hold `date`, open, high, low, close and, with
 * `adjust` none, prev_close, change, pct_chg, volume (shares) and amount. With qfq they are adjusted to the newest factor, and `paid`
 * (`adjust` none) holds the day's own close, volume and amount. An index's rows hold index_close and the like (points) and amount.
 */
export interface DailyBarsValue extends JsonObject {
  readonly code: string;
  readonly adjust: "none" | "qfq";
  readonly rows: readonly BarRow[];
  /** As that of a valuation. */
  readonly suspended?: boolean;
}

/** Ratios that are looked at over years. */
export const valuationRatios = ["pe_ttm", "pb", "ps_ttm"] as const;
export type ValuationRatio = (typeof valuationRatios)[number];

/**
 * Value of `get_valuation_history`: finished days, ascending, all of one source, each with the asked ones of pe_ttm, pb, ps_ttm (x). A key
 * that a day does not have is absent: P/E where the company made a loss.
 */
export interface ValuationHistoryValue extends JsonObject {
  readonly code: string;
  readonly rows: readonly BarRow[];
}

export interface BarRow extends JsonObject {
  readonly date: string;
}

/**
 * Value of `get_index`, of one instant or day: `index_current` only while the market trades, else `index_close`; index_open,
 * index_high, index_low, index_prev_close, index_change (points), pct_chg (%), amount.
 */
export interface IndexValue extends JsonObject {
  readonly code: string;
  readonly quality: "realtime" | "provisional" | "final";
  readonly phase: PriceValue["phase"];
  /** As that of a price. */
  readonly check?: PriceCheck;
}

/** Value of `get_financials`, newest period first. */
export interface FinancialsValue extends JsonObject {
  readonly code: string;
  readonly span: "ytd" | "quarter";
  readonly rows: readonly ReportPeriodRow[];
}

/** What companies file by report periods: amounts in CNY, growth and ratios in %, eps and bps in CNY per share. */
export const filedMetrics = [
  "revenue",
  "total_revenue",
  "net_profit_parent",
  "rd_expense",
  "revenue_yoy",
  "total_revenue_yoy",
  "net_profit_yoy",
  "gross_margin",
  "net_margin",
  "roe",
  "roe_weighted",
  "debt_ratio",
  "eps",
  "bps",
] as const;

/** One report period, with those of `filedMetrics` that its source has. */
export interface ReportPeriodRow extends JsonObject {
  /** `2026Q1`, `2025H1`, `2025Q1-Q3`, `FY2025`; single quarters `2025Q2`. */
  readonly period: string;
  /** The period's last day. */
  readonly as_of: string;
  readonly span: "ytd" | "quarter";
  readonly ann_date?: string;
}

/**
 * Value of `get_money_flow`, days ascending, all of one source: main_net, super_large_net, large_net, medium_net, small_net and where
 * the source has one of its own net_flow; CNY, inflow positive. A vendor's model: never compared between sources.
 */
export interface MoneyFlowValue extends JsonObject {
  readonly code: string;
  readonly rows: readonly BarRow[];
  /** As that of a valuation. */
  readonly suspended?: boolean;
}

/**
 * Value of `get_top_list` (龙虎榜) of one day: top_buy, top_sell, top_net (CNY), close, pct_chg. A stock stands there once per reason,
 * so rows must not be added up. Asked about one stock, `listed` false is an answer: the list is out and does not hold it.
 */
export interface TopListValue extends JsonObject {
  readonly date: string;
  readonly code?: string;
  readonly listed: boolean;
  /** The list's day once more where it does not hold the stock asked about: a string that can be quoted for that. */
  readonly not_listed_on?: string;
  readonly rows: readonly TopListEntry[];
}

export interface TopListEntry extends JsonObject {
  readonly code: string;
  readonly date: string;
  readonly reason: string;
}

/** Value of `get_research_reports`, newest first: opinions, to be quoted. */
export interface ResearchReportsValue extends JsonObject {
  readonly code: string;
  readonly rows: readonly ResearchReportRow[];
}

export interface ResearchReportRow extends JsonObject {
  readonly code: string;
  readonly date: string;
  readonly title: string;
  readonly org?: string;
  readonly rating?: string;
  readonly url?: string;
  /** `year` is a label to quote; forecast_eps (CNY per share), forecast_pe (x), forecast_revenue, forecast_net_profit (CNY). */
  readonly forecasts: readonly ForecastRow[];
}

export interface ForecastRow extends JsonObject {
  readonly year: string;
}

/** Which days of a company: of dividends, of restricted shares that become free, of reports. */
export type EventKind = "dividends" | "unlocks" | "reports";

/** Where the value says that nothing dated of the kind lies ahead. */
export const noEventKeys = {
  dividends: "no_ex_date_on",
  unlocks: "no_unlock_on",
  reports: "no_booking_on",
} as const satisfies Readonly<Record<EventKind, string>>;

/** Days for reports are booked from so many days before the period ends. */
export const reportsBookedAheadDays = 10;

/**
 * Value of `get_events`: what one source says on `as_of` of the days of a company. `coming` has its day today or later, the nearest first;
 * `planned` are dividends without an ex-date yet, which are no paid ones; `past` the newest first.
 */
export interface EventsValue extends JsonObject {
  readonly code: string;
  readonly kind: EventKind;
  readonly as_of: string;
  readonly coming: readonly EventRow[];
  readonly planned: readonly EventRow[];
  readonly past: readonly EventRow[];
  /** `as_of` once more where nothing dated lies ahead: strings that can be quoted for that, one for each kind. */
  readonly no_ex_date_on?: string;
  readonly no_unlock_on?: string;
  readonly no_booking_on?: string;
}

/**
 * A dividend: paid_for_zh and paid_for_en (the period's name, to quote), dividend_per_10 (CNY per ten shares, before tax), stock_per_10
 * (shares per ten), ex_date, record_date, pay_date; of a plan its stage_zh, stage_en and plan_date. An unlock: unlock_date, unlock_shares
 * (shares), unlock_ratio (% of all shares). A report: report_zh and report_en (its name), booked_date until it is out, then
 * published_date. What the source does not know is absent.
 */
export interface EventRow extends JsonObject {
  readonly ex_date?: string;
  readonly pay_date?: string;
  readonly unlock_date?: string;
  readonly unlock_shares?: number;
  readonly published_date?: string;
}

/** Value of `get_news`, newest first; only headlines that are about the company. */
export interface NewsValue extends JsonObject {
  readonly code: string;
  readonly rows: readonly NewsEntry[];
}

export interface NewsEntry extends JsonObject {
  readonly code: string;
  /** When it was published, ISO 8601. */
  readonly as_of: string;
  readonly title: string;
  readonly outlet?: string;
  /** Always on one of the source's own hosts. */
  readonly url?: string;
}

/**
 * Value of `get_peers`: some companies of one industry, the one asked about first, the others by market value; all of one source and
 * one day. Where the whole industry is at hand, industry_median_pe_ttm and the like are medians over its `members`, loss-making
 * companies left out of that of P/E.
 */
export interface PeersValue extends JsonObject {
  readonly code: string;
  readonly industry: string;
  /** How many companies the industry has. */
  readonly members: number;
  /** True where the peers are the largest by market value; else the first of the source's list. */
  readonly by_value: boolean;
  readonly peers: { readonly [code: string]: PeerRow };
}

/** pe_ttm (null: a proven loss), pb, ps_ttm (x), dv_ttm (%), total_mv, circ_mv (CNY). */
export interface PeerRow extends JsonObject {
  readonly as_of: string;
}

/** The exchanges' published closures as they are bundled: a registered constant, so that what rests on it names its origin. */
export const bundledCalendar = { constant: "bundled_calendar", origin: "constant" } as const;

/** Value of `trading_calendar`. The dates are strings to quote; one that no list reaches is absent. */
export interface CalendarValue extends JsonObject {
  readonly asked_date: string;
  readonly is_trading_day: boolean;
  /** The asked date again, under the name that says what it is. */
  readonly open_day?: string;
  readonly closed_day?: string;
  /** Only where today is asked about. */
  readonly phase?: PriceValue["phase"];
  readonly previous_trading_day?: string;
  readonly next_trading_day?: string;
  /** The first run of closed days, whole, that ends on the asked one or later and holds a weekday. */
  readonly holiday_from?: string;
  readonly holiday_to?: string;
  readonly holiday_days?: number;
}

/** What the tools over tables take. Dates are ISO; ranges include both ends. */
export interface TableTools {
  /** The newest `days` (1–1,000, else 120) up to `to`, or all from `from` on. */
  get_daily_bars(args: {
    code: string;
    adjust?: "none" | "qfq";
    days?: number;
    from?: string;
    to?: string;
  }): Promise<ToolReturn<DailyBarsValue>>;
  /** All days of the last `years` (1–5) up to `to`, else up to the newest one that is out. */
  get_valuation_history(args: {
    code: string;
    metrics: readonly ValuationRatio[];
    years: number;
    to?: string;
  }): Promise<ToolReturn<ValuationHistoryValue>>;
  /** Without `date`: the level while the market trades, else the newest close. */
  get_index(args: { code: string; date?: string }): Promise<ToolReturn<IndexValue>>;
  /** The newest `periods` (1–12, else 5), cumulative or of single quarters. */
  get_financials(args: {
    code: string;
    span?: "ytd" | "quarter";
    periods?: number;
  }): Promise<ToolReturn<FinancialsValue>>;
  /** The newest `days` (1–60, else 5). */
  get_money_flow(args: { code: string; days?: number }): Promise<ToolReturn<MoneyFlowValue>>;
  /** Of the newest day that is out, or of `date`; of one stock or at most `limit` (1–50, else 20) rows by net buying. */
  get_top_list(args: { code?: string; date?: string; limit?: number }): Promise<ToolReturn<TopListValue>>;
  /** At most `limit` (1–20, else 5) of the last `days` (1–400, else 180). */
  get_research_reports(args: {
    code: string;
    days?: number;
    limit?: number;
  }): Promise<ToolReturn<ResearchReportsValue>>;
  /** Of reports those of `periods` (their last days, 1–4), else of the newest two that can be booked. */
  get_events(args: {
    code: string;
    kind: EventKind;
    periods?: readonly string[];
  }): Promise<ToolReturn<EventsValue>>;
  /** At most `limit` (1–20, else 5). */
  get_news(args: { code: string; limit?: number }): Promise<ToolReturn<NewsValue>>;
  /** At most `limit` (2–10, else 6) companies. */
  get_peers(args: { code: string; limit?: number }): Promise<ToolReturn<PeersValue>>;
  /** Of `date` (ISO), else of the day that `question`, the user's words, names (周六 is the next one), else of today. */
  trading_calendar(args: {
    date?: string;
    question?: string;
    /** What may answer where no source has the year's list; without it that is CALENDAR_UNKNOWN. */
    otherwise?: typeof bundledCalendar;
  }): Promise<ToolReturn<CalendarValue>>;
}
