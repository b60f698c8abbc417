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

const ownOf = ({ numbers }: Told): Readonly<Record<string, number>> =>
  Object.fromEntries(
    numbers.flatMap(({ metric, value }) => (metric.startsWith("calc_") ? [[metric, value]] : [])),
  );

const priceOf = (code: string): Decimal => new Decimal(line.truth.spot(code, now) ?? Number.NaN);

/** Each metric within what a division leaves. */
function judge(told: Told, wanted: Readonly<Record<string, Decimal | number>>): void {
  const found = ownOf(told);
  assert.deepEqual(Object.keys(found).toSorted(), Object.keys(wanted).toSorted(), told.text);
  for (const [metric, value] of Object.entries(wanted))
    assert.ok(new Decimal(found[metric] ?? Number.NaN).minus(value).abs().lt(1e-6), `${metric} ${told.text}`);
}

const moutai = "我有500股茅台 成本1700";

const holding = (price: Decimal.Value, cost: number, shares: number) => {
  const [at, paid] = [new Decimal(price), new Decimal(cost)];
  return {
    calc_profit: at.minus(paid).times(shares),
    calc_return: at.div(paid).minus(1).times(100),
    calc_value: at.times(shares),
  };
};

/** From the price of now to a level. */
const wayTo = (level: number, price: Decimal) => ({
  calc_change: new Decimal(level).div(price).minus(1).times(100),
  calc_money_difference: new Decimal(level).minus(price),
});

test("a price that is supposed takes the place of the real one, and the answer says so and shows both", async () => {
  const told = await conversation(moutai, "要是涨到2000呢");
  judge(told, holding(2000, 1700, 500));
  assert.match(told.text, /按所假设的价格计算/);
  assert.ok(told.numbers.some(({ metric, code }) => metric === "current_price" && code === "600519.SH"));
  judge(await conversation("100股茅台多少钱", "要是涨到2000呢"), { calc_value: 200_000 });
  const price = priceOf("600519.SH");
  judge(await conversation(moutai, "再跌10%呢"), holding(price.times("0.9"), 1700, 500));
});

test("another number takes the place of its own kind, also behind a supposed price", async () => {
  const price = priceOf("600519.SH");
  judge(await conversation("100股茅台多少钱", "200股呢"), { calc_cost: price.times(200) });
  judge(await conversation(moutai, "要是涨到2000呢", "300股呢"), holding(price, 1700, 300));
  judge(await conversation(moutai, "300股呢", "成本1600呢"), holding(price, 1600, 300));
  const wuliangye = priceOf("000858.SZ");
  const whole = new Decimal(200_000).div(wuliangye.times(100)).floor();
  judge(await conversation("10万块能买多少手五粮液", "20万呢"), {
    calc_lots: whole,
    calc_shares: whole.times(100),
    calc_cost: wuliangye.times(whole).times(100),
  });
  const grown = new Decimal("1.08").pow(10).times(100_000);
  judge(await conversation("10万块年化5% 5年后多少", "8%呢", "10年呢"), {
    calc_final: grown,
    calc_gain: grown.minus(100_000),
  });
});

test("what the sum before lacked joins it: the shares behind a cost, the cost behind the shares", async () => {
  const price = priceOf("600519.SH");
  judge(await conversation("我成本1900的茅台亏了多少", "300股"), holding(price, 1900, 300));
  judge(await conversation("300股茅台多少钱", "成本1700"), holding(price, 1700, 300));
});

test("another question about the same holding needs no number again", async () => {
  const price = priceOf("600519.SH");
  judge(await conversation(moutai, "亏了还是赚了"), holding(price, 1700, 500));
  const worth = price.times(500);
  judge(await conversation(moutai, "税呢"), {
    calc_stamp_duty: worth.times("0.0005"),
    calc_transfer_fee: worth.times("0.00001"),
  });
  const change = await conversation("1800涨到1900是百分之几", "印花税多少");
  assert.equal(ownOf(change).calc_stamp_duty, undefined, change.text);
  const dear = await conversation("茅台成本99999,亏了多少", "回本要涨多少");
  judge(dear, {
    calc_return: price.div(99_999).minus(1).times(100),
    calc_break_even: new Decimal(99_999).div(price).minus(1).times(100),
  });
  const cheap = await conversation("茅台成本1,赚了多少", "回本了吗");
  assert.equal(ownOf(cheap).calc_break_even, undefined);
  assert.match(cheap.text, /已经回本/);
});

test("more shares are counted at today's price beside the cost of the others", async () => {
  const price = priceOf("600519.SH");
  judge(await conversation(moutai, "再加300股呢"), {
    calc_average_cost: new Decimal(1700).times(500).plus(price.times(300)).div(800),
    calc_cost: price.times(300),
  });
});

