import { AppError, type ErrorCode, type ToolContext, type ToolDefinition, type ToolOutcome } from "#contract";

const failure = (code: ErrorCode, message: string): ToolOutcome => ({ ok: false, error: { code, message } });

/** What an exception says to the caller; its own text stays out, since an upstream may have written it. */
function fromException(error: unknown): ToolOutcome {
  if (error instanceof AppError) return failure(error.code, error.message);
  return failure("TOOL_ERROR", `unexpected ${error instanceof Error ? error.name : "failure"}`);
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
  let leave: (outcome: ToolOutcome) => void = () => undefined;
  const left = new Promise<ToolOutcome>((resolve) => {
    leave = resolve;
  });
  const end = (outcome: ToolOutcome) => {
    limit.abort();
    leave(outcome);
  };
  const cancel = () => end(failure("CANCELED", "the caller has gone"));
  const timer = setTimeout(() => end(failure("NET_TIMEOUT", "the tool took too long")), definition.timeoutMs);
  if (context.signal.aborted) cancel();
  context.signal.addEventListener("abort", cancel, { once: true });
  try {
    const run = definition.run(parsed.data, { ...context, signal: limit.signal });
    return await Promise.race([run, left]);
  } catch (error) {
    return fromException(error);
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener("abort", cancel);
  }
}
