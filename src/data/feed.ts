import { z } from "zod";
import type { ErrorCode, Switch, ToolFailure } from "#contract";
import { type Charset, createHttp, type HttpOutcome } from "./http.ts";
import type { Turn } from "./turns.ts";

/** What the keyless quote feeds of public web sites have in common. */
const timeoutMs = 5_000;
const maxBytes = 2_000_000;
/** They turn away what does not look like a browser. */
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

/** Another address of a feed; without it the public one. */
export const feedRoot = z.url({ protocol: /^https?$/ }).optional();

export interface FeedFailure {
  readonly ok: false;
  readonly error: ToolFailure;
}

export const feedFailure = (code: ErrorCode, message: string): FeedFailure => ({
  ok: false,
  error: { code, message },
});

/** What an HTTP status other than 200 says; null for 200. 501 is Tencent's way to say "too often". */
export function statusFailure(status: number): FeedFailure | null {
  if (status === 200) return null;
  const message = `HTTP ${status}`;
  if (status === 429 || status === 501) return feedFailure("RATE_LIMIT", message);
  if (status === 401 || status === 403) return feedFailure("SOURCE_DENIED", message);
  return feedFailure("SOURCE_DOWN", message);
}

/** Fetches `path` below the feed's root; one that is a function is written when the request leaves. Never throws. */
export type Feed = (path: string | (() => string), signal: AbortSignal) => Promise<HttpOutcome>;

/** Not the upstream's word but our own patience with it: nobody is to be left alone for it. */
const noTurn: HttpOutcome = {
  ok: false,
  error: { code: "RATE_LIMIT", message: "the feed has no turn left for it", own: true },
};

export function createFeed(options: {
  readonly fetch: typeof globalThis.fetch;
  readonly publicRoot: string;
  /** Instead of the public one. */
  readonly root?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly charset?: Charset;
  /** True where bodies of other statuses than 200 are read too; else such an answer is a failure. */
  readonly anyStatus?: boolean;
  /** When its host may be asked; without it always. */
  readonly turn?: Turn | undefined;
}): Feed {
  const { fetch, headers = {}, charset = "utf-8", anyStatus = false, turn = () => true } = options;
  const { publicRoot } = options;
  const root = (options.root ?? publicRoot).replace(/\/+$/, "");
  const http = createHttp({
    fetch,
    timeoutMs,
    maxBytes,
    charset,
    headers: { "user-agent": userAgent, ...headers },
  });
  const host = { host: new URL(publicRoot).host, isOwn: root !== publicRoot };
  return async (path, signal) => {
    if (!(await turn(host, signal))) return noTurn;
    const answer = await http.request({
      url: `${root}${typeof path === "string" ? path : path()}`,
      signal,
    });
    return answer.ok && !anyStatus ? (statusFailure(answer.status) ?? answer) : answer;
  };
}

/** `600519.SH` → `sh600519`, as Tencent and Sina write it, and Xueqiu in capitals. */
export const feedSymbol = (code: string): string => `${code.slice(7).toLowerCase()}${code.slice(0, 6)}`;

/** On when one of its addresses is set, or by name: nothing is asked of a public site that nobody chose. */
export function feedSwitch(feed: {
  readonly name: string;
  readonly named: boolean;
  /** Its settings that hold addresses, by their outside names. */
  readonly roots: Readonly<Record<string, string | undefined>>;
}): Switch {
  const isSet = Object.values(feed.roots).some((root) => root !== undefined);
  if (feed.named || isSet) return { on: true };
  return { on: false, hint: `name ${feed.name} in DATA_SOURCES` };
}
