import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { openTruthLine, type TruthLine } from "./truth-line.ts";

const now = "2026-05-07T10:32:05+08:00";
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

/** The results by metric, without the price beside them. */
async function results(text: string): Promise<Readonly<Record<string, number>>> {
  const { numbers } = await line.ask(text);
  const own = numbers.filter(({ metric }) => metric.startsWith("calc_"));
  return Object.fromEntries(own.map(({ metric, value }) => [metric, value]));
}

describe("sums of the message's own numbers", () => {
  const expected: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    "15×23": { calc_number: 345 },
    "15x23": { calc_number: 345 },
    "帮我算 (1900-1800)/1800*100": { calc_number: 5.55555555555556 },
    "100乘以25等于多少": { calc_number: 2500 },
    "15% of 1800": { calc_number: 270 },
    "1800的15%是多少": { calc_number: 270 },
    "1800涨到1900是百分之几": { calc_change: 5.55555555555556, calc_difference: 100 },
    从20元涨到26元涨幅是多少: { calc_change: 30, calc_money_difference: 6 },
    "跌20%要涨多少才能回本": { calc_break_even: 25 },
    "100万买入涨15%赚多少": { calc_gain: 150_000 },
    "100万买入跌15%亏多少": { calc_gain: -150_000 },
    "本金10万亏损15%还剩多少": { calc_final: 85_000 },
    "10万年化8%三年复利": { calc_final: 125_971.2, calc_gain: 25_971.2 },
    "10万年化8%三年单利": { calc_final: 124_000, calc_gain: 24_000 },
    "compound 10000 at 5% for 10 years": {
      calc_final: 10_000 * 1.05 ** 10,
      calc_gain: 10_000 * (1.05 ** 10 - 1),
    },
    投资10万3年变成13万年化多少: { calc_annualised: ((13 / 10) ** (1 / 3) - 1) * 100 },
    "90天赚了5%,年化多少": { calc_annualised: (1.05 ** (365 / 90) - 1) * 100 },
    "1000股成本10元,再买500股8元,平均成本多少": { calc_average_cost: 9.33333333333333 },
    "20万卖出手续费万2.5要多少": {
      calc_commission: 50,
      calc_stamp_duty: 100,
      calc_transfer_fee: 2,
      calc_fees: 152,
    },
    "20万买入手续费万2.5要多少": { calc_commission: 50, calc_transfer_fee: 2, calc_fees: 52 },
    卖出10万元股票手续费多少: { calc_stamp_duty: 50, calc_transfer_fee: 1 },
  };
  for (const [text, wanted] of Object.entries(expected))
    test(text, async () => {
      const found = await results(text);
      assert.deepEqual(Object.keys(found).toSorted(), Object.keys(wanted).toSorted());
      for (const [metric, value] of Object.entries(wanted))
        assert.ok(Math.abs((found[metric] ?? Number.NaN) - value) < 1e-6, `${metric} ${found[metric]}`);
    });

  test("a formula is computed exactly, whatever its numbers", async () => {
    const amount = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => cents / 100);
    const sign = fc.constantFrom("+", "-", "*", "/");
    await fc.assert(
      fc.asyncProperty(amount, sign, amount, async (a, operator, b) => {
        const [x, y] = [new Decimal(a), new Decimal(b)];
        const exact = { "+": x.plus(y), "-": x.minus(y), "*": x.times(y), "/": x.div(y) }[operator] ?? x;
        const { calc_number: found } = await results(`计算 ${a} ${operator} ${b}`);
        assert.equal(found, exact.toSignificantDigits(15).toNumber());
      }),
      { numRuns: 25 },
    );
  });

  test("a percentage on top of an amount is taken of the amount, and the answer says so", async () => {
    const { numbers, text } = await line.ask("计算 100+5%");
    assert.deepEqual(numbers, [{ ...numbers[0], metric: "calc_number", value: 105 }], text);
    assert.match(text, /百分数按它前面那个数来算/);
  });

  for (const text of ["计算 100+20+5%", "帮我算一下年化多少", "算一下 5 和 7"])
    test(`no guess: ${text}`, async () => {
      const { numbers, error } = await line.ask(text);
      assert.deepEqual([numbers, error], [[], "SUM_NOT_UNDERSTOOD"]);
    });
});

