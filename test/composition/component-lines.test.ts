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

const nothing = { adapters: [], circuits: [], modelFaults: [], modelAnswers: [] };
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
  assert.deepEqual(watch.answers(), [{ model: "openai:m", atMs: 9 }]);
  assert.equal(watch.router.route("planning"), builtin, "the built-in rules are not watched");
});

const allTasks = {
  routing: "openai:m",
  planning: "openai:m",
  synthesis: "openai:m",
  escalation: "openai:big",
};

test("a model is one line for all its tasks: an answer to any of them ends its fault, in whatever process", () => {
  const hours = [{ "calls:builtin": 12, "calls:openai:m": 3, "callfail:openai:m:MODEL_DOWN": 3 }];
  const lines = (processes: readonly SeenProcess[]) => modelLines({ summary: allTasks, processes, hours });
  const [down, big] = lines([seen()]);
  assert.deepEqual(
    [down?.name, down?.ok, down?.fault],
    ["routing, planning, synthesis", false, "MODEL_DOWN"],
  );
  assert.deepEqual([big?.name, big?.ok], ["escalation", true]);
  const english = (line: HealthLine | undefined) => typeof line?.detail === "object" && line.detail.en;
  assert.equal(
    english(down),
    "openai:m · 3 calls in two hours, 3 failed",
    "the built-in rules' are not its own",
  );
  assert.equal(english(big), "openai:big · 0 calls in two hours");

  const modelFaults = [{ model: "openai:m", reason: "timeout", failures: 5, sinceMs: 1, lastMs: 20 }];
  const failing = seen({ modelFaults });
  const answeredAt = (atMs: number) => seen({ id: "b", modelAnswers: [{ model: "openai:m", atMs }] });
  assert.equal(lines([answeredAt(9)])[0]?.ok, true, "it answers since it was started anew");
  assert.equal(lines([failing, answeredAt(19)])[0]?.ok, false);
  assert.equal(lines([failing, answeredAt(21)])[0]?.ok, true, "it has answered another process since");
  assert.equal(lines([failing, { ...answeredAt(21), isSilent: true }])[0]?.ok, false);
});

test("a model whose name is the beginning of another's does not take over its failures", () => {
  const hours = [{ "calls:openai:m:8b": 2, "callfail:openai:m:8b:MODEL_DOWN": 2 }];
  const summary = { routing: "openai:m", planning: "openai:m:8b" };
  const lines = modelLines({ summary, processes: [], hours });
  assert.deepEqual(
    lines.map(({ ok }) => ok),
    [true, false],
  );
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
    ["HTTP 404 (check OPENAI_BASE_URL and the model's name)", "model_name"],
    ["a web page (HTML), not an API's answer (check OPENAI_BASE_URL)", "model_address"],
    ["HTTP 403, a web page (HTML), not an API's answer (check OPENAI_BASE_URL)", "model_address"],
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
