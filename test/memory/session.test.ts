import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Claim, maxSessionTurns, type SessionTurn } from "#contract";
import { createMemory, type Memory } from "../../src/memory/session.ts";
import { type RedisServer, startRedis } from "../store/redis-server.ts";

let server: RedisServer;
let memory: Memory;
before(async () => {
  server = await startRedis();
  memory = createMemory(server.store());
});
after(() => server.stop());

const entry = (turnId: string, code: string): SessionTurn => ({
  turnId,
  codes: [code],
  skill: "price",
  input: { codes: [code] },
  claims: [],
  at: "2026-05-07T10:32:05+08:00",
});

test("a conversation keeps its last turns, oldest first", async () => {
  const entries = Array.from({ length: maxSessionTurns + 3 }, (_, at) => entry(`t-${at}`, `${at}`));
  for (const one of entries) await memory.remember("chat", [one]);
  assert.deepEqual(await memory.recall("chat"), entries.slice(3));
  assert.deepEqual(await memory.recall("other"), []);
});

test("a turn remembered twice stands once, and one whose id begins alike is another", async () => {
  await memory.remember("twice", [entry("t-1", "a"), entry("t-1", "b")]);
  await memory.remember("twice", [entry("t-10", "c")]);
  await memory.remember("twice", [entry("t-1", "a"), entry("t-1", "b")]);
  const codes = (await memory.recall("twice")).map((turn) => turn.codes[0]);
  assert.deepEqual(codes, ["c", "a", "b"]);
});

const claim = (value: number): Claim => ({
  kind: "numeric",
  value,
  metric: "current_price",
  code: "600519.SH",
  unit: "CNY",
  as_of: "2026-05-07T10:32:05+08:00",
  cite: {
    kind: "tool",
    source: "sample",
    fetched_at: "2026-05-07T10:32:05+08:00",
    tool_call_id: `tc_${value}`,
    served_by: "sample",
    path: "/current_price",
  },
});

test("only the newest turn carries its claims, each action its own; of an earlier one it stays known that it had some", async () => {
  const [first, second, third] = [claim(1), claim(2), claim(3)];
  await memory.remember("claims", [{ ...entry("t-1", "a"), claims: [first] }]);
  await memory.remember("claims", [entry("t-2", "b"), { ...entry("t-2", "c"), claims: [second, third] }]);
  const [earlier, open, newest] = await memory.recall("claims");
  assert.deepEqual(earlier, { ...entry("t-1", "a"), answered: true });
  assert.deepEqual(open, entry("t-2", "b"));
  assert.deepEqual(newest, { ...entry("t-2", "c"), claims: [second, third], answered: true });
});

test("a list that an earlier version wrote is read with the claims of its entries", async () => {
  const store = server.store();
  const old = { ...entry("t-1", "a"), claims: [claim(7)] };
  await store.redis.rpush(store.keys.session("old"), `t-1 ${JSON.stringify(old)}`);
  assert.deepEqual(await memory.recall("old"), [old]);
  await memory.remember("old", [entry("t-2", "b")]);
  assert.deepEqual(await memory.recall("old"), [old, entry("t-2", "b")]);
});

test("a cleared conversation is empty", async () => {
  await memory.remember("gone", [entry("t-1", "a")]);
  await memory.clear("gone");
  assert.deepEqual(await memory.recall("gone"), []);
});

test("a conversation is forgotten after a week of silence, and no later than its turns", async () => {
  const store = server.store();
  const daysLeft = async (journalDays?: number): Promise<number> => {
    await createMemory(store, journalDays).remember("left", [entry("t-1", "a")]);
    return (await store.redis.ttl(store.keys.session("left"))) / 86_400;
  };
  const [usual, short] = [await daysLeft(), await daysLeft(2)];
  assert.ok(usual > 6.9 && usual <= 7, `${usual}`);
  assert.ok(short > 1.9 && short <= 2, `${short}`);
});
