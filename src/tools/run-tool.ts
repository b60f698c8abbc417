import { AppError, type ErrorCode, type ToolContext, type ToolDefinition, type ToolOutcome } from "#contract";

const failure = (code: ErrorCode, message: string): ToolOutcome => ({ ok: false, error: { code, message } });

/** What an exception says to the caller; its own text stays out, since an upstream may have written it. */
function fromException(error: unknown): ToolOutcome {
  if (error instanceof AppError) return failure(error.code, error.message);
  return failure("TOOL_ERROR", `unexpected ${error instanceof Error ? error.name : "failure"}`);
}

/** Resolves when the tool's time is over (NET_TIMEOUT) or its caller has gone (CANCELED). */
function leaving(signal: AbortSignal, limit: AbortSignal): Promise<ToolOutcome> {
  const outcome = () =>
    limit.aborted
      ? failure("NET_TIMEOUT", "the tool took too long")
      : failure("CANCELED", "the caller has gone");
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(outcome());
    signal.addEventListener("abort", () => resolve(outcome()), { once: true });
  });
}

/**
 * Runs one tool call: arguments by the tool's own schema (INVALID_ARGS), its time limit (NET_TIMEOUT, even if the tool
 * does not heed the signal), every failure as a value. Never throws.
 */
export async function callTool(
  definition: ToolDefinition,
  args: unknown,
  context: ToolContext,
): Promise<ToolOutcome> {
  const parsed = definition.args.safeParse(args);
  if (!parsed.success) {
    const where = parsed.error.issues.map(({ path, code }) => `${path.join(".") || "args"}: ${code}`);
    return failure("INVALID_ARGS", `${definition.name}: ${where.join(", ")}`);
  }
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), definition.timeoutMs);
  const signal = AbortSignal.any([context.signal, limit.signal]);
  try {
    const run = definition.run(parsed.data, { ...context, signal });
    return await Promise.race([run, leaving(signal, limit.signal)]);
  } catch (error) {
    return fromException(error);
  } finally {
    clearTimeout(timer);
  }
}
