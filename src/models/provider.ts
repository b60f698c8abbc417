import type { Log, ModelRequest, ModelResponse, ModelToolCall } from "#contract";
import { httpStatus } from "./judge-failure.ts";
import { type RetryPolicy, withRetries } from "./retry.ts";

/** What every provider with a network behind it is built from. */
export interface ProviderServices {
  readonly fetch: typeof globalThis.fetch;
  readonly log: Log;
  readonly random: () => number;
  readonly nowMs: () => number;
  readonly retry: RetryPolicy;
}

export interface ProviderOptions extends ProviderServices {
  readonly model: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /** Sent where the wire has a field for it (OpenAI's); Anthropic's has none. */
  readonly seed?: number;
}

/** One request on the wire. `plain` asks for a schema in words only, for servers that refuse the wire's own feature. */
export type WireCall = (request: ModelRequest, plain: boolean, signal: AbortSignal) => Promise<ModelResponse>;

/** No token stands for more; runs of one character are the longest. */
const charactersPerToken = 64;
/** No model reads or writes more in one call. */
const mostTokens = 10_000_000;

const isCount = (tokens: unknown): boolean =>
  Number.isInteger(tokens) && Number(tokens) >= 0 && Number(tokens) <= mostTokens;

/** Calls with arguments of more characters, all together, are calls without any: they would be kept with every result. */
function shortEnough(calls: readonly ModelToolCall[], mostCharacters: number): readonly ModelToolCall[] {
  let left = mostCharacters;
  return calls.map((call) => {
    left -= JSON.stringify(call.args).length;
    return left < 0 ? { ...call, args: null } : call;
  });
}

/**
 * What a server said, within reason. An answer that is longer than it was allowed to be is none: all who read it would pay for its length. Counts
 * that are none leave what was set aside for the call in their place.
 */
function withinReason({ json, ...all }: ModelResponse, { maxTokens }: ModelRequest): ModelResponse {
  const mostCharacters = maxTokens * charactersPerToken;
  const { toolCalls } = all;
  const said = toolCalls === undefined ? all : { ...all, toolCalls: shortEnough(toolCalls, mostCharacters) };
  const { text, usage } = said;
  const isCounted = isCount(usage.prompt_tokens) && isCount(usage.completion_tokens);
  const counted = isCounted ? said : { ...said, usage: { prompt_tokens: 0, completion_tokens: 0 } };
  if (text.length > mostCharacters) return { ...counted, text: "" };
  return json === undefined ? counted : { ...counted, json };
}

/** A server that answers 400 or 422 to a request with structured output may not know that feature. */
const refusesFeature = (error: unknown): boolean => [400, 422].includes(httpStatus(error) ?? 0);

/**
 * `ModelClient.complete` over one wire: retries, and the plain form where structured output is refused. A server that
 * has once refused the feature and taken the plain form is not asked for it again.
 */
export function createComplete(
  subject: string,
  services: ProviderServices,
  wire: WireCall,
): (request: ModelRequest) => Promise<ModelResponse> {
  let knowsFeature = true;

  async function attempt(request: ModelRequest, signal: AbortSignal): Promise<ModelResponse> {
    const plain = request.schema === undefined || !knowsFeature;
    try {
      return await wire(request, plain, signal);
    } catch (error) {
      if (plain || !refusesFeature(error)) throw error;
      const response = await wire(request, true, signal);
      knowsFeature = false;
      services.log.warn(
        { model: subject },
        "structured output refused; the schema goes in words from now on",
      );
      return response;
    }
  }

  return async (request) => {
    const response = await withRetries((signal) => attempt(request, signal), {
      subject,
      policy: services.retry,
      signal: request.signal,
      log: services.log,
      random: services.random,
      nowMs: services.nowMs,
    });
    return withinReason(response, request);
  };
}

/** Thrown where a server answered 200 with something that is not its own protocol; retried like a lost connection. */
export const offProtocol = (): Error => new Error("the answer does not follow the protocol");
