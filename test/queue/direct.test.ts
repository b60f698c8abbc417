import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { AppError } from "#contract";
import { createOrder } from "../../src/queue/order.ts";
import { createOrderedQueue, type OrderedQueue } from "../../src/queue/ordered-queue.ts";
import type { Handler, JobOutcome, OrderedJob } from "../../src/queue/processor.ts";
import type { Store } from "../../src/store/redis.ts";
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

const never = async () => assert.fail("given up");
const openKind = { lua: "return 'claimed ' .. ARGV[1]" } as const;
const chat = "c";

interface Harness {
  readonly store: Store;
  readonly queue: OrderedQueue;
  /** What the handler was given, `<id> opened` or `<id> job`. */
  readonly seen: string[];
  /** Puts a job into the order as an outbox does: directly where that can be, else by its job. */
  post(id: string): Promise<"direct" | "job">;
  seenAll(count: number): Promise<void>;
}

let names = 0;

/**
 * A queue that is worked in this process; `during` says what comes of a job that has passed its gate. The process counts as alive for long
 * (`lockMs`): after a shorter stall of its own it would open nothing before its next sign of life.
 */
async function harness(
  during: (job: OrderedJob) => Promise<JobOutcome | "released"> = async () => "released",
  { concurrency = 4, sweepMs = 50, lockMs = 60_000 } = {},
): Promise<Harness> {
  const store = server.store();
  const name = `direct-${names++}`;
  const queue = createOrderedQueue({ store, name, log: silent, wallMs: Date.now, backoffMs: 10 });
  const order = createOrder(store, name, {
    key: (type) => `elsewhere:${type}`,
    parkedAtLeastMs: 1,
  });
  const seen: string[] = [];
  const handler: Handler = async (job) => {
    const { steps, opened } = job;
    assert.ok(steps !== undefined);
    if (opened?.reply === undefined) {
      const [gate] = await store.together([steps.gate]);
      const stopped = steps.stopped(gate);
      if (stopped !== undefined) return stopped;
    } else assert.equal(opened.reply, `claimed ${job.id}`);
    seen.push(`${job.id} ${opened === undefined ? "job" : "opened"}`);
    const outcome = await during(job);
    if (outcome !== "released") return outcome;
    const [released] = await store.together([steps.release]);
    return steps.released(released);
  };
  const openStep = (id: string) => ({ kind: openKind, keys: [], args: [id] });
  const work = queue.work(handler, {
    concurrency,
    giveUp: never,
    sweepMs,
    lockMs,
    ownGate: true,
    direct: { openStep },
  });
  closers.push(
    () => queue.close(),
    () => work.close({ graceMs: 1000 }),
  );
  // Nothing is opened before Redis has heard of the process.
  (await eventually("the process to be heard of", () => queue.open("first", chat))).drop();
  return {
    store,
    queue,
    seen,
    async post(id) {
      const opening = queue.open(id, chat);
      const position = await order.enter(id, chat);
      const replies = opening === undefined ? [] : await store.together(opening.steps);
      if (opening?.take(replies) === true) return "direct";
      await queue.add(id, chat, position);
      return "job";
    },
    async seenAll(count) {
      await eventually(`${count} to be seen`, () => seen.length >= count);
    },
  };
}

const jobsOf = async (queue: OrderedQueue): Promise<number> =>
  Object.values(await queue.counts()).reduce((sum, count) => sum + count, 0);

test("the head of a chat is worked at once and leaves no job; who comes behind it follows by its job", async () => {
  const held = Promise.withResolvers<void>();
  const { post, seen, seenAll, queue } = await harness(async ({ id }) => {
    if (id === "b") await held.promise;
    return "released";
  });
  assert.equal(await post("a"), "direct");
  await seenAll(1);
  await eventually("the chat to be empty", async () => (await queue.waiting(chat)).length === 0);
  assert.equal(await jobsOf(queue), 0);
  assert.equal(await post("b"), "direct");
  assert.equal(await post("c"), "job");
  assert.equal(await post("d"), "job");
  held.resolve();
  await seenAll(4);
  assert.deepEqual(seen, ["a opened", "b opened", "c job", "d job"]);
});

test("what has to wait, or fails, gets a job and keeps its place", async () => {
  let tries = 0;
  const { post, seen, seenAll } = await harness(async ({ id }) => {
    if (id === "a" && tries++ === 0) return { laterMs: 30 };
    if (id === "b" && tries++ === 2) throw new Error("torn");
    return "released";
  });
  await post("a");
  await seenAll(2);
  await eventually("a direct one", async () => (await post("b")) === "direct");
  await seenAll(4);
  assert.deepEqual(seen, ["a opened", "a job", "b opened", "b job"]);
});

