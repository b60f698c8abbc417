import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chatKey, type OutboundPart } from "#contract";
import { createDeliver } from "../../src/gateway/deliver.ts";
import { partJobId } from "../../src/queue/outbox.ts";
import { createResend } from "../../src/queue/resend.ts";
import { partFor, question } from "../journal/messages.ts";
import { silent } from "../store/redis-server.ts";
import { type DeliveryHarness, openDeliveryHarness } from "./delivery-harness.ts";
import { deliverUntilDone, type PostedAnswer, postedAnswer } from "./posted-answer.ts";
import { type ScriptedAdapter, scriptedAdapter } from "./scripted-adapter.ts";

let harness: DeliveryHarness;
let nowMs = 1_000_000;
let marketNow = "2026-05-07T10:32:00+08:00";
const clock = { market: () => marketNow, wallMs: () => nowMs };
before(async () => {
  harness = await openDeliveryHarness(clock.wallMs);
});
after(() => harness.close());

const waitOver = () => {
  nowMs += 60_000;
};

const posted = (adapter: ScriptedAdapter, over?: Partial<OutboundPart>) =>
  postedAnswer({ harness, clock, adapter }, over);
const deliverAll = (turn: PostedAnswer) => deliverUntilDone(turn, waitOver);

test("a delivered part keeps its receipt and is not sent again", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted(adapter);
  await turn.post();
  await deliverAll(turn);
  await deliverAll(turn);
  assert.deepEqual(adapter.done, ["send 答案"]);
  const { state, receipt, sends } = (await turn.row()) ?? {};
  assert.deepEqual({ state, receipt, sends }, { state: "delivered", receipt: "m1", sends: 1 });
});

test("a rate limit waits in the queue for as long as the platform says and counts as no send", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted(adapter);
  await turn.post();
  adapter.next.push({ status: "retry", afterMs: 7000, reason: "429" });
  assert.deepEqual(await turn.deliver(), { laterMs: 7000 });
  assert.equal((await turn.row())?.state, "pending");
  assert.equal(await turn.deliver(), "done");
  assert.deepEqual(adapter.done, ["send 答案", "send 答案"]);
  assert.equal((await turn.row())?.sends, 1);
});

test("a refusal is recorded with its reason and ends the part", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted(adapter);
  await turn.post();
  adapter.next.push({ status: "refused", reason: "blocked by the user" });
  assert.equal(await turn.deliver(), "done");
  const { state, reason } = (await turn.row()) ?? {};
  assert.deepEqual({ state, reason }, { state: "refused", reason: "blocked by the user" });
});

test("a send of unknown outcome is sent once more, marked, then unconfirmed", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted(adapter);
  await turn.post();
  const unknown = { status: "unknown", reason: "dropped" } as const;
  adapter.next.push(unknown, unknown);
  await deliverAll(turn);
  assert.deepEqual(adapter.done, ["send 答案", "send (可能重复) 答案"]);
  assert.equal((await turn.row())?.state, "unconfirmed");
});

test("the mark is English in an English answer and survives a rate limit", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted(adapter, { text: "Answer" });
  await turn.post();
  adapter.next.push({ status: "unknown", reason: "dropped" }, { status: "retry", afterMs: 1, reason: "429" });
  await deliverAll(turn);
  assert.equal(adapter.done.at(-1), "send (possibly a repeat) Answer");
  assert.equal((await turn.row())?.state, "delivered");
});

test("a crash between the send and its receipt counts as an unknown outcome", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted(adapter);
  await turn.post();
  adapter.next.push("hang");
  void turn.deliver();
  await adapter.calls(1);
  // The next worker finds the lease alive at first.
  assert.ok(typeof (await turn.deliver()) === "object");
  waitOver();
  assert.equal(await turn.deliver(), "done");
  assert.deepEqual(adapter.done, ["send 答案", "send (可能重复) 答案"]);
  assert.equal((await turn.row())?.state, "delivered");
});

test("a late outcome of a worker that has lost the part changes nothing", async () => {
  const turn = await posted(scriptedAdapter());
  await turn.post();
  const { id } = turn.message;
  assert.equal((await harness.ledger.claim(id, 0, "old", { canEdit: false })).kind, "claimed");
  waitOver();
  assert.equal((await harness.ledger.claim(id, 0, "new", { canEdit: false })).kind, "claimed");
  await harness.ledger.settle(id, 0, "old", { outcome: "refused", reason: "late" });
  assert.equal((await turn.row())?.state, "sending");
  await harness.ledger.settle(id, 0, "new", { outcome: "delivered", receipt: "r" });
  assert.equal((await turn.row())?.state, "delivered");
});

