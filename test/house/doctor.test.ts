import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Redis } from "ioredis";
import { AppError } from "#contract";
import { type DoctorProbes, doctor, renderDoctor } from "../../src/cli/doctor.ts";
import { checkPort } from "../../src/cli/doctor-port.ts";
import { calendarTrouble } from "../../src/data/calendar-horizon.ts";
import { checkHealth } from "../../src/store/health.ts";
import { testRedis } from "../support/redis.ts";

const { socketPath } = await testRedis();

async function redisHealth() {
  const redis = new Redis({ path: socketPath, replyMapping: "legacy" });
  try {
    return await checkHealth(redis, { key: "qm:probe", channel: "qm:probe" }, Date.now());
  } finally {
    redis.disconnect();
  }
}

async function configure(name: string, value: string): Promise<void> {
  const redis = new Redis({ path: socketPath });
  await redis.config("SET", name, value);
  redis.disconnect();
}

const sound: DoctorProbes = {
  nodeVersion: "v24.21.0",
  redisPlace: "private (/data)",
  fsync: "everysec",
  redis: redisHealth,
  adapters: [
    { name: "telegram", state: { on: false, hint: "set TELEGRAM_BOT_TOKEN" } },
    { name: "terminal", state: { on: true } },
  ],
  sources: [{ name: "tushare", state: { on: true }, probe: async () => ({ ok: true, detail: "trade_cal" }) }],
  models: { routing: "builtin", synthesis: "openai:hermes-4-70b" },
  modelProbes: [],
  accessFaults: [],
  port: () => checkPort("127.0.0.1", 0, "127.0.0.1"),
  cautions: [],
  marketNow: "2026-05-07T10:32:05+08:00",
  calendarTrouble: null,
};

const faultsOf = async (probes: Partial<DoctorProbes>) => {
  const report = await doctor({ ...sound, ...probes });
  assert.equal(
    report.ok,
    report.checks.every(({ state }) => state !== "fault"),
  );
  return report.checks.filter(({ state }) => state === "fault");
};

test("a sound house: every check is told, what is off says what would turn it on, and nothing fails", async () => {
  const report = await doctor(sound);
  assert.equal(report.ok, true, renderDoctor(report));
  const text = renderDoctor(report);
  assert.match(text, /^ok +Node +v24\.21\.0$/m);
  assert.match(text, /^ok +Redis +\d+\.\d+\.\d+, private \(\/data\)$/m);
  assert.match(text, /^off +Adapter telegram +set TELEGRAM_BOT_TOKEN$/m);
  assert.match(text, /^ok +Models +routing builtin, synthesis openai:hermes-4-70b$/m);
  assert.match(text, /Everything needed is in order/);
  assert.deepEqual(JSON.parse(JSON.stringify(report)), report);
});

test("a Redis that evicts or forgets is a fault with its remedy", async (t) => {
  t.after(async () => {
    await configure("maxmemory-policy", "noeviction");
    await configure("appendonly", "yes");
  });
  await configure("maxmemory-policy", "allkeys-lru");
  await configure("appendonly", "no");
  const faults = await faultsOf({});
  assert.deepEqual(
    faults.map(({ name }) => name),
    ["Redis AOF", "Redis eviction"],
  );
  assert.match(faults[1]?.fix ?? "", /noeviction/);
});

test("REDIS_FSYNC that is not in force is a fault; where it cannot be read it is only pointed out", async () => {
  const [fault, ...more] = await faultsOf({ fsync: "always" });
  assert.deepEqual([fault?.name, fault?.detail, more], ["Redis fsync", "everysec, not always", []]);
  assert.match(fault?.fix ?? "", /set `appendfsync always` there/);
  const { appendFsync: _, ...unread } = await redisHealth();
  const report = await doctor({ ...sound, fsync: "always", redis: async () => unread });
  const line = report.checks.find(({ name }) => name === "Redis fsync");
  assert.deepEqual([report.ok, line?.state], [true, "warn"]);
});

test("a Redis that is old, refuses writes or has another time is a fault", async () => {
  const redis = async () => ({
    ...(await redisHealth()),
    version: "6.0.16",
    writable: false,
    clockSkewMs: -90_000,
  });
  const names = (await faultsOf({ redis })).map(({ name }) => name);
  assert.deepEqual(names, ["Redis", "Redis writes", "Redis clock"]);
});

test("a Redis that cannot be reached is one fault, and the rest is still looked at", async () => {
  const redis = async () => {
    throw new Error("connect ECONNREFUSED");
  };
  const report = await doctor({ ...sound, redis });
  const faults = report.checks.filter(({ ok }) => !ok);
  assert.deepEqual([faults.length, faults[0]?.name, report.ok], [1, "Redis", false]);
  assert.match(faults[0]?.detail ?? "", /ECONNREFUSED/);
  assert(report.checks.some(({ name }) => name === "Source tushare"));
});

test("a Redis that answers and refuses is told from one that is away", async () => {
  const detail = "WRONGPASS invalid username-password pair or user is disabled.";
  const redis = async () => ({ reachable: false, writable: false, refuses: true, detail });
  const [fault, ...more] = await faultsOf({ redis });
  assert.deepEqual([fault?.name, more], ["Redis", []]);
  assert.match(fault?.detail ?? "", /it answers but refuses the user or password in REDIS_URL/);
});

