import { setTimeout as pause } from "node:timers/promises";
import type { AdapterStore } from "#contract";
import type { Store } from "../../store/redis.ts";
import type { Journal } from "../journal.ts";
import { allMarksOf } from "./marks.ts";

/** Goes up by one when turns are found by something new. */
const indexVersion = "3";
const versionName = "turn-index";

const turnsAtOnce = 100;
/** Between two pages: nobody's message waits for it. */
const restMs = 20;
/** Older ones than these are found by time and state only. */
const mostTurns = 200_000;

export interface IndexOptions {
  readonly store: Pick<Store, "keys" | "guarded">;
  readonly journal: Pick<Journal, "read">;
  /** Where it is noted that the pass has been made. */
  readonly keep: AdapterStore;
  readonly days: number;
  readonly signal: AbortSignal;
}

const setStates = new Set(["failed", "canceled", "input-required"] as const);
type SetState = "failed" | "canceled" | "input-required";
const isSetState = (state: string): state is SetState => (setStates as ReadonlySet<string>).has(state);

/** Whether turns of an earlier version may be missing from the indexes. */
export const isIndexed = async (keep: AdapterStore): Promise<boolean> =>
  (await keep.get(versionName)) === indexVersion;

/**
 * Puts the turns that an earlier version has left into the indexes by which they are found, newest first. Twice does no harm. Resolves
 * with how many were looked at, once all were or the signal aborts.
 */
export async function indexTurns({ store, journal, keep, days, signal }: IndexOptions): Promise<number> {
  const { keys, guarded } = store;
  const ttlSeconds = Math.ceil(days * 86_400);
  let count = 0;
  while (count < mostTurns && !signal.aborted) {
    // A turn that comes in meanwhile moves the ranks: one is then looked at twice, none is left out.
    const ids = await guarded((redis) => redis.zrevrange(keys.turns, count, count + turnsAtOnce - 1));
    const turns = await Promise.all(ids.map((id) => journal.read(id)));
    const sentSince = await guarded((redis) =>
      Promise.all(ids.map((id) => redis.zscore(keys.turnsIn("sent-since"), id))),
    );
    const isSentSince = new Set(ids.filter((_, at) => sentSince[at] !== null));
    await guarded(async (redis) => {
      const writes = redis.pipeline();
      for (const turn of turns) {
        if (turn === null) continue;
        for (const { dimension, value } of allMarksOf(turn)) {
          writes.zadd(keys.turnsBy(dimension, value), turn.accepted_ms, turn.id);
          writes.expire(keys.turnsBy(dimension, value), ttlSeconds);
        }
        if (isSetState(turn.state) && !isSentSince.has(turn.id))
          writes.zadd(keys.turnsIn(turn.state), turn.accepted_ms, turn.id);
      }
      await writes.exec();
    });
    count += ids.length;
    if (ids.length < turnsAtOnce) break;
    await pause(restMs);
  }
  if (!signal.aborted) await keep.set(versionName, indexVersion);
  return count;
}
