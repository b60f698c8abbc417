import { setTimeout as sleep } from "node:timers/promises";
import { type Failure, readFailure } from "./failure.ts";

export interface TryOptions {
  readonly signal: AbortSignal;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  readonly onFailure: (failure: Failure) => void;
}

/** Calls Telegram until it works, after `first` went wrong. Waits as long as Telegram asks, else doubling. Rejects when aborted. */
export async function keepTrying(attempt: () => Promise<void>, first: Failure, options: TryOptions) {
  let failure = first;
  for (let delayMs = options.firstDelayMs; ; delayMs = Math.min(delayMs * 2, options.maxDelayMs)) {
    await sleep(waitAfter(failure, delayMs), undefined, { signal: options.signal });
    try {
      return await attempt();
    } catch (error) {
      options.signal.throwIfAborted();
      failure = readFailure(error);
      options.onFailure(failure);
    }
  }
}

/** Milliseconds to wait after a failure. */
export function waitAfter(failure: Failure, delayMs: number): number {
  return (failure.kind === "answered" ? failure.retryAfterMs : undefined) ?? delayMs;
}
