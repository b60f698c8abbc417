import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isTradingDay } from "../emulators/market-calendar.ts";
import { companies } from "../emulators/market-securities.ts";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

/** Trading days from one to the other. */
function tradingDays(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10);
    if (isTradingDay(date)) days.push(date);
  }
  return days;
}

const shownOf = ({ numbers }: Told, metric: string): number | undefined =>
  numbers.find((each) => each.metric === metric)?.value;

const cases = [
  ["最近5天平均成交额", "average_amount_5d", "amount", "2026-04-27"],
  ["近5日日均成交量", "average_volume_5d", "volume", "2026-04-27"],
  ["10日平均成交量", "average_volume_10d", "volume", "2026-04-20"],
  ["最近5天平均收盘价", "average_close_5d", "close", "2026-04-27"],
  ["近20日日均成交额", "average_amount_20d", "amount", "2026-04-03"],
  ["average closing price over the last 10 days", "average_close_10d", "close", "2026-04-20"],
  ["最近5天成交额一共多少", "total_amount_5d", "amount", "2026-04-27"],
  ["最近5天总成交额", "total_amount_5d", "amount", "2026-04-27"],
] as const;

test("the average and the total of a stretch are those of its days, told with them", async () => {
  let compared = 0;
  for (const { code } of companies.slice(0, 8))
    for (const [words, metric, figure, first] of cases) {
      const bars = tradingDays(first, "2026-05-06").flatMap((day) => line.truth.bar(code, day) ?? []);
      const told = await line.ask(`${code} ${words}`);
      const shown = shownOf(told, metric);
      if (shown === undefined) continue;
      const sum = bars.reduce((total, bar) => total + bar[figure], 0);
      const expected = metric.startsWith("total") ? sum : sum / bars.length;
      assert.ok(Math.abs(shown / expected - 1) < 1e-6, `${told.text} ${expected}`);
      assert.match(told.text, /按所列各个交易日|按所示首末两日|computed from (?:the|every) trading day/);
      const days = told.numbers.filter((each) => each.metric === "close").map(({ as_of }) => as_of);
      assert.deepEqual([days.at(-1), days[0]], [bars[0]?.date, bars.at(-1)?.date], told.text);
      const stretch = new RegExp(
        `${code}[^\\n]*(?:从 ${days.at(-1)} 到 ${days[0]}|from ${days.at(-1)} to ${days[0]})$`,
        "m",
      );
      assert.match(told.text, stretch);
      compared++;
    }
  assert.ok(compared > 45, String(compared));
});

test("the changes of the days have an average too, whatever words stand beside it", async () => {
  for (const [text, metric, days] of [
    ["茅台最近5天平均涨幅", "average_pct_chg_5d", 5],
    ["茅台最近三天平均涨跌幅是多少", "average_pct_chg_3d", 3],
    ["茅台最近10天平均每天涨多少", "average_pct_chg_10d", 10],
    ["average daily change of Moutai over the last 5 days", "average_pct_chg_5d", 5],
  ] as const) {
    const told = await line.ask(text);
    const changes = told.numbers.filter((each) => /^(?:pct_chg|move_prev)$/.test(each.metric));
    const expected = changes.reduce((total, { value }) => total + value, 0) / days;
    assert.equal(changes.length, days, told.text);
    assert.ok(Math.abs((shownOf(told, metric) ?? 99) - expected) < 1e-6, told.text);
  }
});

test("behind a company its average is asked for without its name", async () => {
  const told = await line.converse(["茅台多少钱", "最近三天平均涨跌幅是多少"]);
  assert.ok(shownOf(told, "average_pct_chg_3d") !== undefined, told.text);
});

test("an index has its averages and totals", async () => {
  for (const [text, metric, figure, days] of [
    ["上证指数最近5天平均收盘", "average_index_close_5d", "index_close", 5],
    ["沪深300最近5天平均涨跌幅", "average_pct_chg_5d", "pct_chg", 5],
    ["上证指数最近5天平均成交额", "average_amount_5d", "amount", 5],
    ["上证指数最近5天一共成交多少", "total_amount_5d", "amount", 1],
    ["average close of the CSI 300 over the last 5 days", "average_index_close_5d", "index_close", 5],
  ] as const) {
    const told = await line.ask(text);
    const sum = told.numbers
      .filter((each) => each.metric === figure)
      .reduce((total, { value }) => total + value, 0);
    assert.ok(Math.abs((shownOf(told, metric) ?? 0) / (sum / days) - 1) < 1e-6, told.text);
  }
  const long = await line.ask("沪深300最近20天平均收盘点位");
  assert.equal(long.numbers.filter(({ metric }) => metric === "index_close").length, 2, long.text);
  assert.ok(shownOf(long, "average_index_close_20d") !== undefined, long.text);
  const again = await line.converse(["上证指数最近5天收盘", "平均呢"]);
  assert.ok(shownOf(again, "average_index_close_5d") !== undefined, again.text);
});