test("what was paid for one company is not taken for another's, a number of shares is", async () => {
  judge(await conversation("100股茅台多少钱", "五粮液呢"), { calc_cost: priceOf("000858.SZ").times(100) });
  const other = await conversation(moutai, "五粮液呢");
  assert.deepEqual(ownOf(other), {}, other.text);
});

test("a question of its own is none of the sum before, and after another subject there is none to go on with", async () => {
  const price = priceOf("600519.SH");
  judge(await conversation(moutai, "那再买100股茅台要多少钱"), { calc_cost: price.times(100) });
  // Nothing is held any more: it is the way there from the price.
  judge(await conversation(moutai, "茅台市盈率", "要是涨到2000呢"), wayTo(2000, price));
});

test("a level that is supposed without a holding is the way there, with one the holding at it", async () => {
  const price = priceOf("600519.SH");
  for (const text of ["要是茅台涨到2000呢", "what if Moutai hits 2000"])
    judge(await line.ask(text), wayTo(2000, price));
  judge(await conversation("要是茅台涨到2000呢", "那跌到1500呢"), wayTo(1500, price));
  judge(await conversation(moutai, "要是茅台涨到2000呢"), holding(2000, 1700, 500));
  judge(await line.ask("1500买的茅台300股,涨到2000赚多少"), holding(2000, 1500, 300));
  judge(await line.ask("我五粮液成本130,跌到110亏几个点"), {
    calc_return: new Decimal(110).div(130).minus(1).times(100),
    calc_profit_per_share: -20,
  });
});

test("a gain without a cost asks for the cost", async () => {
  const asked = await conversation("茅台现在多少钱", "赚了多少");
  assert.equal(asked.error, "COST_NEEDED");
  assert.equal((await line.ask("how much did I make")).error, "COST_NEEDED");
  const told = await conversation("茅台现在多少钱", "赚了多少", "成本1700 200股");
  judge(told, holding(priceOf("600519.SH"), 1700, 200));
});

test("a formula goes on step by step, with a price in it too", async () => {
  judge(await conversation("100+200", "再乘3", "除以4呢"), { calc_number: 225 });
  judge(await conversation("(1+2)*3", "再加10", "那一半是多少"), { calc_number: 9.5 });
  const price = priceOf("600519.SH");
  judge(await conversation("茅台现价乘以100", "再乘2"), { calc_money: price.times(200) });
});

test("fees go on with what was traded, its side, another amount and the broker's rate", async () => {
  const bought = await conversation("买100手五粮液佣金多少", "30万呢", "万二的佣金");
  judge(bought, { calc_commission: 60, calc_transfer_fee: 3, calc_fees: 63 });
  const sold = await conversation("买100手五粮液佣金多少", "30万呢", "卖呢");
  judge(sold, { calc_stamp_duty: 150, calc_transfer_fee: 3 });
  const held = priceOf("600519.SH").times(500);
  judge(await conversation(moutai, "手续费呢"), {
    calc_stamp_duty: held.times("0.0005"),
    calc_transfer_fee: held.times("0.00001"),
  });
});

test("behind a dividend a number of shares, and then another company, is what they are paid", async () => {
  const paid = async (...texts: readonly string[]) => {
    const { numbers } = await conversation(...texts);
    const [amount, per10] = ["calc_dividend", "dividend_per_10"].map((wanted) =>
      numbers.find(({ metric }) => metric === wanted),
    );
    assert.equal(amount?.code, per10?.code);
    return [amount?.code, new Decimal(amount?.value ?? Number.NaN).div(per10?.value ?? 1).toNumber()];
  };
  assert.deepEqual(await paid("茅台分红多少", "200股呢"), ["600519.SH", 20]);
  assert.deepEqual(await paid("茅台分红多少", "一手能分多少"), ["600519.SH", 10]);
  assert.deepEqual(await paid("茅台分红多少", "200股呢", "五粮液呢"), ["000858.SZ", 20]);
  const fees = await conversation("茅台分红多少", "200股呢", "手续费呢");
  assert.ok(!("calc_dividend" in ownOf(fees)), fees.text);
});

