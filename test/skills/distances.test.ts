import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const now = "2026-05-07T10:32:05+08:00";
const maotai = "600519.SH";
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

const figureIn = (told: Told, metric: string): number | undefined =>
  told.numbers.find((claim) => claim.metric === metric)?.value;

const near = (a: number | undefined, b: number, text: string) =>
  assert.ok(a !== undefined && Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(b)), `${a} ${b} ${text}`);

/** Per cent that `a` lies above `b`. */
const above = (a = Number.NaN, b = Number.NaN) => ((a - b) / b) * 100;

/** Finished days after one, before today. */
const daysAfter = (day: string) => line.truth.tradingDays.filter((each) => each > day && each < "2026-05-07");
const bars = (day: string) => daysAfter(day).flatMap((each) => line.truth.bar(maotai, each) ?? []);

describe("the high and the low of a time, and how far the newest close is from them", () => {
  test("of a named time", async () => {
    const told = await line.ask("茅台近一个月最高价和最低价");
    near(figureIn(told, "high"), Math.max(...bars("2026-04-07").map(({ high }) => high)), told.text);
    near(figureIn(told, "low"), Math.min(...bars("2026-04-07").map(({ low }) => low)), told.text);
    near(figureIn(told, "from_high"), above(figureIn(told, "close"), figureIn(told, "high")), told.text);
    near(figureIn(told, "from_low"), above(figureIn(told, "close"), figureIn(told, "low")), told.text);
  });

  test("of a year where none is named, which is said, and so is what the bars do not reach", async () => {
    for (const text of ["茅台从高点跌了多少", "茅台创新高了吗", "how far is Moutai off its high"]) {
      const told = await line.ask(text);
      near(figureIn(told, "from_high"), above(figureIn(told, "close"), figureIn(told, "high")), told.text);
      assert.match(told.text, /最近的整年|the last full year/);
    }
    assert.doesNotMatch((await line.ask("茅台52周最高价")).text, /最近的整年/);
  });

  test("of a day it is the day's, and of all times there is none", async () => {
    const today = await line.ask("茅台今天最高到多少,现在回落了多少");
    near(
      figureIn(today, "from_high"),
      above(figureIn(today, "current_price"), figureIn(today, "high")),
      today.text,
    );
    const open = await line.ask("茅台今天开盘到现在涨了多少");
    near(
      figureIn(open, "from_open"),
      above(figureIn(open, "current_price"), figureIn(open, "open")),
      open.text,
    );
    const ever = await line.ask("茅台离历史高点还有多远");
    assert.match(ever.text, /历史高低点目前没有数据来源/);
    assert.equal(figureIn(ever, "high"), undefined);
  });
});

test("how far a limit is: in money and in per cent of the price", async () => {
  for (const [text, side] of [
    ["茅台离涨停还有多远", "limit_up"],
    ["茅台离跌停还差多少", "limit_down"],
    ["how far is Moutai from limit up", "limit_up"],
  ] as const) {
    const told = await line.ask(text);
    near(
      figureIn(told, "to_limit_pct"),
      above(figureIn(told, side), figureIn(told, "current_price")),
      told.text,
    );
  }
  assert.equal(figureIn(await line.ask("茅台涨停价多少"), "to_limit"), undefined);
});

test("how far a level is that the user names, of a stock and of an index", async () => {
  for (const text of ["茅台离1900还差多少", "茅台到1900还差多少", "how far is Moutai from 1900"]) {
    const told = await line.ask(text);
    near(figureIn(told, "calc_change"), above(1900, figureIn(told, "current_price")), told.text);
  }
  for (const [text, level] of [
    ["上证指数离4000点还有多远", 4000],
    ["大盘离4000点还差多少", 4000],
    ["how far is the CSI 300 from 5000", 5000],
  ] as const) {
    const told = await line.ask(text);
    near(figureIn(told, "index_to_level_pct"), above(level, figureIn(told, "index_current")), told.text);
  }
});

test("how far the close is from the only average asked for", async () => {
  for (const text of ["茅台离20日均线还差多少", "is Moutai above its 20-day moving average"]) {
    const told = await line.ask(text);
    near(figureIn(told, "from_average"), above(figureIn(told, "close"), figureIn(told, "ma20")), told.text);
  }
  assert.equal(figureIn(await line.ask("茅台20日均线"), "from_average"), undefined);
});

test("why a price moved is answered with its move before the headlines", async () => {
  for (const text of ["宁王咋又崩了", "宁德时代为什么跌", "why is CATL down today and by how much"]) {
    const told = await line.ask(text);
    assert.deepEqual(
      told.numbers.map(({ metric }) => metric),
      ["current_price", "change", "pct_chg"],
      told.text,
    );
    assert.ok(told.quotes.length > 0);
    assert.match(told.text, /不代表涨跌的原因|not the cause of a move/);
  }
  const dated = await line.ask("茅台昨天为什么跌");
  assert.deepEqual([dated.numbers[0]?.metric, dated.numbers[0]?.as_of.slice(0, 10)], ["close", "2026-05-06"]);
  assert.deepEqual((await line.ask("茅台最近有什么新闻")).numbers, []);
});
