import type { Claim, MetricRegistry, NameRegistry } from "#contract";
import { guard } from "./guard.ts";

const cite = {
  kind: "tool",
  source: "computed",
  fetched_at: "2026-01-05T10:00:00+08:00",
  tool_call_id: "tc_0",
} as const;

/** Texts of each shape that the guard knows; what they say does not matter. */
const texts: readonly string[] = [
  "某公司(600000.SH)当前价12.34元，涨跌幅+0.56%，成交额7.89亿元（computed，2026年1月5日 10:00）。甲高于乙，合计三成。",
  "| 名称 | 市盈率 | 成交量(万手) |\n|---|---|---|\n| 600000 | 12.3倍 | 4.5 |\n\n来源：computed，2026-01-05",
  "Company A closed at CNY 1,234.56, up 1.20% from CNY 1,219.92, versus 3.4x for B (computed, January 5, 2026).",
  "1. 净利润<b>－１２．３</b>亿元&nbsp;（2025年年报）\n2. 毛利率百分之四十五点六，分别为一千二百元和二百元。",
];

/** Builds the lexicon of the two registries and runs the guard until it is compiled, so that the first text is judged as fast as the rest. */
export function warmUp(names: NameRegistry, metrics: MetricRegistry, rounds = 60): void {
  const claims: readonly Claim[] = Object.entries(metrics)
    .slice(0, 6)
    .map(([metric, { default_unit }]) => ({
      kind: "numeric",
      value: 12.34,
      metric,
      code: "600000.SH",
      unit: default_unit,
      as_of: "2026-01-05",
      cite,
    }));
  for (let round = 0; round < rounds; round++)
    for (const prose of texts)
      guard({
        lang: "zh",
        user_question: "12.34",
        now: "2026-01-05T10:00:00+08:00",
        claims,
        prose,
        names,
        metrics,
      });
}
