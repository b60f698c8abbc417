import type { AdapterHost } from "#contract";

/** Clocks differ, and some puppets write whole seconds. */
const toleranceMs = 10_000;
/** Messages do not arrive in the order in which they were sent. */
const overlapMs = 10 * 60_000;
const oldestMs = 24 * 3_600_000;
const writeEveryMs = 5000;

/**
 * Up to when messages have been received. A puppet that logs in may hand out what was written long before: on the first start of an
 * installation all of it is old; later only what was sent well before the newest message received, for the rest was written while
 * nobody was here to take it. What comes twice is known by its id.
 */
export interface Since {
  /** What was sent before this is old, epoch milliseconds. */
  readonly sinceMs: number;
  /** A message sent then is held. Not waited for; never throws. */
  reached(sentMs: number): void;
}

export async function openSince({
  store,
  clock,
}: Pick<AdapterHost<object>, "store" | "clock">): Promise<Since> {
  const name = "received-until";
  const startMs = clock.wallMs();
  const stored = Number((await store.get(name).catch(() => undefined)) ?? Number.NaN);
  const isFirst = !Number.isFinite(stored);
  if (isFirst) await store.set(name, String(startMs)).catch(() => false);
  let newest = isFirst ? startMs : stored;
  let writtenMs = 0;
  return {
    sinceMs: isFirst
      ? startMs - toleranceMs
      : Math.max(Math.min(stored, startMs) - overlapMs, startMs - oldestMs),
    reached(sentMs) {
      newest = Math.max(newest, sentMs);
      if (clock.wallMs() - writtenMs < writeEveryMs) return;
      writtenMs = clock.wallMs();
      void store.set(name, String(newest)).catch(() => false);
    },
  };
}
