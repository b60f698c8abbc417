import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createDoubtful } from "../../../adapters/weixin/doubtful.ts";
import { createGivenUp } from "../../../adapters/weixin/given-up.ts";
import { type OpenStore, openStore } from "./harness.ts";

let redis: OpenStore;
before(async () => {
  redis = await openStore();
});
after(() => redis.close());

const dayMs = 86_400_000;

/** Kept for no longer than that, and for nearly all of it. */
async function endsIn(name: string, days: number): Promise<void> {
  const left = (await redis.msLeft(name)) ?? Number.NaN;
  assert.ok(left > (days - 0.1) * dayMs && left <= days * dayMs, `${left} ms left`);
}

test("what was given up for somebody who never writes again is forgotten thirty days after the last", async () => {
  const givenUp = createGivenUp(redis.store);
  await givenUp.add("mei", "turn-1");
  await endsIn("given-up:mei", 30);
  await givenUp.add("mei", "turn-2");
  await givenUp.told("mei", ["turn-1"]);
  await endsIn("given-up:mei", 30);
  assert.deepEqual(await givenUp.list("mei"), ["turn-2"]);
  assert.deepEqual(await givenUp.list("li"), []);
});

test("the words of what may not have arrived are kept for two days, whether the person writes again or not", async () => {
  const clock = { wallMs: Date.now, market: () => new Date().toISOString() };
  const doubtful = createDoubtful(redis.store, clock);
  await doubtful.keep("mei", "c1", { text: "贵州茅台 ¥1" });
  await endsIn("doubtful:mei", 2);
  await doubtful.keepNotice("li", "c2", "图片可能没有送达");
  await endsIn("doubtful:li", 2);
});

test("a group without an end is kept for ever", async () => {
  await redis.store.setEntry("accounts", "mei", "sealed");
  assert.equal((await redis.store.entries("accounts")).get("mei"), "sealed");
  assert.equal(await redis.msLeft("accounts"), undefined);
});
