import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Claim, maxSessionTurns, type SessionTurn } from "#contract";
import { createMemory, type Memory } from "../../src/memory/session.ts";
import { turnField } from "../../src/store/turn-fields.ts";
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

test("a turn remembered twice stands once, where it stood, and one whose id begins alike is another", async () => {
  await memory.remember("twice", [entry("t-1", "a"), entry("t-1", "b")]);
  await memory.remember("twice", [entry("t-10", "c")]);
  await memory.remember("twice", [entry("t-1", "a"), entry("t-1", "b")]);
  const codes = (await memory.recall("twice")).map((turn) => turn.codes[0]);
  assert.deepEqual(codes, ["a", "b", "c"]);
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

/** Remembers what a turn leaves that was entered anew because its answer had aged. */
async function rememberAnew(conversation: string, entries: readonly SessionTurn[]): Promise<void> {
  const store = server.store();
  const turnKey = store.keys.turn(entries[0]?.turnId ?? "");
  await store.redis.hset(turnKey, turnField.renewed, "1");
  await store.together([memory.rememberStep(conversation, turnKey, entries)]);
}

test("a turn made anew takes its own place: what was asked meanwhile stays the newest, with its claims", async () => {
  const later = { ...entry("t-2", "b"), claims: [claim(2)] };
  await memory.remember("anew", [{ ...entry("t-1", "a"), claims: [claim(1)] }]);
  await memory.remember("anew", [later]);
  await rememberAnew("anew", [
    { ...entry("t-1", "x"), claims: [claim(3)] },
    { ...entry("t-1", "y"), claims: [] },
  ]);
  assert.deepEqual(await memory.recall("anew"), [
    { ...entry("t-1", "x"), answered: true },
    entry("t-1", "y"),
    { ...later, answered: true },
  ]);
});

test("the newest turn made anew leaves its new claims", async () => {
  await memory.remember("newest", [{ ...entry("t-1", "a"), claims: [claim(1)] }]);
  const anew = { ...entry("t-1", "a"), claims: [claim(2)] };
  await rememberAnew("newest", [anew]);
  assert.deepEqual(await memory.recall("newest"), [{ ...anew, answered: true }]);
});

test("a turn made anew that has been pushed out of the conversation does not come back", async () => {
  const entries = Array.from({ length: maxSessionTurns + 1 }, (_, at) => entry(`p-${at}`, `${at}`));
  for (const one of entries) await memory.remember("pushed", [one]);
  await rememberAnew("pushed", [entry("p-0", "0")]);
  assert.deepEqual(await memory.recall("pushed"), entries.slice(1));
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
