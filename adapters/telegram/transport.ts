/**
 * The HTTP under grammY. grammY's own errors cannot say whether a request had reached the wire when it failed, and that
 * decides between sending again and 可能重复; and its abort signals are a polyfill that the platform's fetch refuses.
 */

/** Why no answer came. `written`: the request may have reached Telegram. Holds no address, hence no token. */
export interface TransportFault {
  readonly code: string;
  readonly written: boolean;
}

/** What grammY hands to its fetch; its signal is an abort-controller polyfill. */
interface OutgoingRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** JSON, or with a picture a form as a stream. */
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal?: Pick<AbortSignal, "aborted" | "addEventListener" | "removeEventListener">;
}

export interface TransportOptions {
  readonly fetch: typeof globalThis.fetch;
  /** For every method but getUpdates, which waits `pollTimeoutMs`. */
  readonly requestTimeoutMs: number;
  readonly pollTimeoutMs: number;
}

/**
 * Codes of failures that happen before a byte of the request is written (name look-up, connecting, the TLS handshake), and of an answer that
 * only sends us on to another address: who gives it has done nothing.
 */
const unwritten =
  /^(UNEXPECTED_REDIRECT|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|CONNECT_TIMEOUT|ERR_PROXY_TUNNEL|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_TLS|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_TLS_.*|ERR_SSL_.*)$/;

export function transportFault(error: unknown): TransportFault | undefined {
  return error instanceof Error && isFault(error.cause) ? error.cause : undefined;
}

/** A fetch for grammY: answers only what is JSON, and fails only with a `TransportFault` as the cause. */
export function createTransport(options: TransportOptions) {
  return async (url: string, request: OutgoingRequest): Promise<{ json(): Promise<unknown> }> => {
    const limit = url.endsWith("/getUpdates") ? options.pollTimeoutMs : options.requestTimeoutMs;
    const bridge = bridgeSignal(request.signal, limit);
    try {
      const sent = await wholeBody(request.body);
      const response = await options.fetch(url, {
        method: request.method ?? "POST",
        headers: request.headers ?? {},
        ...(sent === undefined ? {} : { body: sent }),
        signal: bridge.signal,
      });
      const body = readBody(await response.text(), response.status);
      return { json: async () => body };
    } catch (error) {
      throw new Error("no answer", { cause: faultOf(error) });
    } finally {
      bridge.release();
    }
  };
}

/** A form is gathered, so that it has a length and needs no half-duplex stream; a picture is small. */
async function wholeBody(
  body: OutgoingRequest["body"],
): Promise<string | Uint8Array<ArrayBuffer> | undefined> {
  if (body === undefined || typeof body === "string") return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

/** The description of an answer that is not the Bot API's own. */
export const foreignAnswer = "the answer was not the Bot API's";

/** A gateway in between answers in HTML; then the status alone speaks, in Telegram's own shape. */
function readBody(text: string, status: number): unknown {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && "ok" in body) return body;
  } catch {
    // judged below by its status
  }
  if (status < 400) throw new Error("unreadable", { cause: { code: "BAD_BODY", written: true } });
  return { ok: false, error_code: status, description: foreignAnswer };
}

function faultOf(error: unknown): TransportFault {
  const known = transportFault(error);
  if (known !== undefined) return known;
  if (!(error instanceof Error)) return { code: "UNKNOWN", written: true };
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return { code: error.name, written: true };
  const cause: unknown = error.cause;
  const code =
    typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "UNKNOWN";
  const proxyRefused = cause instanceof Error && cause.message.startsWith("Proxy response");
  return { code, written: !proxyRefused && !unwritten.test(code) };
}

function bridgeSignal(outer: OutgoingRequest["signal"], limitMs: number) {
  const controller = new AbortController();
  const onAbort = () => controller.abort();
  const timer = setTimeout(() => controller.abort(new DOMException("timed out", "TimeoutError")), limitMs);
  if (outer?.aborted === true) onAbort();
  outer?.addEventListener("abort", onAbort);
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
    },
  };
}

function isFault(value: unknown): value is TransportFault {
  return typeof value === "object" && value !== null && "written" in value && "code" in value;
}
