import type { SourceFailure } from "./source.ts";

/** An answer of whatever status, decoded, or why there is none. Messages hold no URL, token or body. */
export type HttpOutcome =
  | { readonly ok: true; readonly status: number; readonly text: string }
  | { readonly ok: false; readonly error: SourceFailure };

export interface HttpRequest {
  readonly url: string;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly json?: unknown;
  readonly signal: AbortSignal;
  /** Instead of the usual limit, for what is known to take its time. */
  readonly timeoutMs?: number;
}

export interface Http {
  /** Never throws. Redirects are refused: hosts are fixed by configuration. */
  request(request: HttpRequest): Promise<HttpOutcome>;
}

const fail = (code: SourceFailure["code"], message: string): HttpOutcome => ({
  ok: false,
  error: { code, message },
});

/** How bodies are encoded; gb18030 reads GBK too. Bytes that fit neither become U+FFFD. */
export type Charset = "utf-8" | "gb18030";

/** Reads at most `maxBytes`; null when there is more. */
async function readCapped(response: Response, maxBytes: number, charset: Charset): Promise<string | null> {
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await response.body?.cancel();
    return null;
  }
  const decoder = new TextDecoder(charset);
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");

/** The one way to an upstream over HTTP: time limit over headers and body together, size cap, no redirects. */
export function createHttp(options: {
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  maxBytes: number;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  charset?: Charset;
}): Http {
  const { fetch, maxBytes, headers = {}, charset = "utf-8" } = options;
  return {
    async request({ url, json, signal, timeoutMs = options.timeoutMs }) {
      try {
        const response = await fetch(url, {
          redirect: "manual",
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
          ...(json === undefined
            ? { headers }
            : {
                method: "POST",
                body: JSON.stringify(json),
                headers: { ...headers, "content-type": "application/json" },
              }),
        });
        if (response.status >= 300 && response.status < 400) {
          await response.body?.cancel();
          return fail("SOURCE_DOWN", `redirect refused (HTTP ${response.status})`);
        }
        const text = await readCapped(response, maxBytes, charset);
        if (text === null) return fail("TOOL_ERROR", `answer larger than ${maxBytes} bytes`);
        return { ok: true, status: response.status, text };
      } catch (error) {
        if (isTimeout(error)) return fail("NET_TIMEOUT", `no complete answer within ${timeoutMs} ms`);
        return fail("SOURCE_DOWN", "the connection failed");
      }
    },
  };
}

/** The JSON in a text, or undefined where it holds none (an HTML error page, a cut-off body). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
