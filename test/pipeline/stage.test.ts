import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "#contract";
import { createMemoryLog, type MemoryLog } from "./memory-log.ts";
import { openTurnHarness, type TurnHarness } from "./turn-harness.ts";

const text = "600519 现在多少钱";

let harness: TurnHarness;

before(async () => {
  harness = await openTurnHarness({
    env: { MODEL_ROUTING: "openai:router", MODEL_SYNTHESIS: "openai:writer" },
  });
});
after(() => harness?.close());

const asked = (model: string): number => harness.models.calls.filter((call) => call.model === model).length;

/** A journal that keeps the verdict's record back until it is told; `tookMs` passed on the wall while the turn was verified. */
function heldBack(tookMs: number): {
  journal: MemoryLog;
  wallMs: () => number;
  settle: (error?: Error) => void;
} {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let nowMs = 1_000_000;
  const journal = createMemoryLog({}, async (stage) => {
    if (stage === "execute") nowMs += tookMs;
    if (stage === "verify") await promise;
  });
  const settle = (error?: Error) => (error === undefined ? resolve() : reject(error));
  return { journal, wallMs: () => nowMs, settle };
}

test("a turn that is surely this run's own goes on to the writer while its verdict is on its way to the journal", async () => {
  const [before, { journal, wallMs, settle }] = [asked("writer"), heldBack(0)];
  const running = harness.run(text, { journal, wallMs });
  while (asked("writer") === before) await pause(2);
  settle();
  assert.equal((await running).state, "completed");
});

for (const [name, tookMs] of [
  ["another run may have taken in the meantime", 30_000],
  ["whose clock was set back", -3_600_000],
] as const)
  test(`a turn ${name} pays no writer before the journal says that it is its own`, async () => {
    const [before, { journal, wallMs, settle }] = [asked("writer"), heldBack(tookMs)];
    const running = harness.run(text, { journal, wallMs });
    running.catch(() => undefined);
    // The record is asked for right after the stages that need no model.
    while (!journal.stages.some(({ stage }) => stage === "execute")) await pause(2);
    await pause(50);
    assert.equal(asked("writer"), before);
    settle(new AppError("FENCED", "s:0:verify"));
    await assert.rejects(running, { code: "FENCED" });
    assert.equal(asked("writer"), before);
  });
