/** The message that stands in while a turn takes long, and the answer that takes its place. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OutboundPart } from "#contract";
import { createProgress } from "../../src/gateway/progress.ts";
import { silent } from "../store/redis-server.ts";
import { eventually } from "../support/eventually.ts";
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

/** Shows progress and waits until the ledger has it. */
async function showProgress(adapter: ScriptedAdapter, turn: PostedAnswer) {
  const show = createProgress({
    adapters: new Map([["telegram", adapter]]),
    ledger: harness.ledger,
    log: silent,
  });
  const { id: turnId, platform, accountId, chatId } = turn.message;
  show({ kind: "progress", turnId, platform, accountId, chatId, replyTo: "9", language: "zh" });
  await adapter.calls(adapter.done.length + 1);
  const state = () => harness.store.redis.hget(harness.store.keys.ledger(turnId), "g:s");
  await eventually("the progress text to be sent", async () => (await state()) !== "claimed");
}

const progressText = "send 正在查询,请稍候…";

test("the answer is edited into the progress message, as often as the outcome is unknown", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted(adapter);
  await showProgress(adapter, turn);
  assert.equal(adapter.parts[0]?.replyTo, "9");
  await turn.post();
  adapter.next.push({ status: "unknown", reason: "dropped" });
  await deliverAll(turn);
  assert.deepEqual(adapter.done, [progressText, "edit m1 答案", "edit m1 答案"]);
  const { state, receipt } = (await turn.row()) ?? {};
  assert.deepEqual({ state, receipt }, { state: "delivered", receipt: "m1" });
});

test("an edit whose worker died is done again without a mark", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted(adapter);
  await showProgress(adapter, turn);
  await turn.post();
  adapter.next.push("hang");
  void turn.deliver();
  await adapter.calls(2);
  waitOver();
  await deliverAll(turn);
  assert.deepEqual(adapter.done, [progressText, "edit m1 答案", "edit m1 答案"]);
});

test("where the progress message is gone the answer is sent anew", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted(adapter);
  await showProgress(adapter, turn);
  await turn.post();
  adapter.next.push({ status: "refused", reason: "message to edit not found" });
  await deliverAll(turn);
  assert.deepEqual(adapter.done, [progressText, "edit m1 答案", "send 答案"]);
  assert.equal((await turn.row())?.state, "delivered");
});

test("the answer waits for a progress message on its way, but not for one whose sender died", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted(adapter);
  assert.equal(await harness.ledger.claimProgress(turn.message.id), true);
  assert.equal(await harness.ledger.claimProgress(turn.message.id), false);
  await turn.post();
  assert.ok(typeof (await turn.deliver()) === "object");
  assert.deepEqual(adapter.done, []);
  waitOver();
  assert.equal(await turn.deliver(), "done");
  await harness.ledger.finishProgress(turn.message.id, "late", turn.message);
  assert.deepEqual(adapter.done, ["send 答案"]);
});

test("no progress is shown once the answer is posted, for an ended turn, or where nothing can be edited", async () => {
  const turn = await posted(scriptedAdapter());
  await turn.post();
  assert.equal(await harness.ledger.claimProgress(turn.message.id), false);
  const canceled = await posted(scriptedAdapter());
  await harness.journal.cancel(canceled.message.id);
  assert.equal(await harness.ledger.claimProgress(canceled.message.id), false);
  const plain = scriptedAdapter({ edits: false });
  const third = await posted(plain);
  const show = createProgress({
    adapters: new Map([["telegram", plain]]),
    ledger: harness.ledger,
    log: silent,
  });
  const { id: turnId, platform, accountId, chatId } = third.message;
  show({ kind: "progress", turnId, platform, accountId, chatId });
  show({ kind: "typing", turnId, platform, accountId, chatId });
  await plain.calls(1);
  assert.deepEqual(plain.done, ["typing 42"]);
});

test("the progress of a canceled turn says that it stopped, once, and only where it was shown", async () => {
  const adapter = scriptedAdapter();
  const [shown, unshown] = [await posted(adapter), await posted(adapter)];
  const show = createProgress({
    adapters: new Map([["telegram", adapter]]),
    ledger: harness.ledger,
    log: silent,
  });
  const signal = ({ message: { id: turnId, platform, accountId, chatId } }: typeof shown) =>
    ({ turnId, platform, accountId, chatId, language: "en" }) as const;
  assert.equal(await harness.ledger.claimProgress(shown.message.id), true);
  await harness.ledger.finishProgress(shown.message.id, "p1", shown.message);
  for (const turn of [unshown, shown, shown]) show({ kind: "cancel", ...signal(turn) });
  await adapter.calls(1);
  assert.equal(await harness.ledger.takeProgress(shown.message.id), undefined);
  assert.deepEqual(adapter.done, ["edit p1 Stopped."]);
});

test("the progress of a turn that is canceled while it is on its way says that it stopped as well", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted(adapter);
  const arrival = Promise.withResolvers<void>();
  const slow = {
    ...adapter,
    send: async (part: OutboundPart) => {
      const outcome = await adapter.send(part);
      await arrival.promise;
      return outcome;
    },
  };
  const show = createProgress({
    adapters: new Map([["telegram", slow]]),
    ledger: harness.ledger,
    log: silent,
  });
  const { id: turnId, platform, accountId, chatId } = turn.message;
  const signal = { turnId, platform, accountId, chatId, language: "zh" } as const;
  show({ kind: "progress", ...signal });
  await adapter.calls(1);
  await harness.journal.cancel(turnId);
  show({ kind: "cancel", ...signal });
  // As long as a look at the ledger takes.
  await harness.ledger.takeProgress("nobody's");
  arrival.resolve();
  await eventually("the text to be ended", async () => adapter.done.length === 2);
  assert.deepEqual(adapter.done, [progressText, "edit m1 查询已停止。"]);
});
