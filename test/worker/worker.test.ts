import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { chatKey, type IncomingMessage, type Reply } from "#contract";
import { partsOf } from "../../src/gateway/parts.ts";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import { createMemory } from "../../src/memory/session.ts";
import { createLimit } from "../../src/pipeline/execute/limit.ts";
import { createOrderedQueue, type OrderedQueue } from "../../src/queue/ordered-queue.ts";
import { createOutbox, type Outbox } from "../../src/queue/outbox.ts";
import { createSignals, type Signals } from "../../src/queue/signals.ts";
import type { Work } from "../../src/queue/work.ts";
import type { Store } from "../../src/store/redis.ts";
import { answer } from "../../src/worker/answer.ts";
import { createCancellations } from "../../src/worker/cancellations.ts";
import { startWorker } from "../../src/worker/worker.ts";
import { awaitRest, question } from "../journal/messages.ts";
import { openTurnHarness, type TurnHarness } from "../pipeline/turn-harness.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";
import { eventually } from "../support/eventually.ts";

let server: RedisServer;
let store: Store;
let harness: TurnHarness;
let journal: Journal;
let inbound: OrderedQueue;
let outbound: OrderedQueue;
let outbox: Outbox;
let signals: Signals;
let work: Work | undefined;

before(async () => {
  harness = await openTurnHarness();
  server = await startRedis();
  store = server.store().patient();
  journal = createJournal(store, { days: 30, wallMs: Date.now });
  const queue = (name: string) =>
    createOrderedQueue({ store, name, log: silent, wallMs: Date.now, backoffMs: 10 });
  inbound = queue("inbound");
  outbound = queue("outbound-telegram");
  outbox = createOutbox({ store, queueOf: () => outbound });
  signals = createSignals(store, silent);
});
afterEach(async () => {
  harness.twist(() => undefined);
  await work?.close({ graceMs: 500 });
  work = undefined;
});
after(async () => {
  await inbound.close();
  await outbound.close();
  await harness.close();
  await server.stop();
});

const partsWithin = (maxTurnMs: number) => ({
  together: store.together,
  journal,
  memory: createMemory(store),
  outbox,
  signals,
  pipeline: harness.ports,
  partsOf: (message: IncomingMessage, reply: Reply) => partsOf(message, reply, 4096),
  maxTurnMs,
  observe: () => {},
});

async function start(maxTurnMs = 20_000): Promise<void> {
  work = startWorker({ ...partsWithin(maxTurnMs), inbound, concurrency: 8 });
}

let chats = 0;
const freshChat = () => {
  const chatId = `w${chats++}`;
  return (text = "600519 现在多少钱") => question({ chatId, senderId: chatId, text });
};

async function accept(message: IncomingMessage): Promise<void> {
  const chat = chatKey(message);
  const place = inbound.place(message.id, chat);
  const created = await journal.create(message, { acceptedMs: Date.now(), place });
  assert.equal(created.outcome, "created");
  await inbound.add(message.id, chat, created.outcome === "created" ? created.position : 0);
}

/** The state of a turn once it has ended, and what it says. */
async function endOf({ id }: IncomingMessage): Promise<{ state: string; said: string }> {
  const turn = await eventually(`the end of ${id}`, async () => {
    const read = await journal.read(id);
    return read?.ended_ms !== undefined && read;
  });
  const rows = await outbox.rows(id);
  return { state: turn.state, said: rows.map(({ part }) => part.text).join("|") };
}

const price = /^贵州茅台\(600519\.SH\) 当前价/;

test("a message that breaks its turn every time is failed and told, and the chat goes on", async () => {
  const chat = freshChat();
  const [poison, next] = [chat(), chat("000858 现在多少钱")];
  harness.twist(({ args }) => {
    if (JSON.stringify(args).includes("600519")) throw new Error("a defect");
    return undefined;
  });
  for (const message of [poison, next]) await accept(message);
  await start();
  assert.deepEqual(await endOf(poison), {
    state: "failed",
    said: "处理这条消息时出错,没有得到结果。请稍后再试。",
  });
  assert.equal((await endOf(next)).state, "completed");
  const failed = await journal.list({ limit: 9, state: "failed" });
  assert.ok(failed.some(({ id }) => id === poison.id));
});

test("a turn over its maximum time is failed and told though its tool heeds no signal, and the chat goes on", async () => {
  const chat = freshChat();
  const [stuck, next] = [chat(), chat()];
  let calls = 0;
  harness.twist(() => (calls++ === 0 ? new Promise(() => {}) : undefined));
  for (const message of [stuck, next]) await accept(message);
  // The next one has to be answered within the same time.
  await start(3000);
  const end = await endOf(stuck);
  assert.equal(end.state, "failed");
  assert.match(end.said, /处理超时/);
  assert.match((await endOf(next)).said, price);
});