test("a port that is free is in order, and so is one that a service of ours holds; another program's is a fault", async (t) => {
  let body = "";
  const other = createServer((_, response) => void response.end(body)).listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const look = async () => {
    const { checks } = await doctor({ ...sound, port: () => checkPort("127.0.0.1", port, "127.0.0.1") });
    return checks.find(({ name }) => name === "HTTP port");
  };
  t.after(() => other.close());
  const taken = await look();
  assert.deepEqual([taken?.state, taken?.detail], ["fault", `127.0.0.1:${port} is in use`]);
  assert.match(taken?.fix ?? "", /HTTP_PORT/);
  body = JSON.stringify({ ok: false, intake: false, roles: ["gateway"] });
  assert.match((await look())?.detail ?? "", /a service of ours answers/);
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
  assert.match((await look())?.detail ?? "", /free$/);
});

test("what is hardly meant in the settings is pointed out with what to do, and is no fault", async () => {
  const cautions = ["TELEGRM_BOT_TOKEN in .env does nothing; is TELEGRAM_BOT_TOKEN meant?"];
  const report = await doctor({ ...sound, cautions });
  assert.equal(report.ok, true);
  assert.match(
    renderDoctor(report),
    /^warn +Settings +TELEGRM_BOT_TOKEN in \.env does nothing\n +→ is TELEGRAM_BOT_TOKEN meant\?$/m,
  );
});

test("a wrong token, a source that throws, an open door and an old Node are faults", async () => {
  const probe = async () => ({ ok: false, detail: "getMe: 401 Unauthorized" });
  const thrower = async () => {
    throw new Error("socket hang up");
  };
  const faults = await faultsOf({
    nodeVersion: "v20.20.2",
    adapters: [{ name: "telegram", state: { on: true }, probe }],
    sources: [{ name: "akshare", state: { on: true }, probe: thrower }],
    accessFaults: ["ACCESS is not set"],
  });
  assert.deepEqual(
    faults.map(({ name, detail }) => `${name}: ${detail}`),
    [
      "Node: v20.20.2",
      "Adapter telegram: getMe: 401 Unauthorized",
      "Access: ACCESS is not set",
      "Source akshare: socket hang up",
    ],
  );
  assert(faults.every(({ fix }) => fix !== undefined));
});

test("a fault says which settings to look at, an open door what to write, a model that it was asked", async () => {
  const probe = async () => {
    throw new AppError("MODEL_DOWN", "openai:hermes: HTTP 401 (the API key is refused)");
  };
  const refuses = async () => ({ ok: false, detail: "SOURCE_DOWN: the connection failed" });
  const faults = await faultsOf({
    sources: [
      {
        name: "akshare",
        state: { on: true },
        probe: refuses,
        settings: "AKTOOLS_API_ROOT=http://127.0.0.1:1",
      },
    ],
    accessFaults: ["ACCESS: it is not set; write ACCESS=open"],
    modelProbes: [{ name: "openai:hermes", state: { on: true }, probe, settings: "OPENAI_API_KEY" }],
  });
  const told = faults.map(({ name, detail }) => `${name}: ${detail}`);
  assert.deepEqual(told, [
    "Access: ACCESS: it is not set",
    "Source akshare: SOURCE_DOWN: the connection failed",
    "Model openai:hermes: HTTP 401 (the API key is refused)",
  ]);
  const fixes = faults.map(({ fix = "" }) => fix);
  assert.equal(fixes[0], "write ACCESS=open");
  assert.match(fixes[1] ?? "", /AKTOOLS_API_ROOT=http:\/\/127\.0\.0\.1:1$/);
  assert.match(fixes[2] ?? "", /OPENAI_API_KEY$/);
});

test("a silent source is given up after its time", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const aborted = Promise.withResolvers<boolean>();
  const silent = (signal: AbortSignal) => {
    signal.addEventListener("abort", () => aborted.resolve(signal.aborted));
    return new Promise<never>(() => undefined);
  };
  const redis = async () => ({ reachable: false, writable: false });
  const faults = faultsOf({ redis, sources: [{ name: "akshare", state: { on: true }, probe: silent }] });
  t.mock.timers.tick(8_000);
  assert.equal(await aborted.promise, true);
  assert.match((await faults)[1]?.detail ?? "", /no answer within 8 s/);
});

test("a market clock that stands still is pointed out but is no fault", async () => {
  const report = await doctor({ ...sound, frozenBy: "sample data" });
  const clock = report.checks.find(({ name }) => name === "Market clock");
  assert.deepEqual([report.ok, clock?.state], [true, "warn"]);
  assert.match(clock?.detail ?? "", /stands at 2026-05-07T10:32:05\+08:00 \(sample data\)/);
});

test("a trading calendar that is about to end is pointed out, one that has ended is a fault, and both say what to do", async () => {
  const bundled = { knownTo: "2026-12-31", isAsked: false };
  assert.equal(calendarTrouble(bundled, "2026-10-30"), null);
  assert.equal(calendarTrouble({ ...bundled, isAsked: true }, "2027-02-01"), null);
  const [soon, over] = ["2026-11-23", "2027-01-04"].map((today) => calendarTrouble(bundled, today));
  const report = await doctor({ ...sound, calendarTrouble: soon ?? null });
  assert.equal(report.ok, true);
  assert.match(
    renderDoctor(report),
    /^warn +Trading calendar +ends on 2026-12-31, in 38 days,.*\n +→ add szse to DATA_SOURCES/m,
  );
  const [fault] = await faultsOf({ calendarTrouble: over ?? null });
  assert.match(fault?.detail ?? "", /^ended on 2026-12-31/);
});
