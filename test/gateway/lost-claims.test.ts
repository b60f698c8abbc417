/** Sends whose claims a fail-over of Redis has lost: the new server has them as still to be made. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Settlement } from "../../src/gateway/ledger.ts";
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
