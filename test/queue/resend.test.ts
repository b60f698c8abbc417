import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chatKey } from "#contract";
import { partJobId } from "../../src/queue/outbox.ts";
import { createResend } from "../../src/queue/resend.ts";
import { type DeliveryHarness, openDeliveryHarness } from "../gateway/delivery-harness.ts";
import { partFor, question } from "../journal/messages.ts";

let harness: DeliveryHarness;
before(async () => {
  harness = await openDeliveryHarness(Date.now);
});
after(() => harness.close());

/** An answer of one part that was given up, and its chat's queue as it stands. */
async function givenUp(chatId: string) {
  const message = question({ chatId });
  const [chat, id] = [chatKey(message), partJobId(message.id, 0)];
  await harness.journal.create(message, { acceptedMs: 1 });
  await harness.outbox.post({ id: message.id, run: 0 }, [partFor(message)]);
  await harness.queue.drop(id, chat);
  await harness.ledger.bury(message.id, 0, "attempts used up");
  return {
    turnId: message.id,
    id,
    waiting: () => harness.queue.waiting(chat),
    state: async () => (await harness.outbox.rows(message.id))[0]?.state,
  };
}

const resends = () =>
  createResend({ store: harness.store, outbox: harness.outbox, queueOf: () => harness.queue });
const resend = (turnId: string) => resends().resend(turnId, 0);

test("a part that is sent again waits once, however often that is asked", async () => {
  const { turnId, id, waiting, state } = await givenUp("1");
  assert.deepEqual([await resend(turnId), await resend(turnId)], [true, false]);
  assert.deepEqual([await state(), await waiting()], ["pending", [id]]);
  assert.equal((await resends().deadLetters(9)).includes(turnId), false);
});

test("where the process dies half-way the sweep finds the part in its place", async () => {
  const { turnId, id, waiting } = await givenUp("2");
  const dying = createResend({
    store: harness.store,
    outbox: harness.outbox,
    queueOf: () => ({
      ...harness.queue,
      async renew(_id, _chat, enter) {
        await enter();
        throw new Error("the process died");
      },
    }),
  });
  await assert.rejects(dying.resend(turnId, 0));
  assert.deepEqual(await waiting(), [id]);
  assert.equal((await harness.queue.sweep()).missing, 1);
  assert.equal(await resend(turnId), false);
});

test("a part that waits without a place is given one, and keeps its doubt", async () => {
  const { turnId, id, waiting } = await givenUp("3");
  const ledger = harness.store.keys.ledger(turnId);
  await harness.store.redis.hset(ledger, { "0:s": "pending", "0:u": "1" });
  assert.equal(await resend(turnId), true);
  assert.deepEqual(await waiting(), [id]);
  assert.equal(await harness.store.redis.hget(ledger, "0:u"), "1");
});
