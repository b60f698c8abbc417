import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { maxSessionTurns, type SessionTurn } from "#contract";
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

test("a cleared conversation is empty", async () => {
  await memory.remember("gone", [entry("t-1", "a")]);
  await memory.clear("gone");
  assert.deepEqual(await memory.recall("gone"), []);
});
