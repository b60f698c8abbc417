/**
 * `node bench/quotes.ts`: what a quote costs beside its upstream. Cached: answered from what is kept. Cold: a first question, less the
 * time of a bare request to the same upstream. With Redis for the shared count and answers, as the service runs it. All in ms.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Clock, Log } from "#contract";
import { loadSources } from "../src/data/load-sources.ts";
import { createMarketData } from "../src/data/market-data.ts";
import { pickSources } from "../src/data/pick-sources.ts";
import { startPrivateRedis } from "../src/store/private-redis.ts";
import { createSharedRateLimiter } from "../src/store/rate-limiter.ts";
import { connect } from "../src/store/redis.ts";
import { createSharedAnswers } from "../src/store/shared-answers.ts";
import { createGetPrice } from "../src/tools/get-price.ts";
import { callTool } from "../src/tools/run-tool.ts";
import { createMarketEmulator } from "../test/emulators/market.ts";
import { percentile } from "./process-figures.ts";

const now = "2026-05-07T10:32:05+08:00";
/** Moved on between cold questions, so that none waits for its turn at the feeds. */
let passedMs = 0;
const clock: Clock = { market: () => now, wallMs: () => Date.now() + passedMs };
const log: Log = { debug() {}, info() {}, warn() {}, error() {} };

const folder = mkdtempSync(join(tmpdir(), "qm-bench-"));
const redis = await startPrivateRedis({ folder, say: () => undefined });
const store = connect({ socketPath: redis.socketPath });
const market = await createMarketEmulator({ now: () => now });
const config = {
  DATA_SOURCES: "xueqiu,tencent",
  XUEQIU_API_ROOT: market.root,
  TENCENT_API_ROOT: market.root,
  TENCENT_KLINE_API_ROOT: market.root,
};
const tool = createGetPrice(
  createMarketData({
    sources: pickSources(await loadSources(), config),
    config,
    fetch: globalThis.fetch,
    clock,
    log,
    limiter: createSharedRateLimiter(store),
    answers: createSharedAnswers(store),
  }),
);
const { signal } = new AbortController();

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function quote(code: string): Promise<void> {
  const outcome = await callTool(tool, { code }, { now, signal, excludeSources: [] });
  if (!outcome.ok) throw new Error(outcome.error.message);
}

/** Both legs of a quote, as a caller without any product in between would ask them. */
const bare = (code: string) =>
  Promise.all([
    fetch(
      `${market.root}/v5/stock/realtime/quotec.json?symbol=${code.slice(7)}${code.slice(0, 6)}`,
      browser,
    ).then((response) => response.text()),
    fetch(`${market.root}/q=${code.slice(7).toLowerCase()}${code.slice(0, 6)}`, browser).then((response) =>
      response.arrayBuffer(),
    ),
  ]);
const browser = { headers: { "user-agent": "Mozilla/5.0" } };

const codes = market.truth.companies.map(({ code }) => code).filter((code) => code !== "600585.SH");
const [warm = "", ...rest] = codes;
for (let n = 0; n < 20; n += 1) await bare(warm);
await quote(warm);
const bareMs: number[] = [];
const coldMs: number[] = [];
for (const code of rest) {
  bareMs.push(await timeOf(() => bare(code)));
  passedMs += 3_000;
  coldMs.push(await timeOf(() => quote(code)));
}
const cachedMs: number[] = [];
const last = rest.at(-1) ?? warm;
for (let n = 0; n < 1_000; n += 1) cachedMs.push(await timeOf(() => quote(last)));

const show = (ms: readonly number[]) =>
  `p50 ${percentile(ms, 0.5).toFixed(3)}  p95 ${percentile(ms, 0.95).toFixed(3)}`;
process.stdout.write(`cached quote          ${show(cachedMs)}\n`);
process.stdout.write(`bare upstream, 2 legs ${show(bareMs)}\n`);
process.stdout.write(`cold quote, checked   ${show(coldMs)}\n`);
await market.close();
await store.close();
await redis.stop();
rmSync(folder, { recursive: true, force: true });
