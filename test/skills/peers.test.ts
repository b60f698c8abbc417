import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { NumericClaim } from "#contract";
import { inGroups, openTruthLine, type TruthLine } from "./truth-line.ts";

const now = "2026-05-07T20:00:00+08:00";
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

const near = (one: number, other: number): boolean => Math.abs(one - other) <= Math.abs(other) * 1e-3 + 1e-4;

/** Figures as the market's own tables derive them from price, earnings and shares. */
function holds({ metric, value, code, as_of }: NumericClaim, text: string): void {
  const { truth } = line;
  const day = as_of.slice(0, 10);
  const price = truth.close(code ?? "", day) ?? Number.NaN;
  const { eps = Number.NaN, shares = Number.NaN } = truth.company(code ?? "") ?? {};
  const report = truth.reports(code ?? "").find(({ end }) => end === day);
  const expected: Readonly<Record<string, number | null | undefined>> = {
    pe_ttm: price / eps,
    pb: price / (Math.abs(eps) * 8),
    total_mv: price * shares * 10_000,
    gross_margin: report?.grossMargin,
    roe: report?.roe,
  };
  const wanted = expected[metric];
  assert.ok(
    typeof wanted === "number" && near(value, wanted),
    `${code} ${metric} ${value} ${wanted}: ${text}`,
  );
}

test("every row of a comparison is its company's own, of one day", async () => {
  let judged = 0;
  for (const group of inGroups(line.truth.companies.slice(0, 24), 3)) {
    const { numbers, text } = await line.ask(
      `${group.map(({ code }) => code.slice(0, 6)).join("、")}估值对比`,
    );
    for (const claim of numbers) holds(claim, text);
    const days = new Set(numbers.map(({ as_of }) => as_of));
    if (days.size > 1) assert.match(text, /日期不同/);
    judged += numbers.length;
  }
  assert.ok(judged >= 60, String(judged));
});

test("statements are compared over one report period", async () => {
  for (const group of inGroups(line.truth.companies.slice(0, 12), 2)) {
    const [a, b] = group.map(({ code }) => code.slice(0, 6));
    const { numbers, text } = await line.ask(`${a}和${b}谁的毛利率高`);
    assert.equal(new Set(numbers.map(({ period }) => period)).size, 1, text);
    for (const claim of numbers) holds(claim, text);
    const [first, second] = numbers;
    if (first !== undefined && second !== undefined) assert.ok(first.value >= second.value, text);
  }
});

test("which is cheaper: the rows stand in that order and the order is said", async () => {
  const { numbers, text } = await line.ask("茅台和五粮液哪个更便宜");
  const ratios = numbers.filter(({ metric }) => metric === "pe_ttm").map(({ value }) => value);
  assert.deepEqual(
    ratios,
    ratios.toSorted((a, b) => a - b),
  );
  assert.match(text, /从低到高/);
});

test("a company among its peers: one industry, its median, no other industry's company", async () => {
  for (const { code } of line.truth.companies.slice(0, 6)) {
    const { numbers, quotes, text } = await line.ask(`${code.slice(0, 6)}的同行`);
    const industry = line.truth.industry(code);
    assert.equal(quotes.find(({ metric }) => metric === "industry")?.value, industry, text);
    for (const claim of numbers.filter(({ metric }) => !metric.startsWith("industry_"))) {
      assert.equal(line.truth.industry(claim.code ?? ""), industry, text);
      holds(claim, text);
    }
  }
});

test("English comparisons pass the guard", async () => {
  assert.ok((await line.ask("compare Moutai and Wuliangye")).numbers.length >= 4);
});

test("peers are said to be the largest only where the whole market was looked at", async () => {
  assert.match((await line.ask("茅台的同行")).text, /按总市值取前几家/);
  const first = await openTruthLine(now, "akshare");
  try {
    const { text, quotes } = await first.ask("茅台的同行");
    assert.equal(quotes.length, 1);
    assert.doesNotMatch(text, /按总市值/);
    assert.match(text, /不一定是市值最大的/);
  } finally {
    await first.close();
  }
});
