import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const [now, maotai] = ["2026-05-07T10:32:05+08:00", "600519.SH"];
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

const figure = ({ numbers }: Told, metric: string) => numbers.find((claim) => claim.metric === metric)?.value;
const near = (told: Told, metric: string, expected: number) =>
  assert.ok(Math.abs((figure(told, metric) ?? Number.NaN) - expected) < 1e-6, `${metric}: ${told.text}`);

const held = "茅台我有200股 成本1250";

test("the price at which a holding has gained so much money follows from its cost and its shares", async () => {
  for (const [texts, price] of [
    [[held, "要赚1万要涨到多少"], 1300],
    [[held, "想賺5000要賣到多少錢"], 1275],
    [[held, "涨到多少能赚1万"], 1300],
    [[held, "涨到多少能赚20%"], 1500],
    [["茅台200股成本1250,要赚1万要涨到多少"], 1300],
  ] as const)
    near(await line.converse(texts), "calc_target", price);
});

test("without a cost told nobody is told how far a price goes", async () => {
  for (const text of ["要赚1万要涨到多少", "茅台涨到多少能赚1万"])
    assert.match((await line.ask(text)).text, /你的成本/, text);
  for (const text of ["茅台要涨到多少", "茅台能涨到多少"]) {
    const told = await line.ask(text);
    assert.deepEqual(told.numbers, [], text);
    assert.match(told.text, /不预测/, text);
  }
  assert.match((await line.converse([held, "茅台会涨到多少"])).text, /不预测/);
});

test("what shares cost on average with some bought now is told behind a holding and in one message", async () => {
  const price = line.truth.spot(maotai, now) ?? Number.NaN;
  const average = (200 * 1250 + 100 * price) / 300;
  for (const texts of [
    [held, "再补100股 均价多少"],
    [held, "再买100股"],
    [held, "再買100股成本降到多少"],
    ["补仓:200股茅台成本1250,现在再买100股均价多少"],
  ])
    near(await line.converse(texts), "calc_average_cost", average);
  near(await line.ask("1000股茅台成本10元,再买500股8元均价"), "calc_average_cost", 28 / 3);
  assert.match((await line.ask("茅台成本1700要不要补仓")).text, /买卖建议/);
});

test("a price that is given is reckoned with, and none looked up", async () => {
  for (const text of ["成本32,现价43.92,1000股招行赚多少", "成本32 现价43.92 1000股 赚多少"]) {
    const told = await line.ask(text);
    near(told, "calc_profit", 11_920);
    assert.ok(figure(told, "current_price") === undefined && /你给的现价/.test(told.text), told.text);
  }
  assert.notEqual(figure(await line.ask("茅台100股成本1250现在赚多少"), "current_price"), undefined);
});

test("a loss is made good by the same rise whatever the principal, and a sale of so much pays its tax", async () => {
  near(await line.ask("本金5万 亏了12% 要涨多少回本"), "calc_break_even", 1200 / 88);
  near(await line.ask("1万块卖出要交多少税"), "calc_stamp_duty", 5);
});

test("shares that the name alone says are held, and the limit price is no forecast", async () => {
  const told = await line.converse(["I hold 200 Moutai at 1250", "how much did I make today"]);
  assert.notEqual(figure(told, "calc_day_profit"), undefined, told.text);
  for (const text of ["茅台今天涨停能到多少钱", "茅台涨停会到多少"])
    assert.notEqual(figure(await line.ask(text), "limit_up"), undefined, text);
  for (const text of ["茅台今天能涨停吗", "茅台明天会涨停吗"])
    assert.match((await line.ask(text)).text, /不预测/, text);
});

test("who bought is asked of the day's list behind it, and of other people nowhere", async () => {
  const seats = await line.converse(["艾融软件龙虎榜", "谁买的"]);
  assert.match(seats.text, /龙虎榜/);
  assert.doesNotMatch(seats.text, /建议|其他人/);
});
