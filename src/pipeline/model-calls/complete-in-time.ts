import { AppError, type ModelClient, type ModelRequest, type ModelResponse, modelName } from "#contract";
import { spendingOf } from "../budget/spending.ts";
import type { TurnRun } from "../ports.ts";

/** Longest wait for one answer, retries included: two stages and the data between them have to fit into a turn. */
const patienceMs = 20_000;

/**
 * Completes within the patience. Throws AppError MODEL_DOWN after it, BUDGET_USED_UP where the turn's time ends before it, and the run's own
 * reason when that ends first.
 */
export async function completeInTime(
  run: TurnRun,
  client: ModelClient,
  request: Omit<ModelRequest, "signal">,
): Promise<ModelResponse> {
  const { signal } = run;
  signal.throwIfAborted();
  const { budget, elapsedMs } = spendingOf(run);
  const leftMs = budget.ms - elapsedMs();
  const limit = new AbortController();
  const stop = () => limit.abort(signal.reason);
  const timer = setTimeout(stop, Math.min(patienceMs, leftMs));
  // By hand: `AbortSignal.any` costs far more.
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await client.complete({ ...request, signal: limit.signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.signal.aborted) throw error;
    if (leftMs < patienceMs) throw new AppError("BUDGET_USED_UP", `no answer in ${leftMs} ms`);
    throw new AppError("MODEL_DOWN", `${modelName(client)}: no answer in ${patienceMs} ms`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
