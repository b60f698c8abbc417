import { createFaultPlan, pause } from "./faults.ts";
import { type Exchange, listen } from "./http.ts";
import { keyError, returnedNone, runAktools, unknownFunction } from "./market-aktools.ts";
import { eastmoney } from "./market-eastmoney.ts";
import { isTwist, type MarketFault, type Twist } from "./market-faults.ts";
import type { FeedCall, FeedName, FeedServer } from "./market-feeds.ts";
import { sina } from "./market-sina.ts";
import { szse } from "./market-szse.ts";
import { tencent } from "./market-tencent.ts";
import { createTruth, type Truth } from "./market-truth.ts";
import { answerTushare, tushareError } from "./market-tushare.ts";
import { twistRows } from "./market-twists.ts";

import { xueqiu } from "./market-xueqiu.ts";
import { yahoo } from "./market-yahoo.ts";

export type { MarketFault } from "./market-faults.ts";
export type { Bar, Quote, Truth } from "./market-truth.ts";

export interface MarketOptions {
  /** The emulated market's clock: an ISO instant with an offset, read at each request. */
  readonly now: () => string;
  /** The same seed draws the same market. */
  readonly seed?: string;
  /** The last day that is drawn; default 2026-05-08, the 80th trading day of the year. */
  readonly until?: string;
  readonly tushareToken?: string;
  /** The token that Xueqiu demands, of AKTools too; without it none is needed. */
  readonly xueqiuToken?: string;
  /** Times of day from which today's rows exist at Tushare. */
  readonly dailyReadyAt?: string;
  readonly basicReadyAt?: string;
}

export interface MarketCall {
  readonly server: "tushare" | "aktools" | FeedName;
  /** API or function name. */
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly fault?: MarketFault["kind"];
}

export interface MarketEmulator {
  /**
   * All servers stand behind one root: Tushare at `POST /`, AKTools at `GET /api/public/<function>`, the public quote
   * sites at the paths that they have in the world.
   */
  readonly root: string;
  readonly tushareToken: string;
  readonly truth: Truth;
  close(): Promise<void>;
  /** The next `times` requests to an API or function name (or a server's name, or `*`) meet the fault. */
  fail(target: string, fault: MarketFault, times?: number): void;
  clearFaults(): void;
  readonly calls: readonly MarketCall[];
}

const htmlError =
  "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>nginx</body>\r\n</html>\r\n";

/** The answer as it arrives when something goes wrong with its bytes on the way. */
function spoiled(exchange: Exchange, fault: MarketFault | undefined): Exchange {
  if (fault?.kind !== "truncated" && fault?.kind !== "trailing_bom") return exchange;
  const spoil = (body: string | Buffer): Buffer => {
    const bytes = Buffer.from(body);
    if (fault.kind === "truncated") return bytes.subarray(0, Math.floor(bytes.length * 0.6));
    return Buffer.concat([bytes, Buffer.from([0xef, 0xbb, 0xbf])]);
  };
  return {
    ...exchange,
    text: (status, type, body) => exchange.text(status, type, spoil(body)),
    json: (status, value) => exchange.text(status, "application/json", spoil(JSON.stringify(value))),
  };
}

/** Meets a fault that needs no data; false when the request is to be answered after all. */
async function meet(exchange: Exchange, fault: MarketFault): Promise<boolean> {
  switch (fault.kind) {
    case "slow":
      await pause(fault.ms);
      return false;
    case "hang":
      return true;
    case "drop":
      exchange.drop();
      return true;
    case "html_502":
      exchange.text(502, "text/html", htmlError);
      return true;
    case "html_200":
      exchange.text(200, "text/html; charset=utf-8", htmlError);
      return true;
    case "garbage":
      exchange.text(200, "application/json", '{"code":0,"data":{"fie');
      return true;
    case "server_error":
      exchange.text(500, "text/plain; charset=utf-8", "Internal Server Error");
      return true;
    case "expired_token":
      exchange.json(404, keyError("data"));
      return true;
    case "none":
      exchange.json(404, returnedNone);
      return true;
    default:
      return false;
  }
}

const feeds: readonly FeedServer[] = [xueqiu, tencent, sina, eastmoney, yahoo, szse];

/** Faults that a quote site words in its own way; the others are the transport's, or twist its data. */
const ownToFeeds: ReadonlySet<string> = new Set(["expired_token", "rate_minute", "forbidden", "empty"]);

interface TushareBody {
  readonly api_name?: string;
  readonly token?: string;
  readonly params?: Record<string, unknown>;
  readonly fields?: string;
}

function readTushare(exchange: Exchange): TushareBody | undefined {
  try {
    return JSON.parse(exchange.body.toString()) as TushareBody;
  } catch {
    return undefined;
  }
}

