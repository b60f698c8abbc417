import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { AppError } from "#contract";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import type { Store } from "../../src/store/redis.ts";
import { type RedisServer, startRedis } from "../store/redis-server.ts";
import { question } from "./messages.ts";

let server: RedisServer;
let store: Store;
let journal: Journal;
let nowMs = Date.parse("2026-05-07T02:32:00Z");
before(async () => {
  server = await startRedis();
  store = server.store();
  journal = createJournal(store, { days: 30, wallMs: () => nowMs });
});
after(() => server.stop());

const isFenced = (error: unknown) => error instanceof AppError && error.code === "FENCED";
const marketNow = "2026-05-07T10:32:05+08:00";

async function begin(turnId: string, now = marketNow) {
  const begun = await journal.begin(turnId, { marketNow: now, startedMs: nowMs });
  if (typeof begun === "string") return assert.fail(begun);
  return begun;
}

test("a message is created once, and the second time is told what became of it", async () => {
  const message = question();
  assert.deepEqual(await journal.create(message, { acceptedMs: 5 }), { outcome: "created", position: 0 });
  await begin(message.id);
  assert.deepEqual(await journal.create({ ...message, text: "other" }, { acceptedMs: 6 }), {
    outcome: "exists",
    state: "working",
  });
  const turn = await journal.read(message.id);
  assert.deepEqual(turn?.message, message);
  assert.equal(turn?.accepted_ms, 5);
  assert.equal(turn?.v, 1);
});

test("a resumed run recalls the stages and the calls of the run before and pays for neither", async () => {
  const message = question();
  await journal.create(message, { acceptedMs: nowMs });
  let paid = 0;
  const call = async () => ({ answer: ++paid });
  const first = await begin(message.id);
  await first.log.record("route", 0, { plan: "p" }, 12);
  await first.log.once("execute", 0, { tool: "get_price", args: { code: "x", at: 1 } }, call);
  // A call's write leaves before anything else is waited for; the process dies after that.
  await setImmediate();
  const second = await begin(message.id);
  assert.deepEqual(second.log.recall("route", 0), { plan: "p" });
  assert.equal(second.log.recall("execute", 0), undefined);
  assert.equal(second.log.recall("route", 1), undefined);
  // The same input, its keys in another order.
  const again = await second.log.once("execute", 0, { args: { at: 1, code: "x" }, tool: "get_price" }, call);
  assert.deepEqual(again, { answer: 1 });
  await second.log.once("execute", 1, { tool: "get_price", args: { code: "x", at: 1 } }, call);
  await second.log.once("execute", 0, { tool: "get_price", args: { code: "y", at: 1 } }, call);
  assert.equal(paid, 3);
  assert.equal(second.run, 2);
});

test("two identical calls at once are one, and a failed call is not remembered", async () => {
  const message = question();
  await journal.create(message, { acceptedMs: nowMs });
  const { log } = await begin(message.id);
  let calls = 0;
  const failing = async () => {
    calls++;
    throw new Error("down");
  };
  await assert.rejects(log.once("route", 0, "q", failing), /down/);
  const both = await Promise.all([1, 2].map(() => log.once("route", 0, "q", async () => ++calls)));
  assert.deepEqual(both, [2, 2]);
});

test("an older run can write nothing once a newer one has begun", async () => {
  const message = question();
  await journal.create(message, { acceptedMs: nowMs });
  const old = await begin(message.id);
  const young = await begin(message.id);
  // A call's write is not waited for; the next record says that nothing was written.
  assert.equal(await old.log.once("route", 0, "q", async () => 1), 1);
  await assert.rejects(old.log.record("route", 0, 1, 1), isFenced);
  assert.deepEqual((await journal.read(message.id))?.stages, []);
  let paid = 0;
  await young.log.once("route", 0, "q", async () => ++paid);
  assert.equal(paid, 1);
  const ending = { state: "completed", models: [], endedMs: nowMs } as const;
  assert.equal(await journal.end(message.id, old.run, ending), false);
  assert.equal(await journal.end(message.id, young.run, ending), true);
  await assert.rejects(young.log.record("guard", 0, 1, 1), isFenced);
});

test("an ended turn reads back whole, without the calls that its stages hold", async () => {
  const message = question();
  await journal.create(message, { acceptedMs: nowMs });
  const { log, run } = await begin(message.id);
  await log.once("execute", 0, "held", async () => 1);
  await log.record("execute", 0, { trace: [], claims: [] }, 3);
  await log.once("verify", 0, "not held by a stage", async () => 1);
  await log.record("execute", 1, { trace: [1], claims: [] }, 4);
  await log.record("route", 0, { plan: 1 }, 1);
  const reply = { text: "贵州茅台", buttons: [] };
  const models = [
    { task: "routing", provider: "p", model: "m", ms: 3, usage: { prompt_tokens: 1, completion_tokens: 2 } },
  ] as const;
  await journal.end(message.id, run, {
    state: "failed",
    error: "SOURCE_DOWN",
    reply,
    models,
    endedMs: nowMs + 9,
  });
  const turn = await journal.read(message.id);
  assert.equal(turn?.state, "failed");
  assert.equal(turn?.error, "SOURCE_DOWN");
  assert.deepEqual(turn?.reply, reply);
  assert.deepEqual(turn?.models, models);
  assert.equal(turn?.market_now, marketNow);
  assert.equal(turn?.ended_ms, nowMs + 9);
  assert.deepEqual(
    turn?.stages.map(({ stage, attempt }) => `${attempt} ${stage}`),
    ["0 route", "0 execute", "1 execute"],
  );
  const calls = (await store.redis.hkeys(store.keys.turn(message.id))).filter((name) =>
    name.startsWith("c:"),
  );
  assert.deepEqual(
    calls.map((name) => name.split(":").slice(0, 3).join(":")),
    ["c:0:verify"],
  );
  assert.equal(await journal.begin(message.id, { marketNow, startedMs: 1 }), "ended");
  assert.equal(await journal.begin("telegram-7-42-none", { marketNow, startedMs: 1 }), "missing");
});

