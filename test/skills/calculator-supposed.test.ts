import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const now = "2026-05-07T10:32:05+08:00";
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

const conversation = (...texts: readonly string[]): Promise<Told> => line.converse(texts);

const limitsOf = ({ numbers }: Told): readonly (readonly [string, number])[] =>
  numbers.map(({ metric, value }) => [metric.replace("calc_limit_", ""), value]);

test("a limit follows from the close that is given, at the main boards' rate unless another board is named", async () => {
  const cases: readonly (readonly [
    text: string,
    limits: readonly (readonly [string, number])[],
    fact: string,
  ])[] = [
    ["昨收10块,涨停价是多少", [["up", 11]], "limit-main-boards"],
    ["昨天收盘12.5,跌停价多少", [["down", 11.25]], "limit-main-boards"],
    [
      "10.05的股票涨停价跌停价分别多少",
      [
        ["up", 11.06],
        ["down", 9.05],
      ],
      "limit-main-boards",
    ],
    ["创业板股票昨收20元,涨停价多少", [["up", 24]], "limit-chinext"],
    ["limit-up price of a STAR stock priced at 12.34", [["up", 14.81]], "limit-star"],
    ["昨收10块的北交所股票涨停价多少", [], "limit-beijing"],
  ];
  for (const [text, limits, fact] of cases) {
    const told = await line.ask(text);
    assert.deepEqual(limitsOf(told), limits, told.text);
    assert.ok(told.text.includes(fact), told.text);
  }
  assert.match((await line.ask("昨收10块,涨停价是多少")).text, /按沪深主板/);
});

test("another board or another close takes the place of the one before", async () => {
  const question = "昨收10块,涨停价是多少";
  assert.deepEqual(limitsOf(await conversation(question, "创业板呢")), [["up", 12]]);
  assert.deepEqual(limitsOf(await conversation(question, "创业板呢", "20块呢")), [["up", 24]]);
  assert.deepEqual(limitsOf(await conversation(question, "科创板呢", "主板呢")), [["up", 11]]);
  assert.deepEqual(limitsOf(await conversation(question, "跌停呢")), [["down", 9]]);
});

test("how a limit price is reckoned is told with the limits of the boards, or of the one that is named", async () => {
  const told = await line.ask("涨停价怎么算");
  for (const id of [
    "limit-price-formula",
    "limit-main-boards",
    "limit-chinext",
    "limit-star",
    "limit-beijing",
  ])
    assert.ok(told.text.includes(id), told.text);
  const ofBoard = await conversation("跌停价怎么算", "创业板呢");
  assert.ok(ofBoard.text.includes("limit-chinext") && !ofBoard.text.includes("limit-star"), ofBoard.text);
});

test("fees behind a price that is supposed are of that price", async () => {
  const feesOf = ({ numbers }: Told) =>
    Object.fromEntries(
      numbers.flatMap(({ metric, value }) => (metric.startsWith("calc_") ? [[metric, value]] : [])),
    );
  const held = "我有500股茅台 成本1700";
  const fees = { calc_stamp_duty: 500, calc_transfer_fee: 10 };
  assert.deepEqual(feesOf(await conversation(held, "要是涨到2000呢", "手续费呢")), fees);
  assert.deepEqual(feesOf(await conversation(held, "涨到2000卖掉手续费多少")), fees);
  assert.deepEqual(feesOf(await line.ask("500股茅台涨到2000卖掉手续费多少")), fees);
  assert.deepEqual(feesOf(await conversation(held, "要是涨到2000呢", "手续费呢", "万二的佣金")), {
    calc_commission: 200,
    ...fees,
    calc_fees: 710,
  });
});

const valuesOf = ({ numbers }: Told): Readonly<Record<string, number>> =>
  Object.fromEntries(numbers.map(({ metric, value }) => [metric, value]));

test("卖一半 is reckoned of half of the shares told before, and leaves the whole to what follows", async () => {
  const whole = valuesOf(await conversation("我有500股茅台 成本1200,赚了多少"));
  for (const text of ["卖一半呢", "那卖一半能拿多少"]) {
    const told = await conversation("我有500股茅台 成本1200,赚了多少", text);
    const half = valuesOf(told);
    assert.equal(half.calc_profit, (whole.calc_profit ?? 0) / 2);
    assert.equal(half.calc_value, (whole.calc_value ?? 0) / 2);
    assert.equal(half.calc_return, whole.calc_return);
    assert.match(told.text, /按半数股份/);
  }
  const after = await conversation("我有500股茅台 成本1200,赚了多少", "卖一半呢", "300股呢");
  assert.equal(valuesOf(after).calc_value, ((whole.calc_value ?? 0) / 500) * 300);
  const fees = await conversation("我有500股茅台 成本1200,赚了多少", "卖一半呢", "手续费呢");
  assert.deepEqual(fees.numbers, []);
});

test("a level that is supposed is no cost: without one the gain counts from the price of now", async () => {
  const told = await line.ask("200股茅台涨到1500赚多少");
  const { current_price = Number.NaN, calc_money_difference = 0 } = valuesOf(told);
  assert.ok(Math.abs(calc_money_difference - (1500 - current_price) * 200) < 1e-6, told.text);
  assert.match(told.text, /从当前价到所假设的价格/);
  const costed = await line.ask("200股茅台 成本1200,涨到1500赚多少");
  assert.equal(valuesOf(costed).calc_profit, 60_000);
});

test("a gain at a limit price is not told as the gain of now", async () => {
  const alone = await line.ask("茅台涨停我200股赚多少");
  assert.equal(alone.error, "GAIN_AT_LIMIT");
  const behind = await conversation("我有500股茅台 成本1700", "涨停我200股赚多少");
  assert.deepEqual([behind.error, behind.numbers], ["GAIN_AT_LIMIT", []]);
  assert.ok("calc_profit" in valuesOf(await line.ask("茅台涨停了,我200股成本1200赚了多少")));
});
