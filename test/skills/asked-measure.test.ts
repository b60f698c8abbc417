import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { otherPeNotes } from "#contract";
import { openTruthLine, type TruthLine } from "./truth-line.ts";

const smic = "688981.SH";
const now = "2026-05-07T10:32:05+08:00";
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

test("a P/E of another kind than the one shown is said to lack", () => {
  for (const text of [
    "茅台静态市盈率",
    "茅台动态市盈率多少",
    "茅台动态PE",
    "茅台市盈率(动)",
    "茅台市盈率LYR",
    "茅台预测市盈率",
    "Moutai forward P/E",
    "static PE of BYD",
  ])
    assert.equal(otherPeNotes(text).length, 1, text);
  for (const text of [
    "茅台市盈率",
    "茅台滚动市盈率",
    "茅台市盈率TTM",
    "茅台最新动态",
    "比亚迪PE和PB",
    "trailing P/E of BYD",
    "茅台市盈率变动",
  ])
    assert.deepEqual(otherPeNotes(text), [], text);
});

test("beside one company and beside several", async () => {
  for (const text of ["茅台静态市盈率", "茅台和五粮液动态市盈率谁低"]) {
    const { text: told, numbers } = await line.ask(text);
    assert.ok(numbers.some(({ metric }) => metric === "pe_ttm"));
    assert.match(told, /没有所问的静态、动态或预测市盈率/, text);
  }
});

test("a lot that is less than the smallest order is told by that order, with the rule", async () => {
  const cost = async (text: string) => {
    const { numbers, text: told } = await line.ask(text);
    const found = numbers.find(({ metric }) => metric === "calc_cost");
    return { shares: (found?.value ?? 0) / (line.truth.spot(found?.code ?? "", now) ?? 1), told };
  };
  for (const text of ["买一手中芯国际要多少钱", "一手中芯国际多少钱", "how much is one lot of SMIC"]) {
    const { shares, told } = await cost(text);
    assert.equal(Math.round(shares), 200, text);
    assert.match(told, /200/, text);
  }
  for (const [text, expected] of [
    ["买两手中芯国际要多少钱", 200],
    ["买三手中芯国际要多少钱", 300],
    ["买一手茅台要多少钱", 100],
    [`买1000股${smic.slice(0, 6)}要多少钱`, 1000],
  ] as const) {
    const { shares, told } = await cost(text);
    assert.equal(Math.round(shares), expected, text);
    assert.doesNotMatch(told, /最低申报数量/, text);
  }
});

test("a gain without what was paid is asked back, never told by what the shares cost or are worth", async () => {
  for (const [text, code] of [
    ["茅台如果涨停我200股赚多少", "GAIN_AT_LIMIT"],
    ["茅台跌停我200股亏多少", "GAIN_AT_LIMIT"],
    ["200股茅台赚多少", "COST_NEEDED"],
    ["我有200股茅台亏了多少", "COST_NEEDED"],
  ] as const) {
    const { error, numbers } = await line.ask(text);
    assert.deepEqual([error, numbers], [code, []], text);
  }
  for (const [text, metric] of [
    ["200股茅台值多少钱", "calc_value"],
    ["200股茅台多少钱", "calc_cost"],
    ["我有200股茅台今天赚了多少", "calc_day_profit"],
    ["1200买的200股茅台赚了多少", "calc_profit"],
  ] as const)
    assert.equal((await line.ask(text)).numbers[0]?.metric, metric, text);
});
