import { hash } from "node:crypto";
import {
  AppError,
  type ErrorCode,
  type ModelCallRecord,
  type ModelClient,
  type ModelRequest,
  type ModelResponse,
  modelName,
  oncePer,
  reasonCharacters,
  type StageName,
  type TaskClass,
} from "#contract";
import { type DayReservation, dayReservation } from "../budget/day-reservation.ts";
import { spendingOf } from "../budget/spending.ts";
import { tierOfTask } from "../budget/tier.ts";
import type { TurnRun } from "../ports.ts";
import { completeInTime } from "./complete-in-time.ts";
import { promptTokens } from "./prompt-tokens.ts";

/** One model call of a stage: journaled unless it is the built-in provider's, which costs nothing to repeat. */
export interface ModelAnswer {
  readonly response: ModelResponse;
  readonly record: ModelCallRecord;
  /** True when the built-in provider stood in for the model. */
  readonly degraded: boolean;
}

/** A call that was not made, or was cut off by the turn's time: the turn may spend no more, or the prompt is longer than one call may be. */
export interface NoAnswer {
  readonly refused: "BUDGET_USED_UP" | "PROMPT_TOO_LONG";
}

export interface ModelQuestion {
  readonly stage: StageName;
  readonly attempt: number;
  readonly task: TaskClass;
  readonly request: Omit<ModelRequest, "signal">;
}

/** Why a model has no answer. `reason`: in our own words, for the administrator. */
interface ModelFailure {
  readonly error: ErrorCode;
  readonly reason?: string;
}

/** Its reason stands behind code and model in the message of an error of the model's door. */
function failureOf({ code, message }: AppError, client: ModelClient): ModelFailure {
  const prefix = `${code}: ${modelName(client)}: `;
  if (!message.startsWith(prefix)) return { error: code };
  return { error: code, reason: message.slice(prefix.length).slice(0, reasonCharacters) };
}

/** Models that failed earlier in a run, or for which nothing of the day was left: the rest of the turn does not ask for them again. */
const failedIn = oncePer((_: TurnRun) => new Map<ModelClient, ModelFailure>());

/** Instructions are long, few, and the same for every message: a call's key holds them by their hash, taken once. */
const digests = new Map<string, string>();

function digestOf(system: string): string {
  const digest = digests.get(system) ?? hash("sha256", system);
  digests.set(system, digest);
  return digest;
}

/** By what a call is journaled. */
const keyOf = ({ task, request }: ModelQuestion, { model }: ModelClient) => ({
  task,
  model,
  messages: request.messages,
  system: digestOf(request.system),
});

/** `day`: taken from right before the call is made, which is never for one that an earlier run has made. */
async function callOnce(
  run: TurnRun,
  question: ModelQuestion,
  client: ModelClient,
  day?: DayReservation,
): Promise<ModelAnswer> {
  const { task } = question;
  const call = async (): Promise<ModelAnswer> => {
    await day?.take();
    const startedMs = run.ports.clock.wallMs();
    const response = await completeInTime(run, client, question.request);
    const { provider, model } = client;
    const ms = run.ports.clock.wallMs() - startedMs;
    return {
      response,
      record: { task, tier: tierOfTask(task), provider, model, ms, usage: response.usage },
      degraded: false,
    };
  };
  if (client.provider === "builtin") return call();
  return run.journal.once(question.stage, question.attempt, keyOf(question, client), call);
}

/** Asks the first of these models for which a call is left. */
export async function askFirst(
  run: TurnRun,
  question: Omit<ModelQuestion, "task">,
  tasks: readonly TaskClass[],
): Promise<ModelAnswer | NoAnswer> {
  let answer: ModelAnswer | NoAnswer = { refused: "BUDGET_USED_UP" };
  for (const task of tasks) {
    answer = await askModel(run, { ...question, task });
    if (!("refused" in answer)) return answer;
  }
  return answer;
}

/** The built-in provider's own answer: asked for itself, it is no stand-in. */
export const callBuiltin = (run: TurnRun, question: ModelQuestion): Promise<ModelAnswer> =>
  callOnce(run, question, run.ports.models.builtin);

/** The built-in provider's answer in place of the model's, which is not there for the given reason. */
export async function askBuiltin(
  run: TurnRun,
  question: ModelQuestion,
  failure: ModelFailure,
  client: ModelClient = run.ports.models.route(question.task),
): Promise<ModelAnswer> {
  const answer = await callBuiltin(run, question);
  const record = { ...answer.record, ...failure, instead_of: modelName(client) };
  return { ...answer, record, degraded: true };
}

/** One paid call within what is set aside for it. */
async function callPaid(
  run: TurnRun,
  question: ModelQuestion,
  client: ModelClient,
): Promise<ModelAnswer | NoAnswer> {
  const { budget, reserve } = spendingOf(run);
  const prompt = promptTokens(question.request);
  if (prompt > budget.callPromptTokens) return { refused: "PROMPT_TOO_LONG" };
  const reserved = reserve(tierOfTask(question.task), prompt);
  if (reserved === null) return { refused: "BUDGET_USED_UP" };
  const maxTokens = Math.min(question.request.maxTokens, reserved.maxTokens);
  const { stage, attempt } = question;
  const most = { prompt_tokens: prompt, completion_tokens: maxTokens };
  const day = dayReservation(run, client, [stage, attempt, keyOf(question, client)], most);
  try {
    const bounded = { ...question, request: { ...question.request, maxTokens } };
    const answer = await callOnce(run, bounded, client, day);
    reserved.settle(answer.record.usage);
    // Held before the stage's record is: what a stage holds is settled.
    await day?.settle(answer.record.usage);
    return answer;
  } catch (error) {
    if (error instanceof AppError && error.code === "DAY_BUDGET_USED_UP") reserved.drop();
    else {
      reserved.settle();
      // What cannot be given back now is free again later.
      await day?.settle().catch(() => undefined);
    }
    throw error;
  }
}

/** What the built-in provider stands in for, and how the operator is told. */
const standsIn: ReadonlyMap<ErrorCode, string> = new Map([
  ["MODEL_DOWN", "model unavailable, the built-in provider stands in"],
  ["DAY_BUDGET_USED_UP", "the day's limit is reached, the built-in provider stands in"],
]);

/**
 * Asks the model of a task class, within the turn's budget: a call that would exceed it is not made, and the caller told. A provider that is
 * unreachable, throttled or too slow after its retries, or for which a limit of the day is reached, is replaced by the built-in one for the
 * rest of the turn, and the answer says so (`degraded`). Throws what is no model failure (cancel, fencing).
 */
export async function askModel(run: TurnRun, question: ModelQuestion): Promise<ModelAnswer | NoAnswer> {
  const client = run.ports.models.route(question.task);
  if (client.provider === "builtin") return callOnce(run, question, client);
  const failed = failedIn(run);
  const earlier = failed.get(client);
  if (earlier !== undefined) return askBuiltin(run, question, earlier, client);
  try {
    return await callPaid(run, question, client);
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    const { code } = error;
    if (code === "BUDGET_USED_UP") return { refused: code };
    const told = standsIn.get(code);
    if (told === undefined) throw error;
    const failure = failureOf(error, client);
    failed.set(client, failure);
    run.ports.log.warn({ task: question.task, err: error.message }, told);
    return askBuiltin(run, question, failure, client);
  }
}
