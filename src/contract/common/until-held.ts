import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../ports/log.ts";
import { AppError } from "../records/errors.ts";

/** How a message is tried again that could not be handed in. */
export interface Patience {
  readonly firstDelayMs: number;
  /** The waits double up to this. */
  readonly maxDelayMs: number;
  /** A message that trips over a defect of ours, not over a Redis that is away, is given up after so many tries: it must not stop its chat for ever. */
  readonly mostFaults: number;
}

export const usualPatience: Patience = { firstDelayMs: 200, maxDelayMs: 5000, mostFaults: 5 };

/** For logs: a code or a class name, no text. */
export function faultName(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : "UNKNOWN";
}

export interface HandIn {
  readonly platform: string;
  /** Its id, for the log. */
  readonly message: string;
  readonly log: Log;
  readonly patience?: Patience;
}

/**
 * For transports that cannot hand a message back: hands it in until it is held. False where it was given up, which is said; rejects with the
 * signal's reason where that aborts before.
 */
export async function untilHeld(
  hand: () => Promise<void>,
  { platform, message, log, patience = usualPatience }: HandIn,
  signal: AbortSignal,
): Promise<boolean> {
  const { firstDelayMs, maxDelayMs, mostFaults } = patience;
  let faults = 0;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(2 * delayMs, maxDelayMs)) {
    try {
      await hand();
      return true;
    } catch (error) {
      if (!(error instanceof AppError && error.action === "retry")) faults += 1;
      const fields = { message, reason: faultName(error) };
      if (faults >= mostFaults) {
        log.error(fields, `${platform} message given up`);
        return false;
      }
      signal.throwIfAborted();
      log.warn({ ...fields, delayMs }, `${platform} message not taken, trying again`);
    }
    await sleep(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
