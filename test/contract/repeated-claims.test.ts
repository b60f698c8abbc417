import assert from "node:assert/strict";
import { test } from "node:test";
import { type NumericClaim, repeatedClaims, type Session, type SessionTurn } from "#contract";

const claim = (metric: string): NumericClaim => ({
  kind: "numeric",
  value: 3.5,
  metric,
  code: "600036.SH",
  unit: "%",
  as_of: "2026-05-06",
  cite: { kind: "tool", source: "sample", fetched_at: "2026-05-07T10:32:05+08:00", tool_call_id: "tc_1" },
});

const turn = (turnId: string, skill: string, metrics: readonly string[]): SessionTurn => ({
  turnId,
  codes: ["600036.SH"],
  skill,
  input: { codes: ["600036.SH"] },
  claims: metrics.map(claim),
  at: "2026-05-07T10:32:05+08:00",
});

const metricsOf = (text: string, session: Session): readonly string[] =>
  repeatedClaims("valuation", { message: { text }, session }).map(({ metric }) => metric);

test("the question before, asked again, keeps the figures that it asked for", () => {
  const session = [turn("1", "valuation", ["dv_ttm", "pe_ttm"])];
  for (const text of ["那工行呢", "换成工行", "工行的", "昨天的", "what about ICBC", "and ICBC?"])
    assert.deepEqual(metricsOf(text, session), ["dv_ttm", "pe_ttm"], text);
});

test("a question of its own, another skill or an older turn lends none", () => {
  const session = [turn("1", "valuation", ["dv_ttm"])];
  assert.deepEqual(metricsOf("工行市盈率", session), []);
  assert.deepEqual(metricsOf("那工行呢", [...session, turn("2", "price", ["open"])]), []);
  assert.deepEqual(metricsOf("那工行呢", []), []);
});
