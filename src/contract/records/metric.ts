/** One metric as router, formatter, templates and guard share it. */
export interface Metric {
  /** One of the units of `#language`. */
  readonly default_unit: string;
  /** Words, the first is the one we print. */
  readonly zh: readonly string[];
  readonly en: readonly string[];
  /** True where the value means "now" (当前价), so that the words 当前, 现价, 实时 are allowed. */
  readonly realtime?: boolean;
  /** True where the sign carries meaning (涨跌幅, 净流入). */
  readonly signed?: boolean;
  /** True for a signed metric that is a level and no move (毛利率, 净利润): a positive one is written without +. */
  readonly level?: boolean;
  /** True where values come from computing tools alone; only such a metric may be the result of `calculate`. */
  readonly computed?: boolean;
  /** True where a value is shown with all its digits (¥180123.00) and not in 万 or million. */
  readonly exact?: boolean;
  /** True where a value is shown with all the decimals that it has, at most six: ¥2.3881. */
  readonly unrounded?: boolean;
}

export type MetricRegistry = Readonly<Record<string, Metric>>;

/** Codes and their names: `{"600519.SH": ["贵州茅台", "茅台"]}`; the first name is the one we print. */
export type NameRegistry = Readonly<Record<string, readonly string[]>>;
