import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, beforeEach, test } from "node:test";
import fc from "fast-check";
import { createDaySpending, type DayLimits } from "../../src/store/day-spending.ts";
import type { Store } from "../../src/store/redis.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";

let server: RedisServer;
let store: Store;
let spending: ReturnType<typeof createDaySpending>;
before(async () => {
  server = await startRedis();
  store = server.store();
  spending = createDaySpending(store);
});
after(() => server.stop());
beforeEach(async () => {
  await store.redis.flushall();
});

const ann = "telegram/1";
const noon = Date.parse("2026-11-21T12:00:00+08:00");
const minuteMs = 60_000;
const share = (id: string, over: { payer?: string | null; tokens?: number; cost?: number } = {}) => ({
  id,
  payer: ann,
  tokens: 100,
  cost: 0,
  ...over,
});
const most = (user: DayLimits["user"], all: DayLimits["all"] = {}): DayLimits => ({ user, all });
const tokensOf = async (payer: string | null): Promise<number> => (await spending.read(payer)).tokens;

test("what is set aside is gone for others until it is settled, and then what it came to is", async () => {
  const limits = most({ tokens: 250 });
  assert.equal(await spending.reserve(share("a"), limits, noon), null);
  assert.equal(await spending.reserve(share("b"), limits, noon), null);
  assert.deepEqual(await spending.reserve(share("c"), limits, noon), { scope: "user", limit: "tokens" });
  await spending.settle(share("a", { tokens: 30 }));
  assert.equal(await spending.reserve(share("c"), limits, noon), null);
  await spending.settle(share("a", { tokens: 30 }));
  await spending.settle(share("b", { tokens: 0 }));
  assert.deepEqual([await tokensOf(ann), await tokensOf(null)], [130, 130], "settled twice is settled once");
});

test("limits of the installation hold for everybody together, and one that is refused takes from none", async () => {
  const limits = most({ tokens: 150, cost: 1000 }, { tokens: 220, cost: 1500 });
  assert.equal(await spending.reserve(share("a", { cost: 900 }), limits, noon), null);
  assert.deepEqual(await spending.reserve(share("b", { tokens: 1, cost: 101 }), limits, noon), {
    scope: "user",
    limit: "cost",
  });
  const other = { payer: "telegram/2" };
  assert.deepEqual(await spending.reserve(share("c", { ...other, tokens: 121 }), limits, noon), {
    scope: "all",
    limit: "tokens",
  });
  assert.deepEqual(await spending.reserve(share("d", { ...other, cost: 601 }), limits, noon), {
    scope: "all",
    limit: "cost",
  });
  assert.equal(await tokensOf("telegram/2"), 0);
  assert.equal(await spending.reserve(share("e", { ...other, tokens: 120, cost: 600 }), limits, noon), null);
  assert.deepEqual(await spending.read(null), { requests: 0, tokens: 220, cost: 1500 });
});

test("a replay counts for the installation alone", async () => {
  const limits = most({ tokens: 10 }, { tokens: 150 });
  assert.equal(await spending.reserve(share("a", { payer: null }), limits, noon), null);
  assert.deepEqual(await spending.reserve(share("b", { payer: null }), limits, noon), {
    scope: "all",
    limit: "tokens",
  });
  await spending.settle(share("a", { payer: null, tokens: 40 }));
  assert.deepEqual([await tokensOf(ann), await tokensOf(null)], [0, 40]);
});

test("a call made again after a crash takes the place of its first, and is counted once", async () => {
  const limits = most({ tokens: 120 });
  assert.equal(await spending.reserve(share("a"), limits, noon), null);
  assert.equal(await spending.reserve(share("a"), limits, noon), null);
  assert.equal(await tokensOf(ann), 100);
  await spending.settle(share("a", { tokens: 70 }));
  assert.deepEqual([await tokensOf(ann), await tokensOf(null)], [70, 70]);
});

