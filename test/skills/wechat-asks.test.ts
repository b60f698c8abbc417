import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const valuesOf = ({ numbers }: Told, metric: string): readonly number[] =>
  numbers.filter((each) => each.metric === metric).map(({ value }) => value);

test("another level behind a level asks for the same side of it, however many came between", async () => {
  for (const texts of [
    ["茅台还在1以上吗", "那99999呢"],
    ["茅台还在1以上吗", "那2呢", "99999呢"],
    ["is Moutai still above 1", "what about 99999"],
  ]) {
    const { text } = await line.converse(texts);
    assert.match(text, /^(?:没有:|No: ).*(?:低于你问的 99999 元|below the 99999 yuan)/, texts.join());
  }
  const index = await line.converse(["上证还在1点以上吗", "那99999呢"]);
  assert.match(index.text, /^没有:上证指数/);
  const other = await line.converse(["茅台现在多少钱", "99999呢"]);
  assert.doesNotMatch(other.text, /^(?:是|没有):/);
});

test("how many times one company's figure is another's is told of statements too, never of a loss", async () => {
  for (const [text, metric] of [
    ["茅台净利润是五粮液的几倍", "net_profit_parent"],
    ["茅台营收是五粮液的几倍", "revenue"],
  ] as const) {
    const told = await line.ask(text);
    const [first = 0, second = 0] = valuesOf(told, metric);
    const [ratio] = valuesOf(told, "statement_multiple");
    if (first > 0 && second > 0) assert.ok(Math.abs((ratio ?? 0) - first / second) < 1e-6, told.text);
    else assert.equal(ratio, undefined, told.text);
  }
});

test("how many times the value of one another is measures the one named last", async () => {
  const plain = await line.ask("how many times is Moutai's market cap that of Wuliangye");
  const [ratio] = valuesOf(plain, "valuation_multiple");
  for (const text of [
    "how many times the market cap of Wuliangye is Moutai",
    "how many times larger than Wuliangye is Moutai",
    "how many times bigger is Moutai than Wuliangye",
  ]) {
    const told = await line.ask(text);
    assert.deepEqual(valuesOf(told, "valuation_multiple"), [ratio], text);
    assert.ok(told.text.indexOf("600519") < told.text.indexOf("000858"), told.text);
  }
});

test("whether lines have crossed is said first, by the newest crossing", async () => {
  for (const text of ["茅台MACD金叉了吗", "茅台MACD死叉了没", "has Moutai's MACD had a golden cross"]) {
    const told = await line.ask(text);
    const cross = told.quotes.find(({ metric }) => metric.startsWith("macd_"))?.metric;
    if (cross === undefined) continue;
    const isSo = cross.includes("golden") === !text.includes("死叉");
    assert.match(told.text, isSo ? /^(?:是:|Yes: )/ : /^(?:没有:|No: )/, text);
  }
  for (const text of ["茅台MACD什么时候金叉", "茅台今天MACD金叉了吗", "茅台MACD"])
    assert.doesNotMatch((await line.ask(text)).text, /^(?:是|没有):/, text);
});

test("another word behind an explanation is explained alone, another board's rule in the place of the first", async () => {
  const { text } = await line.converse(["什么是市净率", "那市销率呢"]);
  assert.match(text, /市销率/);
  assert.doesNotMatch(text, /市净率/);
  assert.match((await line.converse(["北交所涨跌幅限制", "创业板呢"])).text, /创业板.*20%/);
  const figure = await line.converse(["宁德时代研报", "什么是市净率", "茅台的呢"]);
  assert.match(figure.text, /贵州茅台\(600519\.SH\) .*市净率/);
});

test("what no source tells is said: breadth of the market, what a company does, a share of another market", async () => {
  assert.match((await line.ask("今天红的多还是绿的多")).text, /没有涨跌家数/);
  assert.match((await line.ask("茅台是干嘛的")).text, /公司做什么业务没有数据来源/);
  assert.doesNotMatch((await line.ask("分析一下茅台")).text, /公司做什么业务/);
  for (const text of ["騰訊股價", "腾讯现在多少钱"])
    assert.match((await line.ask(text)).text, /「腾讯控股」不在范围内/, text);
});

test("by how much one is cheaper is told by what they were compared by", async () => {
  const told = await line.converse(["平安银行和招行谁便宜", "便宜多少"]);
  assert.ok(
    told.numbers.some(({ metric }) => metric === "gap_pe_ttm"),
    told.text,
  );
});
