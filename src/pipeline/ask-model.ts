import { hash } from "node:crypto";
import {
  AppError,
  type ModelCallRecord,
  type ModelClient,
  type ModelRequest,
  type ModelResponse,
  type StageName,
  type TaskClass,
} from "#contract";
import type { TurnRun } from "./ports.ts";

/** One model call of a stage: journaled unless it is the built-in provider's, which costs nothing to repeat. */
export interface ModelAnswer {
  readonly response: ModelResponse;
  readonly record: ModelCallRecord;
  /** True when the built-in provider stood in for an unreachable one. */
  readonly degraded: boolean;
}

export interface ModelQuestion {
  readonly stage: StageName;
  readonly attempt: number;
  readonly task: TaskClass;
  readonly request: Omit<ModelRequest, "signal">;
}

/** Longest wait for one answer, retries included: two stages and the data between them have to fit into a turn. */
const patienceMs = 20_000;

/** Models that failed earlier in a run: the rest of the turn does not wait for them again. */
const failedIn = new WeakMap<TurnRun, Set<ModelClient>>();

/** Completes within the patience. Throws AppError MODEL_DOWN after it, and the run's own reason when that ends first. */
async function completeInTime(
  run: TurnRun,
  client: ModelClient,
  request: ModelQuestion["request"],
): Promise<ModelResponse> {
  const { signal } = run;
  signal.throwIfAborted();
  const limit = new AbortController();
  const stop = () => limit.abort(signal.reason);
  const timer = setTimeout(stop, patienceMs);
  // By hand: `AbortSignal.any` costs far more.
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await client.complete({ ...request, signal: limit.signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.signal.aborted) throw error;
    throw new AppError("MODEL_DOWN", `${client.provider}:${client.model}: no answer in ${patienceMs} ms`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** Instructions are long, few, and the same for every message: a call's key holds them by their hash, taken once. */
const digests = new Map<string, string>();

function digestOf(system: string): string {
  const digest = digests.get(system) ?? hash("sha256", system);
  digests.set(system, digest);
  return digest;
}

async function callOnce(run: TurnRun, question: ModelQuestion, client: ModelClient): Promise<ModelAnswer> {
  const call = async (): Promise<ModelAnswer> => {
    const startedMs = run.ports.clock.wallMs();
    const response = await completeInTime(run, client, question.request);
    const { provider, model } = client;
    const ms = run.ports.clock.wallMs() - startedMs;
    return {
      response,
      record: { task: question.task, provider, model, ms, usage: response.usage },
      degraded: false,
    };
  };
  if (client.provider === "builtin") return call();
  const key = {
    task: question.task,
    model: client.model,
    messages: question.request.messages,
    system: digestOf(question.request.system),
  };
  return run.journal.once(question.stage, question.attempt, key, call);
}

/** The built-in provider's answer in place of the model's. */
async function standIn(run: TurnRun, question: ModelQuestion): Promise<ModelAnswer> {
  const answer = await callOnce(run, question, run.ports.models.builtin);
  return { ...answer, record: { ...answer.record, error: "MODEL_DOWN" }, degraded: true };
}

/**
 * Asks the model of a task class. A provider that is unreachable, throttled or too slow after its retries is replaced by
 * the built-in one, for the rest of the turn, and the answer says so (`degraded`). Throws what is no model failure (cancel, fencing).
 */
export async function askModel(run: TurnRun, question: ModelQuestion): Promise<ModelAnswer> {
  const client = run.ports.models.route(question.task);
  const failed = failedIn.get(run) ?? new Set();
  if (failed.has(client)) return standIn(run, question);
  try {
    return await callOnce(run, question, client);
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof AppError) || error.code !== "MODEL_DOWN") throw error;
    failedIn.set(run, failed.add(client));
    run.ports.log.warn(
      { task: question.task, err: error.message },
      "model unavailable, the built-in provider stands in",
    );
    return standIn(run, question);
  }
}
