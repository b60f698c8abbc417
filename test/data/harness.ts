import type { Clock, Log, ToolContext, ToolOutcome } from "#contract";
import { baseMetrics } from "#language";
import type { JsonCache } from "../../src/data/json-cache.ts";
import { loadSources } from "../../src/data/load-sources.ts";
import { createMarketData, type MarketData } from "../../src/data/market-data.ts";
import { pickSources } from "../../src/data/pick-sources.ts";
import { createTools } from "../../src/tools/create-tools.ts";
import { callTool } from "../../src/tools/run-tool.ts";
import { createMarketEmulator, type MarketEmulator } from "../emulators/market.ts";

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Both clocks, set by hand; a wait of wall time is a jump. */
export interface HandClock extends Clock {
  set(market: string): void;
  passMs(ms: number): void;
}

export function handClock(market: string): HandClock {
  let at = market;
  let wall = 1_000_000;
  return {
    market: () => at,
    wallMs: () => wall,
    set(next) {
      // More than any short cache keeps an answer.
      wall += 120_000;
      at = next;
    },
    passMs(ms) {
      wall += ms;
    },
  };
}

/** The settings that hold addresses, with what each is the address of. */
const roots: Readonly<Record<string, string>> = {
  TUSHARE_API_ROOT: "tushare",
  AKTOOLS_API_ROOT: "aktools",
  XUEQIU_API_ROOT: "xueqiu",
  TENCENT_API_ROOT: "tencent",
  TENCENT_KLINE_API_ROOT: "tencent-kline",
  SINA_API_ROOT: "sina",
  EASTMONEY_API_ROOT: "eastmoney",
  EASTMONEY_HIS_API_ROOT: "eastmoney-his",
  EASTMONEY_SEARCH_API_ROOT: "eastmoney-search",
  YAHOO_API_ROOT: "yahoo",
  SZSE_API_ROOT: "szse",
};

/** Every source but the bundled one. */
export const allSources = "tushare,akshare,xueqiu,tencent,sina,eastmoney,yahoo";

export interface Harness {
  readonly market: MarketEmulator;
  readonly clock: HandClock;
  readonly data: MarketData;
  ask(tool: string, args: unknown, context?: Partial<ToolContext>): Promise<ToolOutcome>;
  close(): Promise<void>;
}

export interface HarnessOptions {
  readonly now?: string;
  readonly sources?: string;
  readonly token?: string;
  readonly xueqiuToken?: string;
  readonly cache?: JsonCache;
  readonly crossCheck?: boolean;
  /** Time of day from which Tushare has today's rows. */
  readonly dailyReadyAt?: string;
  /** How the sources are asked; as the product asks them unless said otherwise. */
  readonly fetch?: typeof fetch;
  /** What stands before the emulator, by what it is the address of; without it nothing does. */
  readonly front?: (root: string) => Promise<{ rootOf(name: string): string; close(): Promise<void> }>;
}

/** The tools over the market emulator, as the product builds them. */
export async function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  const clock = handClock(options.now ?? "2026-05-07T10:32:05+08:00");
  const { xueqiuToken, cache } = options;
  const market = await createMarketEmulator({
    now: clock.market,
    ...(xueqiuToken === undefined ? {} : { xueqiuToken }),
    ...(options.dailyReadyAt === undefined ? {} : { dailyReadyAt: options.dailyReadyAt }),
  });
  const front = await options.front?.(market.root);
  const config = {
    DATA_SOURCES: options.sources ?? "tushare,akshare",
    TUSHARE_TOKEN: options.token ?? market.tushareToken,
    ...Object.fromEntries(
      Object.entries(roots).map(([name, of]) => [name, front?.rootOf(of) ?? market.root]),
    ),
    ...(xueqiuToken === undefined ? {} : { XQ_A_TOKEN: xueqiuToken }),
  };
  const sources = pickSources(await loadSources(), config);
  const data = createMarketData({
    sources,
    config,
    fetch: options.fetch ?? globalThis.fetch,
    clock,
    log: silentLog,
    wait: async (ms) => clock.passMs(ms),
    ...(cache === undefined ? {} : { cache }),
    ...(options.crossCheck === undefined ? {} : { crossCheck: options.crossCheck }),
  });
  const tools = new Map(
    createTools({ data, metricOf: (id) => baseMetrics[id] }).map((tool) => [tool.name, tool]),
  );
  return {
    market,
    clock,
    data,
    async close() {
      await front?.close();
      await market.close();
    },
    ask(name, args, context = {}) {
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      const { signal } = new AbortController();
      return callTool(tool, args, { now: clock.market(), signal, excludeSources: [], ...context });
    },
  };
}
