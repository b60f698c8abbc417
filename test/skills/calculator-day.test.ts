import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:32:05+08:00");
});
after(() => line.close());

const moutai = "我有500股茅台 成本1700";

const ownOf = ({ numbers }: Told): Readonly<Record<string, number>> =>
  Object.fromEntries(numbers.map(({ metric, value }) => [metric, value]));

test("what a holding gained today, asked behind it, goes by today's change and not by what was paid", async () => {
  for (const [texts, shares] of [
    [[moutai, "今天赚了多少"], 500],
    [[moutai, "今天亏多少"], 500],
    [[moutai, "今天浮盈多少"], 500],
    [[moutai, "当日盈亏"], 500],
    [[moutai, "今天賺了多少"], 500],
    [[moutai, "how much did I make today"], 500],
    [[moutai, "300股呢", "今日盈亏"], 300],
    [[moutai, "要是涨到3000呢", "今天赚了多少"], 500],
    [[moutai, "再补100股成本1600", "今天赚了多少"], 600],
    [[moutai, "今天赚了多少", "当日盈亏"], 500],
  ] as const) {
    const told = await line.converse(texts);
    const { calc_day_profit: gain, change = Number.NaN, ...others } = ownOf(told);
    assert.ok(Math.abs((gain ?? Number.NaN) - change * shares) < 1e-6, `${texts.join()} ${told.text}`);
    assert.equal(others.calc_profit, undefined, told.text);
  }
});

test("of a cost without shares no gain of the day is told, and of another time none at all", async () => {
  const lacking = await line.converse(["茅台成本1700", "今天赚了多少"]);
  assert.deepEqual(lacking.numbers, [], lacking.text);
  for (const text of ["昨天赚了多少", "这周赚了多少", "这个月亏了多少"]) {
    const told = await line.converse([moutai, text]);
    assert.deepEqual(told.numbers, [], told.text);
    assert.match(told.text, /只能算当日的和买入以来的/, text);
  }
});

test("a gain without a time, up to today or of shares bought yesterday is since the purchase", async () => {
  for (const texts of [
    [moutai, "赚了多少"],
    [moutai, "现在赚了多少"],
    [moutai, "到今天一共赚了多少"],
    [moutai, "how much did I make"],
    ["昨天买的茅台500股 成本1700,现在赚了多少"],
  ])
    assert.notEqual(ownOf(await line.converse(texts)).calc_profit, undefined, texts.join());
  const company = await line.converse([moutai, "去年赚了多少"]);
  assert.ok(
    company.numbers.some(({ metric }) => metric === "net_profit_parent"),
    company.text,
  );
});
