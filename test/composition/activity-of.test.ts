import assert from "node:assert/strict";
import { test } from "node:test";
import type { ToolCall } from "#contract";
import { messagesOf, sumCounts } from "../../src/admin/rates.ts";
import { activityOf } from "../../src/composition/metrics/activity-of.ts";
import { observedAtDoor } from "../../src/journal/observation.ts";

const call = (over: Partial<ToolCall>): ToolCall => ({
  tool_call_id: "tc_1",
  tool: "get_price",
  args: {},
  value: null,
  source: "none",
  served_by: "none",
  fetched_at: "2026-05-07T10:32:05+08:00",
  ...over,
});

test("a source is counted for what it answered and for what it failed, also where nobody answered", () => {
  const trace = [
    call({
      source: "tushare",
      served_by: "tushare",
      fallback_from: ["akshare: SOURCE_DOWN", "xueqiu: NO_DATA"],
    }),
    call({ source: "mcp:news", served_by: "mcp:news" }),
    call({
      error: {
        code: "SOURCE_DOWN",
        message:
          "tushare: RATE_LIMIT (no; later: NET_TIMEOUT); akshare: SOURCE_DOWN (HTTP 502); sina: NO_DATA (none)",
      },
    }),
    call({ error: { code: "SOURCE_DOWN", message: "mcp:news: NET_TIMEOUT (too slow)" } }),
    call({ error: { code: "NO_DATA", message: "nothing: at all" } }),
  ];
  const stages = [
    { stage: "execute" as const, attempt: 0, value: { trace, claims: [], actions: [] }, ms: 1 },
  ];
  const counts = activityOf({ state: "failed", ms: 5, models: [], record: { stages } });
  assert.deepEqual(
    Object.fromEntries(Object.entries(counts).filter(([name]) => name.startsWith("source:"))),
    {
      "source:tushare:ok": 1,
      "source:mcp:news:ok": 1,
      "source:akshare:fail": 2,
      "source:tushare:fail": 1,
      "source:mcp:news:fail": 1,
    },
  );
});

test("a model call is counted for the model that it was meant for", () => {
  const call = { task: "planning" as const, ms: 1, usage: { prompt_tokens: 7, completion_tokens: 2 } };
  const none = { prompt_tokens: 0, completion_tokens: 0 };
  const counts = activityOf({
    state: "completed",
    ms: 5,
    models: [
      { ...call, provider: "openai", model: "m" },
      {
        ...{ ...call, usage: none, provider: "builtin", model: "builtin" },
        ...{ error: "MODEL_DOWN", instead_of: "openai:m" },
      },
      { ...call, usage: none, provider: "builtin", model: "builtin" },
    ],
    record: { stages: [] },
  });
  const own = Object.entries(counts).filter(([name, count]) => /^(call|in:)/.test(name) && count > 0);
  assert.deepEqual(Object.fromEntries(own), {
    "calls:openai:m": 2,
    "callfail:openai:m:MODEL_DOWN": 1,
    "calls:builtin": 1,
    "in:openai:m": 7,
  });
});

test("a command or a canceled question is a message that ended, and says nothing of how well questions are answered", () => {
  const counts = [
    activityOf({ state: "completed", ms: 5, models: [], record: { stages: [] } }),
    activityOf(observedAtDoor(1, "TOO_MANY_MESSAGES")),
    activityOf({ state: "canceled", ms: 900, models: [], record: { stages: [] }, isAside: true }),
  ];
  const sum = sumCounts(counts);
  assert.equal(messagesOf(sum), 3);
  assert.deepEqual([sum.turns, sum["state:canceled"], sum["error:TOO_MANY_MESSAGES"]], [1, 1, 1]);
  // What an earlier version counted has no others beside its turns.
  assert.equal(messagesOf({ turns: 7 }), 7);
  assert.equal(messagesOf({}), undefined);
});
