import {
  AppError,
  type ModelCallRecord,
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

async function callOnce(
  run: TurnRun,
  question: ModelQuestion,
  client = run.ports.models.route(question.task),
): Promise<ModelAnswer> {
  const call = async (): Promise<ModelAnswer> => {
    const startedMs = run.ports.clock.wallMs();
    const response = await client.complete({ ...question.request, signal: run.signal });
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
    system: question.request.system,
  };
  return run.journal.once(question.stage, question.attempt, key, call);
}

/**
 * Asks the model of a task class. A provider that is unreachable, throttled or too slow after its retries is replaced by
 * the built-in one, and the answer says so (`degraded`). Throws what is no model failure (cancel, fencing).
 */
export async function askModel(run: TurnRun, question: ModelQuestion): Promise<ModelAnswer> {
  try {
    return await callOnce(run, question);
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof AppError) || error.code !== "MODEL_DOWN") throw error;
    run.ports.log.warn(
      { task: question.task, err: error.message },
      "model unavailable, the built-in provider stands in",
    );
    const answer = await callOnce(run, question, run.ports.models.builtin);
    return { ...answer, record: { ...answer.record, error: "MODEL_DOWN" }, degraded: true };
  }
}
