import { foreignAnswer, transportFault } from "./transport.ts";

/** What went wrong with one call, as a value. `none`: no answer came (see `TransportFault`). */
export type Failure =
  | {
      readonly kind: "answered";
      readonly code: number;
      readonly description: string;
      readonly retryAfterMs?: number;
      /** By something in between, not by Telegram. */
      readonly isForeign: boolean;
    }
  | { readonly kind: "none"; readonly code: string; readonly written: boolean };

/** Reads what grammY threw. Its error objects are not logged or passed on: their insides are not ours to vouch for. */
export function readFailure(error: unknown): Failure {
  if (typeof error !== "object" || error === null) return { kind: "none", code: "UNKNOWN", written: true };
  if ("error_code" in error && typeof error.error_code === "number") {
    const description =
      "description" in error && typeof error.description === "string" ? error.description : "";
    const retryAfterMs = "parameters" in error ? readRetryAfter(error.parameters) : undefined;
    return {
      kind: "answered",
      code: error.error_code,
      description,
      isForeign: description === foreignAnswer,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }
  const fault = "error" in error ? transportFault(error.error) : undefined;
  return { kind: "none", ...(fault ?? { code: "UNKNOWN", written: true }) };
}

/** For operators: a status and Telegram's own words, cut short, never the token. */
export function describe(failure: Failure, token: string): string {
  const text =
    failure.kind === "answered" ? `${failure.code} ${failure.description}` : `no answer (${failure.code})`;
  return text.replaceAll(token, "***").slice(0, 200).trim();
}

/** Telegram counts `retry_after` in seconds. */
function readRetryAfter(parameters: unknown): number | undefined {
  if (typeof parameters !== "object" || parameters === null || !("retry_after" in parameters))
    return undefined;
  const seconds = parameters.retry_after;
  return typeof seconds === "number" && seconds >= 0 && Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