test("a canceled turn stops, says nothing more, and the chat goes on; one that waits is never begun", async () => {
  const chat = freshChat();
  const [running, waiting, next] = [chat(), chat(), chat()];
  const entered = Promise.withResolvers<void>();
  let calls = 0;
  harness.twist(() => {
    if (calls++ > 0) return undefined;
    entered.resolve();
    return new Promise(() => {});
  });
  for (const message of [running, waiting, next]) await accept(message);
  await start();
  await entered.promise;
  const { platform, accountId, chatId } = running;
  for (const { id } of [waiting, running]) {
    assert.equal(await journal.cancel(id), true);
    await signals.publish({ kind: "cancel", turnId: id, platform, accountId, chatId });
  }
  assert.match((await endOf(next)).said, price);
  for (const message of [running, waiting])
    assert.deepEqual(await endOf(message), { state: "canceled", said: "" });
  assert.equal((await journal.read(waiting.id))?.run, 1, "only the cancel moved its run number");
});

test("a question cut in two is answered once its rest has come, and one that stays too long is refused", async () => {
  const chat = freshChat();
  const [head, tail] = [chat(`${"啊".repeat(4000)}`), chat("600519 现在多少钱")];
  const place = inbound.place(head.id, chatKey(head));
  // Not begun before its rest has come, however long that takes here.
  const acceptedMs = Date.now() + 600_000;
  await journal.create(head, { acceptedMs, place, follows: true });
  await awaitRest(store, head);
  await inbound.add(head.id, chatKey(head), 0);
  await start();
  const options = { acceptedMs, place: inbound.place(tail.id, chatKey(tail)), follows: true };
  assert.deepEqual(await journal.create(tail, options), { outcome: "joined", turnId: head.id });
  await endOf(head);
  assert.equal((await journal.read(head.id))?.message.text, head.text + tail.text);
  const [long, more] = [chat("a".repeat(4096)), chat("b".repeat(4097))];
  for (const message of [long, more]) {
    const own = inbound.place(message.id, chatKey(message));
    await journal.create(message, { acceptedMs: Date.now(), place: own, follows: true });
    await awaitRest(store, long);
  }
  await inbound.add(long.id, chatKey(long), 0);
  assert.match((await endOf(long)).said, /too long/);
});

/** A job as the queue hands it over, with steps that let it pass. */
function jobOf(message: IncomingMessage, signal: AbortSignal) {
  const step = { kind: { lua: "return 1" }, keys: [], args: [] };
  const steps = {
    ...{ gate: step, release: step },
    stopped: () => undefined,
    released: () => "done" as const,
  };
  return { id: message.id, chat: chatKey(message), signal, steps };
}

test("a turn that is being taken up when the process stops is left to another worker at once", async () => {
  const message = freshChat()();
  await journal.create(message, { acceptedMs: Date.now() });
  harness.twist(() => new Promise(() => {}));
  const stop = new AbortController();
  const together: Store["together"] = (steps) => {
    stop.abort();
    return store.together(steps);
  };
  const parts = {
    ...partsWithin(5000),
    together,
    cancellations: createCancellations(),
    room: createLimit(1),
  };
  await assert.rejects(answer(parts, jobOf(message, stop.signal)), { name: "AbortError" });
  assert.equal((await journal.read(message.id))?.state, "working");
});

test("a turn that waits for room when the process stops is handed over without being taken up", async () => {
  const message = freshChat()();
  await journal.create(message, { acceptedMs: Date.now() });
  const room = createLimit(1);
  const parts = { ...partsWithin(5000), cancellations: createCancellations(), room };
  const stop = new AbortController();
  const before = Promise.withResolvers<void>();
  const full = room.pass(() => before.promise);
  const outcome = answer(parts, jobOf(message, stop.signal));
  stop.abort();
  before.resolve();
  await full;
  assert.deepEqual(await outcome, { laterMs: 0 });
  assert.equal((await journal.read(message.id))?.state, "submitted");
});

test("while a turn's answer is being posted, its place is another turn's", async () => {
  const both = [freshChat()(), freshChat()()];
  for (const message of both) await journal.create(message, { acceptedMs: Date.now() });
  let running = 0;
  const secondRuns = Promise.withResolvers<void>();
  harness.twist(() => {
    running += 1;
    if (running === 2) secondRuns.resolve();
    return undefined;
  });
  const isPosting: Store["together"] = async (steps) => {
    // What takes a turn up has three steps.
    if (steps.length > 3) await secondRuns.promise;
    return store.together(steps);
  };
  const shared = { together: isPosting, cancellations: createCancellations(), room: createLimit(1) };
  const parts = { ...partsWithin(5000), ...shared };
  const { signal } = new AbortController();
  const outcomes = both.map((message) => answer(parts, jobOf(message, signal)));
  assert.deepEqual(await Promise.all(outcomes), ["done", "done"]);
  for (const message of both) assert.match((await endOf(message)).said, price);
});
