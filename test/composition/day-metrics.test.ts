import assert from "node:assert/strict";
import { test } from "node:test";
import { createMetrics } from "../../src/composition/metrics/metrics.ts";

const nothing = {
  queueCounts: async () => ({}),
  oldestOpenMs: async () => undefined,
  adapters: () => [],
  openCircuits: () => [],
  wallMs: () => 0,
};

test("tokens and money are counted by model and tier, and refusals by whose limit it was", async () => {
  const prices = new Map([["openai:small", { prompt: 2, completion: 10 }]]);
  const metrics = createMetrics(nothing, () => prices);
  const call = { provider: "openai", ms: 1, usage: { prompt_tokens: 1000, completion_tokens: 100 } };
  metrics.observeTurn({
    state: "completed",
    ms: 5,
    models: [
      { ...call, task: "routing", model: "small" },
      { ...call, task: "escalation", model: "large" },
      { ...call, task: "planning", tier: "large", model: "small" },
      {
        ...{
          ...call,
          provider: "builtin",
          model: "builtin",
          usage: { prompt_tokens: 0, completion_tokens: 0 },
        },
        ...{ task: "planning", error: "MODEL_DOWN", instead_of: "openai:small" },
      },
    ],
    record: { stages: [] },
  });
  metrics.countDayRefusal({ scope: "user", limit: "cost" });
  const text = await metrics.registry.metrics();
  for (const line of [
    'qianmen_model_tokens_total{provider="openai",model="small",tier="small",kind="prompt"} 1000',
    'qianmen_model_tokens_total{provider="openai",model="large",tier="large",kind="completion"} 100',
    'qianmen_model_tokens_total{provider="openai",model="small",tier="large",kind="completion"} 100',
    'qianmen_model_cost_total{provider="openai",model="small",tier="small"} 0.003',
    'qianmen_model_calls_total{provider="openai",task="planning",error="MODEL_DOWN"} 1',
    'qianmen_day_limit_refusals_total{scope="user",limit="cost"} 1',
  ])
    assert(text.includes(line), line);
  assert.doesNotMatch(text, /cost_total\{[^}]*model="large"/, "what has no price is not counted as free");
});
