import { isWebPage, webPage } from "./web-page.ts";

/** Who was called, and how long a pause may be. */
interface JudgeContext {
  readonly subject: string;
  readonly policy: { readonly maxRetryAfterMs: number };
  readonly nowMs: () => number;
}

/** Thrown where one call has taken too long. */
export const timeoutReason = new Error("timeout");

/** What stands on an error that came with an HTTP status. */
interface StatusError {
  readonly status: number;
  readonly headers: Headers | undefined;
}

function statusOf(error: unknown): StatusError | undefined {
  if (typeof error !== "object" || error === null || !("status" in error)) return undefined;
  const { status, headers } = error as { status: unknown; headers?: unknown };
  if (typeof status !== "number") return undefined;
  return { status, headers: headers instanceof Headers ? headers : undefined };
}

export const httpStatus = (error: unknown): number | undefined => statusOf(error)?.status;

/** The pause a server asks for: `retry-after-ms`, or `retry-after` in seconds or as a date. */
function askedPauseMs(headers: Headers | undefined, nowMs: () => number): number | undefined {
  const precise = Number(headers?.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(precise)) return Math.max(0, precise);
  const value = headers?.get("retry-after");
  if (value === null || value === undefined || value.trim() === "") return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - nowMs();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

interface Judgement {
  readonly again: boolean;
  /** For operators: no upstream text, which may echo the prompt. */
  readonly reason: string;
  readonly pauseMs?: number;
}

const worthRetrying = (status: number): boolean =>
  status === 408 || status === 409 || status === 429 || status >= 500;

/** The setting that holds the address, of whom the subject names: OPENAI_BASE_URL. */
const addressSetting = ({ subject }: JudgeContext): string =>
  `${subject.split(":", 1)[0]?.toUpperCase()}_BASE_URL`;

function hintOn(status: number, context: JudgeContext): string {
  if (status === 401) return " (the API key is refused)";
  if (status === 403) return " (the API key may not use this model)";
  return status === 404 ? ` (check ${addressSetting(context)} and the model's name)` : "";
}

/** Whether the error or what caused it has this code: an SDK throws its own error over what the fetch threw. */
function has(code: string, error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === code) || has(code, error.cause);
}

/** A server that is out of order says so by a page too; one that refuses a call of an API does not. */
const isRefusingPage = ({ status, headers }: StatusError): boolean =>
  status < 500 && headers !== undefined && isWebPage(headers);

/** What became of one call: whether another try may help, and why it failed. Without a status the request never got a whole answer: connection, timeout, or a body that is no JSON. */
export function judge(error: unknown, context: JudgeContext): Judgement {
  const failed = statusOf(error);
  const page = `a web page (HTML), not an API's answer (check ${addressSetting(context)})`;
  if (has("UNEXPECTED_REDIRECT", error))
    return { again: false, reason: `redirected (check ${addressSetting(context)})` };
  // Once it may be the page of a proxy in between.
  if (has(webPage, error)) return { again: true, reason: page };
  if (failed === undefined)
    return { again: true, reason: error === timeoutReason ? "timeout" : "no usable answer" };
  const reason = `HTTP ${failed.status}${isRefusingPage(failed) ? `, ${page}` : hintOn(failed.status, context)}`;
  const pauseMs = askedPauseMs(failed.headers, context.nowMs);
  const tooLong = pauseMs !== undefined && pauseMs > context.policy.maxRetryAfterMs;
  return {
    again: worthRetrying(failed.status) && !tooLong,
    reason,
    ...(pauseMs === undefined ? {} : { pauseMs }),
  };
}
