import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const metricsOf = ({ numbers }: Told): readonly string[] => [...new Set(numbers.map(({ metric }) => metric))];
const valuesOf = ({ numbers }: Told, metric: string): readonly number[] =>
  numbers.filter((each) => each.metric === metric).map(({ value }) => value);

test("a figure that there is none of is named as missing, and no other stands in its place", async () => {
  for (const [text, figure] of [
    ["招行和平安银行谁的不良率低", "不良率"],
    ["茅台和五粮液谁的员工多", "员工"],
    ["茅台和五粮液哪家的RSI高", "RSI"],
    ["茅台和五粮液誰的風險大", "風險"],
    ["which has more employees, Moutai or Wuliangye", "employees"],
  ] as const) {
    const told = await line.ask(text);
    assert.deepEqual(told.numbers, [], told.text);
    assert.ok(told.text.includes(figure), told.text);
    assert.match(told.text, /可以对比的有|can be compared by/, text);
  }
  const behind = await line.converse(["茅台和五粮液谁的成交额大", "茅台和五粮液谁的员工多"]);
  assert.match(behind.text, /「员工」没有可以对比的数据/);
});

test("flows of money, changes, volume and growth are compared by themselves", async () => {
  for (const [text, metric, sign] of [
    ["茅台和五粮液谁的主力净流入多", "main_net", -1],
    ["茅台和五粮液谁的主力净流出多", "main_net", 1],
    ["茅台和五粮液今天哪个涨的多", "pct_chg", -1],
    ["茅台和五粮液今天誰跌的多", "pct_chg", 1],
    ["茅台和五粮液谁的成交量大", "volume", -1],
    ["茅台和五粮液谁的增速快", "net_profit_yoy", -1],
  ] as const) {
    const told = await line.ask(text);
    assert.equal(metricsOf(told)[0], metric, `${text} ${told.text}`);
    const [first = 0, second = 0] = valuesOf(told, metric);
    assert.ok((first - second) * sign <= 0, `${text} ${told.text}`);
    assert.ok(!metricsOf(told).includes("pe_ttm"), told.text);
  }
  const chain = await line.converse(["茅台主力净流入", "五粮液也看看", "哪个流入的多"]);
  assert.deepEqual(metricsOf(chain), ["main_net"], chain.text);
});

test("how many times dearer is a ratio and no difference", async () => {
  for (const texts of [["茅台比五粮液贵多少倍"], ["茅台净利润", "比五粮液贵几倍"]]) {
    const told = await line.converse(texts);
    const [first = 0, second = 0] = valuesOf(told, "pe_ttm");
    const [ratio = 0] = valuesOf(told, "peers_multiple");
    assert.ok(first > 0 && Math.abs(ratio - first / second) < 1e-6, told.text);
    assert.ok(!metricsOf(told).some((metric) => metric.startsWith("gap_")), told.text);
  }
});

test("what leaves the figure open, and what is known, is compared as before", async () => {
  for (const [text, metric] of [
    ["茅台和五粮液谁更便宜", "pe_ttm"],
    ["茅台和五粮液谁估值低", "pe_ttm"],
    ["茅台和五粮液谁的毛利率高", "gross_margin"],
    ["茅台和五粮液谁市值大", "total_mv"],
    ["茅台市盈率比五粮液高多少", "gap_pe_ttm"],
    ["茅台比五粮液贵多少钱", "gap_current_price"],
  ] as const) {
    const told = await line.ask(text);
    assert.equal(metricsOf(told)[0], metric, `${text} ${told.text}`);
  }
});
