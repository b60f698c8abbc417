import assert from "node:assert/strict";
import { test } from "node:test";
import type { NumericClaim, Session } from "#contract";
import { comparedIn } from "../../skills/peers/families.ts";
import { inOrder } from "../../skills/peers/side-by-side.ts";
import { openSkillHarness } from "./skill-context.ts";

const row = (metric: string, code: string, value: number): readonly NumericClaim[] => [
  {
    kind: "numeric",
    value,
    metric,
    code,
    as_of: "2026-05-06",
    cite: { kind: "tool", source: "sample", fetched_at: "2026-05-07T10:32:05+08:00", tool_call_id: "tc_1" },
  },
];

const firstOf = (metric: string, text: string): number | undefined =>
  inOrder([row(metric, "600036.SH", 2), row(metric, "601398.SH", 1), row(metric, "601288.SH", 3)], text)
    .rows[0]?.[0]?.value;

test("who asks for the low one gets the lowest first, who asks for the high one the highest", () => {
  for (const text of [
    "谁市盈率低",
    "哪个PB低",
    "谁的负债率较低",
    "哪家市值最小",
    "which has the smallest P/E",
    "市净率从低到高排",
    "by P/E from low to high",
  ])
    assert.equal(firstOf("pe_ttm", text), 1, text);
  for (const text of ["谁市盈率高", "谁市盈率大 大多少", "哪个贵", "市盈率从高到低排一下", "市盈率从高到低"])
    assert.equal(firstOf("pe_ttm", text), 3, text);
});

test("the largest fall is the smallest change", () => {
  for (const text of ["谁跌得多", "哪个跌幅大", "which fell most"])
    assert.equal(firstOf("pct_chg", text), 1, text);
  assert.equal(firstOf("pct_chg", "谁涨得多"), 3);
});

const metricsOf = (text: string, session: Session = []): readonly string[] =>
  comparedIn(openSkillHarness(text, () => undefined, { session }).context).flatMap(
    ({ metrics }) => metrics[0] ?? [],
  );

test("the larger one is the larger company, but beside a figure the larger figure", () => {
  assert.deepEqual(metricsOf("茅台和五粮液谁大"), ["total_mv"]);
  assert.deepEqual(metricsOf("茅台和五粮液涨幅谁大"), ["pct_chg"]);
});

test("who is higher means the figure of the turn before", () => {
  const session: Session = [
    {
      turnId: "1",
      codes: ["600036.SH"],
      skill: "valuation",
      input: { codes: ["600036.SH"] },
      claims: row("dv_ttm", "600036.SH", 3.5),
      at: "2026-05-07T10:32:05+08:00",
    },
  ];
  assert.deepEqual(metricsOf("谁高", session), ["dv_ttm"]);
  assert.deepEqual(metricsOf("谁市净率高", session), ["pb"]);
});

test("how much dearer one share is than another compares prices, not valuations", () => {
  for (const text of ["茅台比五粮液多多少钱", "五粮液比茅台便宜多少钱", "茅台和五粮液差价多少"]) {
    const { context } = openSkillHarness(text, () => undefined);
    assert.deepEqual(comparedIn(context)[0]?.family, "price", text);
    assert.equal(comparedIn(context).length, 1, text);
  }
});

test("whatever companies file is compared as a figure of their reports", () => {
  for (const [text, metric] of [
    ["茅台和五粮液谁的每股净资产高", "bps"],
    ["茅台和五粮液谁的研发费用高", "rd_expense"],
    ["茅台和五粮液谁的每股收益高", "eps"],
  ] as const) {
    const [first] = comparedIn(openSkillHarness(text, () => undefined).context);
    assert.equal(first?.family, "financials", text);
    assert.equal(first?.metrics[0], metric, text);
  }
});
