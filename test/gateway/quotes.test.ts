import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type IncomingMessage, markOfText, type OutboundPart } from "#contract";
import { createDeliver } from "../../src/gateway/deliver.ts";
import { createProgress } from "../../src/gateway/progress.ts";
import { createSentParts } from "../../src/gateway/sent-parts.ts";
import { eraseTurn } from "../../src/journal/forget/erase.ts";
import { partJobId } from "../../src/queue/outbox.ts";
import { awaitRest, partFor, question } from "../journal/messages.ts";
import { silent } from "../store/redis-server.ts";
import { type DeliveryHarness, openDeliveryHarness } from "./delivery-harness.ts";
import { type ScriptedAdapter, scriptedAdapter } from "./scripted-adapter.ts";

let harness: DeliveryHarness;
let nowMs = 1_000_000;
const clock = { market: () => "2026-05-07T10:32:00+08:00", wallMs: () => nowMs };
before(async () => {
  harness = await openDeliveryHarness(clock.wallMs);
});
after(() => harness.close());

let chats = 0;
const newChat = () => {
  const chatId = `quotes${chats++}`;
  return (over: Partial<IncomingMessage> = {}) => question({ chatId, ...over });
};

/** A turn whose answer has these parts. */
async function posted(message: IncomingMessage, texts: readonly string[]): Promise<void> {
  await harness.journal.create(message, { acceptedMs: 1 });
  const parts = texts.map((text, part): OutboundPart => partFor(message, { part, of: texts.length, text }));
  await harness.outbox.post({ id: message.id, run: 0 }, parts);
}

let workers = 0;
const deliver = (adapter: ScriptedAdapter, { id }: IncomingMessage, part = 0) =>
  createDeliver({ adapter, ledger: harness.ledger, sent: createSentParts(), clock, log: silent }).handle({
    id: partJobId(id, part),
    chat: "chat",
    token: `worker-${workers++}`,
    signal: new AbortController().signal,
  });

const turnBehind = async (message: IncomingMessage) => (await harness.journal.quotes.find(message))?.id;

/** An adapter whose receipts are those of no other test. */
function ownAdapter(prefix: string, options?: Parameters<typeof scriptedAdapter>[0]): ScriptedAdapter {
  const adapter = scriptedAdapter(options);
  adapter.next.push(
    ...[1, 2, 3].map((count) => ({ status: "delivered" as const, receipt: `${prefix}${count}` })),
  );
  return adapter;
}

test("each part of an answer leads to its turn, and only in its own chat", async () => {
  const [chat, elsewhere] = [newChat(), newChat()];
  const asked = chat();
  await posted(asked, ["一", "二"]);
  const adapter = ownAdapter("parts");
  for (const part of [0, 1]) assert.equal(await deliver(adapter, asked, part), "done");
  for (const replyTo of ["parts1", "parts2"]) {
    assert.equal(await turnBehind(chat({ replyTo })), asked.id);
    assert.equal(await turnBehind(elsewhere({ replyTo })), undefined);
    assert.equal(await turnBehind(chat({ replyTo, accountId: "8" })), undefined);
  }
  assert.equal(await turnBehind(chat({ replyTo: "parts3" })), undefined);
});

test("a part that was sent twice is found by either message, though another process took it over meanwhile", async () => {
  const chat = newChat();
  const asked = chat();
  await posted(asked, ["答案"]);
  const slow = await harness.ledger.claim(asked.id, 0, "slow", { canEdit: true });
  assert.equal(slow.kind, "claimed");
  nowMs += 60_000;
  const adapter = ownAdapter("again");
  assert.equal(await deliver(adapter, asked), "done");
  assert.match(adapter.done[0] ?? "", /^send \(可能重复\)/);
  await harness.ledger.settle(asked.id, 0, "slow", {
    outcome: "delivered",
    receipt: "first",
    shown: { chat: asked },
  });
  for (const replyTo of ["first", "again1"]) assert.equal(await turnBehind(chat({ replyTo })), asked.id);
});

