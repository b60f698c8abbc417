import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createOrder } from "../../src/queue/order.ts";
import { createOrderedQueue } from "../../src/queue/ordered-queue.ts";
import type { Store } from "../../src/store/redis.ts";
import type { Step } from "../../src/store/steps.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";

let server: RedisServer;
before(async () => {
  server = await startRedis();
});
after(() => server.stop());

const nowMs = Date.now();
const chat = "telegram/1/2";
const elsewhere = { key: (type: string) => `elsewhere:${type}`, parkedAtLeastMs: 1 };

function open(name: string) {
  const store = server.store();
  const queue = createOrderedQueue({ store, name, log: silent, wallMs: () => nowMs });
  return { store, queue, enter: (id: string) => createOrder(store, name, elsewhere).enter(id, chat) };
}

const run = async (store: Store, step: Step | undefined) => {
  assert.ok(step !== undefined);
  await store.together([step]);
};

/** What BullMQ holds of a queue; the moment of adding is its own clock's. */
async function heldOf(store: Store, name: string, ids: readonly string[]) {
  const key = (type: string) => `${store.keys.queuePrefix}:${name}:${type}`;
  const jobs = await Promise.all(
    ids.map(async (id) => {
      const { timestamp, opts = "{}", ...job } = await store.redis.hgetall(key(id));
      assert.ok(Math.abs(Number(timestamp) - nowMs) < 600_000, timestamp);
      return { ...job, opts: JSON.parse(opts) as unknown };
    }),
  );
  return {
    jobs,
    waiting: await store.redis.lrange(key("wait"), "0", "-1"),
    parked: await store.redis.zrange(key("delayed"), "0", "-1"),
    marked: await store.redis.zrange(key("marker"), "0", "-1"),
    counted: await store.redis.get(key("id")),
    events: (await store.redis.xrange(key("events"), "-", "+")).map(([, [, event]]) => event),
  };
}

test("a job that is added with its place in the order is the one that BullMQ adds, due or parked", async () => {
  const ids = ["head-1", "behind-2"];
  const theirs = open("theirs");
  for (const id of ids) await theirs.queue.add(id, chat, await theirs.enter(id));
  const ours = open("ours");
  for (const id of ids) {
    await ours.enter(id);
    await run(ours.store, ours.queue.addStep(id, chat));
  }
  const [expected, held] = [await heldOf(theirs.store, "theirs", ids), await heldOf(ours.store, "ours", ids)];
  const named = (job: object) => ({ ...job, name: "" });
  assert.deepEqual({ ...held, jobs: held.jobs.map(named) }, { ...expected, jobs: expected.jobs.map(named) });
  assert.deepEqual(held.waiting, ["head-1"]);
  assert.deepEqual(held.parked, ["behind-2"]);
});

test("a job that is there already, or has no place, is not added", async () => {
  const { store, queue, enter } = open("twice");
  await enter("one-1");
  await run(store, queue.addStep("one-1", chat));
  const { events: _, ...before } = await heldOf(store, "twice", ["one-1"]);
  await run(store, queue.addStep("one-1", chat));
  await run(store, queue.addStep("done-2", chat));
  const { events: __, ...held } = await heldOf(store, "twice", ["one-1"]);
  assert.deepEqual({ ...held, counted: "" }, { ...before, counted: "" });
});
