import type { Clock, Log } from "#contract";

/** Beyond its share of the grace time: what hangs then, with Redis away, is left behind, and the next start finds it. */
const beyondGraceMs = 500;
/** However late it is, each gets a moment. */
const leastGraceMs = 200;

/** What has been brought up, to be taken down in the opposite order. */
export interface Closing {
  add(close: () => Promise<void>): void;
  /** What is left of the time to stop in, a moment at least. */
  grace(): { readonly graceMs: number };
  /** Takes everything down, the last first. What fails or hangs is logged and left behind. */
  all(graceMs: number): Promise<void>;
}

/** Rejects when the work takes longer; it is not waited for any more. */
async function inTime(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done in ${ms} ms`)), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export function createClosing({
  clock,
  log,
}: {
  readonly clock: Pick<Clock, "wallMs">;
  readonly log: Pick<Log, "warn">;
}): Closing {
  const closers: (() => Promise<void>)[] = [];
  let endMs = clock.wallMs();
  const grace = () => ({ graceMs: Math.max(leastGraceMs, endMs - clock.wallMs()) });
  return {
    add: (close) => void closers.push(close),
    grace,
    async all(graceMs) {
      endMs = clock.wallMs() + graceMs;
      for (const close of closers.toReversed())
        await inTime(close(), grace().graceMs + beyondGraceMs).catch((error: Error) =>
          log.warn({ err: error.message }, "closing"),
        );
    },
  };
}
