/**
 * What a source of this program does not answer is asked of the next one by the routing under `src/data`, with retries of its own:
 * repeating the whole tool would multiply them. Only tools that another program answers are called again here.
 */
import {
  type ErrorCode,
  errorCatalogue,
  type ToolContext,
  type ToolDefinition,
  type ToolOutcome,
} from "#contract";
import { callTool } from "../run-tool.ts";

export interface RetryServices {
  /** 0 ≤ n < 1. */
  readonly random: () => number;
  /** Wall time, epoch milliseconds. */
  readonly nowMs: () => number;
  /** Waits; resolves early when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

const mostRetries = 2;
const firstPauseMs = 500;
/** Each pause is up to this share shorter or longer, so that callers do not come back together. */
const jitter = 0.2;

const mayPass = (code: ErrorCode): boolean => errorCatalogue[code].action === "retry";

/** Calls a tool, again where that may help, all within the tool's own time limit. Never throws. */
export async function callWithRetries(
  definition: ToolDefinition,
  args: unknown,
  context: ToolContext,
  { random, nowMs, pause }: RetryServices,
): Promise<ToolOutcome> {
  if (definition.origin === undefined || !definition.retrySafe) return callTool(definition, args, context);
  const endMs = nowMs() + definition.timeoutMs;
  for (let retry = 0; ; retry += 1) {
    const outcome = await callTool({ ...definition, timeoutMs: endMs - nowMs() }, args, context);
    if (outcome.ok || retry === mostRetries || !mayPass(outcome.error.code)) return outcome;
    const pauseMs = Math.round(firstPauseMs * 2 ** retry * (1 - jitter + 2 * jitter * random()));
    if (nowMs() + pauseMs >= endMs) return outcome;
    await pause(pauseMs, context.signal);
    if (context.signal.aborted) return outcome;
  }
}
