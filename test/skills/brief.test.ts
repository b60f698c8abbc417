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
    assert.match(text, /^艾融软件 的资金流向没有数据/m);
    assert.ok(numbers.some(({ metric }) => metric === "current_price"));
    const dated = await line.ask("比亚迪4月30日怎么样");
    assert.deepEqual([...new Set(dated.numbers.map(({ as_of }) => as_of))], ["2026-04-30"]);
    assert.match(dated.text, /^比亚迪 的估值没有数据/m);
    assert.ok((await line.ask("overview of CATL")).numbers.length >= 12);
  } finally {
    await line.close();
  }
});

test("of several cards each says which of its own blocks is missing, and a company without any is named", async () => {
  const line = await openTruthLine(now, "sample");
  try {
    const { text } = await line.ask("分析一下茅台和艾融软件");
    assert.match(text, /^艾融软件 的资金流向没有数据,未列出。$/m);
    assert.doesNotMatch(text, /茅台 的.+没有数据/);
    const english = await line.ask("overview of Moutai and 920799");
    assert.match(english.text, /^There is no data for money flow of .*920799\.BJ.*; it is left out\.$/m);
  } finally {
    await line.close();
  }
});

test("blocks that cannot be had right now are told together, each company's apart", async () => {
  const line = await openTruthLine(now);
  try {
    line.fail("moneyflow", { kind: "drop" }, Number.POSITIVE_INFINITY);
    line.fail("aktools", { kind: "drop" }, Number.POSITIVE_INFINITY);
    const { text, numbers } = await line.ask("分析一下茅台和比亚迪");
    assert.ok(numbers.length > 0, text);
    for (const name of ["贵州茅台", "比亚迪"])
      assert.match(text, new RegExp(`^${name} 的(?:.+、)?资金流向暂时取不到,请稍后再试。$`, "m"));
  } finally {
    await line.close();
  }
});
