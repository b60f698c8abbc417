import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { AppError } from "#contract";
import { createOrder } from "../../src/queue/order.ts";
import { createOrderedQueue, type OrderedQueue } from "../../src/queue/ordered-queue.ts";
import type { Handler, WorkOptions } from "../../src/queue/processor.ts";
import type { Work } from "../../src/queue/work.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";
import { eventually } from "../support/eventually.ts";

let server: RedisServer;
const closers: (() => Promise<unknown>)[] = [];
before(async () => {
  server = await startRedis();
});
after(() => server.stop());
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

let queues = 0;
/** A queue of its own name, so that tests do not meet; `another()` opens it as another process would. */
function freshQueue(options: { attempts?: number } = {}) {
  const name = `test-${queues++}`;
  const another = (): OrderedQueue => {
    const store = server.store();
    const queue = createOrderedQueue({
      store,
      name,
      log: silent,
      wallMs: Date.now,
      backoffMs: 10,
      ...options,
    });
    closers.push(() => queue.close());
    return queue;
  };
  return { name, queue: another(), another };
}

const never = async () => assert.fail("given up");

/** Where nobody dies, nobody's lock may run out: this process may itself be held up for longer than a short one lasts. */
const lastingMs = 60_000;
/** After so long what a dead worker held is taken over. */
const shortMs = 1000;

function work(queue: OrderedQueue, handler: Handler, options: Partial<WorkOptions> = {}): Work {
  const started = queue.work(handler, {
    concurrency: 16,
    giveUp: never,
    sweepMs: 50,
    lockMs: lastingMs,
    ...options,
  });
  closers.push(() => started.close({ graceMs: 1000 }));
  return started;
}

/** An order that finds none of BullMQ's jobs: what a process did that ended before it told BullMQ. */
const elsewhere = { key: (type: string) => `elsewhere:${type}`, parkedAtLeastMs: 1 };

