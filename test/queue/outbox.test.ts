import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AppError, chatKey } from "#contract";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import { createOrderedQueue, type OrderedQueue } from "../../src/queue/ordered-queue.ts";
import { createOutbox, type Outbox, partJobId, readPartJobId } from "../../src/queue/outbox.ts";
import { createSignals } from "../../src/queue/signals.ts";
import { partFor, question } from "../journal/messages.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";
import { eventually } from "../support/eventually.ts";

let server: RedisServer;
let journal: Journal;
let queue: OrderedQueue;
let outbox: Outbox;
before(async () => {
  server = await startRedis();
  const store = server.store();
  journal = createJournal(store, { days: 30, wallMs: Date.now });
  queue = createOrderedQueue({ store, name: "outbound-telegram", log: silent, wallMs: Date.now });
  outbox = createOutbox({ store, queueOf: () => queue });
});
after(async () => {
  await queue.close();
  await server.stop();
});

const isFenced = (error: unknown) => error instanceof AppError && error.code === "FENCED";
const end = { state: "completed", models: [], endedMs: 1 } as const;

test("a job id names its turn and part, whatever the turn's id ends in", () => {
  assert.deepEqual(readPartJobId(partJobId("terminal-desk-p3", 12)), {
    turnId: "terminal-desk-p3",
    part: 12,
  });
});

test("parts wait in the order of turns, then parts; a resumed turn posts them once", async () => {
  const [first, second] = [question({ chatId: "a" }), question({ chatId: "a" })];
  for (const message of [first, second]) await journal.create(message, { acceptedMs: 1 });
  const parts = [partFor(first, { of: 2 }), partFor(first, { part: 1, of: 2, text: "二" })];
  await outbox.post({ id: first.id, run: 0 }, parts);
  await outbox.post({ id: second.id, run: 0 }, [partFor(second)]);
  await outbox.post({ id: first.id, run: 0 }, [partFor(first, { text: "another" })]);
  assert.deepEqual(await queue.waiting(chatKey(first)), [
    `${first.id}-p0`,
    `${first.id}-p1`,
    `${second.id}-p0`,
  ]);
  assert.deepEqual(
    await outbox.rows(first.id),
    parts.map((part) => ({ part, state: "pending", sends: 0 })),
  );
});

test("an older run, a canceled turn and an ended one post nothing; a posted one cannot be canceled", async () => {
  const message = question({ chatId: "b" });
  await journal.create(message, { acceptedMs: 1 });
  const begun = await journal.begin(message.id, { marketNow: "2026-05-07T10:00:00+08:00", startedMs: 1 });
  assert.ok(typeof begun === "object");
  await assert.rejects(outbox.post({ id: message.id, run: 0 }, [partFor(message)]), isFenced);
  await outbox.post(begun.turn, [partFor(message)]);
  assert.equal(await journal.cancel(message.id), false);
  const canceled = question({ chatId: "b" });
  await journal.create(canceled, { acceptedMs: 1 });
  await journal.cancel(canceled.id);
  await assert.rejects(outbox.post({ id: canceled.id, run: 0 }, [partFor(canceled)]), isFenced);
  const ended = question({ chatId: "b" });
  await journal.create(ended, { acceptedMs: 1 });
  await journal.end(ended.id, 0, end);
  await assert.rejects(outbox.post({ id: ended.id, run: 0 }, [partFor(ended)]), isFenced);
  assert.deepEqual(await outbox.rows(canceled.id), []);
  assert.deepEqual(await queue.waiting(chatKey(message)), [`${message.id}-p0`]);
});

test("a ledger goes with its turn's record, after a week at most, and not while the answer may still wait", async () => {
  const store = server.store();
  for (const [days, expected] of [
    [1, 3],
    [5, 5],
    [30, 7],
  ] as const) {
    const message = question({ chatId: `kept-${days}` });
    await createJournal(store, { days, wallMs: Date.now }).create(message, { acceptedMs: 1 });
    await outbox.post({ id: message.id, run: 0 }, [partFor(message)]);
    const livesSeconds = await store.redis.ttl(store.keys.ledger(message.id));
    assert.ok(Math.abs(livesSeconds - expected * 86_400) < 60, `${days}: ${livesSeconds}`);
  }
});

test("signals that could not be heard are tried again as long as somebody listens, and it is said once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { keys, publish } = server.store();
  let tries = 0;
  const refusing = async () => {
    tries += 1;
    throw new Error("NOPERM");
  };
  const warn = t.mock.fn();
  const signals = createSignals({ keys, publish, subscribe: refusing }, { ...silent, warn });
  const leave = signals.subscribe(() => {});
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  for (const expected of [1, 2, 3]) {
    await settled();
    assert.equal(tries, expected);
    t.mock.timers.tick(1000);
  }
  leave();
  await settled();
  t.mock.timers.tick(1000);
  assert.equal(tries, 4);
  assert.equal(warn.mock.callCount(), 1);
});

test("a signal reaches its listeners, and what is none reaches nobody", async () => {
  const signals = createSignals(server.store(), silent);
  const heard: string[] = [];
  const done = Promise.withResolvers<void>();
  signals.subscribe(({ kind, turnId }) => {
    heard.push(`${kind} ${turnId}`);
    if (kind === "typing") done.resolve();
  });
  const chat = { platform: "telegram", accountId: "7", chatId: "42" };
  const store = server.store();
  // Lossy until the subscription stands.
  const listeners = async () => Number((await store.redis.pubsub("NUMSUB", store.keys.signals))[1]);
  await eventually("the subscription", async () => (await listeners()) > 0);
  for (const text of ["{", "null", '{"kind":"shout"}']) await store.publish(store.keys.signals, text);
  await signals.publish({ kind: "cancel", turnId: "t-2", ...chat });
  await signals.publish({ kind: "typing", turnId: "t-3", ...chat });
  await done.promise;
  assert.deepEqual(heard, ["cancel t-2", "typing t-3"]);
});
