import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { companies } from "../emulators/market-securities.ts";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const changeOf = ({ numbers, text }: Told, code: string, metric = /^pct_chg$/): number => {
  const found = numbers.find((each) => metric.test(each.metric) && each.code === code);
  assert.ok(found !== undefined, `${code}: ${text}`);
  return found.value;
};

test("whether a stock beat the market is said first, by its change and that of the Shanghai index", async () => {
  const seen = new Set<string>();
  for (const { code, name } of companies.slice(0, 16)) {
    for (const text of [`${name}跑赢大盘了吗`, `今天${name}跑赢大盘了没`]) {
      const told = await line.ask(text);
      const isSo = changeOf(told, code) > changeOf(told, "000001.SH");
      seen.add(told.text.split(":")[0] ?? "");
      assert.ok(told.text.startsWith(isSo ? "是:" : "没有:"), `${text}: ${told.text}`);
      assert.ok(!told.numbers.some((each) => each.code === "399001.SZ"), told.text);
    }
    const lagged = await line.ask(`${name}跑输大盘了吗`);
    const isBehind = changeOf(lagged, code) < changeOf(lagged, "000001.SH");
    assert.ok(lagged.text.startsWith(isBehind ? "是:" : "没有:"), lagged.text);
  }
  assert.equal(seen.size, 2);
  for (const text of [
    "did Moutai beat the market today?",
    "did Moutai outperform the index",
    "has Moutai underperformed the market today",
  ]) {
    const told = await line.ask(text);
    const isAhead = changeOf(told, "600519.SH") > changeOf(told, "000001.SH");
    assert.ok(
      told.text.startsWith(isAhead !== /under/.test(text) ? "Yes: " : "No: "),
      `${text}: ${told.text}`,
    );
  }
});

test("an index that is named is the one, over the time that is asked about", async () => {
  for (const [text, metric] of [
    ["茅台今天跑赢沪深300了吗", /^pct_chg$/],
    ["茅台比沪深300强吗", /^pct_chg$/],
    ["茅台昨天跑赢沪深300了吗", /^pct_chg$/],
    ["最近5天茅台跑赢沪深300了吗", /^move_/],
    ["did Moutai beat the CSI 300 last week", /^move_/],
  ] as const) {
    const told = await line.ask(text);
    const isAhead = changeOf(told, "600519.SH", metric) > changeOf(told, "000300.SH", metric);
    assert.match(told.text, isAhead ? /^(?:是:|Yes: )/ : /^(?:没有:|不是:|No: )/, text);
    assert.equal(told.numbers.filter((each) => metric.test(each.metric)).length, 2, told.text);
  }
});

test("several are each told beside the index, and a denied or open question has no yes", async () => {
  const both = await line.ask("茅台和五粮液跑赢大盘了吗");
  for (const code of ["600519.SH", "000858.SZ"]) {
    const isAhead = changeOf(both, code) > changeOf(both, "000001.SH");
    assert.match(both.text, new RegExp(`^${isAhead ? "是" : "没有"}:[^\\n]*${code}`, "m"));
  }
  for (const text of ["茅台没跑赢大盘吧", "茅台跑赢大盘多少"])
    assert.doesNotMatch((await line.ask(text)).text, /^(?:是|没有|不是):/);
});
