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
