import { z } from "zod";
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
      /** A group that has become a supergroup: its id from now on. */
      readonly movedTo?: number;
    }
  | { readonly kind: "none"; readonly code: string; readonly written: boolean };

/** What Telegram says beside a refusal. */
const parametersShape = z
  .object({
    retry_after: z.number().nonnegative().optional().catch(undefined),
    migrate_to_chat_id: z.int().optional().catch(undefined),
  })
  .catch({});

/** Reads what grammY threw. Its error objects are not logged or passed on: their insides are not ours to vouch for. */
export function readFailure(error: unknown): Failure {
  if (typeof error !== "object" || error === null) return { kind: "none", code: "UNKNOWN", written: true };
  if ("error_code" in error && typeof error.error_code === "number") {
    const description =
      "description" in error && typeof error.description === "string" ? error.description : "";
    const parameters = "parameters" in error ? parametersShape.parse(error.parameters) : {};
    const { retry_after: retryAfter, migrate_to_chat_id: movedTo } = parameters;
    return {
      kind: "answered",
      code: error.error_code,
      description,
      isForeign: description === foreignAnswer,
      // Telegram counts it in seconds.
      ...(retryAfter === undefined ? {} : { retryAfterMs: retryAfter * 1000 }),
      ...(movedTo === undefined ? {} : { movedTo }),
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
