/** Text, or bytes that are written as they are. */
export type Body = string | Uint8Array | undefined;

/** One request, whole. */
export interface Exchange {
  readonly url: URL;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  readonly body: Body;
  readonly signal: AbortSignal | undefined;
  readonly connectTimeoutMs: number;
  /** Of the answer's body as it comes over the wire; a larger one fails with the code `BODY_TOO_LARGE`. */
  readonly maxBytes: number;
}

/** The whole answer to it, as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

/** Names in lower case. */
export type IncomingHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Sends a request and reads its whole answer. Null: a redirect, whose body is not read. Rejects with the signal's reason, or with an error
 * whose `code` says what went wrong.
 */
export type ExchangeBy = (exchange: Exchange) => Promise<Answer | null>;

export const faultOf = (code: string, message: string): Error => Object.assign(new Error(message), { code });

export const connectFault = (): Error => faultOf("CONNECT_TIMEOUT", "no connection in time");
export const sizeFault = (maxBytes: number): Error =>
  faultOf("BODY_TOO_LARGE", `more than ${maxBytes} bytes`);

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number, { location }: IncomingHeaders): boolean =>
  redirects.has(status) && location !== undefined;
