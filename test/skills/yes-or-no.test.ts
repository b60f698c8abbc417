import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { companies } from "../emulators/market-securities.ts";
import { inGroups, openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const figureOf = ({ numbers }: Told, metric: string, code?: string): number => {
  const found = numbers.find((each) => each.metric === metric && (code === undefined || each.code === code));
  assert.ok(found !== undefined, metric);
  return found.value;
};

/** The lead of the line that a company's or an index's values begin on. */
const leadOf = ({ text }: Told, code: string): string => {
  const row = text.split("\n").find((each) => each.includes(`(${code})`)) ?? "";
  return /^([^:]{1,8}):/.exec(row)?.[1] ?? "";
};

test("a measure asked against a number is answered with yes or no first, of each company", async () => {
  const asked = [
    ["pe_ttm", "市盈率低于20吗", "P/E below 20", (value: number) => value < 20],
    ["pb", "PB高于3吗", "P/B above 3", (value: number) => value > 3],
    ["dv_ttm", "股息率超过3%吗", "dividend yield above 3%", (value: number) => value > 3],
  ] as const;
  const seen = new Set<string>();
  for (const group of inGroups(
    companies.slice(0, 24).map(({ code }) => code),
    4,
  ))
    for (const [metric, zh, , holds] of asked) {
      const told = await line.ask(`${group.join("、")} ${zh}`);
      // A loss has no P/E and decides nothing.
      for (const code of group.filter((each) =>
        told.numbers.some((claim) => claim.metric === metric && claim.code === each),
      )) {
        const lead = leadOf(told, code);
        seen.add(lead);
        assert.equal(lead, holds(figureOf(told, metric, code)) ? "是" : "不是", told.text);
      }
    }
  assert.deepEqual([...seen].toSorted(), ["不是", "是"]);
  for (const [metric, , en, holds] of asked) {
    const told = await line.ask(`is Moutai's ${en}`);
    assert.ok(told.text.startsWith(holds(figureOf(told, metric)) ? "Yes: " : "No: "), told.text);
  }
});

test("what was traded is no price, and a move no level", async () => {
  const amount = await line.ask("茅台成交额超过50亿吗");
  assert.match(amount.text, /^(?:是|不是):贵州茅台\(600519\.SH\) 成交额/);
  assert.ok(!amount.numbers.some(({ metric }) => metric === "from_level"), amount.text);
  const far = await line.ask("大盘成交额超过一万亿了吗");
  assert.match(far.text, /^没有:上证指数\(000001\.SH\) 成交额/);
  for (const [text, sign] of [
    ["比亚迪今天涨超1%了吗", 1],
    ["比亚迪今天跌超1%了吗", -1],
  ] as const) {
    const told = await line.ask(text);
    assert.ok(
      told.text.startsWith(sign * figureOf(told, "pct_chg") > 1 ? "是:" : "没有:"),
      `${text} ${told.text}`,
    );
  }
  const both = await line.ask("茅台跌破1300了吗,市盈率多少");
  assert.match(both.text, /^(?:是|没有|现在没有):贵州茅台\(600519\.SH\) 当前价/);
  assert.doesNotMatch(both.text, /(?:是|没有|不是):[^\n]*市盈率/);
});

test("a figure of a report is asked against a number", async () => {
  const fell = await line.ask("茅台2025年净利润下降超过30%吗");
  assert.equal(fell.text.startsWith("是:"), figureOf(fell, "net_profit_yoy") < -30, fell.text);
  const margin = await line.ask("is Moutai's gross margin above 90%");
  assert.equal(margin.text.startsWith("Yes: "), figureOf(margin, "gross_margin") > 90, margin.text);
});

test("whether the market rose is said of each index, and of all where it is true of all", async () => {
  for (const text of [
    "大盘涨了吗",
    "did the market rise today",
    "昨天大盘跌了吗",
    "深证成指和创业板指今天跌了吗",
  ]) {
    const told = await line.ask(text);
    const moves = told.numbers.filter(({ metric }) => metric === "pct_chg");
    assert.ok(moves.length > 1, told.text);
    const isAll = moves.every(({ value }) => value > 0) || moves.every(({ value }) => value < 0);
    assert.equal(/^(?:是|没有),都|^(?:Yes|No), all/.test(told.text), isAll, told.text);
    for (const { code, value } of isAll ? [] : moves)
      assert.match(leadOf(told, code ?? ""), value > 0 ? /^(?:涨了|Up)$/ : /^(?:跌了|Down)$/, told.text);
  }
  assert.doesNotMatch((await line.ask("大盘涨了吗")).text, /没有可靠来源/);
  const one = await line.ask("沪深300涨了吗");
  assert.ok(one.text.startsWith(figureOf(one, "pct_chg") > 0 ? "是:" : "没有:"), one.text);
  const several = await line.ask("茅台、五粮液、比亚迪今天涨了吗");
  assert.match(several.text, /^(?:没有,都跌了|是,都涨了):\n|^(?:涨了|跌了|没有涨跌):/);
});

test("before the open an older close says nothing of today", async () => {
  const early = await openTruthLine("2026-05-07T09:00:00+08:00");
  try {
    for (const text of ["大盘涨了吗", "茅台涨了吗", "茅台成交额超过50亿了吗"])
      assert.doesNotMatch((await early.ask(text)).text, /^(?:是|没有|涨了|跌了)/);
    assert.match((await early.ask("昨天茅台涨了吗")).text, /^(?:是|没有):/);
  } finally {
    await early.close();
  }
});

test("a level alone is that of the figure asked before, in the message or in the turn before it", async () => {
  for (const [texts, metric, level] of [
    [["茅台PE多少,低于20吗"], "pe_ttm", -20],
    [["茅台市盈率", "低于20吗"], "pe_ttm", -20],
    [["茅臺市盈率低於20嗎"], "pe_ttm", -20],
    [["招行股息率", "超过3%吗"], "dv_ttm", 3],
    [["茅台ROE", "超过10%吗"], "roe", 10],
  ] as const) {
    const told = await line.converse(texts);
    const value = figureOf(told, metric);
    assert.ok(!told.numbers.some((each) => each.metric === "current_price"), told.text);
    const isSo = level < 0 ? value < -level : value > level;
    assert.ok(told.text.startsWith(isSo ? "是:" : "不是:"), told.text);
  }
  assert.match(
    (await line.converse(["茅台现在多少钱", "低于1300吗"])).text,
    /^(?:是|没有|现在没有):贵州茅台/,
  );
});

test("which way a stretch of days went, and 快到, 不到 and 有 before a price, have their yes or no", async () => {
  for (const text of ["茅台最近5天涨了吗", "茅台最近三天涨了吗", "did Moutai rise over the last 5 days"]) {
    const told = await line.ask(text);
    const move = told.numbers.find(({ metric }) => /^move_/.test(metric))?.value ?? 0;
    assert.ok(
      told.text.startsWith(move > 0 ? (text.startsWith("did") ? "Yes:" : "是:") : "没有:"),
      told.text,
    );
  }
  for (const text of ["茅台是不是快到1300了", "茅台有1300吗", "茅台不到1300吗"])
    assert.match(
      (await line.ask(text)).text,
      /^(?:是|没有|盘中到过|现在没有):贵州茅台\(600519\.SH\) 当前价/,
      text,
    );
});

test("a price beside that of an earlier day has its yes or no; over more than a day by the closes that say it", async () => {
  for (const { code } of companies.slice(0, 8))
    for (const [text, sign] of [
      [`${code}股价比昨天高吗`, 1],
      [`${code}比昨天便宜了吗`, -1],
      [`${code}比上周涨了吗`, 1],
      [`is ${code} lower than a week ago`, -1],
    ] as const) {
      const told = await line.ask(text);
      const move = told.numbers.find(({ metric }) => /^(?:pct_chg|move_)/.test(metric));
      if (move === undefined || move.value === 0) continue;
      const isSo = sign * move.value > 0;
      const lead = text.startsWith("is") ? (isSo ? "yes" : "no") : isSo ? "是" : "没有";
      const isStretch = move.metric !== "pct_chg";
      const before = isStretch ? (text.startsWith("is") ? "By the closes shown, " : "按所示收盘,") : "";
      assert.ok(told.text.startsWith(`${before}${lead}:`), `${text} ${told.text}`);
    }
});

test("how far it moved, on a day and over a stretch, is asked against per cents", async () => {
  const seen = new Set<string>();
  for (const { code } of companies.slice(0, 10))
    for (const [text, sign, level] of [
      [`${code}昨天跌了3%吗`, -1, 3],
      [`${code}昨天涨了0.1%吗`, 1, 0.1],
      [`${code}这周涨超1%了吗`, 1, 1],
      [`did ${code} fall 2% yesterday`, -1, 2],
      [`is ${code} up more than 1% this week`, 1, 1],
    ] as const) {
      const told = await line.ask(text);
      const move = told.numbers.find(({ metric }) => /^(?:pct_chg|move_)/.test(metric))?.value ?? 0;
      const lead = /^(是|没有|Yes|No):/.exec(told.text)?.[1] ?? "";
      seen.add(lead);
      if (sign * move < level - 0.5) assert.match(lead, /没有|No/, `${text} ${told.text}`);
      // More than was asked of 跌了3%吗 is neither yes nor no.
      if (sign * move > level + 0.5) assert.match(lead, /超|more/.test(text) ? /是|Yes/ : /^$/, told.text);
    }
  assert.ok(seen.has("没有") && seen.has("No"), [...seen].join());
});

test("a figure said to be above a number (比1800高吗) is that figure's", async () => {
  for (const [text, metric, level, sign] of [
    ["茅台市盈率比20高吗", "pe_ttm", 20, 1],
    ["茅台股息率比3%高吗", "dv_ttm", 3, 1],
    ["茅台现在比1800低吗", "current_price", 1800, -1],
    ["上证指数比4000点高吗", "index_current", 4000, 1],
  ] as const) {
    const told = await line.ask(text);
    const isSo = sign * (figureOf(told, metric) - level) > 0;
    assert.match(told.text, isSo ? /^是:/ : /^(?:不是|没有|现在没有):/, told.text);
  }
});
