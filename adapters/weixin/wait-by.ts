import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#contract";

const lookMs = 1000;

/**
 * Waits until the handed-in clock has gone on by `ms`, or as much real time has passed: a machine that slept for hours, or was set
 * right, does not wait for the rest. Rejects with what the signal aborts with.
 */
export async function waitBy(
  { wallMs }: Pick<Clock, "wallMs">,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const [untilMs, startedMs] = [wallMs() + ms, performance.now()];
  signal.throwIfAborted();
  for (;;) {
    const leftMs = Math.min(untilMs - wallMs(), startedMs + ms - performance.now());
    if (leftMs <= 0) return;
    await sleep(Math.min(leftMs, lookMs), undefined, { signal });
  }
}
