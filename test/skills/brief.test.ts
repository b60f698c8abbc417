import assert from "node:assert/strict";
import { test } from "node:test";
import { openTruthLine } from "./truth-line.ts";

const now = "2026-05-07T10:32:05+08:00";

test("one card a company, every number true", async () => {
  const line = await openTruthLine(now);
  let judged = 0;
  try {
    for (const { code } of line.truth.companies.slice(0, 24)) {
      const { numbers, text } = await line.ask(`分析一下${code.slice(0, 6)}`);
      for (const { metric, value, as_of, code: owner } of numbers) {
        assert.equal(owner, code, text);
        const report = line.truth.reports(code).find(({ end }) => end === as_of);
        const flow = line.truth.flow(code, as_of.slice(0, 10));
        const expected: Readonly<Record<string, number | null | undefined>> = {
          current_price: line.truth.spot(code, as_of),
          close: line.truth.close(code, as_of.slice(0, 10)),
          net_profit_parent: report?.profit,
          total_revenue: report?.totalRevenue,
          gross_margin: report?.grossMargin,
        };
        if (metric in expected) assert.equal(value, expected[metric], `${metric}: ${text}`);
        if (metric === "main_net") assert.ok(flow !== undefined, text);
        judged += 1;
      }
    }
    assert.ok(judged >= 200, String(judged));
  } finally {
    await line.close();
  }
});

test("a block without data is named, and the rest is told", async () => {
  const line = await openTruthLine(now, "sample");
  try {
    const { text, numbers } = await line.ask("艾融软件怎么样");
    assert.match(text, /资金流向没有数据/);
    assert.ok(numbers.some(({ metric }) => metric === "current_price"));
    const dated = await line.ask("比亚迪4月30日怎么样");
    assert.deepEqual([...new Set(dated.numbers.map(({ as_of }) => as_of))], ["2026-04-30"]);
    assert.match(dated.text, /估值没有数据/);
    assert.ok((await line.ask("overview of CATL")).numbers.length >= 12);
  } finally {
    await line.close();
  }
});