test("several holdings are each at their own price, in whatever order they are told, and added up where asked", async () => {
  const [a, b] = [priceOf("600519.SH"), priceOf("000858.SZ")];
  for (const text of ["我有100股茅台和200股五粮液一共值多少", "我有五粮液200股,茅台100股,一共值多少"]) {
    const { numbers, text: said } = await line.ask(text);
    const worthOf = (code: string | null) =>
      numbers.find((claim) => claim.metric === "calc_value" && claim.code === code)?.value;
    assert.equal(worthOf("600519.SH"), a.times(100).toNumber(), said);
    assert.equal(worthOf("000858.SZ"), b.times(200).toNumber(), said);
    const total = numbers.find(({ metric }) => metric === "calc_total_value");
    assert.equal(total?.value, a.times(100).plus(b.times(200)).toNumber(), said);
    assert.equal(total?.code, null);
  }
  const gain = await line.ask("我500股茅台成本1700,200股五粮液成本150,总共盈亏多少");
  const total = gain.numbers.find(({ metric }) => metric === "calc_total_profit")?.value;
  assert.equal(total, a.minus(1700).times(500).plus(b.minus(150).times(200)).toNumber(), gain.text);
  const apart = await line.ask("我有100股茅台和200股五粮液,各值多少");
  assert.ok(!apart.numbers.some(({ metric }) => metric === "calc_total_value"), apart.text);
});

test("what is sold or was bought today has gained since it was bought, a holding's day is the day's", async () => {
  const price = priceOf("600519.SH");
  judge(await line.ask("我昨天1790买了200股茅台,今天卖的话赚多少"), holding(price, 1790, 200));
  const day = ownOf(await line.ask("我有200股茅台成本1790,今天赚了多少"));
  assert.deepEqual(Object.keys(day), ["calc_day_profit"]);
});

test("an amount in 块 with its small change is one number", async () => {
  judge(await line.ask("我买了1000股平安银行,成本12块5,亏多少"), holding(priceOf("000001.SZ"), 12.5, 1000));
});

test("the shares of several companies told before are asked about again, each with its own number", async () => {
  const told = await conversation("我有五粮液200股,茅台100股,一共值多少", "今天赚了多少");
  const dayOf = (code: string, shares: number): number => {
    const change = told.numbers.find((claim) => claim.metric === "change" && claim.code === code)?.value;
    return new Decimal(change ?? Number.NaN).times(shares).toNumber();
  };
  const gained = (code: string | null, metric: string) =>
    told.numbers.find((claim) => claim.metric === metric && claim.code === code)?.value;
  assert.equal(gained("000858.SZ", "calc_day_profit"), dayOf("000858.SZ", 200), told.text);
  assert.equal(gained("600519.SH", "calc_day_profit"), dayOf("600519.SH", 100), told.text);
  const total = new Decimal(dayOf("000858.SZ", 200)).plus(dayOf("600519.SH", 100)).toNumber();
  assert.equal(gained(null, "calc_total_day_profit"), total, told.text);
});

test("a move turned round is made from today's price, not from the one it had moved to", async () => {
  const price = priceOf("600519.SH");
  judge(await conversation("茅台涨了5%是多少钱", "跌5%呢"), { calc_price_after: price.times("0.95") });
  judge(await conversation("100万买入涨15%赚多少", "跌10%呢"), { calc_gain: -100_000 });
});

test("the price at which a cost has gained so much is reckoned, where a price will go is not told", async () => {
  const gain = await line.ask("1500买的茅台,涨到多少能赚20%");
  judge(gain, { calc_target: 1800 });
  assert.match(gain.text, /不是预测/);
  assert.ok(gain.numbers.some(({ code, metric }) => code === "600519.SH" && metric === "current_price"));
  judge(await line.ask("茅台成本1700,跌到多少亏10%"), { calc_target: 1530 });
  judge(await line.ask("1500买的,涨到多少能赚20%"), { calc_target: 1800 });
  assert.deepEqual((await line.ask("茅台能涨到多少")).numbers, []);
});

test("shares that somebody of one's own holds are reckoned like one's own, what others hold is not told", async () => {
  const price = priceOf("600036.SH");
  judge(await line.ask("我老婆买了200股招行 33块买的 现在是赚是赔"), holding(price, 33, 200));
  assert.deepEqual((await line.ask("我老婆的持仓")).numbers, []);
});

test("whether an amount is enough is told by what it buys", async () => {
  const found = ownOf(await line.ask("1万块买茅台够吗"));
  assert.deepEqual([found.calc_shares, found.calc_cost], [0, priceOf("600519.SH").times(100).toNumber()]);
});

test("behind a dividend a number of shares asks what they are paid", async () => {
  const [alone, behind] = [
    await line.ask("200股五粮液能分多少红"),
    await conversation("五粮液每股分多少钱", "我有200股呢"),
  ];
  assert.ok((ownOf(alone).calc_dividend ?? 0) > 0, alone.text);
  assert.deepEqual(ownOf(behind), ownOf(alone), behind.text);
});

