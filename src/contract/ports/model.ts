import type { Json, JsonObject } from "../records/json.ts";
import type { Tier } from "../records/task.ts";

/** What a model is asked to do; the model router maps each class to a provider and a model. */
export type TaskClass = "routing" | "planning" | "synthesis" | "escalation";

/** A function that a model may call, as it is told of it. */
export interface ModelTool {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments: an object. */
  readonly args: JsonObject;
}

/** A call that a model asks for. `id` is the provider's; within one conversation its asker makes them distinct. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** Null where what the model wrote is no JSON object. */
  readonly args: JsonObject | null;
}

/** One message of a conversation with a model. A `tool` message answers the call of that id, which the assistant asked for before. */
export type ModelMessage =
  | {
      readonly role: "user" | "assistant";
      readonly content: string;
      readonly toolCalls?: readonly ModelToolCall[];
    }
  | { readonly role: "tool"; readonly content: string; readonly toolCallId: string };

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** Functions that it may call instead of answering; not together with `schema`. */
  readonly tools?: readonly ModelTool[];
  /** JSON Schema of the wanted answer; the provider's structured output is used where it has one. */
  readonly schema?: { readonly name: string; readonly json: JsonObject };
  /** What the messages say, as data. Only the built-in provider reads it; nothing else may stand in it. */
  readonly facts: { readonly task: "routing" | "synthesis" | "planning"; readonly data: unknown };
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

/** As the provider counted; 0 where it did not, or no count in its place. */
export interface ModelUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/**
 * What came back; an answer far longer than it may be is none, and its text empty. With a schema, `json` is the parsed answer, absent where the text was no JSON.
 */
export interface ModelResponse {
  readonly text: string;
  readonly json?: Json;
  /** The calls that it asks for, in its order; absent where it asks for none. */
  readonly toolCalls?: readonly ModelToolCall[];
  /** The answer ended before the model had finished it: at its most tokens, or by a filter. */
  readonly isCut?: true;
  readonly usage: ModelUsage;
}

/**
 * One model behind one provider. `complete` retries what is worth it (timeouts, 429, 5xx; with jitter), then throws
 * AppError MODEL_DOWN. A malformed answer is not an error here: the caller judges it. When the request's signal aborts, it
 * rejects at once with the signal's reason.
 */
export interface ModelClient {
  readonly provider: string;
  readonly model: string;
  complete(request: ModelRequest): Promise<ModelResponse>;
}

/** A model as settings, prices and records name it: `provider:model`, or `builtin`. */
export const modelName = ({ provider, model }: Pick<ModelClient, "provider" | "model">): string =>
  provider === "builtin" ? provider : `${provider}:${model}`;

/** One model call of a turn, as the administrator sees it. */
export interface ModelCallRecord {
  readonly task: TaskClass;
  /** Absent in records of before it was kept. */
  readonly tier?: Tier;
  readonly provider: string;
  readonly model: string;
  readonly ms: number;
  readonly usage: ModelUsage;
  readonly error?: string;
  /** `provider:model` of the model that failed, where the built-in provider stood in for it: `error` is that model's. */
  readonly instead_of?: string;
  /** Why that model failed, in our own words: no upstream text, no secret, at most `reasonCharacters`. */
  readonly reason?: string;
}

/** More than any reason of our own takes. */
export const reasonCharacters = 200;

/** The model that a call was meant for, whether it answered or another stood in for it. */
export const askedModel = (call: Pick<ModelCallRecord, "provider" | "model" | "instead_of">): string =>
  call.instead_of ?? modelName(call);

export interface ModelRouter {
  route(task: TaskClass): ModelClient;
  /** The provider that needs no network, for the degraded mode. */
  readonly builtin: ModelClient;
}
