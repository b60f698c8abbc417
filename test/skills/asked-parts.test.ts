import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T20:32:05+08:00");
});
after(() => line.close());

const metricsOf = (told: Told) => told.numbers.map(({ metric }) => metric);

test("a stretch of time is the price's; the ratio beside it is the newest, which is said", async () => {
  const told = await line.ask("moutai up or down this week? and pe");
  assert.ok(metricsOf(told).includes("pe_ttm") && metricsOf(told).includes("move_wtd"), told.text);
  assert.match(told.text, /The valuation is the newest one/);
});

test("what a price was at the beginning of a time is the close of its first trading day", async () => {
  for (const [text, day] of [
    ["茅台年初多少钱", "2026-01-05"],
    ["what was moutai at the start of the year", "2026-01-05"],
    ["茅台月初多少钱", "2026-05-06"],
  ] as const) {
    const { numbers, text: shown } = await line.ask(text);
    assert.deepEqual([numbers[0]?.metric, numbers[0]?.as_of.slice(0, 10)], ["close", day], shown);
  }
  const moved = await line.ask("茅台年初至今涨了多少");
  assert.ok(!metricsOf(moved).includes("close") || metricsOf(moved)[0] !== "close", moved.text);
});

test("a spelled window is a window", async () => {
  for (const text of ["five day moving average of Moutai", "茅台五日均线"])
    assert.deepEqual(metricsOf(await line.ask(text)), ["ma5"], text);
});

test("the payout ratio is no dividend yield", async () => {
  for (const text of ["茅台分红率多少", "茅台派息率", "payout ratio of Moutai"]) {
    const told = await line.ask(text);
    assert.deepEqual(metricsOf(told), [], told.text);
    assert.match(told.text, /派息率|payout ratio/);
  }
});

test("what no source tells is named, alone or beside what is told", async () => {
  for (const [text, said, metrics] of [
    ["比亚迪销量多少", /销量和产量/, []],
    ["茅台员工人数", /员工人数/, []],
    ["茅台主营业务是什么", /主营业务构成/, []],
    ["茅台资产负债率 流动比率", /流动比率/, ["debt_ratio"]],
    ["茅台市值占白酒行业多少", /占比没有算出/, ["total_mv"]],
    ["茅台筹码分布", /筹码分布没有数据来源/, ["main_net"]],
    ["茅台是不是ST", /风险警示\(ST\)状态/, ["close"]],
  ] as const) {
    const told = await line.ask(text);
    assert.match(told.text, said);
    assert.deepEqual(metricsOf(told).slice(0, 1), metrics, told.text);
  }
});

test("against the index in words is the move of both", async () => {
  const told = await line.ask("how did moutai do this week vs the index");
  const codes = told.numbers.flatMap(({ metric, code }) => (metric === "move_wtd" ? [code] : []));
  assert.ok(codes.includes("600519.SH") && codes.includes("000300.SH"), told.text);
  assert.equal(told.error, undefined);
});
