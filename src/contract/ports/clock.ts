/**
 * Two clocks, handed in. The market clock may be frozen (QIANMEN_NOW): phase, freshness, relative dates and
 * `fetched_at` go by it. Caches, ledger, retention, limits and logs go by wall time.
 */
export interface Clock {
  /** Market time, ISO 8601 with the offset +08:00 and seconds, e.g. `2026-05-07T10:32:05+08:00`. */
  market(): string;
  /** Wall time in epoch milliseconds. */
  wallMs(): number;
}
