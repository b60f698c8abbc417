import assert from "node:assert/strict";
import { test } from "node:test";
import { baseMetrics } from "#language";
import { guard } from "../../src/verify/guard/guard.ts";

/** Names that end or begin like something else: a share class, a number, a measure, a code beside a unit. */
const names = {
  "000002": ["万科A", "万科"],
  "000725": ["京东方A"],
  "601360": ["三六零"],
  "002029": ["七匹狼"],
  "000100": ["TCL科技"],
  "600036": ["招商银行", "CMB"],
};
const now = "2026-05-07T16:30:00+08:00";

/** A value in the measure's unit as a claim holds it and as a text writes it. */
const written: Readonly<Record<string, readonly [value: number, text: string]>> = {
  CNY: [1_234_000_000, "12.34亿元"],
  "%": [12.34, "12.34%"],
  ratio: [0.1234, "12.34%"],
  x: [12.34, "12.34倍"],
  手: [123_400, "12.34万手"],
  万元: [1234, "1234万元"],
  "": [12.34, "12.34"],
};

/** These carry the minus themselves. */
const falls = /^[^涨盈入]*(?:跌|亏|流出)[^涨盈入]*$/;
/** A code or a word of Latin letters is parted from one that follows. */
const glueOf = (name: string): string => (/\d$/.test(name) || !/[\u4e00-\u9fff]/.test(name) ? " " : "");

for (const [metric, { zh, default_unit }] of Object.entries(baseMetrics)) {
  const [value, text] = written[default_unit] ?? [];
  if (value === undefined || text === undefined) continue;
  test(`${metric} is read right behind every name`, () => {
    const refused: string[] = [];
    for (const [code, own] of Object.entries(names))
      for (const name of [...own, code])
        for (const measure of zh ?? []) {
          const cite = { kind: "tool", source: "akshare", fetched_at: now, tool_call_id: "tc_1" } as const;
          const claim = {
            kind: "numeric",
            value: falls.test(measure) ? -value : value,
            metric,
            code,
            unit: default_unit,
            as_of: "2026-05-07",
            cite,
          } as const;
          const judge = (prose: string): boolean =>
            guard({ lang: "zh", user_question: "", now, claims: [claim], prose, names, metrics: baseMetrics })
              .ok;
          const prose = `${name}${glueOf(name)}${measure}为${text}（akshare，2026-05-07）。`;
          if (!judge(prose)) refused.push(prose);
          if (judge(prose.replace("12.34", "12.43").replace("1234", "1243")))
            refused.push(`passed: ${prose}`);
        }
    assert.deepEqual(refused, []);
  });
}
