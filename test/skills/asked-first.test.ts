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

const then = (...texts: readonly string[]): Promise<Told> => line.converse(texts);

const metricsIn = ({ numbers }: Told) => numbers.map(({ metric }) => metric);

test("where only a figure is asked for that no source tells, no other one answers in its place", async () => {
  for (const text of ["茅台现金流咋样", "茅台股东户数多少", "茅台总股本多少", "Moutai cash flow"]) {
    const told = await line.ask(text);
    assert.deepEqual(told.numbers, [], told.text);
    assert.equal(told.error, "PARTS_WITHOUT_DATA", text);
  }
  const both = await line.ask("茅台现金流和净利润");
  assert.ok(metricsIn(both).includes("net_profit_parent"));
  assert.match(both.text, /「现金流」目前查不了/);
  const margin = await line.ask("茅台融资余额多少");
  assert.deepEqual(margin.numbers, []);
  assert.match(margin.text, /融资融券/);
});

test("a limit price is reckoned from the close before and the rule of the board, which are told", async () => {
  for (const [text, code, metric, rate, rule] of [
    ["茅台能涨到多少算涨停", "600519.SH", "limit_up", 1.1, /主板股票的价格涨跌幅限制比例为 10%/],
    ["茅台涨停板多少钱", "600519.SH", "limit_up", 1.1, /主板/],
    ["宁德时代涨停价多少", "300750.SZ", "limit_up", 1.2, /创业板股票的价格涨跌幅限制比例为 20%/],
    ["中芯国际跌停价", "688981.SH", "limit_down", 0.8, /科创板股票的价格涨跌幅限制比例为 20%/],
  ] as const) {
    const told = await line.ask(text);
    const before = new Decimal(line.truth.close(code, "2026-05-06") ?? Number.NaN);
    const [first] = told.numbers;
    assert.equal(first?.metric, metric, told.text);
    assert.equal(first?.code, code);
    assert.equal(first?.value, before.times(rate).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toNumber());
    const close = told.numbers.find((each) => each.metric === "prev_close");
    assert.equal(close?.value, before.toNumber(), told.text);
    assert.match(told.text, rule);
    assert.doesNotMatch(told.text, /没有数据来源/);
  }
  assert.equal(metricsIn(await line.ask("茅台离涨停还差多少"))[0], "limit_up");
  assert.deepEqual((await line.ask("茅台今天能涨停吗")).numbers, []);
});

test("where the rounding of a limit is not registered, what it follows from is told and no price is", async () => {
  const told = await line.ask("艾融软件涨停价是多少");
  assert.deepEqual(metricsIn(told).slice(0, 1), ["prev_close"]);
  assert.match(told.text, /北交所股票的价格涨跌幅限制比例为 30%/);
  assert.match(told.text, /没有算出/);
});

test("behind a limit price the other side and another company are asked for their limits", async () => {
  assert.equal(metricsIn(await then("茅台涨停价多少", "跌停呢"))[0], "limit_down");
  const [first] = (await then("茅台涨停价多少", "五粮液呢")).numbers;
  assert.deepEqual([first?.metric, first?.code], ["limit_up", "000858.SZ"]);
  assert.equal(metricsIn(await then("limit up price of Moutai", "and limit down?"))[0], "limit_down");
  assert.ok(!metricsIn(await then("茅台涨停价多少", "成交量呢")).includes("limit_up"));
});

test("what was traded is set beside that of the day named, not beside the close", async () => {
  const told = await then("茅台今天成交额", "比昨天放量了吗");
  const days = told.numbers.flatMap(({ metric, as_of }) => (metric === "volume" ? as_of.slice(0, 10) : []));
  assert.deepEqual(days, ["2026-05-07", "2026-05-06"], told.text);
  assert.ok(!metricsIn(told).includes("prev_close"));
});

test("how much dearer one share is than another is the difference of the two prices shown", async () => {
  const [a, b] = ["600519.SH", "000858.SZ"].map((code) => new Decimal(line.truth.spot(code, now) ?? 0));
  const gap = async (text: string) =>
    (await line.ask(text)).numbers.find(({ metric }) => metric.startsWith("gap_"))?.value;
  assert.equal(await gap("茅台比五粮液多多少钱"), a?.minus(b ?? 0).toNumber());
  assert.equal(await gap("五粮液比茅台便宜多少钱"), b?.minus(a ?? 0).toNumber());
  assert.equal(await gap("五粮液比茅台便宜多少"), b?.minus(a ?? 0).toNumber());
  assert.equal(await gap("茅台和五粮液谁贵"), undefined);
});

const codesIn = (told: Told, metric: string) =>
  told.numbers.flatMap((each) => (each.metric === metric ? [each.code] : []));

