import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { chatKey } from "#contract";
import { createDeliver } from "../../src/gateway/deliver.ts";
import { createSentParts } from "../../src/gateway/sent-parts.ts";
import { partJobId } from "../../src/queue/outbox.ts";
import { partFor, question } from "../journal/messages.ts";
import { silent } from "../store/redis-server.ts";
import { type DeliveryHarness, openDeliveryHarness } from "./delivery-harness.ts";
import { deliverUntilDone, postedAnswer } from "./posted-answer.ts";
import { type ScriptedAdapter, scriptedAdapter } from "./scripted-adapter.ts";

let harness: DeliveryHarness;
let nowMs = 1_000_000;
let marketNow = "";
const clock = { market: () => marketNow, wallMs: () => nowMs };
before(async () => {
  harness = await openDeliveryHarness(clock.wallMs);
});
after(() => harness.close());
beforeEach(() => {
  marketNow = "2026-05-07T10:32:00+08:00";
});

const waitOver = () => {
  nowMs += 60_000;
};

test("past its time the aged form is sent, before it the current one", async () => {
  const adapter = scriptedAdapter();
  const over = { text: "当前价", agedText: "截至 10:32 价格", validUntil: "2026-05-07T10:33:00+08:00" };
  const posted = () => postedAnswer({ harness, clock, adapter }, over);
  const [early, late] = [await posted(), await posted()];
  await early.post();
  await late.post();
  await deliverUntilDone(early, waitOver);
  marketNow = "2026-05-07T02:33:01.000Z";
  await deliverUntilDone(late, waitOver);
  assert.deepEqual(adapter.done, ["send 当前价", "send 截至 10:32 价格"]);
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
  let isCutOff = false;
  const reenter = async (turnId: string) => {
    if (isCutOff) throw new Error("killed");
    again.push(turnId);
  };
  const { handle: deliver } = createDeliver({
    ...{ adapter, ledger: harness.ledger, sent: createSentParts(), clock, log: silent, reenter },
  });
  marketNow = "2026-05-07T10:34:00+08:00";
  let tries = 0;
  const attempt = (part: number) =>
    deliver({
      id: partJobId(message.id, part),
      chat: "chat",
      token: `door-${tries++}`,
      signal: new AbortController().signal,
    });
  return {
    message,
    again,
    deliver: (part = 0) => attempt(part),
    /** The process dies as soon as it has asked for the answer to be made anew. */
    cutOff: async () => {
      isCutOff = true;
      await assert.rejects(attempt(0), /killed/);
      isCutOff = false;
    },
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
});

test("a turn whose job was cut off behind its opening is queued all the same, however late, and the aged form is sent", async () => {
  const adapter = scriptedAdapter();
  const turn = await agedAtTheDoor(adapter);
  await turn.cutOff();
  waitOver();
  assert.equal(await turn.deliver(), "done");
  assert.deepEqual(adapter.done, ["send 截至 10:32 价格 1"]);
  assert.deepEqual(turn.again, [turn.message.id]);
});

test("it is queued also where the one that found it late died before it could do so", async () => {
  const adapter = scriptedAdapter();
  const turn = await agedAtTheDoor(adapter);
  await turn.cutOff();
  waitOver();
  await turn.cutOff();
  waitOver();
  assert.equal(await turn.deliver(), "done");
  assert.deepEqual(adapter.done, ["send (可能重复) 截至 10:32 价格 1"]);
  assert.deepEqual(turn.again, [turn.message.id]);
});
