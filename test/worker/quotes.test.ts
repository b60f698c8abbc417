import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chatKey, type IncomingMessage, recordedAt, type Turn } from "#contract";
import { replay } from "../../src/cli/replay.ts";
import { type Brain, createBrain } from "../../src/composition/brain.ts";
import { layFoundation } from "../../src/composition/foundation.ts";
import { partsOf } from "../../src/gateway/parts.ts";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import { createMemory } from "../../src/memory/session.ts";
import { createOrderedQueue, type OrderedQueue } from "../../src/queue/ordered-queue.ts";
import { createOutbox } from "../../src/queue/outbox.ts";
import { createSignals } from "../../src/queue/signals.ts";
import type { Work } from "../../src/queue/work.ts";
import type { Store } from "../../src/store/redis.ts";
import { startWorker } from "../../src/worker/worker.ts";
import { question } from "../journal/messages.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";

const folder = mkdtempSync(join(tmpdir(), "qm-quotes-"));
let server: RedisServer;
let store: Store;
let brain: Brain;
let journal: Journal;
let inbound: OrderedQueue;
let outbound: OrderedQueue;
let work: Work;
/** Sent by the worker so far. */
let scripts = 0;

before(async () => {
  server = await startRedis();
  store = server.store().patient();
  journal = createJournal(store, { days: 30, wallMs: Date.now });
  const queue = (name: string) => createOrderedQueue({ store, name, log: silent, wallMs: Date.now });
  inbound = queue("inbound");
  outbound = queue("outbound-telegram");
  const env = { LOG_LEVEL: "silent", QIANMEN_DATA: folder, DATA_SOURCES: "sample" };
  brain = await createBrain(await layFoundation(join(import.meta.dirname, "../.."), env), store);
  work = await startWorker({
    inbound,
    together: (steps) => {
      scripts += 1;
      return store.together(steps);
    },
    journal,
    memory: createMemory(store),
    outbox: createOutbox({ store, queueOf: () => outbound }),
    signals: createSignals(store, silent),
    pipeline: brain.ports,
    partsOf: (message, reply) => partsOf(message, reply, 4096),
    maxTurnMs: 20_000,
    concurrency: 8,
    observe: () => {},
  });
});
after(async () => {
  await work.close({ graceMs: 500 });
  await inbound.close();
  await outbound.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(message: IncomingMessage): Promise<Turn> {
  const chat = chatKey(message);
  const created = await journal.create(message, {
    acceptedMs: Date.now(),
    place: inbound.place(message.id, chat),
  });
  assert.equal(created.outcome, "created");
  await inbound.add(message.id, chat, 0);
  for (;;) {
    const turn = await journal.read(message.id);
    if (turn?.ended_ms !== undefined) return turn;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

let chats = 0;
const newPerson = () => {
  const chatId = `q${chats++}`;
  return (text: string, over: Partial<IncomingMessage> = {}) =>
    question({ chatId, senderId: chatId, text, ...over });
};
const quoting = ({ message }: Turn): Partial<IncomingMessage> => ({
  replyTo: message.platformMessageId ?? "none",
});
const codesOf = (turn: Turn) => [
  ...new Set(recordedAt(turn, "execute")?.claims.flatMap((claim) => ("code" in claim ? [claim.code] : []))),
];

async function assertReplaysTheSame(turn: Turn): Promise<void> {
  for (const from of ["route", "execute", "synthesize"]) {
    const signal = AbortSignal.timeout(10_000);
    const report = await replay({ turn, ports: brain.ports, from, live: false, signal });
    assert.ok(report.same, JSON.stringify(report.rows));
  }
}

test("a follow-up of a quoted turn goes by what that turn told, and so does its replay", async () => {
  const me = newPerson();
  const growth = await ask(me("600519 2025年一季度净利润"));
  const metrics = (turn: Turn) =>
    recordedAt(turn, "execute")?.claims.flatMap((claim) =>
      claim.kind === "numeric" ? [`${claim.metric} ${claim.period}`] : [],
    ) ?? [];
  assert.ok(metrics(growth).length > 0, growth.reply?.text ?? "");
  await ask(me("宁德时代现在多少钱"));
  const followed = await ask(me("那五粮液呢", quoting(growth)));
  assert.deepEqual(codesOf(followed), ["000858.SZ"]);
  assert.deepEqual(new Set(metrics(followed)), new Set(metrics(growth)));
  assert.deepEqual(
    recordedAt(followed, "route")?.context.map(({ turnId }) => turnId),
    [growth.id],
  );
  await assertReplaysTheSame(followed);
});

test("a question back is answered by quoting it, whatever was said since", async () => {
  const me = newPerson();
  const back = await ask(me("平安昨天收盘多少"));
  assert.equal(back.state, "input-required");
  await ask(me("五粮液现在多少钱"));
  assert.deepEqual(codesOf(await ask(me("2", quoting(back)))), ["601318.SH"]);
});

test("a quote that leads nowhere ends in a question back, and so does its replay", async () => {
  const me = newPerson();
  await ask(me("600519 现在多少钱"));
  for (const over of [{ replyTo: "unknown" }, { replyTo: "" }, { quotedMark: "0".repeat(32) }]) {
    const turn = await ask(me("它的市盈率呢", over));
    assert.equal(turn.state, "input-required");
    assert.match(turn.reply?.text ?? "", /^引用的那条消息/);
    assert.deepEqual(codesOf(turn), []);
    await assertReplaysTheSame(turn);
  }
  assert.deepEqual(codesOf(await ask(me("五粮液的市盈率", { replyTo: "unknown" }))), ["000858.SZ"]);
});

test("its own words tell a message's language, else its conversation's, whatever it quotes", async () => {
  const me = newPerson();
  const english = await ask(me("price of 600519"));
  const turn = await ask(me("000858", { replyTo: "unknown" }));
  assert.equal(recordedAt(turn, "route")?.plan.language, recordedAt(english, "route")?.plan.language);
  await assertReplaysTheSame(turn);
});

test("a quote costs one script in a direct chat, and none where the conversation has to be looked up anyway", async () => {
  const scriptsOf = async (message: IncomingMessage): Promise<number> => {
    const before = scripts;
    await ask(message);
    return scripts - before;
  };
  const me = newPerson();
  const group = { chatKind: "group", senderId: "somebody" } as const;
  const first = me("600519 现在多少钱");
  const plain = await scriptsOf(first);
  const replyTo = first.platformMessageId ?? "";
  assert.equal(await scriptsOf(me("它的市盈率呢", { replyTo })), plain + 1);
  assert.equal(await scriptsOf(me("它的市盈率呢", { replyTo: "" })), plain, "there is nothing to look for");
  const inGroup = newPerson();
  const plainInGroup = await scriptsOf(inGroup("600519 现在多少钱", group));
  assert.equal(await scriptsOf(inGroup("它的市盈率呢", { ...group, replyTo: "unknown" })), plainInGroup);
});