/** A handler that records, and a promise for the moment when it has seen so many jobs. */
function recorder(expected: number, during: (id: string) => Promise<void> = async () => {}) {
  const seen: string[] = [];
  const active = new Map<string, number>();
  const overlaps: string[] = [];
  const all = Promise.withResolvers<void>();
  const handler: Handler = async ({ id, chat }) => {
    if ((active.get(chat) ?? 0) > 0) overlaps.push(id);
    active.set(chat, (active.get(chat) ?? 0) + 1);
    await during(id);
    active.set(chat, (active.get(chat) ?? 0) - 1);
    seen.push(id);
    if (seen.length === expected) all.resolve();
    return "done";
  };
  return { handler, seen, overlaps, all: all.promise };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The ids of one chat in the order in which they were seen. */
const ofChat = (seen: readonly string[], chat: number) => seen.filter((id) => id.startsWith(`c${chat}-`));
const expectedOf = (chat: number, count: number) =>
  Array.from({ length: count }, (_, at) => `c${chat}-${at}`);

test("each chat is worked off in order and without overlap by three workers at random speeds", async () => {
  const { queue, another } = freshQueue();
  const [chats, messages] = [12, 15];
  const { handler, seen, overlaps, all } = recorder(chats * messages, () => pause(Math.random() * 8));
  for (const worker of [queue, another(), another()]) work(worker, handler);
  await Promise.all(
    Array.from({ length: chats }, async (_, chat) => {
      for (const id of expectedOf(chat, messages)) await queue.enqueue(id, `chat${chat}`);
    }),
  );
  await all;
  for (let chat = 0; chat < chats; chat++) assert.deepEqual(ofChat(seen, chat), expectedOf(chat, messages));
  assert.deepEqual(overlaps, []);
});

test("a job queued twice, at once and again after it is done, runs once", async () => {
  const { queue } = freshQueue();
  const { handler, seen, all } = recorder(3);
  await Promise.all([queue.enqueue("a-1", "chat"), queue.enqueue("a-1", "chat")]);
  await queue.enqueue("a-2", "chat");
  work(queue, handler);
  await eventually("the chat to be empty", async () => (await queue.waiting("chat")).length === 0);
  // As a producer that was slow between its two writes would do.
  await queue.add("a-1", "chat", 0);
  await queue.enqueue("a-3", "chat");
  await all;
  assert.deepEqual(seen, ["a-1", "a-2", "a-3"]);
});

test("an order entry whose job was never added is found by the sweep, and so is what waits behind it", async () => {
  const { name, queue } = freshQueue();
  const { handler, seen, all } = recorder(2);
  await createOrder(server.store(), name, elsewhere).enter("lost-1", "chat");
  await queue.enqueue("next-2", "chat");
  work(queue, handler);
  await all;
  assert.deepEqual(seen, ["lost-1", "next-2"]);
});

test("a head that was left parked is set free by the sweep", async () => {
  const { name, queue } = freshQueue();
  await queue.enqueue("first-1", "chat");
  await queue.enqueue("parked-2", "chat");
  // A worker that died between releasing the first and promoting the next.
  await createOrder(server.store(), name, elsewhere).release("first-1", "chat");
  assert.deepEqual((await queue.sweep()).parked, 1);
  const { handler, seen, all } = recorder(1);
  work(queue, handler, { sweepMs: 60_000 });
  await all;
  assert.deepEqual(seen, ["parked-2"]);
});

test("a release sets the next one's job free in the same step", async () => {
  const { name, queue } = freshQueue();
  await queue.enqueue("first-1", "chat");
  await queue.enqueue("parked-2", "chat");
  const store = server.store();
  const key = (type: string) => `${store.keys.queuePrefix}:${name}:${type}`;
  const order = createOrder(store, name, { key, parkedAtLeastMs: 1 });
  assert.deepEqual(await order.release("first-1", "chat"), { next: null });
  assert.deepEqual(await store.redis.lrange(key("wait"), 0, -1), ["parked-2", "first-1"]);
  await order.enter("late-3", "chat");
  assert.deepEqual(await order.release("parked-2", "chat"), { next: "late-3" }, "its job is not there yet");
});

test("a job that has been done before lets the next one go, without a sweep", async () => {
  const { name, queue } = freshQueue();
  await queue.enqueue("done-1", "chat");
  await queue.enqueue("next-2", "chat");
  await createOrder(server.store(), name, elsewhere).release("done-1", "chat");
  const { handler, seen, all } = recorder(1);
  work(queue, handler, { sweepMs: 60_000 });
  await all;
  assert.deepEqual(seen, ["next-2"]);
});

test("a job picked up before its turn goes back to its place", async () => {
  const { name, queue } = freshQueue();
  await createOrder(server.store(), name, elsewhere).enter("first-1", "chat");
  await queue.enqueue("second-2", "chat");
  const { handler, seen, all } = recorder(2);
  // Set free too early, as an operator might.
  await queue.add("other-0", "elsewhere", 0);
  const store = server.store();
  await store.redis.zadd(`${store.keys.queuePrefix}:${name}:delayed`, 1, "second-2");
  work(queue, handler, { sweepMs: 300 });
  await all;
  assert.deepEqual(seen, ["first-1", "second-2"]);
});

test("a poison job is given up after its attempts and its chat goes on", async () => {
  const { queue } = freshQueue({ attempts: 3 });
  const given: string[] = [];
  let tries = 0;
  const next = Promise.withResolvers<void>();
  await queue.enqueue("poison-1", "chat");
  await queue.enqueue("good-2", "chat");
  const handler: Handler = async ({ id }) => {
    if (id === "good-2") next.resolve();
    else {
      tries++;
      throw new Error("poison");
    }
    return "done";
  };
  work(queue, handler, { giveUp: async ({ id }, reason) => void given.push(`${id}: ${reason}`) });
  await next.promise;
  assert.equal(tries, 3);
  assert.deepEqual(given, ["poison-1: poison"]);
});

test("waiting to try again is no failure and keeps the chat's place", async () => {
  const { queue } = freshQueue({ attempts: 2 });
  let tries = 0;
  const seen: string[] = [];
  const end = Promise.withResolvers<void>();
  await queue.enqueue("limited-1", "chat");
  await queue.enqueue("after-2", "chat");
  work(queue, async ({ id }) => {
    if (id === "limited-1" && ++tries < 5) return { laterMs: 10 };
    seen.push(id);
    if (id === "after-2") end.resolve();
    return "done";
  });
  await end.promise;
  assert.equal(tries, 5);
  assert.deepEqual(seen, ["limited-1", "after-2"]);
});

/** A head that was put off for so long by a process that has ended since, and whose clock ran ahead by so much. */
async function putOff(laterMs: number, aheadMs: number): Promise<OrderedQueue> {
  const { queue, another, name } = freshQueue();
  await queue.enqueue("later-1", "chat");
  const { redis, keys } = server.store();
  const delayed = `${keys.queuePrefix}:${name}:delayed`;
  const first = work(another(), async () => ({ laterMs }), { sweepMs: 600_000 });
  await eventually("it to be put off", async () => (await redis.zcard(delayed)) === 1);
  await first.close({ graceMs: 1000 });
  await redis.zincrby(delayed, aheadMs * 4096, "later-1");
  return queue;
}

test("what was put off by a clock that runs ahead waits no longer than was meant, by Redis' clock", async () => {
  const queue = await putOff(600, 600_000);
  const { handler, seen } = recorder(1);
  work(queue, handler);
  await eventually("its end", () => seen.length === 1);
  assert.deepEqual(await queue.waiting("chat"), []);
});

test("what was put off for long waits as long, whatever clock it was by", async () => {
  for (const aheadMs of [0, 600_000, -600_000]) {
    const queue = await putOff(3_600_000, aheadMs);
    for (let sweeps = 0; sweeps < 3; sweeps += 1) assert.equal((await queue.sweep()).parked, 0);
    assert.equal((await queue.counts()).delayed, 1);
  }
});

test("a run that was fenced off ends without an attempt being counted or the chat being stuck", async () => {
  const { queue } = freshQueue({ attempts: 1 });
  const end = Promise.withResolvers<void>();
  await queue.enqueue("fenced-1", "chat");
  await queue.enqueue("after-2", "chat");
  work(queue, async ({ id }) => {
    if (id === "fenced-1") throw new AppError("FENCED");
    end.resolve();
    return "done";
  });
  await end.promise;
});

test("a worker whose lock ran out cannot release the job that another has taken over", async () => {
  const { name, queue } = freshQueue();
  await queue.enqueue("a-1", "chat");
  await queue.enqueue("b-2", "chat");
  const order = createOrder(server.store(), name, elsewhere);
  assert.equal(await order.gate("a-1", "chat", "old"), "head");
  assert.equal(await order.gate("a-1", "chat", "new"), "head");
  assert.equal(await order.release("a-1", "chat", "old"), "fenced");
  assert.deepEqual(await order.release("a-1", "chat", "new"), { next: "b-2" });
});

test("a stopping worker finishes what it can and hands the rest over at once", async () => {
  const { queue, another } = freshQueue();
  await queue.enqueue("slow-1", "one");
  await queue.enqueue("quick-1", "two");
  const started = Promise.withResolvers<void>();
  let runs = 0;
  const first = work(queue, async ({ id, signal }) => {
    if (id === "quick-1") return "done";
    runs++;
    started.resolve();
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    return "done";
  });
  await started.promise;
  await first.close({ graceMs: 50 });
  assert.deepEqual(await queue.waiting("two"), []);
  const { handler, seen, all } = recorder(1);
  work(another(), handler, { sweepMs: 60_000 });
  await all;
  assert.deepEqual(seen, ["slow-1"]);
  assert.equal(runs, 1);
});

test("jobs of a worker that died are taken over, in order", async () => {
  const { queue, another } = freshQueue();
  for (const id of expectedOf(0, 3)) await queue.enqueue(id, "chat");
  const stuck = Promise.withResolvers<void>();
  // Deaf to the signal: closing it by force leaves the job locked and active, as a kill does.
  const deaf: Handler = () => {
    stuck.resolve();
    return new Promise(() => {});
  };
  const dead = work(queue, deaf, { lockMs: shortMs });
  await stuck.promise;
  await dead.close({ graceMs: 10 });
  const { handler, seen, all } = recorder(3);
  work(another(), handler, { lockMs: shortMs });
  await all;
  assert.deepEqual(seen, expectedOf(0, 3));
});

test("a Redis killed and restarted in the middle loses nothing and breaks no order", async () => {
  const { queue } = freshQueue();
  const [chats, messages] = [5, 6];
  // A run may be repeated after the kill; what counts is the order of the first time.
  const firsts: string[] = [];
  const all = Promise.withResolvers<void>();
  for (let chat = 0; chat < chats; chat++)
    for (const id of expectedOf(chat, messages)) await queue.enqueue(id, `chat${chat}`);
  const handler: Handler = async ({ id }) => {
    await pause(20);
    if (!firsts.includes(id)) firsts.push(id);
    if (firsts.length === chats * messages) all.resolve();
    return "done";
  };
  work(queue, handler, { lockMs: shortMs });
  await pause(60);
  // Within a second nothing may have reached the disk; what counts here is the process, which `kill -9` ends.
  await server.kill();
  await assert.rejects(
    createOrderedQueue({
      store: server.store(),
      name: "away",
      log: silent,
      wallMs: Date.now,
      failAfterMs: 100,
    })
      .enqueue("x-1", "x")
      .finally(() => server.restart()),
    (error) => error instanceof AppError && error.code === "INTAKE_DOWN",
  );
  await all.promise;
  for (let chat = 0; chat < chats; chat++) assert.deepEqual(ofChat(firsts, chat), expectedOf(chat, messages));
});

test("a stop does not wait for a Redis that is gone, however much time there is", async () => {
  const own = await startRedis();
  const store = own.store();
  const queue = createOrderedQueue({ store, name: "gone", log: silent, wallMs: Date.now });
  const taken = Promise.withResolvers<void>();
  const started = queue.work(
    async () => {
      taken.resolve();
      // As a turn does whose record cannot be written.
      await store.patient().redis.get("anything");
      await new Promise(() => {});
      return "done";
    },
    { concurrency: 4, giveUp: never },
  );
  await queue.enqueue("c0-0", "c0");
  await taken.promise;
  await own.kill();
  await started.close({ graceMs: 3_600_000 });
  await queue.close();
  await own.stop();
});
