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

test("what a digest sends is said without the words around it", () => {
  const { at, question } = readDigest("每天早上九点半发一下茅台的价格", {
    names: ["贵州茅台"],
    namesOther: false,
    language: "zh",
  });
  assert.deepEqual([at, question], ["09:30", "茅台的价格"]);
});
