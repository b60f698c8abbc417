import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { companies } from "../emulators/market-securities.ts";
import { openTruthLine, type TruthLine } from "./truth-line.ts";

const newest = "2026-05-06";
let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

/** The highest and the lowest price of this year's finished sessions, as they were traded. */
function extremesOf(code: string): { readonly high: number; readonly low: number } {
  let [high, low] = [0, Number.POSITIVE_INFINITY];
  let bar = line.truth.lastBar(code, newest);
  while (bar !== undefined && bar.date > "2025-12-31") {
    [high, low] = [Math.max(high, bar.high), Math.min(low, bar.low)];
    const dayBefore = new Date(Date.parse(bar.date) - 86_400_000).toISOString().slice(0, 10);
    bar = line.truth.lastBar(code, dayBefore);
  }
  return { high, low };
}

test("whether a price was ever at a level goes by the extremes of the time, not by the price of now", async () => {
  let apart = 0;
  const traded = companies.filter(({ code }) => line.truth.lastBar(code, newest)?.date === newest);
  for (const { code } of traded.slice(0, 12)) {
    const { high, low } = extremesOf(code);
    const [above, below] = [Math.ceil(high * 1.3), Math.max(1, Math.floor(low * 0.7))];
    const [under, over] = [(high * 0.999).toFixed(2), (low * 1.001).toFixed(2)];
    for (const [text, isSo] of [
      [`${code}今年涨到过${above}元吗`, false],
      [`${code}今年漲到過${under}元嗎`, true],
      [`${code}今年跌到过${below}元吗`, false],
      [`${code}今年跌到过${over}元以下吗`, true],
    ] as const) {
      const told = await line.ask(text);
      const [extreme, now] = told.numbers;
      assert.match(extreme?.metric ?? "", /涨|漲/.test(text) ? /^high$/ : /^low$/, `${text} ${told.text}`);
      assert.equal(told.text.startsWith("没有到过:"), !isSo, `${text} ${told.text}`);
      const isAbove = /涨|漲/.test(text) === isSo;
      assert.match(told.text, isAbove ? /高于你问的|正好是/ : /低于你问的|正好是/, text);
      const isNow = (now?.value ?? 0) >= Number(under) || (now?.value ?? 0) <= Number(over);
      apart += isSo && !isNow ? 1 : 0;
    }
  }
  assert.ok(apart > 8, String(apart));
});

test("without a time the last full year is taken and said; a level of now and of a day stay what they were", async () => {
  for (const text of ["茅台到过1元以下吗", "茅台曾经涨到99999吗", "茅台最高到过多少"])
    assert.match((await line.ask(text)).text, /没有写明时段,取的是最近的整年/, text);
  assert.doesNotMatch((await line.ask("茅台涨到过99999吗")).text, /^(?:是|没有)/);
  for (const text of ["茅台到99999了吗", "茅台突破99999了吗", "茅台今天到过99999吗", "茅台股价超过99999了吗"])
    assert.match((await line.ask(text)).text, /^没有:贵州茅台\(600519\.SH\) 当前价/, text);
  assert.doesNotMatch((await line.ask("茅台市盈率到过3倍吗")).text, /^(?:是|不是|没有):/);
});

test("the highest and the lowest level of an index are those of the time that is named", async () => {
  for (const [text, metrics] of [
    ["上证今年最高多少点", ["index_high"]],
    ["沪深300今年最低多少點", ["index_low"]],
    ["上证近三个月最高点和最低点", ["index_high", "index_low"]],
    ["the SSE Composite's high this year", ["index_high"]],
  ] as const) {
    const { numbers, text: told } = await line.ask(text);
    assert.deepEqual(
      numbers.map(({ metric }) => metric),
      [...metrics, "index_current"],
      told,
    );
    const now = numbers.at(-1)?.value ?? 0;
    for (const { metric, value } of numbers) assert.ok(metric === "index_low" ? value <= now : value >= now);
  }
  assert.match((await line.ask("上证最高到过多少")).text, /没有写明时段,取的是最近的整年/);
  assert.match((await line.ask("上证历史最高点")).text, /历史高低点没有数据来源,取的是最近的整年/);
  assert.match((await line.ask("上证今年到过99999点吗")).text, /^没有到过:.*低于你问的 99999 点/);
});

test("the high of a day and a move over a time are told of an index as before", async () => {
  const today = await line.ask("上证今天最高多少");
  assert.deepEqual(today.numbers.map(({ metric, as_of }) => `${metric} ${as_of.slice(0, 10)}`).slice(0, 1), [
    "index_high 2026-05-07",
  ]);
  assert.ok((await line.ask("上证上周涨了多少")).numbers.some(({ metric }) => metric === "move_lw"));
});
