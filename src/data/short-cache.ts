/** Answers kept for seconds, newest-used kept longest. Both clocks must agree that an entry is young. */
export interface ShortCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, ttlMs: number): void;
}

const maxEntries = 5_000;

/**
 * `marketMs` is looked at too: where the market clock is set by hand it may jump while hardly any wall time passes, and
 * what was fetched before the jump is no answer after it.
 */
export function createShortCache<Value>(clocks: {
  wallMs: () => number;
  marketMs: () => number;
}): ShortCache<Value> {
  const entries = new Map<string, { value: Value; untilMs: number; marketMs: number; ttlMs: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const jumped = Math.abs(clocks.marketMs() - entry.marketMs) > entry.ttlMs;
      entries.delete(key);
      if (jumped || clocks.wallMs() >= entry.untilMs) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, ttlMs) {
      entries.delete(key);
      entries.set(key, { value, untilMs: clocks.wallMs() + ttlMs, marketMs: clocks.marketMs(), ttlMs });
      const oldest = entries.size > maxEntries ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
    },
  };
}
