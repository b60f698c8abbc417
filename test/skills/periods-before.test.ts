import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const periodsOf = ({ numbers }: Told) => [...new Set(numbers.flatMap(({ period }) => period ?? []))];
const daysOf = ({ numbers }: Told) => [...new Set(numbers.map(({ as_of }) => as_of.slice(0, 10)))];

test("another figure behind a report is of its period, in whatever few words it is asked for", async () => {
  for (const texts of [
    ["五粮液2024年报净利润", "营收"],
    ["五粮液2024年报净利润", "營收", "毛利率多少"],
    ["茅台2024年净利润", "五粮液呢", "roe"],
    ["Moutai net profit 2024", "gross margin?"],
  ]) {
    const told = await line.converse(texts);
    assert.deepEqual(periodsOf(told), ["FY2024"], `${texts.join()} ${told.text}`);
  }
});

test("who names a company, or asks for the newest, is told the newest", async () => {
  const [newest] = periodsOf(await line.ask("五粮液营收"));
  for (const texts of [
    ["五粮液2024年报净利润", "五粮液营收"],
    ["五粮液2024年报净利润", "茅台营收"],
    ["五粮液2024年报净利润", "最新营收"],
    ["五粮液2024年报净利润", "市盈率", "营收"],
  ]) {
    const told = await line.converse(texts);
    assert.deepEqual(periodsOf(told), [newest], `${texts.join()} ${told.text}`);
  }
});

test("another figure behind a day is of that day, the price is now's", async () => {
  for (const [texts, day] of [
    [["茅台4月8日收盘价", "成交额"], "2026-04-08"],
    [["茅台4月8日收盘价", "最高價多少"], "2026-04-08"],
    [["上证4月8日收盘点位", "成交额"], "2026-04-08"],
    [["平安银行4月8日收盘价", "不对 是招商银行"], "2026-04-08"],
    [["茅台4月8日收盘价", "现在成交额"], "2026-05-07"],
    [["茅台4月8日收盘价", "股价"], "2026-05-07"],
    [["茅台4月8日收盘价", "五粮液成交额"], "2026-05-07"],
  ] as const) {
    const told = await line.converse(texts);
    assert.deepEqual(daysOf(told), [day], `${texts.join()} ${told.text}`);
  }
});

test("companies are compared over the report period that is asked about", async () => {
  for (const [text, period] of [
    ["宁德时代和比亚迪一季度净利润谁多", "2026Q1"],
    ["茅台五粮液去年净利润谁多", "FY2025"],
    ["2025年营收 茅台 五粮液 谁大", "FY2025"],
    ["compare 2024 net profit of CATL and BYD", "FY2024"],
  ] as const) {
    const told = await line.ask(text);
    assert.deepEqual(periodsOf(told), [period], told.text);
    assert.equal(new Set(told.numbers.map(({ code }) => code)).size, 2, told.text);
  }
});

test("how far they are apart is told of the period that was spoken of", async () => {
  for (const texts of [
    ["茅台和五粮液2024年净利润谁多", "多多少"],
    ["茅台2024年净利润", "五粮液的呢", "差多少"],
  ]) {
    const told = await line.converse(texts);
    assert.deepEqual(periodsOf(told), ["FY2024"], told.text);
    assert.ok(
      told.numbers.some(({ metric }) => metric === "gap_net_profit_parent"),
      told.text,
    );
  }
});

test("a period that no report has is said, and no other one is compared in its place", async () => {
  const told = await line.ask("宁德时代和比亚迪2009年净利润谁多");
  assert.deepEqual(periodsOf(told), [], told.text);
});
