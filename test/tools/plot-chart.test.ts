import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChartValue, ToolCall, ToolContext } from "#contract";
import { createPlotChart } from "../../src/tools/plot-chart/plot-chart.ts";
import { callTool } from "../../src/tools/run-tool.ts";

const now = "2026-05-07T10:32:05+08:00";
const dates = ["2026-04-28", "2026-04-29", "2026-04-30", "2026-05-06"];

const barsCall = (id: string, code: string, days: readonly string[], source = "tushare"): ToolCall => ({
  tool_call_id: id,
  tool: "get_daily_bars",
  args: { code },
  value: { code, adjust: "qfq", rows: days.map((date) => ({ date, close: 10 })) },
  source,
  served_by: source,
  fetched_at: now,
});

const calls = [
  barsCall("tc_a", "600519.SH", dates),
  barsCall("tc_b", "000858.SZ", dates.slice(1), "akshare"),
  barsCall("tc_c", "300750.SZ", dates.slice(-1)),
];

const context: ToolContext = {
  now,
  signal: new AbortController().signal,
  excludeSources: [],
  inputs: {
    operand: () => ({ ok: false, error: { code: "INVALID_ARGS", message: "none" } }),
    call: (id) => calls.find(({ tool_call_id }) => tool_call_id === id),
  },
};

const plot = (args: object) =>
  callTool(
    createPlotChart(),
    { kind: "candles", period: "day", language: "zh", bars: ["tc_a"], from: "2026-04-01", ...args },
    context,
  );

async function value(args: object): Promise<ChartValue> {
  const outcome = await plot(args);
  assert.ok(outcome.ok);
  assert.equal(outcome.source, "computed");
  return outcome.value as ChartValue;
}

test("says what will be shown, and holds no picture", async () => {
  const found = await value({});
  assert.deepEqual(found, {
    kind: "candles",
    period: "day",
    language: "zh",
    bars: ["tc_a"],
    codes: ["600519.SH"],
    from: "2026-04-28",
    to: "2026-05-06",
    adjust: "qfq",
    sources: ["tushare"],
  });
  assert.equal((await value({ from: "2026-04-30" })).from, "2026-04-30");
  const { from, to } = await value({ from: "2026-04-29", to: "2026-04-30" });
  assert.deepEqual([from, to], ["2026-04-29", "2026-04-30"]);
});

test("lines are of the days that all have, and name every source", async () => {
  const found = await value({ kind: "lines", bars: ["tc_a", "tc_b"] });
  assert.deepEqual([found.from, found.sources], ["2026-04-29", ["tushare", "akshare"]]);
});

test("bars of nobody, a kind that does not fit, and too few days are refused", async () => {
  const codeOf = async (args: object) => {
    const outcome = await plot(args);
    return outcome.ok ? "ok" : outcome.error.code;
  };
  assert.equal(await codeOf({ bars: ["tc_z"] }), "INVALID_ARGS");
  assert.equal(await codeOf({ bars: ["tc_a", "tc_b"] }), "INVALID_ARGS");
  assert.equal(await codeOf({ kind: "lines" }), "INVALID_ARGS");
  assert.equal(await codeOf({ kind: "closes", bars: ["tc_a", "tc_b"] }), "INVALID_ARGS");
  assert.equal(await codeOf({ averages: [7] }), "INVALID_ARGS", "candles have their own");
  assert.equal(await codeOf({ kind: "closes", averages: [1] }), "INVALID_ARGS");
  assert.equal(await codeOf({ kind: "closes", averages: [7, 30] }), "ok");
  assert.equal(await codeOf({ bars: ["tc_c"] }), "NO_DATA");
});
