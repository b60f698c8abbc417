import { type Claim, type Freshness, gapFreshness, staleness } from "#contract";
import { freshness as ofDays } from "./days-table.ts";
import { freshness as ofDistances } from "./distances.ts";
import { freshness as ofHighs } from "./highs.ts";
import { freshness as ofLevels } from "./level-reached.ts";
import { freshness as ofLimits } from "./limits.ts";
import { freshness as ofRuns } from "./runs.ts";
import { prices } from "./template.ts";

/** How old each metric may be when the user named no day. */
export const freshness: Readonly<Record<string, Freshness>> = {
  current_price: staleness.live,
  close: staleness.daily,
  prev_close: staleness.daily,
  open: staleness.daily,
  high: staleness.daily,
  low: staleness.daily,
  change: staleness.daily,
  pct_chg: staleness.daily,
  volume: staleness.daily,
  amount: staleness.daily,
  turnover_rate: staleness.daily,
  ...ofLimits,
  ...ofRuns,
  ...ofDays,
  ...gapFreshness,
  ...ofHighs,
  ...ofDistances,
  ...ofLevels,
};

/** What the budgets of an answer depend on, of each company. */
export interface Aged {
  readonly claims: readonly Claim[];
  /** True where the values are those of a live quote. */
  readonly live: boolean;
  /** The day of a value that may be old: asked for by date, or of a stock that has stopped trading. */
  readonly since?: string;
  /** The day of a turnover rate that may be old for the same reason. */
  readonly rateSince?: string;
}

/** The metrics that a live quote carries beside its price; `close` is never one of them. */
const dayMetrics = Object.keys(freshness).filter(
  (metric) =>
    !prices.has(metric) &&
    metric !== "turnover_rate" &&
    ![ofRuns, ofHighs, ofDays].some((own) => Object.hasOwn(own, metric)),
);

/** The oldest of some days, as what a metric's value may not be older than. */
const sinceFirst = (metrics: readonly string[], days: readonly string[]): Record<string, Freshness> => {
  const [oldest] = days.toSorted();
  return oldest === undefined
    ? {}
    : Object.fromEntries(metrics.map((metric) => [metric, { since: oldest.slice(0, 10) }]));
};

/**
 * The user named the day, or trading stopped on it: nothing from that day on is too old, but a live price keeps its budget. Where
 * all values are live ones, the change is as old as the price beside it and no fresher.
 */
export function freshnessOf(quotes: readonly Aged[]): Record<string, Freshness> {
  const days = quotes.flatMap(({ since }) => since ?? []);
  const rateDays = quotes.flatMap(({ rateSince }) => rateSince ?? []);
  if (days.length > 0)
    return { ...sinceFirst(["close", ...dayMetrics], days), ...sinceFirst(["turnover_rate"], rateDays) };
  const answered = quotes.filter(({ claims }) => claims.length > 0);
  if (!answered.every((each) => each.live)) return {};
  return Object.fromEntries(dayMetrics.map((metric) => [metric, staleness.live]));
}
