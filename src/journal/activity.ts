import type { Store } from "../store/redis.ts";

/** What is counted of each hour, for the charts. Additive, so that every process adds its own. */
export type ActivityCounts = Readonly<Record<string, number>>;

export interface Activity {
  /** Adds to the hour of `atMs`; written a moment later, and lost in a crash before that. */
  add(atMs: number, counts: ActivityCounts): void;
  /** The counts of each hour from `fromMs` to `toMs`; an hour without any is absent. */
  read(fromMs: number, toMs: number): Promise<ReadonlyMap<number, ActivityCounts>>;
  /** Writes what is gathered. */
  close(): Promise<void>;
}

export const hourMs = 3_600_000;

/** Upper bounds of the latency's histogram: `ms:<bound>` counts the turns from the bound before to this one. */
export const latencyBucketsMs = [
  10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 60_000, 600_000,
] as const;

const flushMs = 1000;

export function createActivity(
  { keys, guarded }: Pick<Store, "keys" | "guarded">,
  { days }: { readonly days: number },
): Activity {
  const ttlSeconds = Math.ceil(days * 86_400);
  let gathered = new Map<number, Map<string, number>>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    const hours = gathered;
    gathered = new Map();
    timer = undefined;
    if (hours.size === 0) return;
    await guarded(async (redis) => {
      const writes = redis.pipeline();
      for (const [hour, counts] of hours) {
        for (const [name, count] of counts) writes.hincrbyfloat(keys.activity(hour), name, count);
        writes.expire(keys.activity(hour), ttlSeconds);
      }
      await writes.exec();
    });
  };
  return {
    add(atMs, counts) {
      const hour = Math.floor(atMs / hourMs);
      const held = gathered.get(hour) ?? new Map<string, number>();
      gathered.set(hour, held);
      for (const [name, count] of Object.entries(counts))
        if (count !== 0) held.set(name, (held.get(name) ?? 0) + count);
      // A chart may miss what a Redis that is away could not take.
      timer ??= setTimeout(() => void flush().catch(() => undefined), flushMs);
      timer.unref();
    },
    async read(fromMs, toMs) {
      const first = Math.floor(fromMs / hourMs);
      const hours = Array.from({ length: Math.floor(toMs / hourMs) - first + 1 }, (_, at) => first + at);
      const rows = await guarded((redis) =>
        Promise.all(hours.map((hour) => redis.hgetall(keys.activity(hour)))),
      );
      const read = new Map<number, ActivityCounts>();
      for (const [at, hour] of hours.entries()) {
        const entries = Object.entries(rows[at] ?? {}).map(([name, text]) => [name, Number(text)] as const);
        if (entries.length > 0) read.set(hour, Object.fromEntries(entries));
      }
      return read;
    },
    async close() {
      clearTimeout(timer);
      await flush().catch(() => undefined);
    },
  };
}