test("holdings are reckoned at each company's true price", async () => {
  let judged = 0;
  for (const { code } of line.truth.companies.slice(0, 24)) {
    const price = line.truth.spot(code, now);
    const bare = code.slice(0, 6);
    const { numbers, text } = await line.ask(`我成本12.5买了300股${bare},现在盈亏多少`);
    const shown = numbers.find(({ metric }) => /^(?:current_price|close)$/.test(metric))?.value;
    const own = Object.fromEntries(numbers.map(({ metric, value }) => [metric, value]));
    if (shown === undefined) continue;
    if (own.current_price !== undefined) assert.equal(own.current_price, price, text);
    const exact = new Decimal(shown);
    assert.equal(own.calc_profit, exact.minus(12.5).times(300).toNumber(), text);
    assert.equal(own.calc_value, exact.times(300).toNumber(), text);
    assert.ok(Math.abs((own.calc_return ?? 0) - (shown / 12.5 - 1) * 100) < 1e-6, text);
    judged += 1;
  }
  assert.ok(judged >= 20, String(judged));
});

test("what a number of shares costs, and how many an amount buys", async () => {
  const price = line.truth.spot("600519.SH", now) ?? 0;
  const cost = await results("100股茅台要多少钱");
  assert.equal(cost.calc_cost, new Decimal(price).times(100).toNumber());
  const lot = await results("五粮液一手多少钱");
  assert.equal(lot.calc_cost, new Decimal(line.truth.spot("000858.SZ", now) ?? 0).times(100).toNumber());
  const shares = await results("100万能买多少股茅台");
  const whole = Math.floor(1_000_000 / price / 100) * 100;
  assert.deepEqual(shares, { calc_shares: whole, calc_cost: new Decimal(price).times(whole).toNumber() });
});

/** Shares that an order of the amount may be for, and their cost; that of the smallest order where it buys none. */
function orderOf(amount: number, price: number, fewest: number, step: number) {
  const most = Math.floor(amount / price / step) * step;
  const shares = most < fewest ? 0 : most;
  return {
    calc_shares: shares,
    calc_cost: new Decimal(price).times(shares === 0 ? fewest : shares).toNumber(),
  };
}

test("an amount buys whole orders: lots on the main boards, single shares above the least on the others", async () => {
  const boards: readonly (readonly [code: string, fewest: number, step: number])[] = [
    ["600519.SH", 100, 100],
    ["300750.SZ", 100, 100],
    ["688981.SH", 200, 1],
    ["920799.BJ", 100, 1],
  ];
  for (const [code, fewest, step] of boards) {
    const price = line.truth.spot(code, now) ?? Number.NaN;
    for (const orders of [0.99, 1.5, 7.77]) {
      const amount = Math.ceil(price * fewest * orders);
      const wanted = orderOf(amount, price, fewest, step);
      for (const text of [
        `${amount}元能买多少股${code}`,
        `how many shares of ${code} can I buy with ${amount}`,
      ]) {
        const found = await results(text);
        assert.equal(found.calc_shares, wanted.calc_shares, text);
        assert.ok(Math.abs((found.calc_cost ?? Number.NaN) - wanted.calc_cost) < 1e-6, text);
      }
    }
  }
});

test("asked in lots it is told in lots, and a number of the question is no company", async () => {
  const price = line.truth.spot("600519.SH", now) ?? 0;
  const found = await results("100万能买几手茅台");
  const lots = Math.floor(1_000_000 / price / 100);
  assert.deepEqual([found.calc_lots, found.calc_shares], [lots, lots * 100]);
  const { text } = await line.ask("how many shares of SMIC can I buy with 100000");
  assert.doesNotMatch(text, /No A-share|“100000”/);
  assert.match(text, /at least 200 shares/);
});

test("the price after a move that the message names is told, and what may happen is not", async () => {
  const price = new Decimal(line.truth.spot("000858.SZ", now) ?? 0);
  assert.equal((await results("五粮液跌10%是多少钱")).calc_price_after, price.times("0.9").toNumber());
  assert.equal(
    (await results("how much is Wuliangye after a 5% rise")).calc_price_after,
    price.times("1.05").toNumber(),
  );
  assert.deepEqual((await line.ask("五粮液会跌10%吗")).numbers, []);
});

test("amounts are written short, and only those of CNY are reckoned with", async () => {
  assert.deepEqual(await results("10w能买多少股平安银行"), await results("100000元能买多少股平安银行"));
  assert.deepEqual(
    await results("if I put 80k at 5% a year for 6 years what do I end up with"),
    await results("80000 at 5% per year for 6 years"),
  );
  for (const text of ["1000美元能买多少股茅台", "how many Moutai shares can I buy with 1000 dollars"]) {
    const told = await line.ask(text);
    assert.deepEqual(told.numbers, [], text);
    assert.match(told.text, /没有汇率的数据来源|no source for exchange rates/, text);
  }
});

