import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { confirmPage, sentBeforeNote } from "../../src/admin/pages/confirm-page.ts";
import { type ActHarness, actor, openActHarness } from "./act-harness.ts";

let harness: ActHarness;
before(async () => {
  harness = await openActHarness();
});
after(() => harness?.close());

const other = { who: "cli:lin" };
const recorded = { from: "route", live: false };

/** Two administrators look at dry replays of one turn; resolves with what they would send. */
async function bothLook(text = "600519 现在多少钱") {
  const turn = await harness.answered({ text });
  const [a, b] = [
    await harness.acts.replay(actor, turn.id, recorded),
    await harness.acts.replay(other, turn.id, recorded),
  ];
  return { turn, a: a?.id ?? "", b: b?.id ?? "" };
}

test("a second correction that says the same is sent only by who has been told of the first", async () => {
  const { turn, a, b } = await bothLook();
  const first = await harness.acts.deliver(actor, a);
  assert.equal(first.ok, true, first.said.en);
  const second = await harness.acts.deliver(other, b);
  assert.equal(second.ok, false);
  assert.match(second.said.zh, /已经发送过内容相同的/);
  assert.ok(second.said.en.includes(first.turnId ?? "-"), second.said.en);
  assert.deepEqual(await harness.acts.replays.sentFor(turn.id), [first.turnId]);
  const told = await harness.acts.deliver(other, b, [first.turnId ?? ""]);
  assert.equal(told.ok, true, told.said.en);
});

test("of two who send at the same moment one is told of the other", async () => {
  const { turn, a, b } = await bothLook();
  const sent = await Promise.all([harness.acts.deliver(actor, a), harness.acts.deliver(other, b)]);
  assert.deepEqual(sent.map(({ ok }) => ok).toSorted(), [false, true]);
  assert.equal((await harness.acts.replays.sentFor(turn.id)).length, 1);
});

test("a correction that says something else goes out, whatever was sent before", async () => {
  const turn = await harness.answered({ text: "600519 现在多少钱" });
  const kept = await harness.acts.replay(actor, turn.id, recorded);
  assert.equal((await harness.acts.deliver(actor, kept?.id ?? "")).ok, true);
  const next = await harness.acts.replay(other, turn.id, recorded);
  assert.ok(next?.replayed.reply);
  const reply = { ...next.replayed.reply, text: `${next.replayed.reply.text}\n另说一句。` };
  const changed = { ...next, replayed: { ...next.replayed, reply } };
  assert.equal((await harness.acts.replays.deliver(changed)).ok, true);
});

test("before it is sent the page says what was sent since, and when", async () => {
  const { turn, a } = await bothLook();
  const { turnId = "" } = await harness.acts.deliver(actor, a);
  const sent = await harness.acts.replays.sentBefore(turn.id);
  assert.deepEqual(
    sent.map(({ id }) => id),
    [turnId],
  );
  for (const [language, said] of [
    ["zh", "已经发送过一次更正或补发"],
    ["en", "A correction or late answer was sent at"],
  ] as const) {
    const view = {
      ...{ language, formToken: "t", mayAct: true, hidesText: false, path: "/admin", nowMs: 0 },
      session: { id: "s", role: "operator" as const, endsMs: 1 },
    };
    const question = { zh: "发送?", en: "Send?" };
    const asked = { question, subject: turn.id, action: "/x", known: sentBeforeNote(view, sent) };
    const page = String(confirmPage(view, asked, {}).top);
    assert.ok(page.includes(said) && page.includes(`/admin/turns/${turnId}`), page);
  }
});
