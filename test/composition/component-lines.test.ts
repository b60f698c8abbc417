import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AppError, type ModelClient, type ModelRequest } from "#contract";
import { adviceOn } from "../../src/admin/html/advice.ts";
import type { HealthLine } from "../../src/admin/ports.ts";
import { watchModels } from "../../src/composition/agent/model-watch.ts";
import {
  deliveryLines,
  modelLines,
  processLines,
  sourceLines,
} from "../../src/composition/health/component-lines.ts";
import {
  type HeartbeatOptions,
  readProcesses,
  type SeenProcess,
  startHeartbeat,
} from "../../src/composition/health/heartbeat.ts";
import type { LoadedModelRouter } from "../../src/models/router.ts";
import { createAdapterStore } from "../../src/store/adapter-store.ts";
import { type RedisServer, startRedis } from "../store/redis-server.ts";
import { eventually } from "../support/eventually.ts";

let server: RedisServer;
before(async () => {
  server = await startRedis();
});
after(() => server.stop());

const nothing = { adapters: [], circuits: [], modelFaults: [] };
const seen = (over: Partial<SeenProcess> = {}): SeenProcess => ({
  ...{ id: "a", host: "h", pid: 1, roles: ["gateway", "worker"], startedMs: 0, atMs: 1_000_000 },
  ...nothing,
  isSilent: false,
  ...over,
});
const faults = (lines: readonly HealthLine[]) => lines.filter(({ ok }) => ok === false);

test("a page of one process shows what another one does not ask, and misses the one that says nothing", async () => {
  const keep = createAdapterStore(server.store(), "health");
  let nowMs = 1_000_000;
  const begin = (over: Partial<HeartbeatOptions>) =>
    startHeartbeat({ keep, roles: ["worker"], wallMs: () => nowMs, state: () => nothing, ...over });
  const circuit = { source: "tushare", capability: "daily", code: "SOURCE_DENIED", untilMs: 2_000_000 };
  const gateway = begin({ roles: ["gateway", "admin"] });
  const worker = begin({ state: () => ({ ...nothing, circuits: [circuit] }) });
  await eventually("two processes", async () => (await keep.entries("processes")).size >= 2);
  const both = await readProcesses(keep, nowMs + 1000);
  assert.deepEqual(
    both.map(({ isSilent }) => isSilent),
    [false, false],
  );
  const own = { name: "tushare" };
  const sources = { on: [own], off: [] } as unknown as Parameters<typeof sourceLines>[0]["sources"];
  const [line] = sourceLines({ sources }, both, nowMs);
  assert.equal(line?.fault, "SOURCE_DENIED");
  assert.match(String(line?.detail), /:\d+ daily: SOURCE_DENIED$/);
  assert.equal(sourceLines({ sources }, both, 2_000_001)[0]?.ok, true, "its time is over");

  // It dies without a word, then another one takes its place.
  await gateway.close();
  assert.equal((await readProcesses(keep, nowMs)).length, 1, "who says good-bye is not missed");
  const later = await readProcesses(keep, nowMs + 19_000);
  assert.deepEqual(
    faults(processLines(later, nowMs + 19_000)).map(({ fault }) => fault),
    ["no_gateway", "no_worker", "process_silent"],
  );
  nowMs += 30_000;
  const next = begin({});
  await eventually("two processes", async () => (await keep.entries("processes")).size >= 2);
  const replaced = await readProcesses(keep, nowMs + 18_500 - 1000);
  assert.deepEqual(
    replaced.map(({ id }) => id),
    [next.now().id],
  );
  await Promise.all([worker.close(), next.close()]);
  assert.equal((await keep.entries("processes")).size, 0);

  // Nobody looks at a page, and one after another is killed.
  for (const id of ["killed", "killed too"])
    await keep.setEntry("processes", id, JSON.stringify({ ...next.now(), id }));
  nowMs += 16 * 60_000;
  const last = begin({});
  await eventually("one process", async () => (await keep.entries("processes")).size === 1);
  assert.deepEqual([...(await keep.entries("processes")).keys()], [last.now().id]);
  await last.close();
});