test("what has no average, and too long a time, is said", async () => {
  assert.match((await line.ask("茅台今年平均收盘价")).text, /没有算平均或合计/);
  assert.match((await line.ask("茅台最近5天平均换手率")).text, /平均换手率目前没有数据来源/);
});

test("一共 behind a week is no Monday", async () => {
  const told = await line.ask("茅台这周一共成交了多少");
  const amount = line.truth.bar("600519.SH", "2026-05-06")?.amount ?? 0;
  assert.equal(Math.round(shownOf(told, "total_amount_wtd") ?? 0), Math.round(amount), told.text);
});

test("the highest and the lowest of a named time, and its day, in both languages; of another figure that figure's", async () => {
  const days = tradingDays("2026-04-01", "2026-04-30");
  for (const { code } of companies.slice(0, 6)) {
    const bars = days.flatMap((day) => line.truth.bar(code, day) ?? []);
    const ends = (figure: "high" | "low" | "amount" | "volume") =>
      bars.toSorted((a, b) => b[figure] - a[figure]).map(({ date }) => date);
    for (const [text, metric, day] of [
      [`highest price of ${code} last month`, "high", ends("high")[0]],
      [`${code}上个月最高价`, "high", ends("high")[0]],
      [`lowest price of ${code} last month`, "low", ends("low").at(-1)],
      [`${code}上个月最低到多少`, "low", ends("low").at(-1)],
      [`${code}上个月成交额最大是哪天`, "amount", ends("amount")[0]],
      [`highest volume of ${code} last month`, "volume", ends("volume")[0]],
    ] as const) {
      const told = await line.ask(text);
      const shown = told.numbers.filter((each) => each.metric === metric);
      assert.equal(shown.length, 1, `${text} ${told.text}`);
      // An ex-date within the month moves the adjusted end.
      if (metric === "amount" || metric === "volume") assert.equal(shown[0]?.as_of, day, told.text);
      assert.equal(told.error, undefined);
    }
  }
  for (const [text, sign] of [
    ["茅台上个月哪天涨得最多", 1],
    ["茅台上个月跌得最多的一天", -1],
  ] as const) {
    const changes = days.map((date) => sign * (line.truth.bar("600519.SH", date)?.pct_chg ?? 0));
    const told = await line.ask(text);
    const shown = told.numbers.find(({ metric }) => metric === "pct_chg");
    assert.equal(shown?.as_of, days[changes.indexOf(Math.max(...changes))], told.text);
  }
  const close = await line.ask("highest close of Moutai last month");
  const best = days.toSorted(
    (a, b) => (line.truth.close("600519.SH", b) ?? 0) - (line.truth.close("600519.SH", a) ?? 0),
  )[0];
  assert.equal(close.numbers.find(({ metric }) => metric === "close")?.as_of, best, close.text);
});

test("the highest and the lowest price of one day are that day's, said in English too", async () => {
  for (const { code } of companies.slice(0, 6)) {
    const bar = line.truth.bar(code, "2026-05-06");
    if (bar === undefined) continue;
    for (const [text, metric] of [
      [`${code}'s highest price yesterday`, "high"],
      [`lowest price of ${code} yesterday`, "low"],
      [`${code} highest yesterday`, "high"],
    ] as const) {
      const told = await line.ask(text);
      assert.equal(told.numbers[0]?.metric, metric, told.text);
      assert.equal(shownOf(told, metric), bar[metric], told.text);
    }
  }
});

test("the s of a genitive without its apostrophe belongs to no name", async () => {
  for (const [text, code] of [
    ["byds price", "002594.SZ"],
    ["whats CATLs price", "300750.SZ"],
    ["grees price", "000651.SZ"],
  ] as const) {
    const told = await line.ask(text);
    assert.ok(told.numbers.length > 0 && told.numbers.every((each) => each.code === code), told.text);
  }
});
