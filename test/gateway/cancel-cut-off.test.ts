/** A `/cancel` whose process dies between what it does and its answer: the platform hands it in again. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { freshChat, openReceiveHarness, type ReceiveHarness } from "./receive-harness.ts";

let harness: ReceiveHarness;
before(async () => {
  harness = await openReceiveHarness();
});
after(() => harness.close());

/** A door whose process dies after so many cancels. */
const dyingAfter = (cancels: number) => {
  let left = cancels;
  const { journal } = harness;
  const gone = () => Promise.reject(new Error("the process died"));
  return harness.open(() => true, {
    ...journal,
    cancel: (turnId, by) => (left-- > 0 ? journal.cancel(turnId, by) : gone()),
    canceledBy: gone,
  });
};

for (const [waiting, before, said] of [
  [1, 1, /^已取消/],
  [3, 3, "已取消 3 个问题。"],
  [3, 2, "已取消 3 个问题。"],
] as const)
  test(`tells of all ${waiting} where it died after ${before}, once`, async () => {
    const chat = freshChat();
    const questions = Array.from({ length: waiting }, () => chat());
    for (const message of questions) await harness.receive(message);
    const command = chat({ text: "/cancel" });
    await assert.rejects(dyingAfter(before)(command));
    assert.equal(await harness.said(command.id), "");
    await harness.receive(command);
    await harness.receive(command);
    const text = await harness.said(command.id);
    if (typeof said === "string") assert.equal(text, said);
    else assert.match(text, said);
    for (const { id } of questions) assert.equal(await harness.stateOf(id), "canceled");
    assert.equal(await harness.stateOf(command.id), "completed");
  });
