import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readDigest } from "../../skills/watchlist/digest-words.ts";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const metricsIn = ({ numbers }: Told): readonly string[] => numbers.map(({ metric }) => metric);
const periodsIn = ({ numbers }: Told) => [
  ...new Set(numbers.flatMap(({ metric, period }) => (metric === "net_profit_parent" ? [period ?? ""] : []))),
];

test("how many per cent a price fell is its move, of two numbers it is a sum", async () => {
  assert.ok(
    metricsIn(await line.ask("茅台最近一个月跌了百分之几")).some((metric) => metric.startsWith("move_")),
  );
  assert.ok(metricsIn(await line.ask("1800涨到1900涨了百分之几")).includes("calc_change"));
});

test("on which of two days the close was higher shows both closes", async () => {
  const told = await line.ask("茅台4月30号和5月6号哪天收盘高");
  const days = told.numbers.filter(({ metric }) => metric === "close").map(({ as_of }) => as_of);
  assert.deepEqual(days.toSorted(), ["2026-04-30", "2026-05-06"], told.text);
});

test("on which days of a holiday the market is closed is the calendar's, whatever was spoken of before", async () => {
  const told = await line.converse(["茅台多少钱", "五一期间哪几天不开盘"]);
  assert.deepEqual(
    told.quotes.map(({ value }) => value),
    ["2026-05-01", "2026-05-05"],
    told.text,
  );
});

test("of two indices too it is said whether one rose more, and behind them all stocks are not those two", async () => {
  const told = await line.ask("创业板指比上证指数涨得多吗");
  const [first = 0, second = 0] = told.numbers.flatMap(({ metric, value }) =>
    metric === "pct_chg" ? [value] : [],
  );
  assert.ok(told.text.startsWith(first > second ? "是:" : "不是:") || (first < 0 && second < 0), told.text);
  const limits = await line.converse(["创业板指比上证指数涨得多吗", "今天涨停的有哪些"]);
  assert.deepEqual(limits.numbers, []);
});

test("a company alone behind a place in history asks for its valuation", async () => {
  const told = await line.converse(["茅台在历史上市盈率处于什么位置", "600519.SH"]);
  assert.ok(metricsIn(told).includes("pe_ttm"), told.text);
});

test("whether the close is above an average is said first", async () => {
  const told = await line.ask("茅台5日均线多少 现在在均线上面吗");
  const way = told.numbers.find(({ metric }) => metric === "from_average")?.value ?? 0;
  assert.ok(told.text.startsWith(way > 0 ? "是:" : "没有:"), told.text);
});

test("each part of a message has its own report period, a quarter that both years share is of both", async () => {
  for (const [text, periods] of [
    ["茅台去年赚了多少 今年一季度呢", ["FY2025", "2026Q1"]],
    ["茅台2025年一季度和2024年全年净利润", ["2025Q1", "FY2024"]],
    ["茅台2024和2025年一季度净利润", ["2024Q1", "2025Q1"]],
  ] as const)
    assert.deepEqual(periodsIn(await line.ask(text)).toSorted(), periods.toSorted(), text);
});

test("a purchase at a price and a level behind it are a sum", async () => {
  const told = await line.ask("茅台1801.23买100股涨到1900赚多少");
  assert.equal(told.numbers.find(({ metric }) => metric === "calc_profit")?.value, 9877, told.text);
});

test("a level behind higher than is asked of the figure that is named, and of no peers", async () => {
  const ratio = await line.ask("is Moutai's PE higher than 20");
  const pe = ratio.numbers.find(({ metric }) => metric === "pe_ttm")?.value ?? 0;
  assert.ok(ratio.text.startsWith(pe > 20 ? "Yes: " : "No: "), ratio.text);
  const close = await line.ask("did Moutai close higher than 1300 yesterday");
  assert.match(close.text, /^(?:Yes|No): Kweichow Moutai\(600519\.SH\) close/);
  const beside = await line.ask("is BYD's PE higher than CATL's");
  assert.equal(new Set(beside.numbers.map(({ code }) => code)).size, 2);
});

test("a level that looks like a year is a level behind how far", async () => {
  for (const text of ["茅台离2000还差多少", "how far is Moutai from 2000"])
    assert.ok(metricsIn(await line.ask(text)).includes("calc_money_difference"), text);
});

test("behind the market, an order is declined and a holiday is the calendar's", async () => {
  assert.match((await line.converse(["大盘怎么样", "can you trade for me"])).text, /^I cannot place orders/);
  for (const before of ["大盘怎么样", "茅台多少钱"]) {
    const told = await line.converse([before, "are you open on National Day"]);
    assert.ok(told.quotes.every(({ code }) => code === null) && told.numbers.length <= 1, told.text);
    assert.notEqual(told.error, "UNSUPPORTED_INDEX");
  }
});

test("a longer name with a slip in it leaves nothing unread", async () => {
  for (const text of ["查一下贵州茅苔", "看看宁德时带"])
    assert.ok(metricsIn(await line.ask(text)).includes("current_price"), text);
});

test("red or green says which", async () => {
  const told = await line.ask("茅台今天红的还是绿的");
  const change = told.numbers.find(({ metric }) => metric === "pct_chg")?.value ?? 0;
  assert.ok(told.text.startsWith(change > 0 ? "涨了:" : "跌了:"), told.text);
});

test("the market values of several are added up, ratios are not", async () => {
  const told = await line.converse(["茅台和五粮液多少钱", "两个加起来市值多少"]);
  const values = told.numbers.flatMap(({ metric, value }) => (metric === "total_mv" ? [value] : []));
  const total = told.numbers.find(({ metric }) => metric === "valuation_total")?.value ?? 0;
  assert.equal(values.length, 2, told.text);
  assert.ok(Math.abs(total / values.reduce((a, b) => a + b, 0) - 1) < 1e-9, told.text);
  const ratios = await line.ask("茅台和五粮液市盈率加起来多少");
  assert.ok(!metricsIn(ratios).includes("valuation_total"), ratios.text);
});

test("what a digest sends is said without the words around it", () => {
  const { times, question } = readDigest("每天早上九点半发一下茅台的价格", {
    names: ["贵州茅台"],
    namesOther: false,
    language: "zh",
  });
  assert.deepEqual([times, question], [["09:30"], "茅台的价格"]);
});
