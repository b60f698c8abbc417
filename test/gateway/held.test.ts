import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Adapter, chatKey, type OutboundPart } from "#contract";
import { createDeliver } from "../../src/gateway/deliver.ts";
import { createGateway } from "../../src/gateway/gateway.ts";
import { createLedger } from "../../src/gateway/ledger.ts";
import { createSentParts } from "../../src/gateway/sent-parts.ts";
import { partJobId } from "../../src/queue/outbox.ts";
import { createSignals } from "../../src/queue/signals.ts";
import { partFor, question } from "../journal/messages.ts";
import { silent } from "../store/redis-server.ts";
import { eventually } from "../support/eventually.ts";
import { type DeliveryHarness, openDeliveryHarness } from "./delivery-harness.ts";
import { type ScriptedAdapter, scriptedAdapter } from "./scripted-adapter.ts";

let harness: DeliveryHarness;
let wallMs = 1_000_000;
let marketNow = "2026-05-07T10:32:00+08:00";
const clock = { market: () => marketNow, wallMs: () => wallMs };
before(async () => {
  harness = await openDeliveryHarness(clock.wallMs);
});
after(() => harness.close());

const held = { status: "held", reason: "the person must write first" } as const;

/** A posted answer and its deliverer, one pick-up at a time. */
async function posted(
  adapter: ScriptedAdapter & Partial<Adapter>,
  over: Partial<OutboundPart> = {},
  options: { othersWait?: boolean; again?: string[] } = {},
) {
  const message = question();
  await harness.journal.create(message, { acceptedMs: 1 });
  await harness.outbox.post({ id: message.id, run: 0 }, [partFor(message, over)]);
  const { again, othersWait = false } = options;
  const { handle: deliver } = createDeliver({
    adapter,
    ledger: harness.ledger,
    sent: createSentParts(),
    clock,
    log: silent,
    othersWait: async () => othersWait,
    ...(again === undefined ? {} : { reenter: async (turnId: string) => void again.push(turnId) }),
  });
  let pickUps = 0;
  return {
    deliver: () =>
      deliver({
        id: partJobId(message.id, 0),
        chat: "chat",
        token: `held-${pickUps++}`,
        signal: new AbortController().signal,
      }),
    row: async () => (await harness.outbox.rows(message.id))[0],
    /** As if the process had died in the middle of its send. */
    crash: async () => {
      adapter.next.push("hang");
      void deliver({
        id: partJobId(message.id, 0),
        chat: "chat",
        token: `dead-${pickUps++}`,
        signal: new AbortController().signal,
      });
      await adapter.calls(adapter.done.length + 1);
      wallMs += 60_000;
    },
  };
}

test("a held part stays pending, counts as no send, and is looked at again", async () => {
  const adapter = scriptedAdapter({ edits: false });
  const turn = await posted(adapter);
  adapter.next.push(held);
  assert.deepEqual(await turn.deliver(), { laterMs: 30_000 });
  assert.equal((await turn.row())?.state, "pending");
  assert.equal(await turn.deliver(), "done");
  assert.deepEqual(adapter.done, ["send 答案", "send 答案"], "no mark: it had not been sent");
  assert.equal((await turn.row())?.sends, 1);
});

test("a person who writes while a part is found to wait is not waited for any longer", async () => {
  let looks = 0;
  // The first look is the one before the send.
  const opening = { ...scriptedAdapter({ edits: false }), mayWrite: async () => looks++ > 0 };
  const found = await posted(opening);
  assert.deepEqual(await found.deliver(), { laterMs: 250 });
  assert.equal(await found.deliver(), "done");
  const refused = { ...scriptedAdapter({ edits: false }), mayWrite: async () => true };
  refused.next.push(held);
  const sent = await posted(refused);
  assert.deepEqual(await sent.deliver(), { laterMs: 250 });
  assert.equal(await sent.deliver(), "done");
});

test("what a part waits for the person counts not as time in which it could not be sent", async () => {
  const dayMs = 24 * 3_600_000;
  const adapter = scriptedAdapter({ edits: false });
  const turn = await posted(adapter);
  const away = { status: "retry", afterMs: 1000, reason: "no answer (ECONNREFUSED)" } as const;
  adapter.next.push(away, held, away, away);
  await turn.deliver();
  await turn.deliver();
  wallMs += dayMs + 1;
  assert.deepEqual(await turn.deliver(), { laterMs: 1000 });
  assert.equal((await turn.row())?.state, "pending");
  wallMs += dayMs + 1;
  assert.equal(await turn.deliver(), "done");
  assert.equal((await turn.row())?.state, "dead");
});

