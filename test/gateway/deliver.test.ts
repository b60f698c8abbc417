import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OutboundPart } from "#contract";
import { createResend } from "../../src/queue/resend.ts";
import { type DeliveryHarness, openDeliveryHarness } from "./delivery-harness.ts";
import { deliverUntilDone, type PostedAnswer, postedAnswer } from "./posted-answer.ts";
import { type ScriptedAdapter, scriptedAdapter } from "./scripted-adapter.ts";

let harness: DeliveryHarness;
let nowMs = 1_000_000;
const clock = { market: () => "2026-05-07T10:32:00+08:00", wallMs: () => nowMs };
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
