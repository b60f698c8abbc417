import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const now = "2026-05-07T10:32:05+08:00";
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

const metricsOf = ({ numbers }: Told): readonly string[] => numbers.map(({ metric }) => metric);
const factsOf = ({ session }: Told): readonly string[] =>
  session.flatMap(({ claims }) =>
    claims.flatMap(({ cite }) => (cite.kind === "competence" ? [cite.competence_id] : [])),
  );

test("the tax on a dividend is asked for behind it, by how long shares are held too, and no price is", async () => {
  for (const texts of [
    ["茅台分红", "要扣税吗"],
    ["茅台分紅", "要持有多久免稅"],
    ["茅台分红", "要扣税吗", "持有三个月扣多少"],
  ]) {
    const told = await line.converse(texts);
    assert.deepEqual(factsOf(told), ["dividend-tax", "dividend-tax-timing"], `${texts.join()} ${told.text}`);
    assert.deepEqual(told.numbers, []);
  }
  assert.deepEqual(factsOf(await line.ask("印花税多少")).includes("dividend-tax"), false);
});

test("what an unlock comes to is told again where it is asked for", async () => {
  for (const text of ["多少股", "占比"])
    assert.ok(metricsOf(await line.converse(["宁德时代解禁", text])).includes("unlock_shares"), text);
});

test("the day on which the figure of a list was highest is one of that list", async () => {
  const listed = await line.ask("茅台最近5天成交额");
  const amounts = listed.numbers.filter(({ metric }) => metric === "amount");
  const [most, least] = [Math.max, Math.min].map((end) => end(...amounts.map(({ value }) => value)));
  for (const [text, value] of [
    ["哪天最大", most],
    ["那哪天最小呢", least],
  ] as const) {
    const told = await line.converse(["茅台最近5天成交额", text]);
    assert.deepEqual([told.numbers[0]?.metric, told.numbers[0]?.value], ["amount", value], told.text);
  }
  assert.equal(metricsOf(await line.converse(["茅台最近5天收盘价", "哪天最高"]))[0], "close");
});

test("that day, behind a highest price, is its day", async () => {
  const high = (await line.ask("茅台近3个月最高价")).numbers.find(({ metric }) => metric === "high");
  const told = await line.converse(["茅台近3个月最高价", "那天成交额"]);
  assert.equal(told.numbers[0]?.metric, "amount", told.text);
  assert.equal(told.numbers[0]?.as_of.slice(0, 10), high?.as_of.slice(0, 10));
});

test("market values are summed up behind them, whether one turn told them or two, and set apart again", async () => {
  for (const texts of [
    ["茅台市值", "五粮液呢", "两个加一起"],
    ["茅台和五粮液市值谁大", "加起来多少"],
  ]) {
    const told = await line.converse(texts);
    const own = told.numbers.filter(({ metric }) => metric === "total_mv").map(({ value }) => value);
    const total = told.numbers.find(({ metric }) => metric === "valuation_total")?.value ?? Number.NaN;
    assert.equal(own.length, 2, told.text);
    assert.ok(Math.abs(total - own.reduce((sum, each) => sum + each, 0)) < 1, told.text);
  }
  const apart = await line.converse(["茅台和五粮液市值谁大", "加起来多少", "差多少"]);
  assert.ok(metricsOf(apart).includes("gap_total_mv"), apart.text);
  assert.ok(
    !metricsOf(await line.converse(["茅台和五粮液市盈率", "加起来多少"])).includes("valuation_total"),
  );
});

test("so many 亿 of the market is its turnover", async () => {
  for (const texts of [["上证指数成交额", "两市一起多少亿"], ["两市多少亿"]])
    assert.ok(metricsOf(await line.converse(texts)).includes("amount"), texts.join());
  for (const text of ["上证指数多少点", "大盘跌了多少亿"])
    assert.ok(!metricsOf(await line.ask(text)).includes("amount"), text);
});
