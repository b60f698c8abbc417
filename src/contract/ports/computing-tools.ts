import type { JsonObject } from "../records/json.ts";
import type { Operand } from "../records/operand.ts";
import type { ToolReturn } from "./tool-values.ts";

/** Value of `calculate`: the result under its metric's id, and the `code` that all inputs with a security speak of. */
export interface CalculatedValue extends JsonObject {
  readonly [metric: string]: number | string;
}

/** The groups of indicators, 通达信's conventions and parameters. */
export type IndicatorGroupName = "ma" | "macd" | "kdj" | "rsi" | "boll";

/**
 * Value of `indicators`: the newest value of each line by metric id (ma5 … ma250, macd_dif, macd_dea, macd_bar, kdj_k, kdj_d, kdj_j,
 * rsi6, rsi12, rsi14, rsi24, boll_upper, boll_mid, boll_lower), and where lines crossed lately the day as `<group>_golden_cross` or
 * `<group>_dead_cross`. A line that lacks bars is absent.
 */
export interface IndicatorsValue extends JsonObject {
  readonly code: string;
  /** The newest bar's. */
  readonly date: string;
  readonly adjust: string;
}

/** Value of `count_run`: the length of the run under its metric's id. */
export interface RunValue extends JsonObject {
  readonly code: string;
  /** The newest day of the run. */
  readonly date: string;
}

/**
 * Value of `percentile`: under `<field>_percentile_<years>y` how many per cent of the window's other days had a lower value than the
 * newest (0: the lowest, 100: higher than all), under `<field>_days_<years>y` how many days of the window have a value, the newest included.
 */
export interface PercentileValue extends JsonObject {
  readonly code: string;
  /** The newest day. */
  readonly date: string;
}

/**
 * Value of `price_move`: under its metric's id how far the close moved, in per cent. `since` and `date` are the days of the two closes, and
 * `since_row` and `date_row` their places in the rows of the bars.
 */
export interface MoveValue extends JsonObject {
  readonly code: string;
  /** The day of the close at the end. */
  readonly date: string;
  /** The day of the close that it is measured from. */
  readonly since: string;
  readonly adjust: string;
  readonly since_row: number;
  readonly date_row: number;
}

/**
 * `candles`: one security with moving averages and volume; `closes`: its closes and the averages asked for; `lines`: the change of several
 * since their first common day, in per cent.
 */
export type ChartKind = "candles" | "closes" | "lines";
export type ChartPeriod = "day" | "week" | "month";

/** Value of `plot_chart`: what the picture will show. The picture itself is drawn from the trace when the reply is made. */
export interface ChartValue extends JsonObject {
  readonly kind: ChartKind;
  readonly period: ChartPeriod;
  readonly language: "zh" | "en";
  /** `tool_call_id`s of the bars, one a security. */
  readonly bars: readonly string[];
  readonly codes: readonly string[];
  /** First and last day shown, ISO. */
  readonly from: string;
  readonly to: string;
  readonly adjust: "none" | "qfq";
  /** Where the bars come from. */
  readonly sources: readonly string[];
  /** Windows of the averages beside `closes`, in bars; absent of the other kinds, which have their own. */
  readonly averages?: readonly number[];
}

/** Tools that compute on what is at hand: they cost nothing and do not count. */
export interface ComputingTools {
  /** `expression`: operands by letter in their order with `+ - * / ^ ( )`, no numerals; or `sum` or `mean` of all, at most 60. `metric`: a computed one; its unit is the result's. */
  calculate(args: {
    expression: string;
    operands: readonly Operand[];
    metric: string;
  }): Promise<ToolReturn<CalculatedValue>>;
  /**
   * How many of the newest rows of `call` (an earlier call of this action with ascending `rows`) have a `field` of the newest one's sign,
   * under the metric `above` (positive) or `below` (negative), both computed ones that count 日. NO_DATA where the newest is zero, or
   * where the rows begin within the run.
   */
  count_run(args: {
    call: string;
    field: string;
    above: string;
    below: string;
  }): Promise<ToolReturn<RunValue>>;
  /**
   * Where the newest `field` of `call` (an earlier call of this action with ascending `rows`) stands within the last `years` (1–5). Only
   * positive values count. NO_DATA where the newest row has none, or where the rows do not fill the window.
   */
  percentile(args: { call: string; field: string; years: number }): Promise<ToolReturn<PercentileValue>>;
  /**
   * How far the price of `bars` (an earlier `get_daily_bars` call of this action; qfq for a stock) moved from the last close on or before
   * `from` to the last one on or before `to`, under `metric`, a computed one of a move. NOT_LISTED_YET or NO_EARLIER_DATA where the
   * bars begin after `from`, NO_DATA where no later close follows.
   */
  price_move(args: {
    bars: string;
    metric: string;
    from: string;
    to: string;
  }): Promise<ToolReturn<MoveValue>>;
  /** `bars`: the `tool_call_id`s of `get_daily_bars` calls of this action (one for candles and closes, 2–6 for lines); `from` (ISO): the first day to show; `to`: the last, the newest where it is absent; `averages`: at most 3 windows of 2–250 bars, for closes alone. */
  plot_chart(args: {
    kind: ChartKind;
    period: ChartPeriod;
    language: "zh" | "en";
    bars: readonly string[];
    from: string;
    to?: string;
    averages?: readonly number[];
  }): Promise<ToolReturn<ChartValue>>;
  /** `bars`: the `tool_call_id` of a `get_daily_bars` call of this action. NO_DATA where its bars are too few. */
  indicators(args: { bars: string; group: IndicatorGroupName }): Promise<ToolReturn<IndicatorsValue>>;
}