test("no more are worked at once than allowed; the rest waits as jobs", async () => {
  const held = Promise.withResolvers<void>();
  const { queue } = await harness(
    async () => {
      await held.promise;
      return "released";
    },
    { concurrency: 1 },
  );
  const first = queue.open("a", "one");
  assert.ok(first !== undefined);
  assert.equal(queue.open("b", "two"), undefined);
  first.drop();
  assert.ok(queue.open("b", "two") !== undefined);
  held.resolve();
});

test("a run that was fenced off is over: it is not tried again, and the chat goes on", async () => {
  const { post, seen, seenAll, queue } = await harness(async ({ id }) => {
    if (id === "a") throw new AppError("FENCED", id);
    return "released";
  });
  assert.equal(await post("a"), "direct");
  await eventually("the chat to be empty", async () => (await queue.waiting(chat)).length === 0);
  assert.equal(await jobsOf(queue), 0);
  await post("b");
  await seenAll(2);
  assert.equal(seen.filter((line) => line.startsWith("a")).length, 1);
});

test("a sweep leaves alone what a living process works, and brings back what a dead one held", async () => {
  const held = Promise.withResolvers<void>();
  const { post, seen, seenAll, queue, store } = await harness(
    async ({ opened }) => {
      if (opened !== undefined) await held.promise;
      return "released";
    },
    { sweepMs: 600_000 },
  );
  assert.equal(await post("a"), "direct");
  await seenAll(1);
  assert.equal((await queue.sweep()).missing, 0);
  // As if its process were dead: its sign of life is gone.
  const [alive] = await store.redis.keys(store.keys.alive("*"));
  assert.ok(alive !== undefined);
  await eventually("the sweep to miss it", async () => {
    await store.redis.del(await store.redis.keys(store.keys.alive("*")));
    return (await queue.sweep()).missing > 0;
  });
  await seenAll(2);
  held.resolve();
  assert.deepEqual(seen, ["a opened", "a job"]);
});

test("where the script's answer was lost the job is worked all the same", async () => {
  const { queue, store, seen, seenAll } = await harness();
  const opening = queue.open("a", chat);
  const place = queue.place("a", chat);
  await store.redis.zadd(place.keys[0], 1, "a");
  await store.redis.sadd(place.keys[1], chat);
  await store.together(opening?.steps ?? []);
  assert.equal(opening?.take("unknown"), true);
  await seenAll(1);
  await eventually("the chat to be empty", async () => (await queue.waiting(chat)).length === 0);
  assert.deepEqual(seen, ["a opened"]);
});

test("what a failed script holds in name only is worked by its job", async () => {
  const { queue, store, seen, seenAll } = await harness(undefined, { lockMs: 1000 });
  const opening = await eventually("the process to be known", () => queue.open("a", chat));
  const place = queue.place("a", chat);
  await store.redis.zadd(place.keys[0], 1, "a");
  await store.redis.sadd(place.keys[1], chat);
  await store.together(opening.steps);
  opening.drop();
  await seenAll(1);
  assert.deepEqual(seen, ["a job"]);
});

test("what Redis has forgotten to be done is done once more by its job, though its process lives, and the chat goes on", async () => {
  const { queue, store, post, seen, seenAll } = await harness(undefined, { lockMs: 1000 });
  const holders = store.keys.holders(queue.name);
  const [order, chats] = queue.place("a", chat).keys;
  const opening = await eventually("the process to be known", () => queue.open("a", chat));
  await store.redis.zadd(order, 1, "a");
  await store.redis.sadd(chats, chat);
  const replies = await store.together(opening.steps);
  const held = await store.redis.hgetall(holders);
  opening.take(replies);
  await eventually("the chat to be empty", async () => (await queue.waiting(chat)).length === 0);
  // As a server that has lost its last writes.
  await store.redis.zadd(order, 1, "a");
  await store.redis.sadd(chats, chat);
  await store.redis.hset(holders, held);
  assert.equal(await post("b"), "job");
  await seenAll(3);
  assert.deepEqual(seen, ["a opened", "a job", "b job"]);
});

test("a long run stays with its process through many signs of life", async () => {
  const held = Promise.withResolvers<void>();
  const during = async ({ opened }: OrderedJob): Promise<"released"> => {
    if (opened !== undefined) await held.promise;
    return "released";
  };
  const { post, queue, store, seenAll, seen } = await harness(during, { lockMs: 400, sweepMs: 600_000 });
  await eventually("a direct one", async () => (await post("a")) === "direct");
  await seenAll(1);
  const [holder = ""] = await store.redis.hvals(store.keys.holders(queue.name));
  const [, owner = ""] = holder.split("/");
  const said = async () => Number((await store.redis.get(store.keys.alive(owner)))?.split(",")[0]);
  const first = await said();
  queue.open("z", "another")?.drop();
  await eventually("a later sign of life", async () => (await said()) > first);
  assert.equal((await queue.sweep()).missing, 0);
  held.resolve();
  await eventually("the chat to be empty", async () => (await queue.waiting(chat)).length === 0);
  assert.deepEqual(seen, ["a opened"]);
});
