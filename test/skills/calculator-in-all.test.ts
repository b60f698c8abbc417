import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Decimal } from "decimal.js";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const now = "2026-05-07T10:32:05+08:00";
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

const conversation = (...texts: readonly string[]): Promise<Told> => line.converse(texts);
const priceOf = (code: string): Decimal => new Decimal(line.truth.spot(code, now) ?? Number.NaN);

/** The values of one metric, in the answer's order. */
const valuesOf = ({ numbers }: Told, metric: string): readonly number[] =>
  numbers.filter((number) => number.metric === metric).map(({ value }) => value);

/** The only value of each metric, within what a division leaves; undefined: there is none. */
function judge(told: Told, wanted: Readonly<Record<string, Decimal | undefined>>): void {
  for (const [metric, value] of Object.entries(wanted)) {
    const [found, ...others] = valuesOf(told, metric);
    const isRight =
      value === undefined
        ? found === undefined
        : value
            .minus(found ?? Number.NaN)
            .abs()
            .lt(1e-6);
    assert.ok(isRight && others.length === 0, `${metric} ${told.text}`);
  }
}

const byd = "我有100股比亚迪,成本250";

const lots = (price: Decimal, all: readonly (readonly [shares: number, cost: number])[]) => {
  const shares = all.reduce((sum, [count]) => sum + count, 0);
  const paid = all.reduce((sum, [count, cost]) => sum + count * cost, 0);
  const value = price.times(shares);
  return {
    calc_profit: value.minus(paid),
    calc_return: value.minus(paid).div(paid).times(100),
    calc_value: value,
    calc_average_cost: new Decimal(paid).div(shares),
  };
};

test("shares that join those told before are counted with them", async () => {
  const price = priceOf("002594.SZ");
  const both = lots(price, [
    [100, 250],
    [100, 240],
  ]);
  for (const more of ["再加100股成本240", "又买了100股,成本240", "另外还有100股,成本240"])
    judge(await conversation(byd, more), both);
  judge(await conversation("I have 100 shares of BYD at 250", "and another 100 shares at 240"), both);
  judge(await conversation("100股比亚迪成本250,再加100股成本240,赚多少"), both);
  const three = lots(price, [
    [100, 250],
    [100, 240],
    [200, 230],
  ]);
  judge(await conversation(byd, "再加1手成本240", "再买200股,230买的", "赚了还是亏了"), three);
});

test("what goes on with several lots is about all of them, or not told", async () => {
  const two = [byd, "再加100股成本240"];
  judge(await conversation(...two, "要是涨到300呢"), { calc_profit: new Decimal(11_000) });
  judge(await conversation(...two, "再加100股"), {
    calc_average_cost: priceOf("002594.SZ").times(100).plus(49_000).div(300),
  });
  judge(await conversation(...two, "手续费呢"), { calc_stamp_duty: undefined, calc_transfer_fee: undefined });
  const told = await conversation("我有100股比亚迪", "再加100股成本240");
  judge(told, { calc_profit: undefined, calc_value: priceOf("002594.SZ").times(200) });
  assert.match(told.text, /没有说成本/);
});

test("another case, another company and a sale are no shares that join", async () => {
  const price = priceOf("002594.SZ");
  judge(await conversation(byd, "100股成本240呢"), { calc_profit: price.minus(240).times(100) });
  judge(await conversation(byd, "又买了100股茅台,成本1200"), {
    calc_profit: priceOf("600519.SH").minus(1200).times(100),
  });
  assert.equal((await conversation(byd, "再卖50股280")).error, "SUM_NOT_UNDERSTOOD");
  assert.equal((await conversation("100股比亚迪成本250,卖了50股280,赚多少")).error, "SUM_NOT_UNDERSTOOD");
});

const moutai = "我有500股茅台,成本1200";
const wuliangye = "五粮液我有1000股,成本120";
const gainOf = (code: string, shares: number, cost: number) => priceOf(code).minus(cost).times(shares);

test("in all is about every company that the conversation has told of", async () => {
  const gain = gainOf("600519.SH", 500, 1200).plus(gainOf("000858.SZ", 1000, 120));
  for (const total of ["总共赚多少", "總共賺多少", "两个加起来赚多少", "how much have I made in all"]) {
    const told = await conversation(moutai, wuliangye, total);
    judge(told, { calc_total_profit: gain });
    assert.equal(valuesOf(told, "calc_profit").length, 2, told.text);
  }
  judge(await conversation(moutai, wuliangye, "再加100股成本110", "合计盈亏"), {
    calc_total_profit: gain.plus(gainOf("000858.SZ", 100, 110)),
  });
  judge(await conversation(`${moutai},五粮液1000股成本120`, "比亚迪100股成本250", "一共赚多少"), {
    calc_total_profit: gain.plus(gainOf("002594.SZ", 100, 250)),
  });
  judge(await conversation(moutai, "你好", wuliangye, "谢谢", "一共值多少钱"), {
    calc_total_value: priceOf("600519.SH").times(500).plus(priceOf("000858.SZ").times(1000)),
  });
  judge(await conversation(moutai, wuliangye, "茅台我有600股,成本1300", "总共赚多少"), {
    calc_total_profit: gainOf("600519.SH", 600, 1300).plus(gainOf("000858.SZ", 1000, 120)),
  });
});

test("a company that is named, and a question without a total, stay about one", async () => {
  const own = { calc_profit: gainOf("000858.SZ", 1000, 120), calc_total_profit: undefined };
  judge(await conversation(moutai, wuliangye, "五粮液总共赚多少"), own);
  judge(await conversation(moutai, wuliangye, "赚多少"), own);
  judge(await conversation(moutai, "总共赚多少"), { calc_profit: gainOf("600519.SH", 500, 1200) });
});

test("a total of which a part is not known is not told", async () => {
  const lacking = await conversation(moutai, "五粮液我有1000股", "总共赚多少");
  assert.deepEqual([lacking.error, lacking.numbers.length], ["COST_NEEDED", 0]);
  const fees = await conversation(moutai, wuliangye, "手续费一共多少");
  assert.deepEqual([fees.error, fees.numbers.length], ["SUM_NOT_UNDERSTOOD", 0]);
});
