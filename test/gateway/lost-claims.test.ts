/** Sends whose claims Redis has lost, by a fail-over or with its last second: it has them as still to be made. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SendOutcome } from "#contract";
import type { Settlement } from "../../src/gateway/ledger.ts";
import { createSentParts } from "../../src/gateway/sent-parts.ts";
import { createResend } from "../../src/queue/resend.ts";
import { eventually } from "../support/eventually.ts";
import { type DeliveryHarness, openDeliveryHarness } from "./delivery-harness.ts";
import { postedAnswer } from "./posted-answer.ts";
import { scriptedAdapter } from "./scripted-adapter.ts";

let harness: DeliveryHarness;
const clock = { market: () => "2026-05-07T10:32:00+08:00", wallMs: () => 1_000_000 };
before(async () => {
  harness = await openDeliveryHarness(clock.wallMs);
});
after(() => harness.close());

/** A posted answer that was claimed and sent, and whose ledger is again as it was before that. */
async function sentUnknown() {
  const adapter = scriptedAdapter();
  const turn = await postedAnswer({ harness, clock, adapter });
  await turn.post();
  const { redis, keys } = harness.store;
  const ledger = keys.ledger(turn.message.id);
  const before = await redis.hgetall(ledger);
  const claim = (nonce: string) => harness.ledger.claim(turn.message.id, 0, nonce, { canEdit: true });
  const settle = (nonce: string, outcome: Settlement) =>
    harness.ledger.settle(turn.message.id, 0, nonce, { outcome });
  await claim("lost");
  await redis.del(ledger);
  await redis.hset(ledger, before);
  return { adapter, turn, claim, settle };
}

test("what was sent is not sent again", async () => {
  for (const outcome of ["delivered", "unconfirmed", "refused"] as const) {
    const { adapter, turn, settle } = await sentUnknown();
    assert.deepEqual((await settle("lost", outcome)).again, false);
    assert.equal((await turn.row())?.state, outcome);
    assert.equal(await turn.deliver(), "done");
    assert.deepEqual(adapter.done, []);
  }
});

test("what may have been sent is sent again with a mark", async () => {
  const { adapter, turn, settle } = await sentUnknown();
  assert.equal((await settle("lost", "unknown")).again, true);
  assert.equal(await turn.deliver(), "done");
  assert.deepEqual(adapter.done, ["send (可能重复) 答案"]);
  assert.equal((await turn.row())?.state, "delivered");
});

test("whoever has claimed the part since keeps it", async () => {
  const { turn, claim, settle } = await sentUnknown();
  await claim("since");
  await settle("lost", "refused");
  assert.equal((await turn.row())?.state, "sending");
});

/** An answer that is was delivered, and whose ledger is then again as it was before that. */
async function forgottenAfter(next: readonly SendOutcome[]) {
  const adapter = scriptedAdapter();
  adapter.next.push(...next);
  const turn = await postedAnswer({ harness, clock, adapter });
  await turn.post();
  const { redis, keys } = harness.store;
  const ledger = keys.ledger(turn.message.id);
  const before = await redis.hgetall(ledger);
  await turn.deliver();
  await redis.del(ledger);
  await redis.hset(ledger, before);
  return { adapter, turn };
}

test("what Redis has forgotten with its settlement is not sent again by who has sent it", async () => {
  const { adapter, turn } = await forgottenAfter([]);
  assert.equal(await turn.deliver(), "done");
  assert.deepEqual(adapter.done, ["send 答案"]);
  const row = await turn.row();
  assert.deepEqual([row?.state, row?.receipt], ["delivered", "m1"]);
});

test("what a platform confirms to nobody is not sent again either, unless an administrator has it sent", async () => {
  const { adapter, turn } = await forgottenAfter([{ status: "unconfirmed", reason: "no id" }]);
  assert.equal(await turn.deliver(), "done");
  assert.deepEqual([adapter.done.length, (await turn.row())?.state], [1, "unconfirmed"]);
  const { store, outbox, queue } = harness;
  assert.ok(await createResend({ store, outbox, queueOf: () => queue }).resend(turn.message.id, 0));
  assert.equal(await turn.deliver(), "done");
  assert.deepEqual(adapter.done, ["send 答案", "send (可能重复) 答案"]);
});

test("what may have arrived is sent again with a mark", async () => {
  const { adapter, turn } = await forgottenAfter([{ status: "unknown", reason: "cut off" }]);
  assert.equal(await turn.deliver(), "done");
  assert.deepEqual(adapter.done, ["send 答案", "send (可能重复) 答案"]);
});

test("what did not arrive is sent again unmarked", async () => {
  for (const told of [
    { status: "retry", afterMs: 1, reason: "busy" },
    { status: "refused", reason: "blocked" },
  ] as const) {
    const { adapter, turn } = await forgottenAfter([told]);
    assert.equal(await turn.deliver(), "done");
    assert.deepEqual(adapter.done, ["send 答案", "send 答案"]);
  }
});

test("a send that is still under way is waited for instead of being made twice", async () => {
  const adapter = scriptedAdapter();
  const turn = await postedAnswer({ harness, clock, adapter });
  await turn.post();
  const told = Promise.withResolvers<SendOutcome>();
  const { redis, keys } = harness.store;
  const ledger = keys.ledger(turn.message.id);
  const before = await redis.hgetall(ledger);
  adapter.send = async (part) => {
    adapter.done.push(`send ${part.text}`);
    return told.promise;
  };
  const first = turn.deliver();
  await eventually("the send", () => adapter.done.length > 0);
  await redis.del(ledger);
  await redis.hset(ledger, before);
  const second = turn.deliver();
  await eventually("the second claim", async () => (await turn.row())?.state === "sending");
  told.resolve({ status: "delivered", receipt: "m7" });
  assert.equal(await second, "done");
  await first;
  assert.deepEqual([adapter.done, (await turn.row())?.receipt], [["send 答案"], "m7"]);
});

test("only the newest sends are remembered", async () => {
  const sent = createSentParts(2);
  const delivered = { status: "delivered", receipt: "m1" } as const;
  let sends = 0;
  const send = (part: string) =>
    sent.send(part, false, async () => {
      sends += 1;
      return delivered;
    });
  for (const part of ["a", "b", "c", "c", "b", "a"]) await send(part);
  assert.equal(sends, 4);
});
