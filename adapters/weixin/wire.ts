import { randomBytes } from "node:crypto";
import { parseExactly } from "./exact-json.ts";

/**
 * What came of one call. `failed`: the channel said no (`ret` or `errcode`). `status`: an HTTP status that is none of success.
 * `none`: no answer; `written`: the request may have arrived.
 */
export type Answer =
  | { readonly kind: "ok"; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: "failed"; readonly code: number; readonly message: string }
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "none"; readonly code: string; readonly written: boolean };

export interface CallOptions {
  readonly url: string;
  /** Absent: GET. */
  readonly body?: object;
  readonly token?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface WireOptions {
  readonly fetch: typeof globalThis.fetch;
  /** `major.minor.patch` of the client that we are compatible with. */
  readonly clientVersion: string;
}

export type Call = (options: CallOptions) => Promise<Answer>;

/** Failures before a byte of the request is written: look-up of the name, connecting, handshake, the way through a proxy. */
const neverWritten =
  /^(E(CONNREFUSED|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|NETDOWN|ADDRNOTAVAIL)|CONNECT_TIMEOUT|UND_ERR_CONNECT_TIMEOUT|ERR_(PROXY|TLS|SSL)_\w+|(CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_\w+)$/;

/** major in the third byte, minor in the second, patch in the first, as a decimal text. */
function versionNumber(version: string): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return String((major << 16) | (minor << 8) | patch);
}

/** Base64 of the decimal text of a random uint32, another one for each request. */
const nonce = (): string => Buffer.from(String(randomBytes(4).readUInt32BE())).toString("base64");

function headersFor({ body, token }: CallOptions, version: string): Record<string, string> {
  const always = { "iLink-App-Id": "bot", "iLink-App-ClientVersion": version };
  if (body === undefined) return always;
  return {
    ...always,
    "Content-Type": "application/json",
    AuthorizationType: "ilink_bot_token",
    "X-WECHAT-UIN": nonce(),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
}

/** A number that came as text is as good; what is neither says nothing and is 0. */
export const numberOf = (value: unknown): number => {
  if (typeof value === "string" && /^-?\d{1,9}$/.test(value)) return Number(value);
  return typeof value === "number" ? value : 0;
};

/** Both codes may be there; -14 in either of them counts. An empty body is a yes without content. */
function readBody(text: string): Answer {
  let body: unknown = {};
  try {
    if (text.trim() !== "") body = parseExactly(text);
  } catch {
    return { kind: "none", code: "BAD_BODY", written: true };
  }
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return { kind: "none", code: "BAD_BODY", written: true };
  const codes = ["ret", "errcode"]
    .map((key) => numberOf(Reflect.get(body, key)))
    .filter((code) => code !== 0);
  const code = codes.includes(-14) ? -14 : codes[0];
  if (code === undefined) return { kind: "ok", body: { ...body } };
  const message: unknown = Reflect.get(body, "errmsg");
  return { kind: "failed", code, message: typeof message === "string" ? message.slice(0, 120) : "" };
}

function faultOf(error: unknown): Answer {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
  const name = code !== "" ? code : error instanceof Error ? error.name : "UNKNOWN";
  return { kind: "none", code: name, written: !neverWritten.test(name) };
}

/** Runs `work` with a signal that also aborts after `timeoutMs` (as TimeoutError), and leaves nothing behind. */
export async function within<Value>(
  { timeoutMs, signal }: Pick<CallOptions, "timeoutMs" | "signal">,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(new DOMException("timed out", "TimeoutError")), timeoutMs);
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener("abort", onAbort);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Calls of the channel's API. Never throws. No token, address or text in what it answers. */
export function createWire({ fetch, clientVersion }: WireOptions): Call {
  const version = versionNumber(clientVersion);
  return async function call(options) {
    const { url, body } = options;
    try {
      return await within(options, async (signal) => {
        const response = await fetch(url, {
          method: body === undefined ? "GET" : "POST",
          headers: headersFor(options, version),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          // Whoever answers for the channel must not send our token and texts elsewhere.
          redirect: "error",
          signal,
        });
        const text = await response.text();
        return response.ok ? readBody(text) : { kind: "status", status: response.status };
      });
    } catch (error) {
      return faultOf(error);
    }
  };
}

/** For operators and logs. */
export function describe(answer: Answer): string {
  if (answer.kind === "ok") return "ok";
  if (answer.kind === "failed") return `ret ${answer.code} ${answer.message}`.trim();
  return answer.kind === "status" ? `HTTP ${answer.status}` : `no answer (${answer.code})`;
}
