import assert from "node:assert/strict";
import { test } from "node:test";
import type { NumericClaim, ToolCall } from "#contract";
import { baseMetrics } from "#language";
import { guard } from "../../src/verify/guard/guard.ts";
import { verify } from "../../src/verify/verifier.ts";

const now = "2026-05-07T10:35:00+08:00";
const names = { "600519.SH": ["贵州茅台", "茅台"], "000858.SZ": ["五粮液"] };

const move = (metric: string, value: number, as_of = "2026-05-06"): NumericClaim => ({
  kind: "numeric",
  value,
  metric,
  code: "600519.SH",
  unit: "%",
  as_of,
  adjust: "qfq",
  cite: {
    kind: "tool",
    source: "computed",
    fetched_at: now,
    tool_call_id: "tc_2",
    served_by: "computed",
    path: `/${metric}`,
  },
});

const { adjust: _, ...today } = move("pct_chg", 0.53);
const claims = [
  move("move_wtd", -1.51),
  move("move_mtd", -1.52),
  move("move_ytd", 3.21),
  move("move_5d", 1.23),
  move("move_lw", 2.5, "2026-04-30"),
  move("move_range", 8.08),
  today,
];

const problemsOf = (prose: string) =>
  guard({
    lang: /[一-鿿]/.test(prose) ? "zh" : "en",
    user_question: "茅台这周涨了多少",
    now,
    claims,
    prose,
    names,
    metrics: baseMetrics,
  }).problems;

const cite = "(computed, 2026-05-06)";

test("a move told with the stretch of time that it is of may leave", () => {
  for (const said of [
    `贵州茅台这周跌1.51%${cite}`,
    `贵州茅台本周下跌1.51%${cite}`,
    `贵州茅台这周的涨跌幅为-1.51%${cite}`,
    `贵州茅台(600519.SH) 本周涨跌幅(前复权) -1.51%${cite}`,
    `贵州茅台今年以来上涨3.21%${cite}`,
    `贵州茅台今年涨了3.21%${cite}`,
    `贵州茅台最近5天涨1.23%${cite}`,
    "贵州茅台上周涨2.50%(computed, 2026-04-30)",
    `贵州茅台区间涨跌幅 +8.08%${cite}`,
    `600519.SH is down 1.51% this week (computed, 2026-05-06).`,
    `600519.SH is up 3.21% year to date (computed, 2026-05-06).`,
    "600519.SH gained 2.50% last week (computed, 2026-04-30).",
  ])
    assert.deepEqual(problemsOf(said), [], said);
});

test("the number of one stretch of time is refused under the words of another, or under none", () => {
  for (const said of [
    "贵州茅台这周涨3.21%",
    "贵州茅台本周上涨3.21%",
    "贵州茅台本周涨跌幅 +3.21%",
    "贵州茅台这周的涨幅为3.21%",
    "贵州茅台这个月涨3.21%",
    "贵州茅台今年以来跌1.51%",
    "贵州茅台今年以来涨跌幅 -1.51%",
    "贵州茅台近5日涨3.21%",
    "贵州茅台近3个月涨3.21%",
    "贵州茅台近一年涨8.08%",
    "贵州茅台去年涨3.21%",
    "贵州茅台上周跌1.51%",
    "贵州茅台本周区间涨跌幅 +8.08%",
    "贵州茅台涨3.21%",
    "贵州茅台涨跌幅 +3.21%",
    "贵州茅台今天涨3.21%",
    // The change of a day is no week's.
    "贵州茅台本周涨0.53%",
    "贵州茅台本周涨跌幅 +0.53%",
    "600519.SH is up 3.21% this week ",
    "600519.SH rose 3.21% last month ",
    "600519.SH is up 3.21% ",
  ])
    assert.ok(
      problemsOf(`${said}${cite}`).some(({ reason }) => ["value", "wrong_date", "window"].includes(reason)),
      said,
    );
});

const closes: ToolCall = {
  tool_call_id: "tc_1",
  tool: "get_daily_bars",
  args: { code: "600519.SH", adjust: "qfq" },
  value: {
    code: "600519.SH",
    adjust: "qfq",
    rows: [
      { date: "2026-04-30", close: 1300.73 },
      { date: "2026-05-06", close: 1281.03 },
    ],
  },
  source: "tushare",
  served_by: "tushare",
  fetched_at: now,
};
const computed: ToolCall = {
  tool_call_id: "tc_2",
  tool: "price_move",
  args: { bars: "tc_1", metric: "move_wtd", from: "2026-04-30", to: "2026-05-06" },
  value: { code: "600519.SH", date: "2026-05-06", since: "2026-04-30", adjust: "qfq", move_wtd: -1.51 },
  source: "computed",
  served_by: "computed",
  fetched_at: now,
  as_of: "2026-05-06",
  derived_from: [0, 1].map((row) => ({ tool_call_id: "tc_1", path: `/rows/${row}/close` })),
};

function reasonsOf(claim: NumericClaim, changes: Partial<ToolCall> = {}, day = 86_400) {
  const staleness = { default: 30 * day };
  const trace = [closes, { ...computed, ...changes }];
  return verify({ claims: [claim], trace, competences: {}, staleness, now }).failures.map(
    ({ reason }) => reason,
  );
}

test("the Verifier holds a move to its own stretch, its adjustment and both of its closes", () => {
  const claim = move("move_wtd", -1.51);
  assert.deepEqual(reasonsOf(claim), []);
  assert.deepEqual(reasonsOf({ ...claim, metric: "move_ytd" }), ["metric_mismatch"]);
  assert.deepEqual(reasonsOf({ ...claim, adjust: "none" }), ["metric_mismatch"]);
  assert.deepEqual(reasonsOf({ ...claim, as_of: "2026-04-30" }), ["as_of_mismatch"]);
  assert.deepEqual(reasonsOf({ ...claim, code: "000858.SZ" }), ["code_mismatch"]);
  const ghost = { derived_from: [{ tool_call_id: "tc_1", path: "/rows/7/close" }] };
  assert.deepEqual(reasonsOf(claim, ghost), ["path_unresolved"]);
  // As old as the close that it is measured from.
  assert.deepEqual(reasonsOf(claim, {}, 8_000), ["stale"]);
});
