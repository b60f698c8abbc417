import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { question } from "../journal/messages.ts";
import { eventually } from "../support/eventually.ts";
import { openWorkerHarness, type WorkerHarness } from "./worker-harness.ts";

let harness: WorkerHarness;
before(async () => {
  harness = await openWorkerHarness();
});
after(() => harness.close());

test("a turn that stood in line is observed with the whole time that its person waited, as its record has it, and its work apart", async () => {
  const linedMs = 3_600_000;
  const turn = await harness.ask(question({ text: "600519 现在多少钱" }), Date.now() - linedMs);
  // Behind the record's end.
  const { ms, workMs = 0, state } = await eventually("its observation", async () => harness.observed[0]);
  assert.equal(state, "completed");
  assert.ok(ms >= linedMs, `${ms}`);
  assert.ok(workMs < ms - linedMs + 1, `${workMs} of ${ms}`);
  assert.ok(Math.abs(ms - ((turn.ended_ms ?? 0) - turn.accepted_ms)) < linedMs / 2);
});
