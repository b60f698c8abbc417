import { setTimeout as sleep } from "node:timers/promises";
import { AppError, type Log } from "#contract";
import { judge, timeoutReason } from "./judge-failure.ts";

export interface RetryPolicy {
  /** Longest wait for one call, from the request to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Longest wait for all attempts and the pauses between them. */
  readonly totalMs: number;
  /** Attempts after the first. */
  readonly retries: number;
  /** Upper end of the first pause; doubled for each further one. The pause is drawn evenly below it (full jitter). */
  readonly backoffMs: number;
  /** A server that asks for a longer pause than this is given up at once. */
  readonly maxRetryAfterMs: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  timeoutMs: 20_000,
  totalMs: 45_000,
  retries: 2,
  backoffMs: 500,
  maxRetryAfterMs: 10_000,
};

export interface RetryContext {
  /** Who is called, for operators: `openai:gpt-5.4-mini`. */
  readonly subject: string;
  readonly policy: RetryPolicy;
  /** The caller's own; when it aborts, the rejection is its reason. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
  /** Wall time, for a `retry-after` that is a date. */
  readonly nowMs: () => number;
}

/** Runs `work` under the caller's signal and a time limit; settles at once when either ends it. */
async function limited<Value>(
  ms: number,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = (reason: unknown): void => {
    controller.abort(reason);
    ended.reject(reason);
  };
  const onAbort = (): void => end(caller.reason);
  const timer = setTimeout(end, ms, timeoutReason);
  caller.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(controller.signal), ended.promise]);
  } catch (error) {
    // An SDK may word the abort in its own way before our own rejection arrives.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    caller.removeEventListener("abort", onAbort);
  }
}

/**
 * Calls until it succeeds or is not worth another try, then throws AppError MODEL_DOWN. `call` is to obey the signal it
 * gets. Rejects with the caller's reason as soon as the caller's signal aborts, in a call or in a pause.
 */
export async function withRetries<Value>(
  call: (signal: AbortSignal) => Promise<Value>,
  context: RetryContext,
): Promise<Value> {
  const { policy, signal, subject } = context;
  const endMs = context.nowMs() + policy.totalMs;
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    const leftMs = endMs - context.nowMs();
    try {
      return await limited(Math.min(policy.timeoutMs, leftMs), signal, call);
    } catch (error) {
      signal.throwIfAborted();
      const { again, reason, pauseMs } = judge(error, context);
      const waitMs = pauseMs ?? context.random() * policy.backoffMs * 2 ** attempt;
      if (!again || attempt >= policy.retries || context.nowMs() + waitMs >= endMs)
        throw new AppError("MODEL_DOWN", `${subject}: ${reason}`);
      context.log.warn({ model: subject, attempt, reason, waitMs: Math.round(waitMs) }, "model call retried");
      await pause(waitMs, signal);
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
}