test("an unconfirmed part is at its end: it is not sent again and not called delivered", async () => {
  const adapter = scriptedAdapter({ edits: false });
  const turn = await posted(adapter);
  adapter.next.push({ status: "unconfirmed", reason: "no message id" });
  assert.equal(await turn.deliver(), "done");
  assert.equal(await turn.deliver(), "done");
  const { state, reason } = (await turn.row()) ?? {};
  assert.deepEqual({ state, reason }, { state: "unconfirmed", reason: "no message id" });
  assert.deepEqual(adapter.done, ["send 答案"]);
});

test("while the chat is closed nothing is sent and nothing made anew; what has aged is made anew when it opens", async () => {
  const again: string[] = [];
  let isOpen = false;
  const adapter = { ...scriptedAdapter({ edits: false }), mayWrite: async () => isOpen };
  const aging = { text: "当前价", agedText: "截至 10:32 价格", validUntil: "2026-05-07T10:33:00+08:00" };
  const turn = await posted(adapter, aging, { again });
  marketNow = "2026-05-07T10:40:00+08:00";
  assert.deepEqual(await turn.deliver(), { laterMs: 30_000 });
  assert.deepEqual([adapter.done, again], [[], []]);
  isOpen = true;
  await turn.deliver();
  assert.equal([...again, ...adapter.done].length, 1);
  marketNow = "2026-05-07T10:32:00+08:00";
});

test("where a platform cannot quote, an answer among several begins with its question", async () => {
  const adapter = { ...scriptedAdapter({ edits: false }), cannotQuote: true };
  const among = await posted(adapter, { question: "600519 现在多少" }, { othersWait: true });
  await among.deliver();
  const alone = await posted(adapter, { question: "600519 现在多少" });
  await alone.deliver();
  const quoting = await posted(scriptedAdapter(), { question: "600519 现在多少" }, { othersWait: true });
  await quoting.deliver();
  assert.deepEqual(adapter.done, ["send 「600519 现在多少」\n答案", "send 答案"]);
});

test("a part is sent again, marked, after several crashes in the middle of its send, and more often where a repetition shows once", async () => {
  const plain = scriptedAdapter({ edits: false });
  const repeatable = { ...scriptedAdapter({ edits: false }), repeatable: true };
  for (const [adapter, crashes, state] of [
    [plain, 3, "delivered"],
    [plain, 4, "unconfirmed"],
    [repeatable, 5, "delivered"],
    [repeatable, 6, "unconfirmed"],
  ] as const) {
    const turn = await posted(adapter);
    for (let crash = 0; crash < crashes; crash++) await turn.crash();
    await turn.deliver();
    assert.equal((await turn.row())?.state, state, `${crashes} crashes`);
    assert.equal(adapter.done.at(-1), "send (可能重复) 答案");
  }
});

test("a held part goes out at once when its chat is woken, and those behind it follow in order", async () => {
  const adapter = scriptedAdapter({ edits: false });
  const gateway = createGateway({
    inbound: { enqueue: async () => {}, waiting: async () => [] },
    adapters: new Map([["telegram", adapter]]),
    queueOf: () => harness.queue,
    ledger: createLedger(harness.store, Date.now),
    signals: createSignals(harness.store, silent),
    clock: { ...clock, wallMs: Date.now },
    log: silent,
  });
  await gateway.start();
  adapter.next.push(held);
  const message = question();
  await harness.journal.create(message, { acceptedMs: 1 });
  const parts = ["一", "二"].map((text, part) => partFor(message, { part, of: 2, text }));
  await harness.outbox.post({ id: message.id, run: 0 }, parts);
  await adapter.calls(1);
  // The part is put off a moment after the adapter has answered.
  await eventually("three sends", async () => {
    if (adapter.done.length < 3) await harness.queue.hurry(chatKey(message));
    return adapter.done.length >= 3;
  });
  assert.deepEqual(adapter.done, ["send 一", "send 一", "send 二"]);
  await gateway.stop({ graceMs: 1000 });
});
