/**
 * A fetch for short exchanges with services that are called for every message: the platform's own connections without the rest of its
 * fetch, which costs several times as much; where the environment names a proxy node:http. What it does not cover (streams as bodies,
 * other schemes) is left to the platform's fetch. A redirect is followed only where `redirect: "follow"` says so: the hosts are the operator's
 * choice, and keys in headers and people's texts must not go on to another.
 */
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { bufferedResponse } from "./buffered-response.ts";
import { type Answer, type Body, type ExchangeBy, faultOf, type IncomingHeaders } from "./exchange.ts";
import { exchangeByAgent } from "./exchange-by-agent.ts";
import { exchangeByDispatcher, platformDispatcher } from "./exchange-by-dispatcher.ts";

type Fetch = typeof globalThis.fetch;

export interface ShortFetchOptions {
  /** For what is not covered. */
  readonly fallback: Fetch;
  readonly connectTimeoutMs?: number;
  /** Of a body as it comes over the wire; a larger one fails with the cause `BODY_TOO_LARGE`. */
  readonly maxBytes?: number;
}

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** What servers may do to a body although they are asked not to. */
const decoders: Readonly<Record<string, (body: Buffer) => Promise<Buffer<ArrayBuffer>>>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** A fetch fails with a TypeError whose cause says why; its callers judge by the cause's code. */
const failed = (cause: unknown): TypeError => new TypeError("fetch failed", { cause });

const pairsOf = (incoming: IncomingHeaders): [string, string][] =>
  Object.entries(incoming).flatMap(([name, value = ""]) =>
    typeof value === "string" ? [[name, value]] : value.map((each): [string, string] => [name, each]),
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

async function responseOf({ status, statusText, headers, body: received }: Answer): Promise<Response> {
  const encoding = String(headers["content-encoding"] ?? "identity");
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  const body = bodiless.has(status) ? null : decode === undefined ? received : await decode(received);
  return bufferedResponse(body, { status, statusText, headers: pairsOf(headers) });
}

const isBody = (body: unknown): body is string | Uint8Array =>
  typeof body === "string" || body instanceof Uint8Array;

const isCovered = (input: Parameters<Fetch>[0], init: RequestInit): boolean =>
  !(input instanceof Request) &&
  /^https?:/i.test(String(input)) &&
  (init.body === undefined || init.body === null || isBody(init.body)) &&
  init.redirect !== "manual";

/** An address with a password in it is for node:http, which makes a header of that. */
function wayOf({ username, password }: URL): ExchangeBy {
  const dispatcher = username === "" && password === "" ? platformDispatcher() : undefined;
  return dispatcher === undefined ? exchangeByAgent : exchangeByDispatcher(dispatcher);
}

export function createShortFetch({
  fallback,
  connectTimeoutMs = 10_000,
  maxBytes = 20_000_000,
}: ShortFetchOptions): Fetch {
  return async function shortFetch(input, init = {}) {
    const { redirect = "error" } = init;
    if (!isCovered(input, init)) return fallback(input, { ...init, redirect });
    const signal = init.signal ?? undefined;
    signal?.throwIfAborted();
    const body = isBody(init.body) ? init.body : undefined;
    const headers = outgoingHeaders(init.headers, body);
    const method = (init.method ?? "GET").toUpperCase();
    const url = new URL(String(input));
    const exchange = { url, method, headers, body, signal, connectTimeoutMs, maxBytes };
    const answer = await wayOf(url)(exchange).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw failed(error);
    });
    if (answer !== null) return responseOf(answer).catch((error) => Promise.reject(failed(error)));
    if (redirect !== "follow") throw failed(faultOf("UNEXPECTED_REDIRECT", "redirected"));
    return fallback(input, init);
  };
}
