import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readSentinels } from "../../src/store/address.ts";
import { pack, unpack } from "../../src/store/pack.ts";
import type { Store } from "../../src/store/redis.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";

let server: RedisServer;
let store: Store;
before(async () => {
  server = await startRedis();
  store = server.store();
});
after(() => server.stop());

const add = { lua: "return redis.call('INCRBY', KEYS[1], ARGV[1])" };
const atMostTwo = {
  lua: "return {tonumber(redis.call('GET', KEYS[1])) <= 2 and 'few' or 'many', #ARGV}",
  goOn: "few",
};

const step = (kind: typeof add, key: string, ...args: number[]) => ({ kind, keys: [key], args });

test("steps run in order as one script, each with its own keys and arguments", async () => {
  const replies = await store.together([
    step(add, "n", 1),
    step(add, "m", 5),
    step(atMostTwo, "n", 7, 8, 9),
    step(add, "n", 1),
  ]);
  assert.deepEqual(replies, [1, 5, ["few", 3], 2]);
});

test("a step that does not say its word stops those after it; what was before stands", async () => {
  await store.redis.set("k", "3");
  const replies = await store.together([step(add, "j", 1), step(atMostTwo, "k"), step(add, "j", 1)]);
  assert.deepEqual(replies, [1, ["many", 0]]);
  assert.equal(await store.redis.get("j"), "1");
});

test("an address of sentinels names them, the master, and what it asks for", () => {
  assert.deepEqual(readSentinels("redis+sentinel://:p%40ss@10.0.0.1:26380,b/main/3"), {
    sentinels: [
      { host: "10.0.0.1", port: 26_380 },
      { host: "b", port: 26_379 },
    ],
    name: "main",
    db: 3,
    password: "p@ss",
  });
  for (const url of ["redis://127.0.0.1:6379", "redis+sentinel://a:1", "rediss://a/0"])
    assert.equal(readSentinels(url), undefined);
});

test("what is packed comes back", () => {
  for (const text of ["", "茅台 ¥1801.23", "a".repeat(100_000)]) assert.equal(unpack(pack(text)), text);
});
