import assert from "node:assert/strict";
import { test } from "node:test";
import { openTruthLine } from "./truth-line.ts";

test("levels, moves and days of every index are true, at every time of the day", async () => {
  let judged = 0;
  for (const now of ["2026-05-07T10:32:05+08:00", "2026-05-07T20:00:00+08:00", "2026-05-09T11:00:00+08:00"]) {
    const line = await openTruthLine(now);
    try {
      for (const { code, name } of line.truth.indices) {
        const { numbers, text } = await line.ask(`${name}多少点`);
        for (const { metric, value, as_of } of numbers) {
          const day = as_of.slice(0, 10);
          if (metric === "index_current") assert.equal(value, line.truth.spot(code, as_of), text);
          if (metric === "index_close") assert.equal(value, line.truth.close(code, day), text);
          if (metric.startsWith("index_")) judged += 1;
        }
        assert.ok(numbers.length >= 3, text);
      }
    } finally {
      await line.close();
    }
  }
  assert.ok(judged >= 20, String(judged));
});

test("the market as a whole is its main indices; what no source tells is said", async () => {
  const line = await openTruthLine("2026-05-07T10:32:05+08:00");
  try {
    const whole = await line.ask("今天大盘怎么样");
    assert.deepEqual(
      [...new Set(whole.numbers.map(({ code }) => code))],
      ["000001.SH", "399001.SZ", "399006.SZ", "000300.SH"],
    );
    const turnover = await line.ask("今天两市成交额");
    assert.ok(turnover.numbers.some(({ metric }) => metric === "amount"));
    assert.match(turnover.text, /不是全市场合计/);
    assert.equal((await line.ask("今天多少只股票涨停")).error, "NO_BREADTH_DATA");
    for (const text of [
      "换手率最高的是哪只",
      "涨幅最大的股票",
      "top gainers today",
      "which stock has the highest PE",
    ]) {
      const ranked = await line.ask(text);
      assert.deepEqual([ranked.error, ranked.numbers], ["NO_RANKING_DATA", []], text);
    }
    const dated = await line.ask("沪深300 4月30日收盘");
    const [close] = dated.numbers;
    assert.deepEqual(
      [close?.value, close?.as_of],
      [line.truth.close("000300.SH", "2026-04-30"), "2026-04-30"],
    );
  } finally {
    await line.close();
  }
});

test("an index drawn from another one is not told as that one", async () => {
  const line = await openTruthLine("2026-05-07T10:32:05+08:00");
  try {
    for (const text of [
      "上证红利指数多少点",
      "上证100指数多少点",
      "上证50AH优选多少点",
      "沪深300价值多少点",
      "上证红利指数",
      "沪深300医药",
      "上证红利最近5天收盘",
      "上证红利K线图",
      "上证红利MACD",
    ]) {
      const { error, numbers } = await line.ask(text);
      assert.deepEqual([error, numbers], ["UNKNOWN_INDEX", []], text);
    }
    const both = await line.ask("沪深300和沪深300价值多少点");
    assert.deepEqual([...new Set(both.numbers.map(({ code }) => code))], ["000300.SH"]);
    assert.match(both.text, /「沪深300价值」不是可以查的 A 股指数/);
  } finally {
    await line.close();
  }
});

test("a number of no index that a stock has on the other exchange is asked about", async () => {
  const line = await openTruthLine("2026-05-07T10:32:05+08:00");
  try {
    for (const question of ["SH000858", "sh000858多少点"])
      assert.match((await line.ask(question)).text, /五粮液\(000858\.SZ\)/, question);
    const both = await line.ask("沪深300和SH000858多少点");
    assert.match(both.text, /五粮液\(000858\.SZ\)/);
    assert.ok(both.numbers.some(({ code }) => code === "000300.SH"));
    assert.equal((await line.ask("sh000777多少点")).error, "UNKNOWN_INDEX");
  } finally {
    await line.close();
  }
});

test("turnover compared with a day stands beside that day's", async () => {
  const now = "2026-05-07T10:32:05+08:00";
  const line = await openTruthLine(now);
  try {
    for (const text of ["上证指数比昨天放量吗", "上证指数成交额比昨天多吗"]) {
      const told = await line.ask(text);
      const amounts = told.numbers.filter(({ metric }) => metric === "amount");
      assert.deepEqual(
        amounts.map(({ as_of }) => as_of.slice(0, 10)),
        ["2026-05-07", "2026-05-06"],
        told.text,
      );
      assert.ok(
        told.numbers.some(({ metric }) => metric === "index_current"),
        told.text,
      );
      assert.match(told.text, /盘中累计/);
    }
  } finally {
    await line.close();
  }
  const weekend = await openTruthLine("2026-05-09T11:00:00+08:00");
  try {
    const told = await weekend.ask("上证指数成交额比5月8日多吗");
    assert.equal(told.numbers.filter(({ metric }) => metric === "amount").length, 1, told.text);
    assert.doesNotMatch(told.text, /盘中累计/);
  } finally {
    await weekend.close();
  }
});

