import type { Json, JsonObject } from "./json.ts";

/** What a model is asked to do; the model router maps each class to a provider and a model. */
export type TaskClass = "routing" | "planning" | "synthesis" | "escalation";

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: string }[];
  /** JSON Schema of the wanted answer; the provider's structured output is used where it has one. */
  readonly schema?: { readonly name: string; readonly json: JsonObject };
  /** What the messages say, as data. Only the built-in provider reads it; nothing else may stand in it. */
  readonly facts: { readonly task: "routing" | "synthesis"; readonly data: unknown };
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

export interface ModelUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** Exactly what came back. With a schema, `json` is the parsed answer, absent where the text was no JSON. */
export interface ModelResponse {
  readonly text: string;
  readonly json?: Json;
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

/** One model call of a turn, as the administrator sees it. */
export interface ModelCallRecord {
  readonly task: TaskClass;
  readonly provider: string;
  readonly model: string;
  readonly ms: number;
  readonly usage: ModelUsage;
  readonly error?: string;
}

export interface ModelRouter {
  route(task: TaskClass): ModelClient;
  /** The provider that needs no network, for the degraded mode. */
  readonly builtin: ModelClient;
}
