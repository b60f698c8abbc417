import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const [now, maotai] = ["2026-05-07T10:32:05+08:00", "600519.SH"];
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

const metricsOf = ({ numbers }: Told): readonly string[] => numbers.map(({ metric }) => metric);

test("another P/E than the trailing one, and the PEG, are said not to be there", async () => {
  for (const texts of [["茅台市盈率", "动态的呢"], ["茅台市盈率", "那静态的呢"], ["茅台动态市盈率"]])
    assert.match((await line.converse(texts)).text, /只有滚动的/, texts.join());
  for (const text of ["茅台 peg", "茅台市盈增长比"])
    assert.match((await line.ask(text)).text, /PEG.*没有数据来源/, text);
  assert.doesNotMatch((await line.ask("茅台市盈率")).text, /只有滚动的|PEG/);
  assert.doesNotMatch((await line.converse(["茅台市盈率", "它有什么动态"])).text, /只有滚动的/);
});

test("whether something has happened is not answered by a price, how the stock does is", async () => {
  for (const text of ["比亚迪拆股了吗", "茅台股东减持了吗", "茅台入通了没有"])
    assert.deepEqual((await line.ask(text)).numbers, [], text);
  for (const text of ["宁德时代凉透了吗", "宁王又跌成狗了", "茅台崩了吗"])
    assert.ok(metricsOf(await line.ask(text)).includes("current_price"), text);
});

test("what stands beside a price and is not told is named", async () => {
  assert.match((await line.ask("茅台属于什么板块")).text, /板块和概念目前没有/);
  assert.match((await line.ask("茅台国家队持股多少")).text, /国家队.*没有数据来源/);
  assert.match((await line.ask("茅台上个月成交额")).text, /没有逐日列出/);
  assert.doesNotMatch((await line.ask("茅台上个月走势")).text, /没有逐日列出/);
  assert.doesNotMatch((await line.ask("茅台主力资金")).text, /国家队/);
});

test("whether a day opened higher is told by its open and the close before", async () => {
  const told = await line.ask("茅台高开了吗");
  const [open, before] = ["open", "prev_close"].map(
    (metric) => told.numbers.find((claim) => claim.metric === metric)?.value ?? Number.NaN,
  );
  assert.match(told.text, (open ?? 0) > (before ?? 0) ? /^是:/ : /^没有:/);
  const lower = await line.ask("茅台今天低开了吗");
  assert.match(lower.text, (open ?? 0) < (before ?? 0) ? /^是:/ : /^没有:/);
  assert.ok(metricsOf(await line.ask("茅台高开还是低开")).includes("open"));
  assert.ok(!metricsOf(await line.ask("茅台开盘价")).includes("prev_close"));
});

test("a new high is one of more than today, and since a feast the price has moved", async () => {
  for (const text of ["茅台今天创年内新高了吗", "茅台创年内新高了吗"])
    assert.match((await line.ask(text)).text, /^(?:是|没有):/, text);
  assert.ok(metricsOf(await line.ask("茅台今天最高多少")).includes("high"));
  for (const text of ["茅台清明以来", "茅台清明节后"])
    assert.ok(
      metricsOf(await line.ask(text)).some((metric) => metric.startsWith("move_")),
      text,
    );
  assert.equal((await line.ask("how much div does Moutai pay")).numbers[0]?.metric, "dividend_per_10");
  assert.equal((await line.ask("茅台分红")).numbers[0]?.code, maotai);
});
