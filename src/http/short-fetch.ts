/**
 * A fetch for short exchanges with services that are called for every message: node:http under it, which costs a third of
 * the platform's fetch. It goes through the global agents, hence through the proxy that the environment names, and keeps
 * connections. What it does not cover (streams as bodies, redirects, other schemes) is left to the platform's fetch.
 */
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { bufferedResponse } from "./buffered-response.ts";

type Fetch = typeof globalThis.fetch;

export interface ShortFetchOptions {
  /** For what is not covered. */
  readonly fallback: Fetch;
  readonly connectTimeoutMs?: number;
  /** Of a body as it comes over the wire; a larger one fails with the cause `BODY_TOO_LARGE`. */
  readonly maxBytes?: number;
}

/** Text, or bytes that are written as they are. */
type Body = string | Uint8Array | undefined;

interface Exchange {
  readonly url: URL;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Body;
  readonly signal: AbortSignal | undefined;
  readonly connectTimeoutMs: number;
  readonly maxBytes: number;
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** What servers may do to a body although they are asked not to. */
const decoders: Readonly<Record<string, (body: Buffer) => Promise<Buffer<ArrayBuffer>>>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** A fetch fails with a TypeError whose cause says why; its callers judge by the cause's code. */
const failed = (cause: unknown): TypeError => new TypeError("fetch failed", { cause });

const faultOf = (code: string, message: string): Error => Object.assign(new Error(message), { code });

const pairsOf = (incoming: IncomingHttpHeaders): [string, string][] =>
  Object.entries(incoming).flatMap(([name, value = ""]) =>
    Array.isArray(value) ? value.map((each): [string, string] => [name, each]) : [[name, value]],
  );

/** Header names in lower case. A plain record is not copied into a Headers, which checks each byte. */
function outgoingHeaders(given: RequestInit["headers"], body: Body): Record<string, string> {
  const headers: Record<string, string> = { accept: "*/*" };
  const pairs = given === undefined || Symbol.iterator in given ? (given ?? []) : Object.entries(given);
  for (const [name = "", value = ""] of pairs) headers[name.toLowerCase()] = String(value);
  if (body !== undefined) {
    if (typeof body === "string") headers["content-type"] ??= "text/plain;charset=UTF-8";
    headers["content-length"] = String(Buffer.byteLength(body));
  }
  return headers;
}

function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    incoming.on("data", (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= maxBytes) chunks.push(chunk);
      else incoming.destroy(faultOf("BODY_TOO_LARGE", `more than ${maxBytes} bytes`));
    });
    incoming.once("error", reject);
    incoming.once("end", () => resolve(Buffer.concat(chunks)));
  });
}

async function responseOf(incoming: IncomingMessage, received: Buffer<ArrayBuffer>): Promise<Response> {
  const { statusCode: status = 0, statusMessage: statusText = "", headers: raw } = incoming;
  const encoding = raw["content-encoding"] ?? "identity";
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  const body = bodiless.has(status) ? null : decode === undefined ? received : await decode(received);
  return bufferedResponse(body, { status, statusText, headers: pairsOf(raw) });
}

/** One request and its whole answer. Null: a redirect, whose body is not read. */
function exchange({ url, method, headers, body, signal, connectTimeoutMs, maxBytes }: Exchange) {
  return new Promise<Response | null>((resolve, reject) => {
    const secure = url.protocol === "https:";
    const request = (secure ? https : http).request(url, { method, headers });
    const connecting = setTimeout(
      () => request.destroy(faultOf("CONNECT_TIMEOUT", "no connection in time")),
      connectTimeoutMs,
    );
    const connected = () => clearTimeout(connecting);
    const onAbort = () => {
      reject(signal?.reason);
      request.destroy();
    };
    const fail = (cause: unknown) => reject(failed(cause));
    request.once("socket", (socket) => {
      if (request.reusedSocket || !socket.connecting) connected();
      else socket.once(secure ? "secureConnect" : "connect", connected);
    });
    request.once("error", fail);
    request.once("close", () => {
      connected();
      signal?.removeEventListener("abort", onAbort);
    });
    request.once("response", (incoming) => {
      if (isRedirect(incoming.statusCode ?? 0) && incoming.headers.location !== undefined) {
        incoming.resume();
        resolve(null);
        return;
      }
      readBody(incoming, maxBytes)
        .then((received) => responseOf(incoming, received))
        .then(resolve, fail);
    });
    signal?.addEventListener("abort", onAbort, { once: true });
    request.end(body);
  });
}

const isBody = (body: unknown): body is string | Uint8Array =>
  typeof body === "string" || body instanceof Uint8Array;

const isCovered = (input: Parameters<Fetch>[0], init: RequestInit): boolean =>
  !(input instanceof Request) &&
  /^https?:/i.test(String(input)) &&
  (init.body === undefined || init.body === null || isBody(init.body)) &&
  init.redirect !== "manual";

export function createShortFetch({
  fallback,
  connectTimeoutMs = 10_000,
  maxBytes = 20_000_000,
}: ShortFetchOptions): Fetch {
  return async function shortFetch(input, init = {}) {
    if (!isCovered(input, init)) return fallback(input, init);
    const signal = init.signal ?? undefined;
    signal?.throwIfAborted();
    const body = isBody(init.body) ? init.body : undefined;
    const headers = outgoingHeaders(init.headers, body);
    const method = (init.method ?? "GET").toUpperCase();
    const url = new URL(String(input));
    const answer = await exchange({ url, method, headers, body, signal, connectTimeoutMs, maxBytes });
    if (answer !== null) return answer;
    if (init.redirect === "error") throw failed(faultOf("UNEXPECTED_REDIRECT", "redirected"));
    return fallback(input, init);
  };
}
