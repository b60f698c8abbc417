import type { Log, ModelRequest, ModelResponse } from "#contract";
import { httpStatus, type RetryPolicy, withRetries } from "./retry.ts";

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
}

/** One request on the wire. `plain` asks for a schema in words only, for servers that refuse the wire's own feature. */
export type WireCall = (request: ModelRequest, plain: boolean, signal: AbortSignal) => Promise<ModelResponse>;

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

  return (request) =>
    withRetries((signal) => attempt(request, signal), {
      subject,
      policy: services.retry,
      signal: request.signal,
      log: services.log,
      random: services.random,
      nowMs: services.nowMs,
    });
}

/** Thrown where a server answered 200 with something that is not its own protocol; retried like a lost connection. */
export const offProtocol = (): Error => new Error("the answer does not follow the protocol");
