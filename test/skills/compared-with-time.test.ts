import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { NumericClaim } from "#contract";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const now = "2026-05-07T10:35:00+08:00";
const [yesterday, maotai] = ["2026-05-06", "600519.SH"];
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

const figureOf = ({ numbers }: Told, metric: string): number | undefined =>
  numbers.find((claim) => claim.metric === metric)?.value;

const moves = ({ numbers }: Told): readonly NumericClaim[] =>
  numbers.filter(({ metric }) => metric.startsWith("move_"));

const closeDays = ({ numbers }: Told): readonly string[] =>
  numbers.filter(({ metric }) => metric.endsWith("close")).map(({ as_of }) => as_of.slice(0, 10));

test("compared with yesterday is the move of today, beside yesterday's close", async () => {
  for (const text of [
    "茅台比昨天涨了多少",
    "茅台比昨天贵吗",
    "茅台和昨天比",
    "is Moutai higher than yesterday",
    "Moutai compared with yesterday",
  ]) {
    const told = await line.ask(text);
    const [price, close] = [line.truth.spot(maotai, now) ?? 0, line.truth.close(maotai, yesterday) ?? 0];
    assert.deepEqual([figureOf(told, "current_price"), figureOf(told, "prev_close")], [price, close], text);
    assert.ok(Math.abs((figureOf(told, "change") ?? Number.NaN) - (price - close)) < 0.01, told.text);
    assert.ok(
      told.numbers.every(({ as_of }) => as_of.startsWith("2026-05-07")),
      told.text,
    );
  }
});

test("compared with an earlier day, or a period that is over, is the move since its last close", async () => {
  const since: Readonly<Record<string, string>> = {
    茅台比4月28日涨了多少: "2026-04-28",
    茅台和4月28日比涨了多少: "2026-04-28",
    茅台比上周涨了多少: "2026-04-30",
    "Moutai compared with last week": "2026-04-30",
    茅台比三月底高吗: "2026-03-31",
    "is Moutai up or down versus April 20": "2026-04-20",
    五粮液和茅台谁比上周涨得多: "2026-04-30",
  };
  for (const [text, day] of Object.entries(since)) {
    const told = await line.ask(text);
    assert.ok(moves(told).length > 0, `${text}: ${told.text}`);
    for (const claim of moves(told)) {
      const code = claim.code ?? "";
      const [from, to] = [line.truth.lastBar(code, day), line.truth.lastBar(code, yesterday)];
      const adjusted = (bar: typeof from) =>
        (bar?.close ?? 0) * line.truth.adjustFactor(code, bar?.date ?? "");
      const percent = (adjusted(to) / adjusted(from) - 1) * 100;
      assert.ok(Math.abs(claim.value - percent) < 0.01, `${text}: ${claim.value} ${percent}`);
    }
    assert.ok(closeDays(told).includes(day) && closeDays(told).includes(yesterday), told.text);
  }
});

test("an index asked about before is compared too, and is no company", async () => {
  const first = await line.ask("上证指数多少点");
  for (const text of ["和昨天比呢", "比昨天呢", "compare with yesterday", "versus yesterday"]) {
    const told = await line.ask(text, first.session);
    assert.equal(figureOf(told, "index_current"), line.truth.spot("000001.SH", now), told.text);
    assert.equal(figureOf(told, "index_prev_close"), line.truth.close("000001.SH", yesterday), told.text);
  }
  assert.deepEqual(closeDays(await line.ask("和上周比呢", first.session)), ["2026-04-30", yesterday]);
});

test("a figure of one day has no move: both days are told; another skill's figure stays its own", async () => {
  const volumes = (await line.ask("茅台成交量和昨天比")).numbers.filter(({ metric }) => metric === "volume");
  assert.deepEqual(
    volumes.map(({ as_of }) => as_of.slice(0, 10)),
    ["2026-05-07", yesterday],
  );
  assert.equal(volumes[1]?.value, line.truth.lastBar(maotai, yesterday)?.volume);
  for (const text of ["茅台营收比去年高吗", "is Moutai revenue higher than last year"]) {
    const told = await line.ask(text);
    assert.ok(
      told.numbers.some(({ metric }) => metric.includes("revenue")) && moves(told).length === 0,
      text,
    );
  }
});

test("the figures of two days stand on lines of their own, and a session under way is said to be no whole day", async () => {
  const { text } = await line.ask("茅台成交量和昨天比");
  assert.match(text, /\n成交量 [^\n,]+\(tushare, 2026-05-06\)\n/);
  assert.match(text, /盘中累计/);
  for (const row of text.split("\n")) assert.doesNotMatch(row, /2026-05-07.*2026-05-06/);
  assert.doesNotMatch((await line.ask("茅台收盘价和昨天比")).text, /盘中累计/);
});

test("whether more is traded is told beside the trading day before, which is not named", async () => {
  const daysOf = ({ numbers }: Told) =>
    numbers.filter(({ metric }) => metric === "volume").map(({ as_of }) => as_of.slice(0, 10));
  for (const text of ["茅台放量了吗", "茅台成交量放大了吗", "is Moutai's volume up"])
    assert.deepEqual(daysOf(await line.ask(text)), ["2026-05-07", "2026-05-06"], text);
  assert.match((await line.ask("茅台成交量放大了吗")).text, /盘中累计/);
  for (const [at, days] of [
    ["2026-05-07T08:30:00+08:00", ["2026-05-06", "2026-04-30"]],
    ["2026-05-10T12:00:00+08:00", ["2026-05-08", "2026-05-07"]],
  ] as const) {
    const other = await openTruthLine(at);
    assert.deepEqual(daysOf(await other.ask("茅台成交量放大了吗")), days);
    await other.close();
  }
  assert.deepEqual(daysOf(await line.ask("茅台成交量")), ["2026-05-07"]);
});

test("the highest price of a stretch is that of its day among the finished ones, and not today's", async () => {
  const told = await line.ask("茅台最近一个月最高价");
  const high = told.numbers.find(({ metric }) => metric === "high");
  const days = line.truth.tradingDays.filter((day) => day > "2026-04-07" && day < "2026-05-07");
  const highs = days.flatMap((day) => line.truth.bar("600519.SH", day)?.high ?? []);
  assert.equal(high?.value, Math.max(...highs), told.text);
  assert.ok(days.includes(high?.as_of.slice(0, 10) ?? ""));
});
