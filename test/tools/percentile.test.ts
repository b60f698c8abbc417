import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Json, Metric, ToolCall, TracedInputs } from "#contract";
import { addDays } from "../../src/data/shanghai-time.ts";
import { createPercentile } from "../../src/tools/percentile.ts";

const now = "2026-05-07T10:32:05+08:00";
const newestDay = "2026-05-06";
const computed = (default_unit: string): Metric => ({
  default_unit,
  zh: ["分位"],
  en: ["place"],
  computed: true,
});
const registry: Readonly<Record<string, Metric>> = {
  pe_ttm_percentile_1y: computed("%"),
  pe_ttm_days_1y: computed("日"),
  pe_ttm_percentile_3y: computed("%"),
  pe_ttm_days_3y: computed("日"),
  pb_percentile_1y: { ...computed("%"), computed: false },
  pb_days_1y: computed("日"),
};
const tool = createPercentile({ metricOf: (id) => registry[id] });

type Row = Readonly<Record<string, Json>>;

/** One value a calendar day, the last on the newest day. */
const series = (values: readonly (number | null)[]): readonly Row[] =>
  values.map((pe_ttm, at) => ({
    date: addDays(newestDay, at - values.length + 1),
    ...(pe_ttm === null ? {} : { pe_ttm }),
  }));

function ask(rows: readonly Row[], changes: { field?: string; years?: number; call?: string } = {}) {
  const call: ToolCall = {
    tool_call_id: "tc_1",
    tool: "get_valuation_history",
    args: { code: "600519.SH" },
    value: { code: "600519.SH", rows: [...rows] },
    source: "tushare",
    served_by: "tushare",
    fetched_at: now,
  };
  const inputs: TracedInputs = {
    operand: () => ({ ok: false, error: { code: "INVALID_ARGS", message: "" } }),
    call: (id) => (id === "tc_1" ? call : undefined),
  };
  const args = { call: "tc_1", field: "pe_ttm", years: 1, ...changes };
  return tool.run(args, { now, signal: AbortSignal.timeout(120_000), excludeSources: [], inputs });
}

async function placeOf(rows: readonly Row[], years = 1) {
  const outcome = await ask(rows, { years });
  if (!outcome.ok) return outcome.error.code;
  const value = outcome.value as Readonly<Record<string, number>>;
  return [value[`pe_ttm_percentile_${years}y`], value[`pe_ttm_days_${years}y`]];
}

const year = (newest: number | null, other: (at: number) => number | null = (at) => at + 1) =>
  series([...Array.from({ length: 364 }, (_, at) => other(at)), newest]);

test("the lowest value stands at 0, one above all others at 100, one above half of them at 50", async () => {
  assert.deepEqual(await placeOf(year(0.5)), [0, 365]);
  assert.deepEqual(await placeOf(year(1000)), [100, 365]);
  assert.deepEqual(await placeOf(year(182.5)), [50, 365]);
  assert.deepEqual(await placeOf(year(7, () => 7)), [0, 365]);
});

test("days before the window do not count, the window's first day does", async () => {
  const before = Array.from({ length: 500 }, () => 9_999);
  assert.deepEqual(
    await placeOf(series([...before, ...Array.from({ length: 364 }, () => 1), 2])),
    [100, 365],
  );
});

test("days of a loss, and what is no number, are no value", async () => {
  assert.deepEqual(await placeOf(year(100, (at) => (at % 2 === 0 ? null : at))), [27.4725, 183]);
  assert.deepEqual(await placeOf(year(100, (at) => (at % 2 === 0 ? -5 : at))), [27.4725, 183]);
});

test("a window that the rows do not fill, too few values and a newest day without one are refused", async () => {
  assert.equal(await placeOf(year(5), 3), "NO_DATA");
  assert.equal(await placeOf(year(null)), "NO_DATA");
  assert.equal(await placeOf(year(-3)), "NO_DATA");
  assert.equal(await placeOf(year(5, (at) => (at < 216 ? null : at))), "NO_DATA");
  assert.equal(await placeOf(series(Array.from({ length: 340 }, (_, at) => at + 1))), "NO_DATA");
});

test("a window with a hole in it is refused and the hole named; holidays, suspensions and what lies before it are none", async () => {
  const rows = Array.from({ length: 3 * 366 }, (_, at) => ({
    date: addDays(newestDay, at - 3 * 366 + 1),
    pe_ttm: 1 + (at % 7),
  }));
  const without = (from: string, to: string) => rows.filter(({ date }) => date < from || date > to);
  const outcome = await ask(without("2024-01-01", "2024-12-31"), { years: 3 });
  assert.ok(!outcome.ok);
  assert.deepEqual(
    [outcome.error.code, outcome.error.subject],
    ["SERIES_GAP", "600519.SH, 2024-01-01 – 2024-12-31"],
  );
  assert.ok(Array.isArray(await placeOf(without("2024-01-01", "2024-12-31"), 1)));
  assert.ok(Array.isArray(await placeOf(without("2024-02-08", "2024-03-20"), 3)));
  assert.equal(await placeOf(without("2024-02-08", "2024-04-01"), 3), "SERIES_GAP");
});

test("property: as many per cent of the others are lower as are told", async () => {
  const values = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 365, maxLength: 365 });
  await fc.assert(
    fc.asyncProperty(values, async (drawn) => {
      const found = await placeOf(series(drawn));
      const newest = drawn.at(-1) ?? 0;
      const lower = drawn.filter((value) => value < newest).length;
      assert.ok(Array.isArray(found) && Math.abs((found[0] ?? -1) - (lower / 364) * 100) <= 5.1e-5);
    }),
    { numRuns: 30 },
  );
});

test("the result is dated and derived by the newest row", async () => {
  const outcome = await ask(year(5));
  assert.ok(outcome.ok);
  assert.deepEqual(
    [outcome.source, outcome.as_of, outcome.derived_from],
    ["computed", newestDay, [{ tool_call_id: "tc_1", path: "/rows/364/pe_ttm" }]],
  );
});

test("only computed metrics may be the result, only rows in order the input", async () => {
  const cases = [
    ask(year(5), { field: "pb" }),
    ask(year(5), { field: "close" }),
    ask(year(5), { call: "tc_2" }),
    ask(year(5).toReversed()),
  ];
  for (const outcome of await Promise.all(cases))
    assert.equal(outcome.ok || outcome.error.code, "INVALID_ARGS");
});