test("what is asked of an index leads, and goes on with another day or index", async () => {
  const line = await openTruthLine("2026-05-07T10:32:05+08:00");
  const amountsOf = ({ numbers }: Awaited<ReturnType<typeof line.ask>>) =>
    numbers.flatMap(({ metric, code, as_of }) =>
      metric === "amount" ? [`${code} ${as_of.slice(0, 10)}`] : [],
    );
  try {
    const first = await line.ask("上证指数成交额");
    assert.equal(first.numbers[0]?.metric, "amount", first.text);
    const other = await line.ask("沪深300呢", first.session);
    assert.deepEqual(amountsOf(other), ["000300.SH 2026-05-07"], other.text);
    const compared = await line.ask("比昨天多还是少", first.session);
    assert.deepEqual(amountsOf(compared), ["000001.SH 2026-05-07", "000001.SH 2026-05-06"], compared.text);
    const exchange = await line.ask("深圳呢", first.session);
    assert.deepEqual(amountsOf(exchange), ["399001.SZ 2026-05-07"], exchange.text);
    const english = await line.ask("How's the Shanghai index today");
    assert.deepEqual(amountsOf(english), []);
    assert.equal((await line.ask("volume?", english.session)).numbers[0]?.metric, "amount");
  } finally {
    await line.close();
  }
});

test("asked for the close while the market trades, an answer says that there is none yet and shows the one before", async () => {
  const line = await openTruthLine("2026-05-07T10:32:05+08:00");
  try {
    for (const [asked, said] of [
      ["上证指数收盘多少点", /今日尚未收盘/],
      ["CSI 300 close", /has not closed yet/],
    ] as const) {
      const { numbers, text } = await line.ask(asked);
      assert.match(text, said);
      const [code] = numbers.map((each) => each.code);
      const before = numbers.find(({ metric }) => metric === "index_prev_close");
      assert.equal(before?.value, line.truth.close(code ?? "", "2026-05-06"), text);
    }
    assert.doesNotMatch((await line.ask("上证指数多少点")).text, /尚未收盘/);
  } finally {
    await line.close();
  }
  const evening = await openTruthLine("2026-05-07T20:00:00+08:00");
  try {
    assert.doesNotMatch((await evening.ask("上证指数收盘多少点")).text, /尚未收盘/);
  } finally {
    await evening.close();
  }
});

test("each day of a stretch is a row of its own, of an index as of a stock", async () => {
  const line = await openTruthLine("2026-05-07T10:32:05+08:00");
  const days = ["2026-05-06", "2026-04-30", "2026-04-29"];
  try {
    const first = await line.ask("沪深300最近3天每天收盘点位");
    for (const [{ numbers, text }, code] of [
      [first, "000300.SH"],
      [await line.ask("那创业板指呢", first.session), "399006.SZ"],
      [await line.ask("CSI 300 closing levels for the last 3 days"), "000300.SH"],
    ] as const) {
      const closes = numbers.filter(({ metric }) => metric === "index_close");
      assert.deepEqual(
        closes.map((each) => [each.code, each.as_of.slice(0, 10), each.value]),
        days.map((day) => [code, day, line.truth.close(code, day)]),
        text,
      );
    }
    const long = await line.ask("沪深300最近一个月每天收盘点位");
    assert.match(long.text, /请缩短到两周以内/);
    assert.deepEqual(long.numbers.filter(({ metric }) => metric === "index_close").length, 2, long.text);
    const whole = await line.ask("大盘最近10天每天收盘点位");
    assert.match(whole.text, /其余指数未列出/);
  } finally {
    await line.close();
  }
});

test("an index's close that is not published yet is left out and said", async () => {
  const line = await openTruthLine("2026-05-07T15:05:00+08:00", "tushare");
  try {
    const { numbers, text } = await line.ask("沪深300最近3天每天收盘点位");
    const days = numbers
      .filter(({ metric }) => metric === "index_close")
      .map(({ as_of }) => as_of.slice(0, 10));
    assert.deepEqual(days, ["2026-05-06", "2026-04-30", "2026-04-29"], text);
    assert.match(text, /尚未公布,未列入/);
  } finally {
    await line.close();
  }
});
