import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#contract";
import type { RateLimiter } from "./rate-limits.ts";

/** A feed by its public host; `isOwn`: it is asked at an address of the operator's own, a mirror or a cache, which bears more. */
export interface FeedHost {
  readonly host: string;
  readonly isOwn: boolean;
}

/**
 * Waits until a host may be asked again; false where that would take too long. Public feeds want to be asked about once a second
 * (data-sources §6): a burst is spread over the next seconds, and by then most of it has become one request.
 */
export type Turn = (feed: FeedHost, signal: AbortSignal) => Promise<boolean>;

/** Waits in wall time, at most until the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** On average one call a second, three at once for the parts of one question; twenty a second at an own address. */
const slotMs = 3_000;
const perSlot = { public: 3, own: 60 } as const;
/** Longer than the minute in which calls are counted, so that a name may be used again. */
const slots = 40;
/** What is left of a question's time has to do for the request itself. */
const patienceMs = 5_000;

const realWait: Wait = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined);

/** The turns of one source, counted for all processes where the limiter is shared. */
export function createTurns(services: {
  readonly source: string;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly wait?: Wait | undefined;
}): Turn {
  const { source, limiter, clock, wait = realWait } = services;
  return async ({ host, isOwn }, signal) => {
    const perMinute = isOwn ? perSlot.own : perSlot.public;
    for (let waitedMs = 0; !signal.aborted; ) {
      const nowMs = clock.wallMs();
      // The limiter counts by the minute: each slot has a count of its own.
      const name = `turn:${source}:${host}:${Math.floor(nowMs / slotMs) % slots}`;
      const missing = await limiter.take([{ name, perMinute }], Date.parse(clock.market()));
      if (missing === 0) return true;
      const ms = slotMs - (nowMs % slotMs);
      if (waitedMs + ms > patienceMs) return false;
      await wait(ms, signal);
      waitedMs += ms;
    }
    return false;
  };
}