const request: ModelRequest = {
  ...{ system: "", messages: [], maxTokens: 1, signal: new AbortController().signal },
  facts: { task: "routing", data: {} },
};

test("a model that fails is remembered with its reason until it answers; a canceled call says nothing of it", async () => {
  let next: () => Promise<never> | ReturnType<ModelClient["complete"]> = () => Promise.reject(new Error("?"));
  const client: ModelClient = { provider: "openai", model: "m", complete: () => next() };
  const builtin: ModelClient = { ...client, provider: "builtin" };
  const router: LoadedModelRouter = {
    route: (task) => (task === "routing" ? client : builtin),
    builtin,
    summary: { routing: "openai:m", planning: "builtin", synthesis: "builtin", escalation: "builtin" },
    preload: async () => {},
  };
  let nowMs = 5;
  const watch = watchModels(router, () => nowMs);
  const call = () => watch.router.route("routing").complete(request);
  next = () => Promise.reject(new AppError("MODEL_DOWN", "openai:m: HTTP 401 (the API key is refused)"));
  await assert.rejects(call);
  nowMs = 9;
  await assert.rejects(call);
  assert.deepEqual(watch.faults(), [
    {
      model: "openai:m",
      reason: "HTTP 401 (the API key is refused)",
      failures: 2,
      sinceMs: 5,
      lastMs: 9,
    },
  ]);
  next = () => Promise.reject(new DOMException("stop", "AbortError"));
  await assert.rejects(call);
  assert.equal(watch.faults()[0]?.failures, 2);
  next = async () => ({ text: "ok", usage: { prompt_tokens: 1, completion_tokens: 1 } });
  await call();
  assert.deepEqual(watch.faults(), []);
  assert.equal(watch.router.route("planning"), builtin, "the built-in rules are not watched");
});

test("what to do goes by what the model's server said, and every fault has its advice", () => {
  const summary = { routing: "openai:m" };
  const lineFor = (reason: string, failures = 2) => {
    const modelFaults = [{ model: "openai:m", reason, failures, sinceMs: 1, lastMs: 2 }];
    return modelLines({ summary, processes: [seen({ modelFaults })], hours: [] })[0];
  };
  const wanted: readonly (readonly [string, string])[] = [
    ["HTTP 401 (the API key is refused)", "model_key"],
    ["HTTP 403 (the API key may not use this model)", "model_key"],
    ["HTTP 404 (check the base URL and the model's name)", "model_name"],
    ["HTTP 429", "model_limit"],
    ["HTTP 402", "model_limit"],
    ["timeout", "MODEL_DOWN"],
  ];
  const all: (HealthLine | undefined)[] = [];
  for (const [reason, fault] of wanted) {
    const line = lineFor(reason);
    assert.equal(line?.fault, fault, reason);
    assert.ok(typeof line?.detail === "object" && line.detail.zh.endsWith(reason));
    all.push(line);
  }
  assert.equal(lineFor("timeout", 1)?.ok, true, "once may be chance");
  all.push(
    ...faults(processLines([seen({ isSilent: true })], 2_000_000)),
    ...faults(deliveryLines({ dead: 3, oldestMs: 0 }, 200_000)),
    ...["unreachable", "unwritable", "no_aof", "no_fsync", "eviction", "login_required"].map(
      (fault): HealthLine => ({ group: "redis", name: "", ok: false, detail: "", fault }),
    ),
  );
  for (const line of all) {
    assert.ok(line);
    const advice = adviceOn(line);
    assert.ok(advice !== undefined && advice.zh !== "" && advice.en !== "", line.fault);
    const byGroupAlone = adviceOn({ ...line, fault: "unheard-of" });
    assert.notEqual(advice, byGroupAlone, `${line.fault} has advice of its own`);
  }
  assert.deepEqual(deliveryLines({ dead: 0, oldestMs: 100_000 }, 200_000), []);
});