test("a progress message leads to its turn before its answer stands there, and after", async () => {
  const chat = newChat();
  const asked = chat();
  await harness.journal.create(asked, { acceptedMs: 1 });
  const adapter = ownAdapter("progress");
  const show = createProgress({
    adapters: new Map([["telegram", adapter]]),
    ledger: harness.ledger,
    log: silent,
  });
  const { id: turnId, platform, accountId, chatId } = asked;
  show({ kind: "progress", turnId, platform, accountId, chatId });
  await adapter.calls(1);
  // Its receipt is written down behind the send.
  for (
    let looks = 0;
    (await harness.store.redis.hget(harness.store.keys.ledger(turnId), "g:s")) !== "sent";
    looks++
  ) {
    assert.ok(looks < 20_000, "the receipt is kept");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.equal(await turnBehind(chat({ replyTo: "progress1" })), turnId);
  await harness.outbox.post({ id: turnId, run: 0 }, [partFor(asked)]);
  adapter.next.length = 0;
  assert.equal(await deliver(adapter, asked), "done");
  assert.equal(adapter.done.at(-1), "edit progress1 答案");
  assert.equal(await turnBehind(chat({ replyTo: "progress1" })), asked.id);
});

test("where we cannot quote, a part is found by its whole text too, whatever its white space", async () => {
  const chat = newChat();
  const [asked, other] = [chat(), chat()];
  await posted(asked, ["贵州茅台(600519.SH) 当前价 ¥1801.23\n第二行"]);
  await posted(other, ["五粮液(000858.SZ) 当前价 ¥99.00"]);
  const mute = { ...ownAdapter("mute", { edits: false }), cannotQuote: true };
  mute.next.splice(1, 0, { status: "unconfirmed", reason: "no id" });
  for (const message of [asked, other]) assert.equal(await deliver(mute, message), "done");
  const quotedMark = markOfText("贵州茅台(600519.SH) 当前价 ¥1801.23 第二行\n");
  assert.equal(await turnBehind(chat({ quotedMark })), asked.id);
  assert.equal(await turnBehind(chat({ replyTo: "of another kind", quotedMark })), asked.id);
  const unconfirmed = markOfText("五粮液(000858.SZ) 当前价 ¥99.00");
  assert.equal(await turnBehind(chat({ quotedMark: unconfirmed })), other.id);
  for (const text of ["贵州茅台(600519.SH) 当前价 ¥1801.23", "贵州茅台"])
    assert.equal(await turnBehind(chat({ quotedMark: markOfText(text) })), undefined, "a piece is no part");
  assert.equal(await turnBehind(newChat()({ quotedMark })), undefined);
});

test("where we can quote, a text alone leads nowhere", async () => {
  const chat = newChat();
  const asked = chat();
  await posted(asked, ["贵州茅台"]);
  assert.equal(await deliver(ownAdapter("told"), asked), "done");
  assert.equal(await turnBehind(chat({ quotedMark: markOfText("贵州茅台") })), undefined);
});

test("a person's own message leads to its turn; a notice under its id, and a button under an answer, change nothing", async () => {
  const chat = newChat();
  const asked = chat({ platformMessageId: "own" });
  await harness.journal.create(asked, { acceptedMs: 1 });
  await harness.journal.create(chat({ platformMessageId: "own" }), { acceptedMs: 2 });
  assert.equal(await turnBehind(chat({ replyTo: "own" })), asked.id);
  await harness.journal.create(chat({ platformMessageId: "pressed", event: "button" }), { acceptedMs: 3 });
  assert.equal(await turnBehind(chat({ replyTo: "pressed" })), undefined);
  const rest = chat({ platformMessageId: "rest", text: "600519" });
  const head = chat({ text: "啊".repeat(4000) });
  const place = harness.queue.place(head.id, "chat");
  await harness.journal.create(head, { acceptedMs: 4, place, follows: true });
  await awaitRest(harness.store, head);
  assert.equal(
    (await harness.journal.create(rest, { acceptedMs: 5, place, follows: true })).outcome,
    "joined",
  );
  assert.equal(await turnBehind(chat({ replyTo: "rest" })), head.id);
});

test("what leads to a turn ends with its record, is erased with it, and does not come back", async () => {
  const chat = newChat();
  const asked = chat({ platformMessageId: "ours" });
  await posted(asked, ["一", "二", "三"]);
  const adapter = ownAdapter("gone");
  for (const part of [0, 1]) assert.equal(await deliver(adapter, asked, part), "done");
  const held = () =>
    harness.store.redis.keys(`${harness.store.keys.said(`telegram/7/${asked.chatId}`, "")}*`);
  const left = await harness.store.redis.ttl(harness.store.keys.turn(asked.id));
  const keys = await held();
  assert.equal(keys.length, 3);
  for (const key of keys) {
    const seconds = await harness.store.redis.ttl(key);
    assert.ok(seconds > 0 && seconds <= left + 1, `${key} ${seconds}`);
  }
  const turn = await harness.journal.read(asked.id);
  assert.ok(turn);
  await eraseTurn(harness.store, turn);
  assert.deepEqual(await held(), []);
  const late = { outcome: "delivered", receipt: "late", shown: { chat: asked } } as const;
  await harness.ledger.settle(asked.id, 2, "nobody", late);
  assert.deepEqual(await held(), []);
});
