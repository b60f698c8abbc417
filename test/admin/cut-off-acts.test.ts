/** What an act leaves where its process dies in the middle, and what a conversation goes on from. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chatKey, sessionKey } from "#contract";
import { createActs } from "../../src/admin/acts/acts.ts";
import { type ActHarness, actor, openActHarness } from "./act-harness.ts";

let harness: ActHarness;
before(async () => {
  harness = await openActHarness();
});
after(() => harness?.close());

test("a cancel and its notice are one write: where the process dies before it the turn still waits", async () => {
  const message = await harness.waiting();
  const dying = createActs({
    ...harness.ports,
    together: () => Promise.reject(new Error("the process died")),
  });
  await assert.rejects(dying.cancel(actor, message.id));
  assert.equal((await harness.read(message.id)).state, "submitted");
  assert.equal((await harness.acts.cancel(actor, message.id)).ok, true);
  assert.equal((await harness.acts.cancel(actor, message.id)).ok, false);
  const chat = { marks: [{ dimension: "chat" as const, value: chatKey(message) }] };
  const notices = (await harness.ports.search.ids(chat, 5)).filter((id) => id !== message.id);
  assert.equal(notices.length, 1);
  assert.match((await harness.said(notices[0] ?? "")).join(), /管理员取消/);
});

test("the conversation goes on from what a retry has answered, and not from a later correction of it", async () => {
  const turn = await harness.failed({ text: "五粮液现在多少钱" });
  const key = sessionKey(turn.message);
  assert.deepEqual(await harness.memory.recall(key), []);
  const done = await harness.acts.retry(actor, turn.id);
  assert.equal(done.ok, true, done.said.en);
  const [left] = await harness.memory.recall(key);
  assert.deepEqual([left?.codes, left?.turnId], [["000858.SZ"], done.turnId]);
  assert.ok((left?.claims.length ?? 0) > 0);
  const kept = await harness.acts.replay(actor, turn.id, { from: "route", live: true });
  assert.equal((await harness.acts.deliver(actor, kept?.id ?? "", [done.turnId ?? ""])).ok, true);
  assert.equal((await harness.memory.recall(key)).length, 1);
});

test("a conversation that was begun anew since the question is not gone back on by its retry", async () => {
  const turn = await harness.failed({ text: "五粮液现在多少钱" });
  await harness.memory.clear(sessionKey(turn.message));
  assert.equal((await harness.acts.retry(actor, turn.id)).ok, true);
  assert.deepEqual(await harness.memory.recall(sessionKey(turn.message)), []);
});
