import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AppError } from "#contract";
import { createOrderedQueue } from "../../src/queue/ordered-queue.ts";
import { eventually } from "../support/eventually.ts";
import { type RedisServer, silent, startRedis } from "./redis-server.ts";

let server: RedisServer;
before(async () => {
  server = await startRedis();
});
after(() => server.stop());

const isIntakeDown = (error: unknown) => error instanceof AppError && error.code === "INTAKE_DOWN";

test("health names version, append-only file, policy and writability", async () => {
  const health = await server.store().health(Date.now());
  assert.equal(health.reachable, true);
  assert.equal(health.writable, true);
  assert.equal(health.appendOnly, true);
  assert.equal(health.maxmemoryPolicy, "noeviction");
  assert.match(health.version ?? "", /^\d+\.\d+/);
  assert.ok(Math.abs(health.clockSkewMs ?? Number.NaN) < 60_000);
});

test("the cache gives back JSON and forgets after its time", async () => {
  const { cache } = server.store();
  await cache.set("a", { list: [1, "二", null] }, 60);
  assert.deepEqual(await cache.get("a"), { list: [1, "二", null] });
  assert.equal(await cache.get("absent"), undefined);
  await cache.set("short", 1, 0.001);
  const { redis, keys } = server.store();
  await eventually("the answer to be gone", async () => (await redis.exists(keys.cache("short"))) === 0);
  assert.equal(await cache.get("short"), undefined);
});

test("a lock has one holder, and only the holder gives it back", async () => {
  const { locks } = server.store();
  const unlock = await locks.acquire("x", "first", 60_000);
  assert.ok(unlock);
  assert.equal(await locks.acquire("x", "second", 60_000), undefined);
  await unlock();
  assert.ok(await locks.acquire("x", "second", 60_000));
  await unlock();
  assert.equal(await locks.acquire("x", "third", 60_000), undefined);
});

test("firstIn is true once", async () => {
  const { locks } = server.store();
  const answers = await Promise.all(Array.from({ length: 10 }, () => locks.firstIn("notice", 60_000)));
  assert.deepEqual(answers.toSorted(), [...Array(9).fill(false), true]);
});

test("a full memory is told as INTAKE_DOWN and as not writable", async () => {
  const store = server.store();
  const write = store.script("qmTestWrite", "return redis.call('SET', KEYS[1], ARGV[1])");
  await store.redis.config("SET", "maxmemory", "1");
  try {
    await assert.rejects(write(["full"], ["x"]), isIntakeDown);
    assert.equal((await store.health(0)).writable, false);
  } finally {
    await store.redis.config("SET", "maxmemory", "0");
  }
  assert.equal(await write(["full"], ["x"]), "OK");
});

test("while Redis is away commands fail, patient ones wait, and both go on when it is back", async () => {
  const store = server.store("main", 1000);
  const lua = "return redis.call('INCR', KEYS[1])";
  const hasty = store.script("qmTestIncr", lua);
  const patient = store.patient().script("qmTestIncr", lua);
  assert.equal(await hasty(["n"], []), 1);
  assert.equal(await patient(["n"], []), 2);
  await server.kill();
  await assert.rejects(hasty(["n"], []), isIntakeDown);
  assert.equal((await store.health(0)).reachable, false);
  const waiting = patient(["m"], []);
  await server.restart();
  assert.equal(await waiting, 1);
  await eventually("Redis to be back", async () => (await store.health(0)).writable);
  // The hasty one that failed may or may not have been sent again; the data of before are there.
  assert.ok(Number(await hasty(["n"], [])) >= 2);
});

test("a Redis that is stopped but connected fails commands in time", async () => {
  const store = server.store("main", 1000);
  await store.redis.ping();
  process.kill(server.pid, "SIGSTOP");
  try {
    await assert.rejects(store.script("qmTestPing", "return 1")([], []), isIntakeDown);
  } finally {
    process.kill(server.pid, "SIGCONT");
  }
});

test("the time in which this process itself stands still is not Redis' time", async () => {
  const store = server.store("main", 400);
  await store.redis.ping();
  const queue = createOrderedQueue({
    ...{ store, name: "still", log: silent },
    wallMs: Date.now,
    failAfterMs: 400,
  });
  await queue.waiting("nobody");
  const asked = [store.guarded((redis) => redis.ping()), queue.waiting("nobody")];
  for (const endMs = performance.now() + 1000; performance.now() < endMs; );
  assert.deepEqual(await Promise.all(asked), ["PONG", []]);
  await queue.close();
});

test("a subscription that Redis refused is made anew by the next one", async () => {
  const { redis } = server.store();
  await redis.call("ACL", "SETUSER", "default", "resetchannels");
  const store = server.store();
  const heard = Promise.withResolvers<string>();
  const refused = [1, 2].map(() => store.subscribe("guarded", () => assert.fail("hears nothing")));
  for (const each of await Promise.allSettled(refused)) assert.equal(each.status, "rejected");
  await redis.call("ACL", "SETUSER", "default", "allchannels");
  await store.subscribe("guarded", heard.resolve);
  await store.publish("guarded", "a");
  assert.equal(await heard.promise, "a");
});

test("subscriptions hear their channel until they leave it", async () => {
  const store = server.store();
  const heard: string[] = [];
  const both = Promise.withResolvers<void>();
  const leave = await store.subscribe("one", (text) => {
    heard.push(`one ${text}`);
  });
  await store.subscribe("two", (text) => {
    heard.push(`two ${text}`);
    if (text === "end") both.resolve();
  });
  await store.publish("one", "a");
  await store.publish("two", "b");
  await leave();
  await store.publish("one", "c");
  await store.publish("two", "end");
  await both.promise;
  assert.deepEqual(heard, ["one a", "two b", "two end"]);
});
