import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const codesIn = ({ numbers }: Told) => [...new Set(numbers.map(({ code }) => code))].toSorted();

test("it, behind a company of the same message, is that one and not the one of before", async () => {
  const english = await line.converse(["price of Moutai", "whats the pe of BYD and is it lower than CATL"]);
  assert.deepEqual(codesIn(english), ["002594.SZ", "300750.SZ"], english.text);
  const [own = 0, other = 0] = ["002594.SZ", "300750.SZ"].map(
    (code) => english.numbers.find((each) => each.metric === "pe_ttm" && each.code === code)?.value,
  );
  assert.match(english.text, own < other ? /^Yes: /m : /^No: /m);
  const chinese = await line.converse(["招行多少钱", "茅台市盈率多少,它比五粮液低吗"]);
  assert.deepEqual(codesIn(chinese), ["000858.SZ", "600519.SH"], chinese.text);
  const before = await line.converse(["招行多少钱", "它比茅台便宜吗"]);
  assert.deepEqual(codesIn(before), ["600036.SH", "600519.SH"], before.text);
});

test("which rose most of those that all fell says that they fell", async () => {
  for (const [text, words] of [
    ["茅台和五粮液今天哪个涨得多", /^都跌了:\n/],
    ["which of Moutai and Wuliangye gained more today", /^None of them rose, all fell:\n/],
  ] as const) {
    const told = await line.ask(text);
    const changes = told.numbers.filter(({ metric }) => metric === "pct_chg");
    assert.ok(changes.length === 2 && changes.every(({ value }) => value < 0), told.text);
    assert.match(told.text, words);
  }
  assert.doesNotMatch((await line.ask("茅台和五粮液今天哪个跌得多")).text, /^都/);
});

test("behind a fact 算高吗 asks for the company's figure, and beside a figure for that one alone", async () => {
  const told = await line.converse(["什么是市盈率啊", "那茅台的算高吗"]);
  assert.ok(
    told.numbers.some(({ metric }) => metric === "pe_ttm"),
    told.text,
  );
  const margin = await line.ask("茅台毛利率算高吗");
  assert.ok(!margin.numbers.some(({ metric }) => metric === "pe_ttm"), margin.text);
});

test("the highest of a month and its day are asked for with 到多少 too", async () => {
  const told = await line.ask("上个月茅台最高到多少哪天");
  assert.equal(told.numbers[0]?.metric.startsWith("high"), true, told.text);
});
