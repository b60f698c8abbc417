import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { spendingOf } from "../../src/pipeline/budget/spending.ts";
import { budgetOf, type TurnBudget } from "../../src/pipeline/budget/turn-budget.ts";
import { promptTokens } from "../../src/pipeline/model-calls/prompt-tokens.ts";
import type { TurnRun } from "../../src/pipeline/ports.ts";
import { createMemoryLog } from "./memory-log.ts";
import { openTurnHarness, type TurnHarness, turnOf } from "./turn-harness.ts";

let harness: TurnHarness;
before(async () => {
  harness = await openTurnHarness();
});
after(() => harness.close());

function spendingWith(set: Partial<TurnBudget>) {
  const ports = { ...harness.ports, budget: () => budgetOf("hrm", set) };
  const journal = createMemoryLog();
  const { signal } = new AbortController();
  const message = turnOf("", journal, {
    state: "completed",
    finish_reason: "success",
    reply: { text: "", buttons: [] },
    models: [],
    session: [],
    watchlist: [],
    reminders: [],
  }).message;
  const run: TurnRun = { ports, message, session: [], language: "zh", now: "", journal, signal };
  return spendingOf(run);
}

test("what is set aside for calls under way is not there for others", () => {
  const { reserve } = spendingWith({ smallCalls: 9, promptTokens: 1000, completionTokens: 2500 });
  const first = reserve("small", 400);
  const second = reserve("small", 400);
  assert.deepEqual([first?.maxTokens, second?.maxTokens], [1000, 1000]);
  assert.equal(reserve("small", 400), null, "its prompt does not fit beside the others");
  first?.settle({ prompt_tokens: 100, completion_tokens: 10 });
  assert.equal(reserve("small", 400)?.maxTokens, 1000, "what was left over is free again");
  assert.equal(reserve("small", 1)?.maxTokens, 490, "an answer may be as long as the rest allows");
  assert.equal(reserve("small", 1), null);
});

test("a provider that does not count is taken at the estimate; a call that failed cost no tokens, but was made", () => {
  const { reserve, calls } = spendingWith({ smallCalls: 2, promptTokens: 500 });
  const silent = reserve("small", 300);
  silent?.settle({ prompt_tokens: 0, completion_tokens: 0 });
  assert.equal(reserve("small", 300), null);
  const failed = reserve("small", 200);
  failed?.settle();
  assert.deepEqual(calls, { small: 2, large: 0 });
  assert.equal(reserve("small", 1), null, "both calls are used up");
  assert.notEqual(reserve("large", 200), null);
});

test("a run that goes on after a crash has spent what the one before had", () => {
  const spending = spendingWith({ smallCalls: 2, largeCalls: 1 });
  const usage = { prompt_tokens: 10, completion_tokens: 10 };
  const call = { provider: "openai", model: "m", ms: 1, usage };
  spending.recall({
    models: [
      { ...call, task: "routing" },
      { ...call, task: "escalation" },
    ],
  });
  spending.recall({
    models: [{ ...call, provider: "builtin", task: "routing" }],
    trace: [{ tool: "get_price" }],
  });
  spending.recall({ ok: true, failures: [] });
  assert.deepEqual([spending.calls, spending.toolCalls], [{ small: 1, large: 1 }, 1]);
  assert.equal(spending.reserve("large", 1), null);
  assert.notEqual(spending.reserve("small", 1), null);
});

const textTokens = (content: string): number =>
  promptTokens({ system: "", messages: [{ role: "user", content }] });

test("a first pass asks as often as its actions may, a retry only for what is left over", () => {
  const { takeToolCall } = spendingWith({ toolCalls: 1 });
  assert.deepEqual(
    [0, 0, 0, 0, 1].map((attempt) => takeToolCall(attempt)),
    [true, true, true, true, false],
  );
  const other = spendingWith({ toolCalls: 1 });
  assert.deepEqual(
    [0, 1, 1, 1].map((attempt) => other.takeToolCall(attempt)),
    [true, true, true, false],
  );
});

test("an estimate grows with the text, and never by more than a token a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
      const [whole, first] = [textTokens(a + b), textTokens(a)];
      return whole >= first && whole <= a.length + b.length && whole >= (a.length + b.length) / 3;
    }),
  );
});

for (const [text, tokens] of [
  ["", 0],
  ["茅台现在多少钱", 7],
  ["ＡＢＣ", 3],
  ["price of 600519", 5],
  ["600519 现在", 5],
] as const) {
  test(`${JSON.stringify(text)} is taken for ${tokens} tokens`, () => assert.equal(textTokens(text), tokens));
}

test("a prompt is all that is sent: instructions, messages, calls of tools, schema and tools", () => {
  const base = { system: "abc", messages: [{ role: "user", content: "茅台" }] } as const;
  assert.equal(promptTokens(base), 3);
  const schema = { name: "s", json: { type: "object" } };
  assert.equal(promptTokens({ ...base, schema }), 3 + textTokens(JSON.stringify(schema.json)));
  const tools = [{ name: "get_price", description: "现价", args: { type: "object" } }];
  assert.equal(promptTokens({ ...base, tools }), 3 + textTokens(JSON.stringify(tools)));
  const toolCalls = [{ id: "1", name: "get_price", args: { code: "600519.SH" } }];
  const asked = {
    ...base,
    messages: [...base.messages, { role: "assistant", content: "", toolCalls }],
  } as const;
  assert.equal(promptTokens(asked), 3 + textTokens(JSON.stringify(toolCalls)));
});
