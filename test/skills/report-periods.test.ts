import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const periodsOf = ({ numbers }: Told) =>
  [...new Set(numbers.flatMap(({ period }) => period ?? []))].toSorted();

const judge = async (cases: Readonly<Record<string, readonly string[]>>) => {
  for (const [text, periods] of Object.entries(cases)) {
    const told = await line.ask(text);
    assert.deepEqual(periodsOf(told), periods, `${text} ${told.text}`);
  }
};

const quarters = (year: number, from = 1) => [1, 2, 3, 4].slice(from - 1).map((each) => `${year}Q${each}`);

test("quarters of a year that is named are that year's, each once", () =>
  judge({
    五粮液去年q1到q4每季度净利润: quarters(2025),
    五糧液去年每個季度淨利潤: quarters(2025),
    茅台2025年各季度营收: quarters(2025),
    茅台去年二季度到四季度净利润: quarters(2025, 2),
    "Moutai net profit each quarter of 2025": quarters(2025),
  }));

test("a range from the first quarter on, and one quarter alone, stay what they are", () =>
  judge({
    五粮液2025q1到q3净利润: ["2025Q1-Q3"],
    五粮液一季度到三季度净利润: ["2025Q1-Q3"],
    茅台2025年三季度净利润: ["2024Q3", "2025Q3"],
    茅台每季度净利润: ["2025Q2", "2025Q3", "2025Q4", "2026Q1"],
  }));

test("three years of a figure are whole years, three years ago is one", () =>
  judge({
    五粮液三年净利润增速: ["FY2024", "FY2025"],
    茅台两年营收: ["FY2024", "FY2025"],
    茅台这两年净利润: ["FY2024", "FY2025"],
    "Moutai three years revenue": ["FY2024", "FY2025"],
    茅台两年前营收: ["FY2024"],
    茅台25年净利润: ["FY2025"],
  }));

test("whether a report is better than the year before is asked of the report, and of no price", async () => {
  for (const text of [
    "茅台一季报比去年同期增长了吗",
    "茅台一季報比去年同期增長了嗎",
    "茅台一季报比去年同期好吗",
  ]) {
    const told = await line.ask(text);
    assert.deepEqual(periodsOf(told), ["2026Q1"], told.text);
    assert.match(told.text, /^(?:是|没有)/, text);
    assert.ok(!told.numbers.some(({ metric }) => metric.startsWith("pct_chg")), told.text);
  }
});

test("who wants to know is not who made the money", async () => {
  for (const text of [
    "我想知道茅台去年赚了多少钱",
    "我想问下茅台去年赚了多少",
    "I want to know how much Moutai made last year",
  ]) {
    const told = await line.ask(text);
    assert.deepEqual(periodsOf(told), ["FY2025"], told.text);
  }
  const own = await line.ask("我想知道我赚了多少 成本1700 200股茅台");
  assert.match(own.text, /浮动盈亏/);
});
