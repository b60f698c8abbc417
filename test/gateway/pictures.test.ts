import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Artifact, OutboundPart } from "#contract";
import { createResend } from "../../src/queue/resend.ts";
import { type DeliveryHarness, openDeliveryHarness } from "./delivery-harness.ts";
import { deliverUntilDone, postedAnswer } from "./posted-answer.ts";
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
const pictureOf = (fill: string): Artifact => ({
  name: "600519.SH.png",
  mediaType: "image/png",
  base64: fill.repeat(144_000),
});
const kept = pictureOf("A");
const drawn = pictureOf("B");

interface Posting {
  readonly adapter: ScriptedAdapter;
  readonly redraw?: (part: OutboundPart) => Promise<readonly Artifact[] | undefined>;
}

async function posted({ adapter, redraw }: Posting, artifacts: OutboundPart["artifacts"] = [kept]) {
  const turn = await postedAnswer(
    { harness, clock, adapter, ...(redraw === undefined ? {} : { redraw }) },
    {
      artifacts,
    },
  );
  await turn.post();
  return turn;
}

/** What all that Redis holds takes there, bytes. */
async function heldBytes(): Promise<number> {
  const { redis } = harness.store;
  const sizes = await Promise.all((await redis.keys("*")).map((key) => redis.memory("USAGE", key)));
  return sizes.reduce<number>((sum, size) => sum + Number(size ?? 0), 0);
}

const sentPictures = ({ parts }: ScriptedAdapter) =>
  parts.map(({ artifacts = [] }) => artifacts.map(({ base64 }) => base64.slice(0, 1)).join(""));

test("a picture is sent whole and is gone from Redis once its part has come to an end", async () => {
  const before = await heldBytes();
  for (const outcome of ["delivered", "refused", "unconfirmed"] as const) {
    const adapter = scriptedAdapter();
    const turn = await posted({ adapter });
    assert.ok((await heldBytes()) > before + 144_000);
    if (outcome !== "delivered") adapter.next.push({ status: outcome, reason: "for the test" });
    await deliverUntilDone(turn, waitOver);
    assert.deepEqual(adapter.parts[0]?.artifacts, [kept], outcome);
    assert.equal((await turn.row())?.state, outcome);
    assert.ok((await heldBytes()) < before + 20_000, `${outcome}: ${await heldBytes()} bytes`);
  }
});

test("a picture outlasts a rate limit, a doubt and a second post, and no row holds its bytes", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted({ adapter });
  adapter.next.push({ status: "retry", afterMs: 1, reason: "429" }, { status: "unknown", reason: "dropped" });
  await turn.post();
  assert.deepEqual((await turn.row())?.part.artifacts, [{ ...kept, base64: "" }]);
  await deliverUntilDone(turn, waitOver);
  assert.deepEqual(sentPictures(adapter), ["A", "A", "A"]);
  const after = await heldBytes();
  await turn.post();
  assert.ok(Math.abs((await heldBytes()) - after) < 20_000, "what was sent is not kept again");
});

test("what is sent again, or after a day, is drawn anew", async () => {
  const adapter = scriptedAdapter();
  const asked: string[] = [];
  const redraw = async ({ turnId, part }: OutboundPart) => {
    asked.push(`${turnId}/${part}`);
    return [drawn];
  };
  const turn = await posted({ adapter, redraw });
  adapter.next.push({ status: "refused", reason: "blocked by the user" });
  await deliverUntilDone(turn, waitOver);
  const resend = createResend({ store: harness.store, outbox: harness.outbox, queueOf: () => harness.queue });
  assert.equal(await resend.resend(turn.message.id, 0), true);
  assert.ok((await deliverUntilDone(turn, waitOver)) > 0, "it is not drawn while the part is claimed");
  assert.deepEqual(sentPictures(adapter), ["A", "B"]);
  assert.deepEqual(asked, [`${turn.message.id}/0`]);
  assert.equal((await turn.row())?.state, "delivered");
  const late = await posted({ adapter, redraw });
  const { redis, keys } = harness.store;
  const seconds = await redis.ttl(keys.pictures(late.message.id));
  assert.ok(seconds > 86_000 && seconds <= 86_400, `${seconds} s`);
  await redis.del(keys.pictures(late.message.id));
  await deliverUntilDone(late, waitOver);
  assert.deepEqual(sentPictures(adapter), ["A", "B", "B"]);
});

test("where a picture cannot be drawn any more the text goes out without it", async () => {
  for (const redraw of [async () => undefined, undefined]) {
    const adapter = scriptedAdapter();
    const turn = await posted({ adapter, ...(redraw === undefined ? {} : { redraw }) });
    await harness.store.redis.del(harness.store.keys.pictures(turn.message.id));
    await deliverUntilDone(turn, waitOver);
    assert.deepEqual(
      adapter.parts.map(({ text, artifacts }) => [text, artifacts]),
      [["答案", undefined]],
    );
  }
});

test("a row of an earlier version, which holds the bytes itself, is sent as it is", async () => {
  const adapter = scriptedAdapter();
  const turn = await posted({ adapter });
  const { redis, keys } = harness.store;
  const row = JSON.stringify({ ...(await turn.row())?.part, artifacts: [kept] });
  await redis.hset(keys.ledger(turn.message.id), "0:part", row);
  await redis.del(keys.pictures(turn.message.id));
  await deliverUntilDone(turn, waitOver);
  assert.deepEqual(adapter.parts[0]?.artifacts, [kept]);
});