test("a claim that the connection sent twice is one claim", async () => {
  const turn = await posted(scriptedAdapter());
  await turn.post();
  const claim = () => harness.ledger.claim(turn.message.id, 0, "same", { canEdit: false });
  assert.deepEqual(await claim(), await claim());
  assert.equal((await turn.row())?.sends, 1);
});

test("past its time the aged form is sent, before it the current one", async () => {
  const adapter = scriptedAdapter();
  const over = { text: "当前价", agedText: "截至 10:32 价格", validUntil: "2026-05-07T10:33:00+08:00" };
  const [early, late] = [await posted(adapter, over), await posted(adapter, over)];
  await early.post();
  await late.post();
  await deliverAll(early);
  marketNow = "2026-05-07T02:33:01.000Z";
  await deliverAll(late);
  marketNow = "2026-05-07T10:32:00+08:00";
  assert.deepEqual(adapter.done, ["send 当前价", "send 截至 10:32 价格"]);
});

test("a buried part is dead and stays so", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted(adapter);
  await turn.post();
  await harness.ledger.bury(turn.message.id, 0, "attempts used up");
  await deliverAll(turn);
  assert.deepEqual(adapter.done, []);
  const { state, reason } = (await turn.row()) ?? {};
  assert.deepEqual({ state, reason }, { state: "dead", reason: "attempts used up" });
});

const aging = { text: "当前价 1", agedText: "截至 10:32 价格 1", validUntil: "2026-05-07T10:33:00+08:00" };

/** An ended turn whose answer waits at the door until its price has aged; `again` counts how often it was queued anew. */
async function agedAtTheDoor(adapter: ScriptedAdapter, parts = 1) {
  const message = question();
  await harness.journal.create(message, { acceptedMs: 1 });
  const begun = await harness.journal.begin(message.id, { marketNow, startedMs: 1 });
  assert.ok(typeof begun === "object");
  await begun.log.record("route", 0, { plan: "p" }, 1);
  await begun.log.record("execute", 0, { trace: [], claims: [] }, 1);
  const all = Array.from({ length: parts }, (_, part) => partFor(message, { ...aging, part, of: parts }));
  await harness.outbox.post(begun.turn, all);
  await harness.journal.end(message.id, begun.run, { state: "completed", models: [], endedMs: 2 });
  const again: string[] = [];
  const reenter = async (turnId: string) => void again.push(turnId);
  const { handle: deliver } = createDeliver({ adapter, ledger: harness.ledger, clock, log: silent, reenter });
  marketNow = "2026-05-07T10:34:00+08:00";
  let tries = 0;
  return {
    message,
    again,
    deliver: (part = 0) =>
      deliver({
        id: partJobId(message.id, part),
        chat: "chat",
        token: `door-${tries++}`,
        signal: new AbortController().signal,
      }),
    begin: () => harness.journal.begin(message.id, { marketNow, startedMs: 3 }),
  };
}

test("an answer that has aged before it was sent is made anew from its plan, at the clock of now", async () => {
  const adapter = scriptedAdapter();
  const turn = await agedAtTheDoor(adapter);
  assert.ok(typeof (await turn.deliver()) === "object");
  assert.deepEqual(turn.again, [turn.message.id]);
  const begun = await turn.begin();
  assert.ok(typeof begun === "object");
  assert.deepEqual(begun.log.recall("route", 0), { plan: "p" });
  assert.equal(begun.log.recall("execute", 0), undefined);
  assert.equal(begun.turn.market_now, marketNow);
  assert.ok(typeof (await turn.deliver()) === "object", "still waits");
  const fresh = partFor(turn.message, {
    ...aging,
    text: "当前价 2",
    validUntil: "2026-05-07T10:35:00+08:00",
  });
  await harness.outbox.post(begun.turn, [fresh]);
  assert.equal(await turn.deliver(), "done");
  assert.deepEqual(adapter.done, ["send 当前价 2"]);
  marketNow = "2026-05-07T10:32:00+08:00";
});

test("an answer that has aged twice, or is not made anew in time, is told as of its time", async () => {
  const adapter = scriptedAdapter();
  const [twice, late] = [await agedAtTheDoor(adapter), await agedAtTheDoor(adapter)];
  await twice.deliver();
  const begun = await twice.begin();
  assert.ok(typeof begun === "object");
  await harness.outbox.post(begun.turn, [
    partFor(twice.message, { ...aging, agedText: "截至 10:33 价格 2" }),
  ]);
  assert.equal(await twice.deliver(), "done");
  await late.deliver();
  waitOver();
  assert.equal(await late.deliver(), "done");
  assert.deepEqual(adapter.done, ["send 截至 10:33 价格 2", "send 截至 10:32 价格 1"]);
  marketNow = "2026-05-07T10:32:00+08:00";
});

