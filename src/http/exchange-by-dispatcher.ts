import {
  type Answer,
  connectFault,
  type Exchange,
  type ExchangeBy,
  isRedirect,
  sizeFault,
} from "./exchange.ts";

/** Of one request, from the moment at which it is written. */
interface Controller {
  abort(reason: Error): void;
}

/** What the dispatcher tells of one request; the last of it is the end or an error. */
interface Handler {
  onRequestStart(controller: Controller): void;
  onResponseStart(
    controller: Controller,
    status: number,
    headers: Answer["headers"],
    statusText?: string,
  ): void;
  onResponseData(controller: Controller, chunk: Buffer): void;
  onResponseEnd(): void;
  onResponseError(controller: Controller, error: Error): void;
}

interface Dispatcher {
  dispatch(
    request: Pick<Exchange, "method" | "headers" | "body"> & {
      readonly origin: string;
      readonly path: string;
    },
    handler: Handler,
  ): boolean;
}

/** Where the platform's fetch keeps its dispatcher, for all who share its connections. */
const place = Symbol.for("undici.globalDispatcher.1");

/**
 * The dispatcher under the platform's fetch. Undefined where it is another than the platform's usual one: a proxy's tunnels what is not
 * encrypted too, which many proxies refuse.
 */
export function platformDispatcher(): Dispatcher | undefined {
  // The platform makes it when the first of its classes is looked at.
  if (typeof globalThis.Headers !== "function") return undefined;
  const found: unknown = Reflect.get(globalThis, place);
  const isUsual = typeof found === "object" && found !== null && found.constructor.name === "Agent";
  return isUsual && "dispatch" in found ? (found as Dispatcher) : undefined;
}

/** Ends a request before its answer has come: no connection in time, its caller has left, or what comes is not wanted. */
function createBrake({ signal, connectTimeoutMs }: Exchange, reject: (reason: unknown) => void) {
  let started: Controller | undefined;
  let ended: Error | undefined;
  /** Nothing can end it any more. */
  const release = () => {
    clearTimeout(connecting);
    signal?.removeEventListener("abort", onAbort);
  };
  /** Drops the request, as soon as it is written where it waits for a connection. */
  const drop = (fault: Error) => {
    ended = fault;
    release();
    started?.abort(fault);
  };
  const connecting = setTimeout(() => {
    const fault = connectFault();
    reject(fault);
    drop(fault);
  }, connectTimeoutMs);
  const onAbort = () => {
    reject(signal?.reason);
    drop(new Error("aborted"));
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  const start = (controller: Controller) => {
    clearTimeout(connecting);
    started = controller;
    if (ended !== undefined) controller.abort(ended);
  };
  return { start, drop, release };
}

/** What one request comes to, put together for its promise. */
function createHandler(
  exchange: Exchange,
  resolve: (answer: Answer | null) => void,
  reject: (reason: unknown) => void,
): Handler {
  const { maxBytes } = exchange;
  const { start, drop, release } = createBrake(exchange, reject);
  let head: Omit<Answer, "body"> | undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    onRequestStart: start,
    onResponseStart(_, status, headers, statusText = "") {
      head = { status, statusText, headers };
      if (!isRedirect(status, headers)) return;
      resolve(null);
      drop(new Error("redirected"));
    },
    onResponseData(_, chunk) {
      bytes += chunk.byteLength;
      if (bytes <= maxBytes) chunks.push(chunk);
      else drop(sizeFault(maxBytes));
    },
    onResponseEnd() {
      release();
      if (head !== undefined) resolve({ ...head, body: Buffer.concat(chunks) });
    },
    onResponseError(_, error) {
      release();
      reject(error);
    },
  };
}

/** By the dispatcher under the platform's fetch: its connections without the streams and checks above them, which cost most of a call. */
export const exchangeByDispatcher =
  (dispatcher: Dispatcher): ExchangeBy =>
  (exchange) =>
    new Promise((resolve, reject) => {
      const { url, method, headers, body } = exchange;
      const { origin, pathname, search } = url;
      const request = { origin, path: pathname + search, method, headers, body };
      dispatcher.dispatch(request, createHandler(exchange, resolve, reject));
    });