test("one more company joins a comparison, and takes the second's place where a difference was told", async () => {
  const [a, b, c] = ["600519.SH", "000858.SZ", "002594.SZ"];
  const joined = await then("茅台和五粮液今天谁涨得多", "比亚迪呢");
  assert.deepEqual(codesIn(joined, "pct_chg").toSorted(), [b, c, a].toSorted(), joined.text);
  const gap = await then("茅台和五粮液差价", "比亚迪呢");
  const [from, to] = [a, c].map((code) => new Decimal(line.truth.spot(code ?? "", now) ?? 0));
  assert.equal(gap.numbers[0]?.metric, "gap_current_price");
  assert.equal(gap.numbers[0]?.value, from?.minus(to ?? 0).toNumber());
  const peers = await then("茅台的同行", "比亚迪呢");
  assert.ok(!codesIn(peers, "pe_ttm").includes(a ?? ""), peers.text);
});

test("who is highest, and which is up more, is of the figure that was told or said", async () => {
  const margin = await then("茅台毛利率", "五粮液呢", "谁最高");
  assert.deepEqual(codesIn(margin, "gross_margin"), ["600519.SH", "000858.SZ"], margin.text);
  const up = await then("price of Moutai and Wuliangye", "which one's up more");
  assert.equal(metricsIn(up)[0], "pct_chg", up.text);
});

test("how many times as large one company's figure is as another's is the quotient of both, and is asked for", async () => {
  const told = await line.ask("茅台市值是五粮液的几倍");
  const [multiple, first] = told.numbers;
  const [a, b] = told.numbers.flatMap(({ metric, value }) => (metric === "total_mv" ? [value] : []));
  assert.deepEqual(
    [multiple?.metric, multiple?.code, first?.metric],
    ["valuation_multiple", null, "total_mv"],
  );
  assert.ok(Math.abs((multiple?.value ?? 0) - (a ?? 0) / (b ?? 1)) < 1e-9, told.text);
  assert.ok(!metricsIn(await line.ask("茅台和五粮液市盈率多少倍")).includes("valuation_multiple"));
});

test("a stretch of time is the price's, the ratio that is asked for now is today's", async () => {
  const told = await line.ask("那我看看茅台上个月到底跌了多少,还有就是它现在市盈率是不是比较低了");
  const metrics = metricsIn(told);
  assert.ok(metrics.includes("pe_ttm") && metrics.some((metric) => metric.startsWith("move_")), told.text);
  assert.equal(told.error, undefined);
});

test("the market as a whole stays whole on another day, an index that is named is that one", async () => {
  const codes = ({ numbers }: Told) => [...new Set(numbers.map(({ code }) => code))];
  assert.equal(codes(await then("昨天大盘跌了多少", "前天呢")).length, 4);
  assert.deepEqual(codes(await then("昨天大盘跌了多少", "前天呢", "上证呢")), ["000001.SH"]);
});

test("an index behind a stock's move is asked for its own move over the same time", async () => {
  const told = await then("茅台上个月涨幅", "沪深300呢");
  assert.ok(
    told.numbers.some(({ metric, code }) => metric.startsWith("move_") && code === "000300.SH"),
    told.text,
  );
  const both = await then("茅台跑赢沪深300了吗", "上个月呢");
  const moved = both.numbers.flatMap(({ metric, code }) => (metric.startsWith("move_") ? code : []));
  assert.deepEqual(moved, ["600519.SH", "000300.SH"], both.text);
  assert.equal(both.error, undefined);
});

test("behind a fact a company is asked for the figure that the fact is about", async () => {
  assert.ok(metricsIn(await then("什么是市盈率", "茅台的呢")).includes("pe_ttm"));
  assert.ok(metricsIn(await then("ROE是什么意思", "茅台的呢")).includes("roe"));
});

test("a card goes on as a price where a stretch of time is asked of it", async () => {
  const told = await then("茅台怎么样", "上周呢");
  assert.ok(
    metricsIn(told).some((metric) => metric.startsWith("move_")),
    told.text,
  );
});

test("a figure that a source tells only as its total is compared as that, and what is not told is said", async () => {
  const sample = await openTruthLine(now, "sample");
  try {
    const told = await sample.ask("宁德时代和比亚迪营收谁大");
    const rows = told.numbers.filter(({ metric }) => metric === "total_revenue");
    assert.deepEqual(rows.map(({ code }) => code).toSorted(), ["002594.SZ", "300750.SZ"], told.text);
    assert.ok((rows[0]?.value ?? 0) > (rows[1]?.value ?? 0), told.text);
    const lacking = await sample.ask("宁德时代和比亚迪研发费用谁高");
    assert.deepEqual(lacking.numbers, []);
    assert.equal(lacking.error, "NO_DATA");
  } finally {
    await sample.close();
  }
});