test("once a part has been sent the rest is told as of its time, never made anew", async () => {
  const adapter = scriptedAdapter();
  const turn = await agedAtTheDoor(adapter, 2);
  marketNow = "2026-05-07T10:32:30+08:00";
  assert.equal(await turn.deliver(0), "done");
  marketNow = "2026-05-07T10:34:00+08:00";
  assert.equal(await turn.deliver(1), "done");
  assert.deepEqual(turn.again, []);
  assert.deepEqual(adapter.done, ["send 当前价 1", "send 截至 10:32 价格 1"]);
  marketNow = "2026-05-07T10:32:00+08:00";
});

test("a new answer of more parts than the aged one stands in its place of the chat's order", async () => {
  const adapter = scriptedAdapter();
  const turn = await agedAtTheDoor(adapter);
  const next = question();
  await harness.journal.create(next, { acceptedMs: 1 });
  await harness.outbox.post({ id: next.id, run: 0 }, [partFor(next)]);
  await turn.deliver();
  const begun = await turn.begin();
  assert.ok(typeof begun === "object");
  const parts = [0, 1].map((part) => partFor(turn.message, { text: `${part}`, part, of: 2 }));
  await harness.outbox.post(begun.turn, parts);
  const chat = `${next.platform}/${next.accountId}/${next.chatId}`;
  const order = await harness.queue.waiting(chat);
  const at = (turnId: string, part: number) => order.indexOf(partJobId(turnId, part));
  assert.ok(at(turn.message.id, 0) < at(turn.message.id, 1));
  assert.ok(at(turn.message.id, 1) < at(next.id, 0));
  marketNow = "2026-05-07T10:32:00+08:00";
});

test("a new answer of three parts in the place of two goes out in its own order", async () => {
  const turn = await agedAtTheDoor(scriptedAdapter(), 2);
  const next = question();
  await harness.journal.create(next, { acceptedMs: 1 });
  await harness.outbox.post({ id: next.id, run: 0 }, [partFor(next)]);
  await turn.deliver();
  const begun = await turn.begin();
  assert.ok(typeof begun === "object");
  const parts = [0, 1, 2].map((part) => partFor(turn.message, { text: `${part}`, part, of: 3 }));
  await harness.outbox.post(begun.turn, parts);
  const order = await harness.queue.waiting(chatKey(next));
  const wanted = [0, 1, 2].map((part) => partJobId(turn.message.id, part));
  assert.deepEqual(
    order.filter((id) => id.startsWith(`${turn.message.id}-`) || id.startsWith(`${next.id}-`)),
    [...wanted, partJobId(next.id, 0)],
  );
  marketNow = "2026-05-07T10:32:00+08:00";
});

test("a buried part puts its turn among the dead letters", async () => {
  const turn = await posted(scriptedAdapter());
  await turn.post();
  await harness.ledger.bury(turn.message.id, 0, "attempts used up");
  const dead = await harness.journal.list({ limit: 100, state: "dead" });
  assert.ok(dead.some(({ id }) => id === turn.message.id));
});

test("what cannot be sent for a day is given up with its reason, and the chat goes on", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted(adapter);
  await turn.post();
  const reason = "401 Unauthorized";
  const away = { status: "retry", afterMs: 7000, reason } as const;
  adapter.next.push(away, away, away);
  assert.deepEqual(await turn.deliver(), { laterMs: 7000 });
  nowMs += 23 * 3_600_000;
  assert.deepEqual(await turn.deliver(), { laterMs: 7000 });
  nowMs += 2 * 3_600_000;
  assert.equal(await turn.deliver(), "done");
  const row = await turn.row();
  assert.deepEqual([row?.state, row?.reason], ["dead", reason]);
  const { resend, deadLetters } = createResend({
    store: harness.store,
    outbox: harness.outbox,
    queueOf: () => harness.queue,
  });
  assert.equal((await deadLetters(1))[0], turn.message.id);
  // Sent again by the administrator it has a day once more.
  await resend(turn.message.id, 0);
  adapter.next.push(away);
  assert.deepEqual(await turn.deliver(), { laterMs: 7000 });
  assert.equal(await turn.deliver(), "done");
  assert.equal((await turn.row())?.state, "delivered");
});
