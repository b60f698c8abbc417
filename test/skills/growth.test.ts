import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { companies } from "../emulators/market-securities.ts";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const figures = ({ numbers }: Told, metric: RegExp): readonly number[] =>
  numbers.filter((each) => metric.test(each.metric)).map(({ value }) => value);

const leadOf = ({ text }: Told): string => /^[^:(]{1,40}(?=:)/.exec(text)?.[0] ?? "";

test("whether a figure of the report grew or fell is answered with yes or no first", async () => {
  const seen = new Set<string>();
  for (const { code } of companies.slice(0, 14))
    for (const [text, metric, sign] of [
      [`${code}营收增长了吗`, /revenue_yoy$/, 1],
      [`${code}净利润下滑了吗`, /^net_profit_yoy$/, -1],
      [`${code}一季度净利润同比增长了吗`, /^net_profit_yoy$/, 1],
      [`${code}营收比去年多吗`, /revenue_yoy$/, 1],
      [`did ${code} revenue grow`, /revenue_yoy$/, 1],
      [`did ${code}'s profit fall last year`, /^net_profit_yoy$/, -1],
    ] as const) {
      const told = await line.ask(text);
      const [growth, ...others] = figures(told, metric);
      if (growth === undefined || others.length > 0 || Math.abs(growth) < 0.01) continue;
      const lead = leadOf(told);
      seen.add(lead);
      const isSo = sign * growth > 0;
      assert.equal(lead, text.startsWith("did") ? (isSo ? "Yes" : "No") : isSo ? "是" : "没有", told.text);
      assert.ok(!told.numbers.some((each) => each.metric === "current_price"), told.text);
    }
  assert.deepEqual([...seen].toSorted(), ["No", "Yes", "是", "没有"]);
});

test("whether a company earns more than last year goes by the growth of its profit", async () => {
  const seen = new Set<string>();
  for (const { code } of companies.slice(0, 10))
    for (const [text, sign] of [
      [`${code}今年比去年赚得多吗`, 1],
      [`${code}今年赚得比去年多吗`, 1],
      [`${code}今年赚的比去年少吗`, -1],
      [`is ${code} earning more than last year`, 1],
      [`is ${code} making less money than last year`, -1],
    ] as const) {
      const told = await line.ask(text);
      const [growth, ...others] = figures(told, /^net_profit_yoy$/);
      assert.ok(growth !== undefined && others.length === 0, `${text}: ${told.text}`);
      const isSo = sign * growth > 0;
      seen.add(leadOf(told));
      assert.equal(
        leadOf(told),
        text.startsWith("is") ? (isSo ? "Yes" : "No") : isSo ? "是" : "没有",
        told.text,
      );
    }
  assert.equal(seen.size, 4);
});

test("of two figures both have to be so; of either way the one is told by its name", async () => {
  const seen = new Set<string>();
  for (const { code } of companies.slice(0, 24)) {
    const told = await line.ask(`${code}营收和净利润都增长了吗`);
    const growths = [...figures(told, /revenue_yoy$/), ...figures(told, /^net_profit_yoy$/)];
    if (growths.length !== 2) continue;
    const up = growths.filter((value) => value > 0).length;
    seen.add(leadOf(told));
    assert.equal(leadOf(told), up === 2 ? "是" : up === 1 ? "不都是" : "没有", told.text);
    const way = await line.ask(`${code}营收是增长还是下滑`);
    const [revenue = 0] = figures(way, /revenue_yoy$/);
    assert.equal(leadOf(way), revenue > 0 ? "营收在增长" : "营收在下滑", way.text);
    const yoy = await line.ask(`${code}净利润同比是增是减`);
    const [profit = 0] = figures(yoy, /^net_profit_yoy$/);
    if (profit !== 0) assert.equal(leadOf(yoy), profit > 0 ? "净利润在增长" : "净利润在下滑", yoy.text);
  }
  assert.ok(seen.size > 1, [...seen].join());
});

test("a ratio without growth of its own stands beside the year before", async () => {
  for (const [text, sign] of [
    ["茅台毛利率下降了吗", -1],
    ["茅台毛利率提高了吗", 1],
  ] as const) {
    const told = await line.ask(text);
    const [newest = 0, before = 0] = figures(told, /^gross_margin$/);
    assert.equal(figures(told, /^gross_margin$/).length, 2, told.text);
    assert.equal(leadOf(told), sign * (newest - before) > 0 ? "是" : "没有", told.text);
  }
});

test("whether a company makes a loss goes by the sign of its profit", async () => {
  for (const [text, isLoss] of [
    ["茅台亏钱了吗", true],
    ["万科亏损了吗", true],
    ["比亚迪盈利了吗", false],
    ["is Moutai profitable", false],
  ] as const) {
    const told = await line.ask(text);
    const [profit = 0] = figures(told, /^net_profit_parent$/);
    assert.notEqual(profit, 0, told.text);
    assert.match(leadOf(told), profit < 0 === isLoss ? /^(?:是|Yes)$/ : /^(?:没有|No)$/, told.text);
  }
});

test("dumping says more than an outflow does", async () => {
  assert.equal(leadOf(await line.ask("茅台主力是不是在出货")), "");
});

test("how much it grew and why have no yes or no", async () => {
  for (const text of ["茅台营收增长多少", "茅台净利润为什么下滑", "茅台营收"])
    assert.equal(leadOf(await line.ask(text)), "", text);
});

test("the main force's flow is asked against a number of money, and for its way", async () => {
  const seen = new Set<string>();
  for (const { code } of companies.slice(0, 10))
    for (const [text, holds] of [
      [`${code}主力净流入超过1000万吗`, (net: number) => net > 1e7],
      [`${code}主力净流出超过1000万吗`, (net: number) => net < -1e7],
      [`${code}主力净流入超过1亿了吗`, (net: number) => net > 1e8],
      [`did ${code}'s net inflow exceed 10 million`, (net: number) => net > 1e7],
      [`did ${code}'s net outflow exceed 10 million`, (net: number) => net < -1e7],
      [`主力在流出${code}吗`, (net: number) => net < 0],
      [`${code}资金是流入还是流出`, (net: number) => net > 0],
    ] as const) {
      const told = await line.ask(text);
      const [net = 0] = figures(told, /^main_net$/);
      if (net === 0) continue;
      const isOut = /流出超过|outflow/.test(text);
      const yes = isOut ? /^(?:净流出有这么多|Yes)$/ : /^(?:是|Yes|是净流入)$/;
      const no = isOut && net > 0 ? /^(?:是净流入|It is a net inflow)$/ : /^(?:不是|没有|No|是净流出)$/;
      seen.add(leadOf(told));
      assert.match(leadOf(told), holds(net) ? yes : no, `${text} ${told.text}`);
    }
  assert.ok(seen.has("净流出有这么多") && seen.has("是") && seen.has("不是"), [...seen].join());
});

test("whether a company turned, and whether its loss became smaller, goes by the profits of two years", async () => {
  const seen = new Set<string>();
  for (const { code } of companies.slice(0, 40))
    for (const [text, verdict] of [
      [`${code}扭亏了吗`, (now: number, past: number) => now > 0 && past < 0],
      [`${code}去年扭虧為盈了嗎`, (now: number, past: number) => now > 0 && past < 0],
      [`${code}由盈转亏了吗`, (now: number, past: number) => now < 0 && past > 0],
      [`${code}亏损收窄了吗`, (now: number, past: number) => now < 0 && past < 0 && now > past],
      [`${code}亏损扩大了吗`, (now: number, past: number) => now < 0 && past < 0 && now < past],
      [`did ${code} return to profit`, (now: number, past: number) => now > 0 && past < 0],
    ] as const) {
      const told = await line.ask(text);
      const [now = 0, past = 0] = figures(told, /^net_profit_parent$/);
      if (now === 0 || past === 0) continue;
      seen.add(leadOf(told));
      assert.equal(/^(?:是|Yes)$/.test(leadOf(told)), verdict(now, past), `${text} ${told.text}`);
      assert.notEqual(leadOf(told), "", told.text);
      assert.deepEqual(figures(told, /yoy$/), [], told.text);
    }
  assert.ok(seen.has("是") && seen.has("没有") && seen.has("不是扭亏,两期都是盈利"), [...seen].join());
});

test("a rise of what stays a loss is no growth of profit; when a turn comes has no yes or no", async () => {
  const sample = await openTruthLine("2026-05-07T10:35:00+08:00", "sample");
  try {
    for (const text of ["万科净利润增长了吗", "万科净利润是增是减", "did Vanke's profit grow"]) {
      const told = await sample.ask(text);
      assert.ok(figures(told, /^net_profit_parent$/).every((profit) => profit < 0));
      assert.ok(figures(told, /^net_profit_yoy$/).every((growth) => growth > 0));
      assert.match(leadOf(told), /^(?:没有盈利|There is no profit)$/, told.text);
    }
    assert.equal(leadOf(await sample.ask("招行净利润增长了吗")), "是");
    assert.equal(leadOf(await sample.ask("万科净利润下降了吗")), "没有");
    assert.equal(leadOf(await sample.ask("万科什么时候能扭亏")), "");
  } finally {
    await sample.close();
  }
});
