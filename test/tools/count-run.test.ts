import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Json, Metric, ToolCall, TracedInputs } from "#contract";
import { createCountRun } from "../../src/tools/count-run.ts";

const now = "2026-05-07T10:32:05+08:00";
const days: Metric = { default_unit: "日", zh: ["天数"], en: ["days"], computed: true };
const registry: Readonly<Record<string, Metric>> = {
  up_days: days,
  down_days: days,
  revenue: { default_unit: "CNY", zh: ["营业收入"], en: ["revenue"] },
};
const tool = createCountRun({ metricOf: (id) => registry[id] });

function count(values: readonly number[], changes: { above?: string; value?: Json } = {}) {
  const rows = values.map((main_net, at) => ({
    date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    main_net,
  }));
  const call: ToolCall = {
    tool_call_id: "tc_1",
    tool: "get_money_flow",
    args: { code: "600519.SH" },
    value: changes.value ?? { code: "600519.SH", rows },
    source: "sample",
    served_by: "sample",
    fetched_at: now,
  };
  const inputs: TracedInputs = {
    operand: () => ({ ok: false, error: { code: "INVALID_ARGS", message: "" } }),
    call: (id) => (id === "tc_1" ? call : undefined),
  };
  const args = { call: "tc_1", field: "main_net", above: changes.above ?? "up_days", below: "down_days" };
  return tool.run(args, { now, signal: AbortSignal.timeout(120_000), excludeSources: [], inputs });
}

async function counted(values: readonly number[]) {
  const outcome = await count(values);
  if (!outcome.ok) return outcome.error.code;
  const { up_days, down_days } = outcome.value as { up_days?: number; down_days?: number };
  return up_days ?? -(down_days ?? 0);
}

test("days in a row are counted back from the newest, by its sign", async () => {
  assert.equal(await counted([1, -1, 2, 3]), 2);
  assert.equal(await counted([1, -1]), -1);
  assert.equal(await counted([-1, 0, 5]), 1);
});

test("a run that may have begun before the rows, or that ends in a zero, is not told", async () => {
  for (const values of [[1, 2, 3], [-1], [1, -1, 0]]) assert.equal(await counted(values), "NO_DATA");
});

test("property: as many newest values have one sign, and the one before has not", async () => {
  const values = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(values, async (series) => {
      const found = await counted(series);
      if (typeof found === "string") return;
      const run = series.slice(-Math.abs(found));
      assert.ok(run.every((value) => Math.sign(value) === Math.sign(found)));
      assert.notEqual(Math.sign(series.at(-Math.abs(found) - 1) ?? Number.NaN), Math.sign(found));
    }),
  );
});

test("the result is dated and derived by the newest row", async () => {
  const outcome = await count([-1, 2]);
  assert.ok(outcome.ok);
  assert.deepEqual(outcome.value, { code: "600519.SH", date: "2026-01-02", up_days: 1 });
  assert.deepEqual(
    [outcome.source, outcome.as_of, outcome.derived_from],
    ["computed", "2026-01-02", [{ tool_call_id: "tc_1", path: "/rows/1/main_net" }]],
  );
});

test("only a computed metric of days may be the result, only rows in order the input", async () => {
  const rows = [
    { date: "2026-01-02", main_net: 1 },
    { date: "2026-01-01", main_net: -1 },
  ];
  for (const changes of [
    { above: "revenue" },
    { above: "unknown" },
    { value: { code: "600519.SH", rows } },
    { value: { code: "600519.SH" } },
  ]) {
    const outcome = await count([1, -1], changes);
    assert.deepEqual(outcome.ok ? "ok" : outcome.error.code, "INVALID_ARGS", JSON.stringify(changes));
  }
});
