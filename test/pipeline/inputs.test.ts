import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Operand, type ToolCall, toolCallSchema } from "#contract";
import { baseMetrics, createDirectory } from "#language";
import { createTextPort } from "../../src/composition/agent/text-port.ts";
import { createInputs } from "../../src/pipeline/execute/inputs.ts";
import { createCalculate } from "../../src/tools/calculate/calculate.ts";
import { verify } from "../../src/verify/verifier.ts";

const now = "2026-05-07T10:32:05+08:00";
const gain = { default_unit: "%", zh: ["收益率"], en: ["return"], signed: true, computed: true };
const metrics = { ...baseMetrics, gain };
const text = createTextPort({ directory: () => createDirectory([]), metrics });
const calculate = createCalculate({ metricOf: text.metric });

const price: ToolCall = {
  tool_call_id: "tc_price",
  tool: "get_price",
  args: { code: "600519.SH" },
  value: { code: "600519.SH", current_price: 1815, name: "贵州茅台", pe_ttm: null },
  source: "sample",
  served_by: "sample",
  fetched_at: now,
  as_of: "2026-05-07T10:32:00+08:00",
};
const broken: ToolCall = {
  ...price,
  tool_call_id: "tc_broken",
  value: null,
  error: { code: "SOURCE_DOWN", message: "no answer" },
};
const traceOf = (...rows: ToolCall[]) => new Map(rows.map((row) => [row.tool_call_id, row]));
const inputs = createInputs(traceOf(price, broken), text, "我1650买的茅台现在赚百分之几");

const ask = (operands: readonly Operand[], options: { expression?: string; metric?: string } = {}) =>
  calculate.run(
    {
      expression: options.expression ?? "(b - a) / a",
      operands: [...operands],
      metric: options.metric ?? "gain",
    },
    { now, signal: AbortSignal.timeout(120_000), excludeSources: [], inputs },
  );

const bought: Operand = { literal: "1650", origin: "user" };
const current: Operand = { tool_call_id: "tc_price", path: "/current_price" };

const rowOf = async (operands: readonly Operand[]): Promise<ToolCall> => {
  const outcome = await ask(operands);
  assert.ok(outcome.ok);
  const { ok: _, fallback_from: __, derived_from = [], ...rest } = outcome;
  const args = { expression: "(b - a) / a", operands: [...operands], metric: "gain" };
  return { tool_call_id: "tc_gain", tool: "calculate", args, ...rest, derived_from: [...derived_from] };
};

const claimOf = (row: ToolCall, value: number) => ({
  kind: "numeric",
  value,
  metric: "gain",
  code: "600519.SH",
  unit: "%",
  as_of: row.as_of,
  cite: {
    kind: "tool",
    source: "computed",
    fetched_at: row.fetched_at,
    tool_call_id: "tc_gain",
    path: "/gain",
  },
});

const judge = (
  row: ToolCall,
  trace: readonly unknown[],
  staleness = { gain: 900, current_price: 900, default: 0 },
) =>
  verify({
    claims: [claimOf(row, 10)],
    trace: [...trace, row],
    competences: {},
    staleness,
    now,
  }).failures.map(({ reason }) => reason);

describe("a computed value", () => {
  test("comes of what the user wrote and what a tool returned, and passes the Verifier", async () => {
    const row = toolCallSchema.parse(await rowOf([bought, current]));
    assert.deepEqual(row.value, { code: "600519.SH", gain: 10 });
    assert.equal(row.as_of, price.as_of);
    assert.deepEqual(judge(row, [price]), []);
  });

  test("is as fresh as its oldest input", async () => {
    const row = await rowOf([bought, current]);
    assert.deepEqual(judge(row, [price], { gain: 900, current_price: 1, default: 0 }), ["stale"]);
    const old = { ...price, as_of: "2026-05-06T10:00:00+08:00" };
    assert.deepEqual(judge(row, [old]), ["stale"]);
  });

  test("falls with the call it rests on", async () => {
    const row = await rowOf([bought, current]);
    assert.deepEqual(judge(row, []), ["ghost_tool_call"]);
    assert.deepEqual(judge({ ...row, derived_from: [] }, []), ["ghost_tool_call"]);
  });

  test("is never a price: only a metric of computed values may be its name", async () => {
    for (const metric of ["current_price", "close", "no_such_metric", "__proto__"]) {
      const outcome = await ask([bought, current], { metric });
      assert.equal(outcome.ok ? "computed" : outcome.error.code, "INVALID_ARGS", metric);
    }
  });
});

describe("a number of nobody's", () => {
  const refused: readonly (readonly [string, readonly Operand[], string?])[] = [
    ["one that the user did not write", [{ literal: "1801.23", origin: "user" }, current]],
    ["part of a number that the user wrote", [{ literal: "165", origin: "user" }, current]],
    ["a call that is not in the trace", [bought, { tool_call_id: "tc_none", path: "/current_price" }]],
    ["a call that failed", [bought, { tool_call_id: "tc_broken", path: "" }]],
    ["a place without a number", [bought, { tool_call_id: "tc_price", path: "/name" }]],
    ["a null", [bought, { tool_call_id: "tc_price", path: "/pe_ttm" }]],
    ["a constant that nobody registered", [{ constant: "target_price", origin: "constant" }, current]],
    ["a numeral in the expression", [bought, current], "a * 0 + 9999"],
  ];
  for (const [what, operands, expression] of refused) {
    test(`${what} does not come through`, async () => {
      const outcome = await ask(operands, expression === undefined ? {} : { expression });
      assert.equal(outcome.ok ? "computed" : outcome.error.code, "INVALID_ARGS");
    });
  }

  test("the tool's own schema refuses a bare number and one of a claimed other origin", () => {
    const operandsOf = (operand: unknown) =>
      calculate.args.safeParse({ expression: "a", operands: [operand], metric: "gain" }).success;
    assert.ok(operandsOf(bought));
    for (const operand of [
      1801.23,
      "1801.23",
      { value: 5 },
      { literal: "5", origin: "model" },
      { ...current, value: 5 },
    ])
      assert.equal(operandsOf(operand), false, JSON.stringify(operand));
  });

  test("and a trace that was made to hold one is refused by the Verifier", async () => {
    const row = await rowOf([bought, current]);
    for (const operand of [1650, { value: 1650 }, { literal: "1650", origin: "model" }, null]) {
      const forged = { ...row, args: { ...row.args, operands: [operand, current] } } as ToolCall;
      assert.deepEqual(judge(forged, [price]), ["ghost_tool_call"], JSON.stringify(operand));
    }
  });
});

test("a number of the user's own earlier words may be reckoned with, one that nobody wrote may not", () => {
  const earlier = { turnId: "t", codes: [], skill: "s", input: {}, claims: [], at: now, said: "我有500股" };
  const later = createInputs(traceOf(), text, "要是涨到2000呢", [earlier]);
  const read = (literal: string) => later.operand({ literal, origin: "user" });
  assert.deepEqual(read("500股"), { ok: true, input: { value: "500", unit: "shares", code: null } });
  assert.equal(read("2000").ok, true);
  for (const literal of ["50", "00股", "5", "700股"]) assert.equal(read(literal).ok, false, literal);
});
