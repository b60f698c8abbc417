import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const [now, maotai] = ["2026-05-07T10:32:05+08:00", "600519.SH"];
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

const conversation = (...texts: readonly string[]): Promise<Told> => line.converse(texts);

const metricsOf = ({ numbers }: Told): readonly string[] => numbers.map(({ metric }) => metric);

test("a question that lacks its company is answered by the name alone, with its day, its lines and its numbers", async () => {
  assert.deepEqual(metricsOf(await conversation("5日均线", "茅台")), ["ma5"]);
  assert.deepEqual(metricsOf(await conversation("净利润", "谢谢", "茅台")), [
    "net_profit_parent",
    "net_profit_yoy",
  ]);
  const close = await conversation("昨天收盘价", "茅台");
  assert.ok(
    close.numbers.some(
      ({ metric, value }) => metric === "close" && value === line.truth.close(maotai, "2026-05-06"),
    ),
  );
  const cost = await conversation("300股多少钱", "茅台");
  assert.equal(
    cost.numbers.find(({ metric }) => metric === "calc_cost")?.value,
    300 * (line.truth.spot(maotai, now) ?? 0),
  );
  assert.ok(
    metricsOf(await conversation("这个月涨了多少", "茅台")).some((metric) => metric.startsWith("move_")),
  );
});

test("a name that was ambiguous is answered with what was asked for too", async () => {
  assert.deepEqual(metricsOf(await conversation("平安5日均线", "平安银行")), ["ma5"]);
});

test("a longer name than a company's is asked about before and after that company, and has no number", async () => {
  for (const texts of [["太平洋财险股价"], ["Vanke Property price"], ["万科股价", "万科物业呢"]]) {
    const { numbers, text } = await conversation(...texts);
    assert.deepEqual(numbers, [], text);
    assert.match(text, /可能是|may be/);
  }
  const bank = await conversation("Industrial and Commercial Bank of China stock price");
  assert.equal(bank.numbers[0]?.code, "601398.SH", bank.text);
});

test("behind an answer a bare company is asked the same, and a question of its own is its own", async () => {
  for (const [first, metric] of [
    ["茅台市净率", "pb"],
    ["茅台主力资金", "main_net"],
    ["茅台毛利率", "gross_margin"],
  ] as const) {
    const told = await conversation(first, "五粮液");
    assert.deepEqual([told.numbers[0]?.metric, told.numbers[0]?.code], [metric, "000858.SZ"], told.text);
  }
  const dated = await conversation("茅台昨天收盘", "五粮液");
  assert.deepEqual([dated.numbers[0]?.metric, dated.numbers[0]?.as_of.slice(0, 10)], ["close", "2026-05-06"]);
  assert.ok(metricsOf(await conversation("100股茅台多少钱", "五粮液")).includes("current_price"));
  assert.ok(
    metricsOf(await conversation("净利润", "茅台市盈率")).every((metric) => metric !== "net_profit_parent"),
  );
});

test("the day before and the next day stand beside the day that was told", async () => {
  const dayOf = (told: Told) => told.numbers.find(({ metric }) => metric === "close")?.as_of.slice(0, 10);
  const yesterday = "茅台昨天收盘";
  assert.equal(dayOf(await conversation(yesterday, "前一天呢")), "2026-04-30");
  assert.equal(dayOf(await conversation(yesterday, "前一天呢", "再前一天呢")), "2026-04-29");
  assert.equal(dayOf(await conversation(yesterday, "前一个交易日呢")), "2026-04-30");
  assert.equal(dayOf(await conversation("茅台收盘多少", "前一天呢")), "2026-04-30");
  assert.equal(dayOf(await conversation("茅台4月28日收盘", "第二天呢")), "2026-04-29");
  assert.equal(dayOf(await conversation("茅台现在多少钱", "前一天呢")), "2026-05-06");
  assert.equal(dayOf(await conversation("Moutai close yesterday", "and the day before?")), "2026-04-30");
  assert.equal(dayOf(await conversation("茅台现在多少钱", "上个交易日呢")), "2026-05-06");
  // 前天 is counted from today, whatever was told before.
  assert.equal(dayOf(await conversation("茅台4月28日收盘", "前天五粮液收盘")), "2026-04-30");
});

test("a day that nobody could read is not asked for again of the next company", async () => {
  const told = await conversation("Moutai close on 2026-02-30", "五粮液");
  assert.deepEqual(
    [told.numbers[0]?.metric, told.numbers[0]?.code],
    ["current_price", "000858.SZ"],
    told.text,
  );
});
