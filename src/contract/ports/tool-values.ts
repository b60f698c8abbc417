import type { ErrorCode } from "../records/errors.ts";
import type { Json, JsonObject } from "../records/json.ts";
import type { ToolCall, ToolFailure } from "../records/trace.ts";

/** What a skill gets from a tool call: the traced row, its value typed, or the failure as a value. */
export type ToolReturn<Value extends Json = Json> =
  | { readonly ok: true; readonly call: ToolCall; readonly value: Value }
  | { readonly ok: false; readonly error: ToolFailure };

export interface SecurityMatch extends JsonObject {
  readonly code: string;
  readonly name: string;
  /** Its well-known name in Latin letters, where the list has one. */
  readonly english_name?: string;
  /** Names and numbers it had before: 隆基股份, 830799. */
  readonly former_names?: readonly string[];
}

/**
 * What a security is: by its entry in the list, else by the range of its number. `neeq`: an old number of the Beijing exchange or one
 * of the NEEQ; `delisted`: no longer traded on an exchange; `unknown`: no range of today's market holds it.
 */
export type SecurityKind =
  | "stock"
  | "index"
  | "fund"
  | "bond"
  | "b_share"
  | "neeq"
  | "delisted"
  | "hk"
  | "us"
  | "unknown";

/**
 * Value of `resolve_security`. `out_of_scope`: HK, US and the like; `unsupported`: listed here, but no stock with a price to tell;
 * `several` with a single match: it is only probable, so ask.
 */
export interface ResolvedSecurity extends JsonObject {
  readonly query: string;
  readonly status: "one" | "several" | "none" | "out_of_scope" | "unsupported";
  /** At most 5, best first. */
  readonly matches: readonly SecurityMatch[];
  /** Absent where the query came to nothing. */
  readonly kind?: SecurityKind;
  /** What the user is told of a refusal, where that is more than the status says. */
  readonly reason?: ErrorCode;
  /** The name or code of former days by which the security was found (隆基股份, 830799.BJ). */
  readonly former_name?: string;
}

/** Value of `resolve_date`. Dates are ISO dates of Shanghai. */
export interface ResolvedDate extends JsonObject {
  readonly date: string;
  readonly relation: "past" | "today" | "future";
  readonly is_trading_day: boolean;
  /** The date itself, or the last trading day before it. */
  readonly trading_day: string;
}

/**
 * Value of `resolve_stretch`. Days are trading days of Shanghai, ISO: a move over the stretch is measured from the close of `from` to that
 * of `to`, the newest finished day at most.
 */
export interface ResolvedStretch extends JsonObject {
  /** The metric of a move over it: `move_ytd`, `move_5d`; `move_range` between two days. */
  readonly metric: string;
  readonly from: string;
  readonly to: string;
  /** True where no calendar covers the year of `from`, so that it may be a day without trading. */
  readonly from_unsure?: true;
  /** From here on bars are worth fetching, so that one before `from` is among them where the stock was suspended. */
  readonly bars_from: string;
  /**
   * Where a list was asked for: the trading days behind `from` up to `to`, ascending; absent where they are more than the list may hold, or
   * where no calendar tells them.
   */
  readonly days?: readonly string[];
  /** With a list: today is a trading day of the stretch that is not over, and so is none of its days. */
  readonly today_open?: true;
}

/**
 * Value of `get_price`, keyed by metric id, one code, prices in CNY unadjusted, volume in shares, amount in CNY, pct_chg in %.
 * Holds `current_price` only while the price is a live one (continuous trading, auction gap, lunch); else `close`.
 */
export interface PriceValue extends JsonObject {
  readonly code: string;
  readonly quality: "realtime" | "provisional" | "final";
  readonly phase:
    | "pre_open"
    | "auction"
    | "gap"
    | "morning"
    | "lunch"
    | "afternoon"
    | "closing_auction"
    | "after_close"
    | "after_hours"
    | "closed_day";
  /** True when no trade took place on the newest day asked about, so that an older close is shown. */
  readonly suspended: boolean;
  /**
   * Why an older close than that of the day asked about is shown: the suspension is proven (or nothing at hand could prove one),
   * no source has a row and none proves a suspension, or the day is not published yet.
   */
  readonly gap?: "suspended" | "no_data" | "not_published";
  /** With `no_data`: a quote, or the rows of two independent sources, say that nothing was traded on that day; nobody proves a suspension. */
  readonly untraded?: boolean;
  /** How a second, independent source compares; absent where none is enabled. Its value is `check_price`'s to tell. */
  readonly check?: PriceCheck;
}

/** `unavailable` (the other leg failed, or is not of the same instant) confirms nothing. `source`: the second one. */
export interface PriceCheck extends JsonObject {
  readonly state: "agrees" | "differs" | "unavailable";
  readonly source?: string;
}

/**
 * Value of `get_valuation`, keyed by metric id: pe_ttm, pb, ps_ttm (x), dv_ttm (%), total_mv, circ_mv (CNY), turnover_rate (% of the floating
 * shares, of the whole day). `pe_ttm` null says that the company makes a loss, proven by its figures or by the source; an absent key that nobody knows.
 */
export interface ValuationValue extends JsonObject {
  readonly code: string;
  /** True where a record says that trading is suspended, so that the newest figures are those of the last day traded. */
  readonly suspended?: boolean;
}
