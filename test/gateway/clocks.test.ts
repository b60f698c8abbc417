/** Gateways and workers on several machines: what one of them holds by a clock that runs ahead does not bind the others for as long. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { IncomingMessage } from "#contract";
import { createLedger } from "../../src/gateway/ledger.ts";
import { partFor, question } from "../journal/messages.ts";
import { type DeliveryHarness, openDeliveryHarness } from "./delivery-harness.ts";

const nowMs = 1_000_000;
/** Of a machine whose clock is ten minutes ahead. */
const aheadMs = nowMs + 600_000;

let harness: DeliveryHarness;
before(async () => {
  harness = await openDeliveryHarness(() => nowMs);
});
after(() => harness.close());

const ledgerAt = (wallMs: number) => createLedger(harness.store, () => wallMs);

async function posted(): Promise<IncomingMessage> {
  const message = question();
  await harness.journal.create(message, { acceptedMs: 1 });
  await harness.outbox.post({ id: message.id, run: 0 }, [partFor(message)]);
  return message;
}

const claim = (wallMs: number, { id }: IncomingMessage, nonce: string) =>
  ledgerAt(wallMs).claim(id, 0, nonce, { canEdit: true });

test("a part that a dead gateway had claimed is taken over, marked", async () => {
  const message = await posted();
  assert.equal((await claim(aheadMs, message, "dead")).kind, "claimed");
  const taken = await claim(nowMs, message, "living");
  assert.ok(taken.kind === "claimed" && taken.repeat);
});

test("a claim by a clock that is a little ahead is waited for", async () => {
  const message = await posted();
  await claim(nowMs + 1000, message, "other");
  assert.deepEqual(await claim(nowMs, message, "living"), { kind: "wait", ms: 5000 });
});

test("an answer does not wait for the progress message of a dead gateway", async () => {
  const message = question();
  await harness.journal.create(message, { acceptedMs: 1 });
  assert.ok(await ledgerAt(aheadMs).claimProgress(message.id));
  await harness.outbox.post({ id: message.id, run: 0 }, [partFor(message)]);
  assert.equal((await claim(nowMs, message, "living")).kind, "claimed");
});

test("an aged answer does not wait for as long to be made anew", async () => {
  const message = await posted();
  await harness.journal.end(message.id, 0, { state: "completed", models: [], endedMs: 2 });
  await claim(aheadMs, message, "ahead");
  assert.equal(await ledgerAt(aheadMs).refresh(message.id, 0, "ahead"), "asked");
  await claim(nowMs, message, "living");
  assert.equal(await harness.ledger.refresh(message.id, 0, "living"), "late");
});

test("a long text whose rest may follow is not put off for longer than that", async () => {
  const beginOfOne = async (acceptedMs: number, chatId: string) => {
    const message = question({ text: "长".repeat(4000), chatId, senderId: chatId });
    const place = harness.queue.place(message.id, chatId);
    await harness.journal.create(message, { acceptedMs, place, follows: true });
    return harness.journal.begin(message.id, { marketNow: "", startedMs: nowMs });
  };
  assert.equal(await beginOfOne(nowMs + 1000, "little"), "later");
  assert.ok(typeof (await beginOfOne(aheadMs, "far")) === "object");
});
