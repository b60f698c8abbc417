import type { PriceCheck, PriceValue, ToolOutcome } from "#contract";
import type { Answer } from "../data/routing.ts";
import type { DailyRow, SpotRow } from "../data/rows.ts";
import { shanghaiDate } from "../data/shanghai-time.ts";
import type { Phase } from "../data/trading-calendar.ts";

/** A source's answer and the way to it. */
export interface Origin extends Pick<Answer<never>, "table" | "adapter" | "fetched_at"> {
  readonly source: string;
  readonly fallback_from: readonly string[];
}

const dayMetrics = ["open", "high", "low", "prev_close", "change", "pct_chg"] as const;
const tradedMetrics = ["volume", "amount"] as const;

type Metrics = Readonly<Record<string, number>>;

/** Only what the row knows; all of one row, so that no value mixes days or sources. */
function metricsOf(row: SpotRow | DailyRow, names: readonly (keyof SpotRow & keyof DailyRow)[]): Metrics {
  return Object.fromEntries(
    names.flatMap((name) => (typeof row[name] === "number" ? [[name, row[name]] as const] : [])),
  );
}

const outcome = (value: PriceValue, asOf: string, origin: Origin): ToolOutcome => {
  const { source, table, adapter, fetched_at, fallback_from } = origin;
  const fallback = fallback_from.length === 0 ? {} : { fallback_from };
  return { ok: true, value, source, table, served_by: source, adapter, fetched_at, as_of: asOf, ...fallback };
};

/** The moment and the comparison that go with a price. */
export interface Setting {
  readonly phase: Phase;
  readonly check?: PriceCheck | undefined;
}

const checked = (check: PriceCheck | undefined) => (check === undefined ? {} : { check });

/** The price of a market that trades. */
export function liveOutcome(row: SpotRow, { phase, check }: Setting, origin: Origin): ToolOutcome {
  const metrics = { current_price: row.current_price, ...metricsOf(row, [...dayMetrics, ...tradedMetrics]) };
  const { code, adjust } = row;
  const value = {
    code,
    quality: "realtime",
    phase,
    suspended: false,
    adjust,
    ...checked(check),
    ...metrics,
  } as const;
  return outcome(value, row.as_of, origin);
}

/**
 * The last quote of a day that is over, as its close until the daily row is published. Without volume and amount: they
 * still grow in after-hours trading, while the price stands.
 */
export function provisionalOutcome(row: SpotRow, { phase, check }: Setting, origin: Origin): ToolOutcome {
  const { code, adjust } = row;
  const metrics = { close: row.current_price, ...metricsOf(row, dayMetrics) };
  const value = {
    code,
    quality: "provisional",
    phase,
    suspended: false,
    adjust,
    ...checked(check),
    ...metrics,
  } as const;
  return outcome(value, `${shanghaiDate(row.as_of)}T15:00:00+08:00`, origin);
}

/** The close of a finished day; `gap`: why it is an older one than that of the day asked about. */
export function closeOutcome(
  row: DailyRow,
  { phase, check, gap, untraded }: Setting & Pick<PriceValue, "gap" | "untraded">,
  origin: Origin,
): ToolOutcome {
  const { code, adjust } = row;
  const metrics = { close: row.close, ...metricsOf(row, [...dayMetrics, ...tradedMetrics]) };
  const why = {
    suspended: gap === "suspended",
    ...(gap === undefined ? {} : { gap }),
    ...(untraded === true ? { untraded } : {}),
  };
  return outcome(
    { code, quality: "final", phase, ...why, adjust, ...checked(check), ...metrics },
    row.date,
    origin,
  );
}
