import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { maxWatchlist, type WatchlistChange } from "#contract";
import { createWatchlists, type Watchlists } from "../../src/memory/watchlist.ts";
import type { Store } from "../../src/store/redis.ts";
import { type RedisServer, startRedis } from "../store/redis-server.ts";

let server: RedisServer;
let store: Store;
let lists: Watchlists;
before(async () => {
  server = await startRedis();
  store = server.store();
  lists = createWatchlists(store);
});
after(() => server.stop());

let turns = 0;
/** A turn on record, as there is one whenever an answer is posted. */
async function freshTurn(): Promise<string> {
  const key = store.keys.turn(`t-${turns++}`);
  await store.redis.hset(key, "s", "working");
  return key;
}

async function change(owner: string, changes: readonly WatchlistChange[], turn?: string): Promise<void> {
  await store.together([lists.changeStep(owner, turn ?? (await freshTurn()), changes)]);
}

test("a list keeps the order in which it was made, each stock once", async () => {
  await change("order", [{ op: "add", codes: ["600519.SH", "000858.SZ"] }]);
  await change("order", [{ op: "add", codes: ["000858.SZ", "300750.SZ", "600519.SH"] }]);
  assert.deepEqual(await lists.read("order"), ["600519.SH", "000858.SZ", "300750.SZ"]);
  await change("order", [
    { op: "remove", codes: ["600519.SH", "999999.SH"] },
    { op: "add", codes: ["600519.SH"] },
  ]);
  assert.deepEqual(await lists.read("order"), ["000858.SZ", "300750.SZ", "600519.SH"]);
});

test("a turn that comes by again changes nothing, whatever the list has become meanwhile", async () => {
  const turn = await freshTurn();
  await change("again", [{ op: "add", codes: ["600519.SH"] }], turn);
  await change("again", [{ op: "clear" }]);
  await change("again", [{ op: "add", codes: ["600519.SH"] }], turn);
  assert.deepEqual(await lists.read("again"), []);
});

test("a turn that is on record no more changes nothing and leaves no record", async () => {
  const gone = store.keys.turn("gone");
  await change("none", [{ op: "add", codes: ["600519.SH"] }], gone);
  assert.deepEqual(await lists.read("none"), []);
  assert.equal(await store.redis.exists(gone), 0);
});

test("a list takes no more than it may hold", async () => {
  const codes = Array.from({ length: maxWatchlist + 5 }, (_, at) => `${600_000 + at}.SH`);
  await change("full", [{ op: "add", codes }]);
  assert.deepEqual(await lists.read("full"), codes.slice(0, maxWatchlist));
});

test("nobody's list is somebody else's", async () => {
  await change("telegram/b/group/alice", [{ op: "add", codes: ["600519.SH"] }]);
  await change("telegram/b/group/bob", [{ op: "add", codes: ["000858.SZ"] }]);
  await change("telegram/b/group/bob", [{ op: "clear" }]);
  assert.deepEqual(await lists.read("telegram/b/group/alice"), ["600519.SH"]);
  assert.deepEqual(await lists.read("telegram/b/group/bob"), []);
});
