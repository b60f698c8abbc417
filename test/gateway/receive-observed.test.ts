/** What the metrics are told of turns that end at the door. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { freshChat, openReceiveHarness, type ReceiveHarness } from "./receive-harness.ts";

let harness: ReceiveHarness;
before(async () => {
  harness = await openReceiveHarness();
});
after(() => harness.close());

test("a command is a turn that ended, once, and so is each question that it cancels, with what that has asked of models", async () => {
  const chat = freshChat();
  const [begun, waiting] = [chat(), chat()];
  for (const message of [begun, waiting]) await harness.receive(message);
  const [taken] = [
    await harness.journal.begin(begun.id, { marketNow: "2026-05-07T10:32:00+08:00", startedMs: Date.now() }),
  ];
  assert.ok(typeof taken !== "string");
  const usage = { prompt_tokens: 70, completion_tokens: 20 };
  const call = { task: "planning" as const, provider: "openai", model: "m", ms: 1, usage };
  await taken.log.record("route", 0, { plan: {}, models: [call] }, 1);
  const command = chat({ text: "/cancel" });
  await harness.receive(command);
  await harness.receive(command);
  const told = harness.observed.map(({ state, error, isAside }) => [state, error, isAside]);
  const canceled = ["canceled", "CANCELED", true];
  assert.deepEqual(told, [canceled, canceled, ["completed", undefined, true]]);
  assert.deepEqual(
    harness.observed.flatMap(({ models }) => models),
    [call],
  );
  for (const { ms } of harness.observed) assert.ok(ms >= 0 && ms < 600_000, `${ms}`);
});