/** Market data servers over one truth table, over real HTTP on 127.0.0.1. */
export async function createMarketEmulator(options: MarketOptions): Promise<MarketEmulator> {
  const truth = createTruth({ seed: options.seed ?? "qianmen", until: options.until ?? "2026-05-08" });
  const tushareToken = options.tushareToken ?? "tushare-test-token";
  const faults = createFaultPlan<MarketFault>();
  const calls: MarketCall[] = [];

  const note = (call: MarketCall, fault: MarketFault | undefined): void => {
    calls.push(fault === undefined ? call : { ...call, fault: fault.kind });
  };
  const viewOf = (fault: MarketFault | undefined): { truth: Truth; now: string; twist?: Twist } => ({
    truth,
    now: options.now(),
    ...(fault !== undefined && isTwist(fault) ? { twist: fault } : {}),
  });

  async function tushare(plain: Exchange): Promise<void> {
    let exchange = plain;
    const body = readTushare(exchange);
    if (body === undefined)
      return exchange.json(200, { request_id: "emulated", code: -1000, msg: "请求参数格式错误", data: null });
    const { api_name: api = "", params = {}, fields = "" } = body;
    const fault = faults.take(api, "tushare", "*");
    note({ server: "tushare", name: api, params }, fault);
    exchange = spoiled(plain, fault);
    if (fault !== undefined && (await meet(exchange, fault))) return;
    const refused =
      body.token === tushareToken ? fault && tushareError(fault.kind) : tushareError("bad_token");
    if (refused !== undefined) return exchange.json(200, refused);
    const view = {
      ...viewOf(fault),
      dailyReadyAt: options.dailyReadyAt ?? "16:30",
      basicReadyAt: options.basicReadyAt ?? "18:00",
    };
    exchange.json(200, answerTushare({ api, params, fields }, view, fault?.kind === "empty"));
  }

  async function aktools(plain: Exchange, name: string): Promise<void> {
    const args = Object.fromEntries(plain.url.searchParams);
    const fault = faults.take(name, "aktools", "*");
    const exchange = spoiled(plain, fault);
    const { token: _secret, ...params } = args;
    note({ server: "aktools", name, params }, fault);
    if (fault !== undefined && (await meet(exchange, fault))) return;
    if (fault?.kind === "empty") return exchange.json(200, []);
    if (fault !== undefined && tushareError(fault.kind) !== undefined)
      return exchange.text(500, "text/plain; charset=utf-8", "Internal Server Error");
    const tokenFits = options.xueqiuToken === undefined || args.token === options.xueqiuToken;
    if (name === "stock_individual_spot_xq" && !tokenFits) return exchange.json(404, keyError("data"));
    const view = viewOf(fault);
    const result = runAktools(name, args, view);
    if (result === undefined) return exchange.json(404, unknownFunction);
    if ("rows" in result) return exchange.json(200, twistRows(result.rows, view.twist));
    if (result.raises === "KeyError") return exchange.json(404, keyError(args.period ?? "data"));
    exchange.text(500, "text/plain; charset=utf-8", "Internal Server Error");
  }

  async function feed(plain: Exchange, server: FeedServer, call: FeedCall): Promise<void> {
    const fault = faults.take(call.name, server.server, "*");
    const exchange = spoiled(plain, fault);
    note({ server: server.server, ...call }, fault);
    if (fault !== undefined && !ownToFeeds.has(fault.kind) && (await meet(exchange, fault))) return;
    const header = (name: string): string => String(exchange.headers[name] ?? "");
    if (!header("user-agent").startsWith("Mozilla/")) return exchange.text(403, "text/html", "Forbidden");
    const { xueqiuToken } = options;
    const answer = server.answer(call, {
      ...viewOf(fault),
      ...(fault === undefined ? {} : { fault }),
      ...(xueqiuToken === undefined ? {} : { xueqiuToken }),
      header,
    });
    exchange.text(answer.status, answer.type, answer.body);
  }

  /** The quote site whose path this is. */
  const feedAt = (exchange: Exchange) =>
    feeds
      .map((server) => ({ server, call: server.read(exchange.url) }))
      .find(({ call }) => exchange.method === "GET" && call !== undefined);

  const listener = await listen(async (exchange) => {
    const name = /^\/api\/public\/([^/]+)$/.exec(exchange.url.pathname)?.[1];
    if (exchange.method === "POST" && exchange.url.pathname === "/") return tushare(exchange);
    if (exchange.method === "GET" && name !== undefined) return aktools(exchange, name);
    const asked = feedAt(exchange);
    if (asked?.call !== undefined) return feed(exchange, asked.server, asked.call);
    exchange.json(404, { detail: "Not Found" });
  });
  return {
    root: listener.root,
    tushareToken,
    truth,
    close: listener.close,
    fail: faults.plan,
    clearFaults: faults.clear,
    calls,
  };
}
