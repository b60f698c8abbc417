import assert from "node:assert/strict";
import { test } from "node:test";
import { createMetrics } from "../../src/composition/metrics/metrics.ts";
import { observedAtDoor } from "../../src/journal/observation.ts";

const idle = {
  queueCounts: async () => ({}),
  oldestOpenMs: async () => undefined,
  adapters: () => [],
  openCircuits: () => [],
  wallMs: Date.now,
};

test("the time of a turn is what its person waits, the work in it has a name of its own, and every end is counted", async () => {
  const { registry, observeTurn } = createMetrics(idle);
  const call = { task: "planning" as const, provider: "openai", model: "m", ms: 1 };
  const models = [{ ...call, usage: { prompt_tokens: 7, completion_tokens: 2 } }];
  const record = { stages: [] };
  observeTurn({ state: "completed", ms: 5000, workMs: 200, models, record });
  observeTurn({ state: "canceled", error: "CANCELED", ms: 3000, models, record, isAside: true });
  observeTurn(observedAtDoor(4));
  const lines = (await registry.metrics()).split("\n");
  for (const line of [
    'qianmen_turns_total{state="completed",error=""} 2',
    'qianmen_turns_total{state="canceled",error="CANCELED"} 1',
    "qianmen_turn_seconds_count 3",
    "qianmen_turn_seconds_sum 8.004",
    "qianmen_turn_work_seconds_count 1",
    "qianmen_turn_work_seconds_sum 0.2",
    'qianmen_model_tokens_total{provider="openai",model="m",tier="small",kind="prompt"} 14',
  ])
    assert.ok(lines.includes(line), `${line} in:\n${lines.join("\n")}`);
});
