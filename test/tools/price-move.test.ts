import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Json, ToolCall, TracedInputs } from "#contract";
import { baseMetrics } from "#language";
import { addDays } from "../../src/data/shanghai-time.ts";
import { createPriceMove } from "../../src/tools/price-move.ts";

const now = "2026-05-07T10:32:05+08:00";
const tool = createPriceMove({ metricOf: (id) => baseMetrics[id] });
const first = "2026-04-01";
const day = (at: number): string => addDays(first, at);

interface Asked {
  readonly adjust?: string;
  readonly field?: string;
  readonly metric?: string;
  readonly from?: string;
  readonly to?: string;
  readonly bars?: string;
}

function ask(closes: readonly (number | null)[], asked: Asked = {}) {
  const { adjust = "qfq", field = "close", metric = "move_wtd", bars = "tc_1" } = asked;
  const rows = closes.flatMap((close, at): Json[] =>
    close === null ? [] : [{ date: day(at), [field]: close }],
  );
  const call: ToolCall = {
    tool_call_id: "tc_1",
    tool: "get_daily_bars",
    args: { code: "600519.SH" },
    value: { code: "600519.SH", adjust, rows },
    source: "tushare",
    served_by: "tushare",
    fetched_at: now,
  };
  const inputs: TracedInputs = {
    operand: () => ({ ok: false, error: { code: "INVALID_ARGS", message: "" } }),
    call: (id) => (id === "tc_1" ? call : undefined),
  };
  const args = { bars, metric, from: asked.from ?? first, to: asked.to ?? day(closes.length - 1) };
  return tool.run(args, { now, signal: AbortSignal.timeout(1000), excludeSources: [], inputs });
}

const codeOf = async (outcome: ReturnType<typeof ask>) => {
  const { ok, ...rest } = await outcome;
  return ok ? "ok" : "error" in rest ? rest.error.code : "";
};

test("a move is that between two closes, in per cent, and names both of them", async () => {
  const outcome = await ask([1300.73, 1290, 1281.03]);
  assert.ok(outcome.ok);
  assert.deepEqual(outcome.value, {
    code: "600519.SH",
    adjust: "qfq",
    date: day(2),
    since: day(0),
    since_row: 0,
    date_row: 2,
    move_wtd: -1.5145,
  });
  assert.equal(outcome.as_of, day(2));
  assert.deepEqual(outcome.derived_from, [
    { tool_call_id: "tc_1", path: "/rows/0/close" },
    { tool_call_id: "tc_1", path: "/rows/2/close" },
  ]);
});

test("any two closes give their exact move, from the last one on or before each day", async () => {
  const price = fc.integer({ min: 1, max: 500_000 }).map((fen) => fen / 100);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(price), { minLength: 3, maxLength: 40 }), async (closes) => {
      const to = closes.length - 1;
      const known = (end: number) => closes.slice(0, end + 1).findLastIndex((close) => close !== null);
      const [base, end] = [known(1), known(to)];
      fc.pre(base >= 0 && end > base);
      const outcome = await ask(closes, { from: day(1), to: day(to) });
      assert.ok(outcome.ok);
      const value = outcome.value as { since: string; date: string; move_wtd: number };
      const [from, last] = [closes[base] ?? 0, closes[end] ?? 0];
      assert.deepEqual([value.since, value.date], [day(base), day(end)]);
      assert.ok(Math.abs(value.move_wtd - ((last - from) / from) * 100) <= 5.1e-5);
    }),
  );
});

test("an index moves by its levels", async () => {
  const outcome = await ask([3500, 3535], { field: "index_close", adjust: "none" });
  assert.ok(outcome.ok && (outcome.value as { move_wtd: number }).move_wtd === 1);
});

test("what is no such move is refused and not computed", async () => {
  // Listed within the stretch.
  assert.equal(await codeOf(ask([null, 10, 11])), "NOT_LISTED_YET");
  // Nothing traded since.
  assert.equal(await codeOf(ask([10, null, null], { to: day(2) })), "NO_DATA");
  // A dividend would pass for a fall.
  assert.equal(await codeOf(ask([10, 9], { adjust: "none" })), "INVALID_ARGS");
  assert.equal(await codeOf(ask([10, 9], { metric: "move_11y" })), "INVALID_ARGS");
  assert.equal(await codeOf(ask([10, 9], { bars: "tc_9" })), "INVALID_ARGS");
  assert.equal(await codeOf(ask([10, -9])), "INVALID_ARGS");
});
