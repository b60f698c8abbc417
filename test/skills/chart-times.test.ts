import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ChartValue } from "#contract";
import chart from "../../skills/chart/index.ts";
import { openSkillHarness, type Script } from "./skill-context.ts";
import { openTruthLine, type TruthLine } from "./truth-line.ts";

const now = "2026-05-07T10:32:05+08:00";
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

const lastBar = "2026-05-06";
/** The emulated market's first day. */
const firstBar = "2026-01-05";

/** First and last day whose closes the answer tells, and whether a picture goes with it. */
async function shown(text: string) {
  const { numbers, text: said } = await line.ask(text);
  const days = numbers.map(({ as_of }) => as_of.slice(0, 10)).toSorted();
  return { first: days[0], last: days.at(-1), said };
}

test("the time that is named is drawn, and its first and last close are told", async () => {
  for (const [text, first, last] of [
    ["茅台2月的K线图", "2026-02-02", "2026-02-27"],
    ["茅臺3月K線圖", "2026-03-02", "2026-03-31"],
    ["茅台K线图 1月到3月", firstBar, "2026-03-31"],
    ["茅台上个月K线图", "2026-04-01", "2026-04-30"],
    ["茅台4月1日到4月20日K线图", "2026-04-01", "2026-04-20"],
    ["上证指数2月走势图", "2026-02-02", "2026-02-27"],
    ["茅台和五粮液2月走势对比图", "2026-02-02", "2026-02-27"],
    ["chart of Moutai in February", "2026-02-02", "2026-02-27"],
  ] as const) {
    const found = await shown(text);
    assert.deepEqual([found.first, found.last], [first, last], `${text}: ${found.said}`);
  }
});

test("a length stays a length", async () => {
  for (const [text, first] of [
    ["茅台近2个月K线", "2026-03-09"],
    ["茅台3个月K线", "2026-02-09"],
    ["茅台最近3个月收盘价走势图", "2026-02-09"],
  ] as const) {
    const found = await shown(text);
    assert.equal(found.first, first, `${text}: ${found.said}`);
  }
});

test("without a time the usual stretch is drawn, and nothing is said of it", async () => {
  for (const text of ["茅台近期走势怎么样", "茅台昨天K线图", "weekly chart of BYD"]) {
    const found = await shown(text);
    assert.deepEqual([found.first, found.last], [lastBar, lastBar], `${text}: ${found.said}`);
    assert.doesNotMatch(found.said, /起止|two closes/);
  }
});

test("where another time is drawn than the one asked for, the answer says so and tells its days", async () => {
  for (const [text, first, why] of [
    ["茅台近五年走势图", firstBar, /超出能取到的范围/],
    ["茅台本周走势图", firstBar, /只有一个交易日/],
    ["茅台下个月走势图", firstBar, /没有看懂/],
    ["茅台2月和3月的K线图", "2026-02-02", /不止一段/],
    ["past 6 months chart of BYD", firstBar, /no bars of the beginning/],
  ] as const) {
    const found = await shown(text);
    assert.equal(found.first, first, `${text}: ${found.said}`);
    assert.match(found.said, why);
  }
  assert.equal((await line.ask("茅台去年K线图")).error, "NO_EARLIER_DATA");
});

/** Bars of the first quarter, and what the picture is asked for. */
const script: Script = (tool, args) => {
  const dates = ["2026-01-30", "2026-02-02", "2026-02-27", "2026-03-02", "2026-04-30", "2026-05-06"];
  if (tool === "resolve_security")
    return {
      value: { query: "", status: "one", kind: "stock", matches: [{ code: "600519.SH", name: "贵州茅台" }] },
    };
  if (tool === "resolve_stretch")
    return { value: { metric: "move_range", from: "2026-01-30", to: "2026-02-27", bars_from: "2026-01-30" } };
  if (tool === "get_daily_bars")
    return { value: { code: "600519.SH", adjust: "qfq", rows: dates.map((date) => ({ date, close: 10 })) } };
  return tool === "plot_chart" ? { value: args as unknown as ChartValue } : undefined;
};

test("the picture ends with the time, and 月K beside a time of its own means months", async () => {
  for (const [text, period] of [
    ["茅台2月K线", "day"],
    ["茅台2月的月K", "month"],
    ["茅臺2月月K線", "month"],
    ["茅台2月周线图", "week"],
    ["monthly chart of Moutai in February", "month"],
  ] as const) {
    const { context, calls } = openSkillHarness(text, script);
    await chart.run({ codes: ["茅台"] }, context);
    const plot = calls.find((call) => call.startsWith("plot_chart")) ?? "";
    const { from, to, period: drawn } = JSON.parse(plot.slice(plot.indexOf("{"))) as ChartValue;
    assert.deepEqual([from, to, drawn], ["2026-01-31", "2026-02-27", period], text);
  }
});