test("large results keep their digits", async () => {
  const { text } = await line.ask("计算 1801.23 * 300");
  assert.match(text, /540369/);
});

test("shares that can be bought come with the board's rule, and it is said where the amount buys none", async () => {
  const main = await line.ask("50万能买多少股茅台");
  assert.match(main.text, /100 股或其整数倍/);
  const fewer = await line.ask("100元能买多少股茅台");
  assert.match(fewer.text, /100 股或其整数倍/);
  assert.match(fewer.text, /这笔钱不够买最低的申报数量/);
  assert.match((await line.ask("100元能买多少股中芯国际")).text, /科创板股票单笔申报最低 200 股/);
  const rich = await line.ask("1000万能买多少股中芯国际");
  assert.match(rich.text, /科创板股票单笔申报最低 200 股/);
  assert.doesNotMatch(rich.text, /不够买/);
  assert.match((await line.ask("100元能买多少股茅台和中芯国际")).text, /不够买其中一些公司/);
});

test("what a number of shares is paid: the dividend ahead, else the plan, else the last one, true for every company", async () => {
  const today = now.slice(0, 10);
  const kinds = new Set<string>();
  for (const { code } of line.truth.companies.slice(0, 30)) {
    const paid = line.truth.dividends(code).filter(({ cash }) => cash > 0);
    const exOf = ({ carriedOut: days }: (typeof paid)[number]) =>
      days !== undefined && days.announced <= today ? days.ex : undefined;
    const ahead = paid.find((each) => (exOf(each) ?? "") >= today);
    const plan = paid.findLast((each) => exOf(each) === undefined);
    const last = paid.findLast((each) => (exOf(each) ?? today) < today);
    const expected = ahead ?? plan ?? last;
    const { numbers, text } = await line.ask(`300股${code.slice(0, 6)}能分红多少`);
    const own = Object.fromEntries(numbers.map(({ metric, value }) => [metric, value]));
    if (expected === undefined) {
      assert.equal(own.calc_dividend, undefined, text);
      continue;
    }
    assert.equal(own.calc_dividend, new Decimal(expected.cash).times(300).toNumber(), text);
    assert.equal(own.dividend_per_10, new Decimal(expected.cash).times(10).toNumber(), text);
    assert.equal(own.current_price, undefined, text);
    const kind = expected === ahead ? "已公告实施" : expected === plan ? "还没有实施" : "最近一次已实施";
    assert.ok(text.includes(kind), text);
    kinds.add(kind);
  }
  assert.ok(kinds.size >= 2, [...kinds].join());
  assert.equal((await results("300股茅台股息率多少")).calc_dividend, undefined);
});

test("what a holding lost today is today's move, not the gain since it was bought", async () => {
  for (const question of ["我300股比亚迪成本102,今天亏了多少", "300股比亚迪今天跌了多少钱"]) {
    const { numbers, text } = await line.ask(question);
    const own = Object.fromEntries(numbers.map(({ metric, value }) => [metric, value]));
    assert.equal(own.calc_day_profit, new Decimal(own.change ?? Number.NaN).times(300).toNumber(), text);
    assert.deepEqual([own.calc_profit, own.calc_cost], [undefined, undefined], text);
  }
});

test("fees without any number to reckon with are the rules, each a sentence on its own line", async () => {
  const { text, error } = await line.ask("手续费多少");
  assert.equal(error, undefined);
  assert.match(text, /印花税[^\n]+\(stamp-duty-rate\)。\n/);
  const both = await line.ask("60万能买多少股宁德时代和中芯国际");
  assert.match(both.text, /\(lot-main-boards\)。\n[^\n]+\(lot-star\)。/);
  assert.doesNotMatch(both.text, /。,/);
});

test("what a purchase costs stands beside its fees where both are asked for", async () => {
  const price = new Decimal(line.truth.spot("002594.SZ", now) ?? Number.NaN);
  const own = await results("比亚迪现价买100股要多少钱,手续费万2.5");
  assert.equal(own.calc_cost, price.times(100).toNumber());
  assert.ok((own.calc_commission ?? 0) > 0);
  assert.equal((await results("买100股比亚迪手续费万2.5")).calc_cost, undefined);
});

test("a new average cost is not guessed from the second purchase alone", async () => {
  const { numbers, error } = await line.ask("补仓100股茅台成本降到多少");
  assert.deepEqual([numbers, error], [[], "SUM_NOT_UNDERSTOOD"]);
});
