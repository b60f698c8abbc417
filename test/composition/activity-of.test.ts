import assert from "node:assert/strict";
import { test } from "node:test";
import type { ToolCall } from "#contract";
import { activityOf } from "../../src/composition/metrics/activity-of.ts";

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
