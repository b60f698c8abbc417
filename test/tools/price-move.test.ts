import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Json, ToolCall, TracedInputs } from "#contract";
import { baseMetrics } from "#language";
import { addDays } from "../../src/data/shanghai-time.ts";
import { createPriceMove } from "../../src/tools/price-move.ts";

const now = "2026-05-07T10:32:05+08:00";
const first = "2026-04-01";
/** What the list of securities tells of first days: of 寒武纪 one within the stretches below, of 贵州茅台 nothing at first. */
const firstDays = new Map([
  ["688256.SH", { name: "寒武纪", date: "2026-04-02", source: "tushare" }],
  ["000858.SZ", { name: "五粮液", date: "1998-04-27", source: "tushare" }],
]);
const listing = (code: string) => firstDays.get(code);
const tool = createPriceMove({ data: { securities: { listing } }, metricOf: (id) => baseMetrics[id] });
const day = (at: number): string => addDays(first, at);

interface Asked {
  readonly adjust?: string;
  readonly field?: string;
  readonly metric?: string;
  readonly from?: string;
  readonly to?: string;
  readonly bars?: string;
  readonly code?: string;
}

function ask(closes: readonly (number | null)[], asked: Asked = {}) {
  const { adjust = "qfq", field = "close", metric = "move_wtd", bars = "tc_1", code = "600519.SH" } = asked;
  const rows = closes.flatMap((close, at): Json[] =>
    close === null ? [] : [{ date: day(at), [field]: close }],
  );
  const call: ToolCall = {
    tool_call_id: "tc_1",
    tool: "get_daily_bars",
    args: { code },
    value: { code, adjust, rows },
    source: "tushare",
    served_by: "tushare",
    fetched_at: now,
  };
  const inputs: TracedInputs = {
    operand: () => ({ ok: false, error: { code: "INVALID_ARGS", message: "" } }),
    call: (id) => (id === "tc_1" ? call : undefined),
  };
  const args = { bars, metric, from: asked.from ?? first, to: asked.to ?? day(closes.length - 1) };
  return tool.run(args, { now, signal: AbortSignal.timeout(120_000), excludeSources: [], inputs });
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
  // Nothing traded since.
  assert.equal(await codeOf(ask([10, null, null], { to: day(2) })), "NO_DATA");
  // A dividend would pass for a fall.
  assert.equal(await codeOf(ask([10, 9], { adjust: "none" })), "INVALID_ARGS");
  assert.equal(await codeOf(ask([10, 9], { metric: "move_11y" })), "INVALID_ARGS");
  assert.equal(await codeOf(ask([10, 9], { bars: "tc_9" })), "INVALID_ARGS");
  assert.equal(await codeOf(ask([10, -9])), "INVALID_ARGS");
});

test("bars that begin within the stretch prove no listing: only a list date does", async () => {
  const young = await ask([null, 10, 11], { code: "688256.SH" });
  assert.ok(!young.ok);
  assert.equal(young.error.code, "NOT_LISTED_YET");
  assert.equal(young.error.subject, "寒武纪(688256.SH), 2026-04-02, tushare");
  // Of one nothing is known, the other has long been listed: its suspension, or a source's history, is the longer one.
  for (const code of ["600519.SH", "000858.SZ"]) {
    const outcome = await ask([null, 10, 11], { code });
    assert.ok(!outcome.ok);
    assert.deepEqual([outcome.error.code, outcome.error.subject], ["NO_EARLIER_DATA", code]);
  }
});
