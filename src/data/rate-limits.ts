/** A name under which calls are counted, and how many of them may be made in any minute; 0: no limit known. */
export interface RateBucket {
  readonly name: string;
  readonly perMinute: number;
}

export interface CoolDown {
  /** Wall milliseconds in which nothing may be taken. */
  readonly ms: number;
  /** The allowance that the upstream named; it binds from then on where it is lower than the one we know. */
  readonly perMinute?: number;
}

/**
 * Counts the calls to the upstreams; handed in, so that all processes may share one count. Time is wall time; a cool-down
 * also ends when the market clock has jumped over it, as the breaker's does. Methods may fail where the count is remote.
 */
export interface RateLimiter {
  /** Takes one call out of every bucket, or out of none: 0, or the milliseconds until there may be one. Never waits. */
  take(buckets: readonly RateBucket[], marketMs: number): Promise<number>;
  coolDown(name: string, coolDown: CoolDown, marketMs: number): Promise<void>;
}

const windowMs = 60_000;

interface Count {
  /** When the calls of the last minute were made, oldest first. */
  readonly takenMs: number[];
  closed: { untilMs: number; marketMs: number; ms: number } | undefined;
  learned: number | undefined;
}

/** The count of one process: for runs without Redis, and while Redis is away. */
export function createLocalRateLimiter(wallMs: () => number): RateLimiter {
  const counts = new Map<string, Count>();
  const countOf = (name: string): Count => {
    const count = counts.get(name) ?? { takenMs: [], closed: undefined, learned: undefined };
    counts.set(name, count);
    return count;
  };
  const waitOf = ({ name, perMinute }: RateBucket, nowMs: number, marketMs: number): number => {
    const count = countOf(name);
    const { takenMs, closed } = count;
    const isClosed = closed !== undefined && Math.abs(marketMs - closed.marketMs) <= closed.ms;
    if (isClosed && closed.untilMs > nowMs) return closed.untilMs - nowMs;
    while ((takenMs[0] ?? nowMs) <= nowMs - windowMs) takenMs.shift();
    const limit = lower(perMinute, count.learned);
    const oldest = takenMs[0];
    return limit > 0 && takenMs.length >= limit && oldest !== undefined ? oldest + windowMs - nowMs : 0;
  };
  return {
    async take(buckets, marketMs) {
      const nowMs = wallMs();
      const wait = Math.max(0, ...buckets.map((bucket) => waitOf(bucket, nowMs, marketMs)));
      for (const { name, perMinute } of wait === 0 ? buckets : []) {
        const { takenMs, learned } = countOf(name);
        if (lower(perMinute, learned) > 0) takenMs.push(nowMs);
      }
      return wait;
    },
    async coolDown(name, { ms, perMinute }, marketMs) {
      const count = countOf(name);
      count.closed = { untilMs: wallMs() + ms, marketMs, ms };
      if (perMinute !== undefined) count.learned = perMinute;
    },
  };
}

/** 0 stands for no limit. */
const lower = (known: number, learned: number | undefined): number =>
  learned === undefined ? known : known === 0 ? learned : Math.min(known, learned);

/** The shared count, and the process's own while that cannot be reached. */
export function orLocal(shared: RateLimiter, local: RateLimiter): RateLimiter {
  return {
    take: (buckets, marketMs) => shared.take(buckets, marketMs).catch(() => local.take(buckets, marketMs)),
    async coolDown(name, coolDown, marketMs) {
      await Promise.allSettled([
        shared.coolDown(name, coolDown, marketMs),
        local.coolDown(name, coolDown, marketMs),
      ]);
    },
  };
}