test("what a crash has left is free again after a while, and still settled when its call turns out to have been made", async () => {
  const limits = most({ tokens: 100 }, { tokens: 100 });
  assert.equal(await spending.reserve(share("lost"), limits, noon), null);
  assert.notEqual(await spending.reserve(share("next"), limits, noon + minuteMs), null);
  assert.equal(await spending.reserve(share("next"), limits, noon + 10 * minuteMs), null);
  await spending.settle(share("next", { tokens: 20 }));
  assert.deepEqual([await tokensOf(ann), await tokensOf(null)], [20, 20]);
  await spending.settle(share("lost", { tokens: 60 }));
  await spending.settle(share("lost", { tokens: 60 }));
  assert.deepEqual([await tokensOf(ann), await tokensOf(null)], [80, 80]);
});

test("at midnight in Shanghai everything begins anew; what was set aside before counts for the day before", async () => {
  const limits = most({ tokens: 100 }, { tokens: 100 });
  const midnight = Date.parse("2026-11-21T16:00:00Z");
  assert.equal(await spending.reserve(share("a"), limits, midnight - 1), null);
  assert.notEqual(await spending.reserve(share("b"), limits, midnight - 1), null);
  assert.equal(await spending.reserve(share("b"), limits, midnight), null);
  await spending.settle(share("a", { tokens: 5000 }));
  assert.deepEqual([await tokensOf(ann), await tokensOf(null)], [100, 100]);
  assert.notEqual(
    await spending.reserve(share("c"), limits, midnight - 1),
    null,
    "a process whose clock is behind does not bring the old day back",
  );
});

test("nothing stays in Redis for longer than two days", async () => {
  await spending.reserve(share("a"), most({ tokens: 100 }), noon);
  for (const key of await store.redis.keys("*")) {
    const leftMs = await store.redis.pttl(key);
    assert(leftMs > 0 && leftMs <= 2 * 86_400_000, key);
  }
});

/** A process of its own that is told when to begin. */
async function racer(name: string) {
  const args = [join(import.meta.dirname, "day-racer.ts"), server.socketPath, name, "12"];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  return async (): Promise<number> => {
    const said = once(lines, "line");
    const gone = once(child, "exit");
    child.stdin.end("go\n");
    const [count] = await said;
    await gone;
    return Number(count);
  };
}

test("two processes that race for the rest of a day get all of it and no more", async () => {
  const racers = await Promise.all(["one", "two"].map(racer));
  const [one = 0, two = 0] = await Promise.all(racers.map((go) => go()));
  assert.equal(one + two, 11, "eleven shares of 90 fit into 1000");
  assert.equal(await tokensOf(null), 990);
});

test("whatever is set aside, settled and lost: never more than the limit is set aside, and in the end the sum of what was settled stands", async () => {
  const step = fc.record({
    id: fc.integer({ min: 0, max: 5 }),
    tokens: fc.integer({ min: 0, max: 80 }),
    isSettled: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await store.redis.flushall();
      const limits = most({ tokens: 200 }, { tokens: 200 });
      const open = new Map<number, number>();
      let settled = 0;
      for (const { id, tokens, isSettled } of steps) {
        const one = share(`s${id}`, { tokens });
        if (!isSettled) {
          const refusal = await spending.reserve(one, limits, noon);
          if (refusal === null) open.set(id, tokens);
          // One that could not be made again is as good as lost.
          else if (open.has(id)) open.set(id, 0);
        } else if (open.has(id)) {
          const least = Math.min(tokens, open.get(id) ?? 0);
          await spending.settle(share(`s${id}`, { tokens: least }));
          settled += least;
          open.delete(id);
        }
        const held = [...open.values()].reduce((sum, each) => sum + each, 0);
        assert.equal(await tokensOf(ann), settled + held);
        assert.equal(await tokensOf(null), settled + held);
        assert(settled + held <= 200);
      }
    }),
    { numRuns: 40 },
  );
});
