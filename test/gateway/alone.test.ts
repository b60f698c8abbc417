import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { after, before, test } from "node:test";
import { createAlone } from "../../src/gateway/alone.ts";
import { placeOfIdentities } from "../../src/store/process-identity.ts";
import type { Store } from "../../src/store/redis.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";

let server: RedisServer;
let store: Store;
before(async () => {
  server = await startRedis();
  store = server.store();
});
after(() => server.stop());

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

const soon = { log: silent, ttlMs: 300 };
const other = "elsewhere|1@1";
const free = () => createAlone({ lease: store.lease, ...soon });

test("work begins at once where nobody does it, and ends with its signal, giving the lease back", async () => {
  const stop = new AbortController();
  const begun = Promise.withResolvers<void>();
  const lasting = createAlone({ lease: store.lease, log: silent, ttlMs: 60_000 });
  const done = lasting("a", stop.signal, async (signal) => {
    begun.resolve();
    await untilAborted(signal);
  });
  await begun.promise;
  assert.ok(await store.redis.get(store.keys.lock("a")));
  stop.abort();
  await done;
  assert.equal(await store.redis.get(store.keys.lock("a")), null);
});

test("a living process elsewhere keeps us out until its lease has run out", async () => {
  await store.redis.set(store.keys.lock("b"), other, "PX", 400);
  const stop = new AbortController();
  let heldBy: string | null = "";
  await free()("b", stop.signal, async () => {
    heldBy = await store.redis.get(store.keys.lock("b"));
    stop.abort();
  });
  assert.notEqual(heldBy, other);
});

const place = placeOfIdentities();
const untold = place === undefined ? { skip: "the system does not tell processes' places" } : {};

test("a dead process of this machine keeps nobody out", untold, async () => {
  const { pid } = spawnSync("true");
  await store.redis.set(store.keys.lock("c"), `${place}|${pid}@1`, "PX", 3_600_000);
  const stop = new AbortController();
  let isBegun = false;
  await free()("c", stop.signal, async () => {
    isBegun = true;
    stop.abort();
  });
  assert.ok(isBegun);
});

test("a process of another container that bears this host's name cannot be taken for dead", async () => {
  const [boot] = (place ?? "").split("/");
  const lease = store.lease("f", 60_000);
  for (const elsewhere of [hostname(), `${boot}/pid:[1]`, `another-boot/${place?.split("/")[1]}`]) {
    await store.redis.set(store.keys.lock("f"), `${elsewhere}|1@1`, "PX", 3_600_000);
    assert.equal(await lease.hold(), false, elsewhere);
  }
});

test("who has lost the lease to another stops the work", async () => {
  const stop = new AbortController();
  let ended = 0;
  await free()("d", stop.signal, async (signal) => {
    await store.redis.set(store.keys.lock("d"), other, "PX", 60_000);
    await untilAborted(signal);
    assert.equal(stop.signal.aborted, false);
    ended += 1;
    stop.abort();
  });
  assert.equal(ended, 1);
});

test("who waits says why: another process, or a Redis that is away", async () => {
  const stop = new AbortController();
  const said: string[] = [];
  const answers = ["away", "away", "other", "other", "own"];
  const lease = {
    async hold() {
      const answer = answers.shift() ?? "own";
      if (answer === "away") throw new Error("away");
      return answer === "own";
    },
    async giveBack() {},
  };
  const log = { ...silent, info: (_: object, message: string) => void said.push(message) };
  await createAlone({ lease: () => lease, log, ttlMs: 6 })("e", stop.signal, async () => stop.abort());
  assert.equal(said.length, 2);
  assert.match(said[0] ?? "", /Redis is away/);
  assert.match(said[1] ?? "", /another process/);
});