test("a cost stays with its company, whichever question it stood in", async () => {
  const target = await conversation("茅台成本1700,涨到多少能赚20%", "五粮液呢");
  assert.deepEqual(ownOf(target), {}, target.text);
  const even = await conversation("我有200股茅台成本1790,今天赚了多少", "五粮液呢", "回本了吗");
  assert.deepEqual(ownOf(even), {}, even.text);
  const amount = await conversation("10万块能买多少手五粮液", "回本了吗");
  assert.deepEqual(ownOf(amount), {}, amount.text);
});

test("a company named without a number is the one that the next question is about", async () => {
  const price = priceOf("600519.SH");
  judge(await conversation("100股五粮液多少钱", "茅台呢", "成本1700"), holding(price, 1700, 100));
});

test("a target behind a cost is reckoned from the cost, on the side that is asked for", async () => {
  const target = "茅台成本1700,涨到多少能赚20%";
  judge(await conversation(target, "亏10%呢"), { calc_target: 1530 });
  judge(await conversation(target, "跌到多少亏20%"), { calc_target: 1360 });
  judge(await conversation(moutai, "要涨到多少才能赚10%"), { calc_target: 1870 });
});

test("what is sold is not bought: neither added, nor paid for, nor a dividend", async () => {
  const price = priceOf("600519.SH");
  judge(await conversation(moutai, "再卖100股呢"), holding(price, 1700, 100));
  judge(await line.ask("卖200股茅台能拿多少钱"), { calc_value: price.times(200) });
  const sale = await conversation("100股茅台多少钱", "卖了能拿多少");
  assert.deepEqual(ownOf(sale), {}, sale.text);
  assert.deepEqual(ownOf(await conversation(moutai, "2000卖200股赚多少")), {});
});

test("a number that says how much less, or how far, is not put in the place of the sum's own", async () => {
  for (const text of ["减100股呢", "再减100股呢", "少买100股呢", "跌100块呢", "亏了10万呢"]) {
    const told = await conversation(moutai, text);
    assert.deepEqual(ownOf(told), {}, `${text}: ${told.text}`);
  }
  judge(await conversation("100股茅台多少钱", "至少200股呢"), { calc_cost: priceOf("600519.SH").times(200) });
  const again = await conversation(moutai, "跌10%呢", "再跌10%呢");
  assert.deepEqual(ownOf(again), {}, again.text);
});

test("a bare number is one of shares where shares alone were told, and no number of another scale or unit", async () => {
  const price = priceOf("600519.SH");
  judge(await conversation("100股茅台多少钱", "200呢"), { calc_cost: price.times(200) });
  for (const texts of [
    ["3手茅台多少钱", "5呢"],
    ["10万块能买多少手五粮液", "20呢"],
    ["100股茅台多少钱", "8.5折呢"],
  ])
    assert.deepEqual(ownOf(await conversation(...texts)), {}, texts.join());
});

test("another question about several holdings is not answered with what they are worth", async () => {
  const fees = await conversation("300股比亚迪多少钱", "100股茅台和200股五粮液一共值多少", "手续费呢");
  assert.deepEqual(ownOf(fees), {}, fees.text);
  const worth = await conversation("200股五粮液能分多少红", "值多少");
  assert.deepEqual(ownOf(worth), {}, worth.text);
  const paid = await line.ask("我有100股茅台和200股五粮液能分多少红");
  const codes = paid.numbers.flatMap(({ metric, code }) => (metric === "calc_dividend" ? [code] : []));
  assert.deepEqual(codes, ["600519.SH", "000858.SZ"], paid.text);
});

const onlyOnSales = /印花税只在卖出时收取|Stamp duty is paid on sales only/;

test("the stamp duty behind a purchase is none, behind a sale it is told, and where neither is said, with who bears it", async () => {
  for (const texts of [
    ["买10手平安银行手续费多少", "印花税呢"],
    ["買100股五糧液手續費多少", "那印花稅呢"],
    ["10万能买多少手五粮液", "印花税多少"],
    ["fees on buying 100 shares of Moutai", "and the stamp duty?"],
  ]) {
    const told = await conversation(...texts);
    assert.deepEqual(Object.keys(ownOf(told)), ["calc_transfer_fee"], `${texts.join()} ${told.text}`);
    assert.match(told.text, onlyOnSales);
  }
  for (const texts of [
    ["卖10手平安银行手续费多少", "印花税呢"],
    ["买10手平安银行手续费多少", "卖出呢"],
    [moutai, "印花税呢"],
  ]) {
    const told = await conversation(...texts);
    assert.ok("calc_stamp_duty" in ownOf(told), `${texts.join()} ${told.text}`);
    assert.doesNotMatch(told.text, onlyOnSales);
  }
  const unsaid = await conversation("10手平安银行要多少钱", "手续费呢", "印花税呢");
  assert.ok("calc_stamp_duty" in ownOf(unsaid), unsaid.text);
  assert.match(unsaid.text, onlyOnSales);
});
