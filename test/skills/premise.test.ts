import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { companies } from "../emulators/market-securities.ts";
import { openTruthLine, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

test("why it fell on a day on which it rose: that stands first, with the number; a true premise stays", async () => {
  let wrong = 0;
  for (const { code } of companies.slice(0, 12))
    for (const [text, taken] of [
      [`${code}为什么今天跌了`, -1],
      [`${code}今天怎么又涨了`, 1],
      [`why is ${code} up today`, 1],
      [`why did ${code} fall today`, -1],
    ] as const) {
      const told = await line.ask(text);
      const change = told.numbers.find(({ metric }) => metric === "pct_chg")?.value;
      if (change === undefined) continue;
      const isWrong = Math.sign(change) !== taken;
      wrong += isWrong ? 1 : 0;
      assert.equal(
        /^(?:没有[涨跌],(?:是[涨跌]的|也没有[涨跌]):|It (?:did not|neither) )/.test(told.text),
        isWrong,
        `${text} ${told.text}`,
      );
      assert.match(told.text, /不代表涨跌的原因|not the cause of a move/);
    }
  assert.ok(wrong > 12, String(wrong));
});

test("why it fell over a named time tells the move of that time, and corrects a wrong one", async () => {
  const leads = new Set<string>();
  for (const { code } of companies.slice(0, 12))
    for (const [text, taken, metric] of [
      [`${code}上周为什么跌`, -1, "move_lw"],
      [`${code}最近5天为什么涨了`, 1, "move_5d"],
      [`why did ${code} fall last week`, -1, "move_lw"],
      [`${code}最近两周为什么跌这么多`, -1, "move_2w"],
      [`${code}最近为什么一直跌`, -1, "move_5d"],
    ] as const) {
      const told = await line.ask(text);
      const move = told.numbers.find((each) => each.metric === metric)?.value;
      assert.ok(move !== undefined, `${text} ${told.text}`);
      assert.ok(!told.numbers.some((each) => each.metric === "current_price"), told.text);
      const lead = /^(?:没有[涨跌],[^:]{1,8}|It (?:did not|neither) [^:]{1,24}):/.exec(told.text)?.[0];
      leads.add(lead ?? "");
      assert.equal(lead !== undefined, Math.sign(move) !== taken, `${text} ${told.text}`);
      assert.match(told.text, /不代表涨跌的原因|not the cause of a move/);
    }
  assert.ok(leads.size > 3, [...leads].join());
  const market = await line.ask("大盘上周为什么跌");
  assert.ok(
    market.numbers.some(({ metric }) => metric === "move_lw"),
    market.text,
  );
  assert.match(market.text, /没有可靠来源/);
});

test("a move that a message only tells is corrected too, one of more than a day is not", async () => {
  const rise = (await line.ask("茅台")).numbers.find(({ metric }) => metric === "pct_chg")?.value ?? 0;
  assert.ok(rise < 0);
  for (const text of [
    "茅台今天涨疯了",
    "茅台今天涨了",
    "茅台今天大涨了吧",
    "我觉得茅台今天大涨了,对吧",
    "听说茅台今天涨停了",
  ])
    assert.match((await line.ask(text)).text, /^没有涨,是跌的:贵州茅台/, text);
  for (const text of ["茅台为什么不涨", "茅台的涨跌幅", "茅台涨停价"])
    assert.doesNotMatch((await line.ask(text)).text, /没有涨/, text);
  assert.match((await line.ask("茅台为什么跌停")).text, /^没有跌停:/);
});

test("why the market moved tells the indices and that no source knows the cause", async () => {
  for (const text of [
    "大盘为什么跌了",
    "沪深300为什么跌",
    "why did the market fall today",
    "为什么今天股市大跌",
  ]) {
    const told = await line.ask(text);
    assert.ok(
      told.numbers.some(({ metric }) => metric === "index_current"),
      told.text,
    );
    assert.match(told.text, /没有可靠来源|No reliable source/);
    const moves = told.numbers.filter(({ metric }) => metric === "pct_chg");
    const isTrue = moves.every(({ value }) => value < 0);
    assert.equal(/^(?:没有跌,|跌了:|涨了:|Up:|Down:)/.test(told.text), !isTrue, told.text);
  }
  assert.equal((await line.ask("大盘有什么新闻")).error, "UNSUPPORTED_INDEX");
});

test("whether and how much it moved is no question of why", async () => {
  for (const text of ["大盘涨了吗", "大盘跌了没有", "大盘涨了多少"])
    assert.doesNotMatch((await line.ask(text)).text, /涨跌的原因/, text);
  assert.match((await line.ask("大盘为什么跌了")).text, /涨跌的原因没有可靠来源/);
});

test("whether it did not rise is answered by the way it went", async () => {
  for (const { code } of companies.slice(0, 8))
    for (const text of [`${code}今天没涨吧`, `${code}没跌吧`]) {
      const told = await line.ask(text);
      const change = told.numbers.find(({ metric }) => metric === "pct_chg")?.value ?? 0;
      if (change !== 0) assert.ok(told.text.startsWith(change > 0 ? "涨了:" : "跌了:"), told.text);
    }
});