test("the market clock of a turn moves with its runs until data have been recorded", async () => {
  const message = question();
  await journal.create(message, { acceptedMs: nowMs });
  await begin(message.id, "2026-05-07T10:00:00+08:00");
  const second = await begin(message.id, "2026-05-07T10:10:00+08:00");
  assert.equal(second.turn.market_now, "2026-05-07T10:10:00+08:00");
  await second.log.record("execute", 0, {}, 1);
  const third = await begin(message.id, "2026-05-07T10:20:00+08:00");
  assert.equal(third.turn.market_now, "2026-05-07T10:10:00+08:00");
});

test("a message can be replaced only while nobody has begun with it", async () => {
  const message = question();
  assert.equal(await journal.replaceMessage(message.id, message), "missing");
  await journal.create(message, { acceptedMs: nowMs });
  assert.equal(await journal.replaceMessage(message.id, { ...message, text: "000858" }), "replaced");
  const { turn } = await begin(message.id);
  assert.equal(turn.message.text, "000858");
  assert.equal(await journal.replaceMessage(message.id, { ...message, text: "300750" }), "late");
});

test("a canceled turn stops the run in progress and is canceled once", async () => {
  const message = question();
  await journal.create(message, { acceptedMs: nowMs });
  const { log } = await begin(message.id);
  assert.equal(await journal.cancel(message.id), true);
  assert.equal(await journal.cancel(message.id), false);
  await assert.rejects(log.record("route", 0, 1, 1), isFenced);
  assert.equal((await journal.read(message.id))?.state, "canceled");
  assert.equal(await journal.cancel("telegram-7-42-none"), false);
});

test("the list is newest first, can be of failed turns only, and forgets with the records", async () => {
  await store.redis.flushall();
  const messages = [question(), question(), question()];
  for (const [index, message] of messages.entries()) {
    await journal.create(message, { acceptedMs: nowMs + index });
    const { run } = await begin(message.id);
    const state = index === 1 ? "failed" : "completed";
    await journal.end(message.id, run, { state, models: [], endedMs: nowMs });
  }
  const ids = messages.map(({ id }) => id);
  assert.deepEqual(
    (await journal.list({ limit: 2 })).map(({ id }) => id),
    [ids[2], ids[1]],
  );
  assert.deepEqual(
    (await journal.list({ limit: 9, failed: true })).map(({ id }) => id),
    [ids[1]],
  );
  const ttl = await store.redis.ttl(store.keys.turn(ids[0] ?? ""));
  assert.ok(ttl > 29 * 86_400 && ttl <= 30 * 86_400);
  nowMs += 31 * 86_400_000;
  const late = question();
  await journal.create(late, { acceptedMs: nowMs });
  const { run } = await begin(late.id);
  await journal.end(late.id, run, { state: "completed", models: [], endedMs: nowMs });
  assert.deepEqual(
    (await journal.list({ limit: 9 })).map(({ id }) => id),
    [late.id],
  );
  assert.deepEqual(await journal.list({ limit: 9, failed: true }), []);
});

test("a finished turn with long stages is packed, reads back whole, and keeps its plan apart", async () => {
  const message = question();
  await journal.create(message, { acceptedMs: nowMs });
  const { log, run } = await begin(message.id);
  await log.record("route", 0, { plan: "p" }, 1);
  const rows = Array.from({ length: 900 }, (_, day) => ({ date: `2026-${day}`, close: 1800 + day }));
  await log.record("execute", 0, { trace: rows, claims: [] }, 2);
  // Not awaited: the last script carries it along.
  log.record("synthesize", 0, { text: "…" }, 3).catch(() => undefined);
  const ending = { state: "completed", models: [], endedMs: nowMs } as const;
  assert.deepEqual(await store.together([journal.endStep(message.id, run, ending, log.leave())]), [1]);
  const turn = await journal.read(message.id);
  assert.deepEqual(
    turn?.stages.map(({ stage }) => stage),
    ["route", "execute", "synthesize"],
  );
  assert.deepEqual(turn?.stages[1]?.value, { trace: rows, claims: [] });
  const fields = await store.redis.hgetall(store.keys.turn(message.id));
  assert.ok("s:0:route" in fields && !("s:0:execute" in fields));
  const plain = JSON.stringify(rows).length;
  assert.ok((fields.z ?? "").length * 3 < plain, `${fields.z?.length} of ${plain}`);
});

test("turns are found by state: open ones until they end, then by how they ended", async () => {
  const [open, failed, canceled] = [question(), question(), question()];
  for (const message of [open, failed, canceled]) await journal.create(message, { acceptedMs: nowMs });
  await journal.end(failed.id, 0, { state: "failed", error: "TURN_FAILED", models: [], endedMs: nowMs });
  await journal.cancel(canceled.id);
  const idsIn = async (state: "open" | "failed" | "canceled") =>
    (await journal.list({ limit: 500, state })).map(({ id }) => id);
  const [openIds, failedIds, canceledIds] = [
    await idsIn("open"),
    await idsIn("failed"),
    await idsIn("canceled"),
  ];
  assert.ok(openIds.includes(open.id) && !openIds.includes(failed.id) && !openIds.includes(canceled.id));
  assert.ok(failedIds.includes(failed.id) && canceledIds.includes(canceled.id));
  assert.deepEqual(await journal.list({ limit: 5, beforeMs: 1 }), []);
});
