import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { MarketFault } from "../emulators/market.ts";
import { type MarketLine, openMarketLine } from "./market-line.ts";

const maotai = "600519.SH";
const at = (date: string, time: string): string => `${date}T${time}+08:00`;
const yuan = (price: number | undefined): string => `¥${price?.toFixed(2)}`;
const closedDay = "所问日期休市,显示的是此前最近交易日的数据。";
const noQuote = "实时行情暂时取不到,显示的是上一交易日收盘。";
const allDown = "数据源暂时都不可用,没有可靠的数字可以给出,请稍后再试。";

/** The first line of an answer about 贵州茅台. */
const live = (line: MarketLine, now: string): string =>
  `贵州茅台(600519.SH) 当前价 ${yuan(line.market.truth.spot(maotai, now))}(akshare, ${shown(line, now)})`;
const shown = (line: MarketLine, now: string): string =>
  line.market.truth.quote(maotai, now)?.time.slice(0, 16) ?? "";
const close = (line: MarketLine, date: string, source: string): string =>
  `贵州茅台(600519.SH) 收盘价 ${yuan(line.market.truth.close(maotai, date))}(${source}, ${date})`;

const firstLine = (answer: string): string => answer.split("\n")[0] ?? "";
const lastLine = (answer: string): string => answer.split("\n").at(-1) ?? "";

const notListed =
  "所问日期(或时段开始时)尚未上市,没有交易数据(名称、代码、上市日期、来源):万达轴承(920002.BJ), 2026-04-15, tushare。";

describe("the price by the market's clock", () => {
  let line: MarketLine;
  before(async () => {
    line = await openMarketLine(at("2026-05-07", "10:32:05"));
  });
  after(() => line.close());

  for (const time of ["09:30:00", "10:32:05", "13:00:20", "14:58:30"]) {
    test(`at ${time} of a trading day it is the live one`, async () => {
      const now = at("2026-05-07", time);
      const answer = await line.askAt(now, "茅台现在多少钱");
      assert.equal(firstLine(answer), live(line, now));
      assert.doesNotMatch(answer, /收盘|休市|休息/);
    });
  }

  test("over lunch it is the morning's last trade, and says so", async () => {
    const now = at("2026-05-07", "12:10:00");
    const answer = await line.askAt(now, "茅台现在多少钱");
    assert.equal(firstLine(answer), live(line, now));
    assert.match(answer, /2026-05-07 11:30/);
    assert.equal(lastLine(answer), "午间休市,当前价为上午最后成交。");
  });

  for (const [time, remark] of [
    ["08:50:00", "今日尚未开盘,显示的是上一交易日收盘。"],
    ["09:20:00", "集合竞价中,显示的是上一交易日收盘。"],
  ] as const) {
    test(`at ${time} it is the close of the day before, and says why`, async () => {
      const answer = await line.askAt(at("2026-05-07", time), "茅台现在多少钱");
      assert.equal(firstLine(answer), close(line, "2026-05-06", "tushare"));
      assert.equal(lastLine(answer), remark);
      assert.doesNotMatch(answer, /当前价/);
    });
  }

  test("in the gap after the opening match it is that match's price", async () => {
    const now = at("2026-05-07", "09:26:10");
    assert.equal(firstLine(await line.askAt(now, "茅台现在多少钱")), live(line, now));
  });

  test("from 15:00 until somebody has published it, it is a close that still waits for confirmation", async () => {
    for (const time of ["15:00:05", "15:29:00", "15:40:00", "16:29:00"]) {
      const answer = await line.askAt(at("2026-05-07", time), "茅台现在多少钱");
      const price = yuan(line.market.truth.close(maotai, "2026-05-07"));
      assert.equal(firstLine(answer), `贵州茅台(600519.SH) 收盘价(待确认) ${price}(akshare, 2026-05-07)`);
      assert.equal(lastLine(answer), "收盘价尚待确认。");
      assert.doesNotMatch(answer, /当前价/);
    }
  });

  test("after publication it is the published close, until the next morning", async () => {
    for (const now of [
      at("2026-05-07", "16:40:00"),
      at("2026-05-07", "23:59:00"),
      at("2026-05-08", "00:05:00"),
    ]) {
      const answer = await line.askAt(now, "茅台现在多少钱");
      assert.equal(firstLine(answer), close(line, "2026-05-07", "tushare"));
      assert.doesNotMatch(answer, /待确认|当前价/);
    }
  });

  for (const [day, kind, newest] of [
    ["2026-05-01", "holiday", "2026-04-30"],
    ["2026-05-09", "make-up workday on a Saturday", "2026-05-08"],
    ["2026-04-25", "Saturday", "2026-04-24"],
    ["2026-04-06", "holiday on a Monday", "2026-04-03"],
  ] as const) {
    test(`on a ${kind} it is the newest close, and says that the market is closed`, async () => {
      const answer = await line.askAt(at(day, "10:30:00"), "茅台现在多少钱");
      assert.equal(firstLine(answer), close(line, newest, "tushare"));
      assert.equal(lastLine(answer), "今日休市,显示的是最近交易日收盘。");
    });
  }

  for (const [question, day] of [
    ["茅台昨天收盘", "2026-05-06"],
    ["茅台 2026-04-30 收盘价", "2026-04-30"],
    ["4月21日600519收盘多少", "2026-04-21"],
    ["600519 close on 2026-04-20", "2026-04-20"],
  ] as const) {
    test(`${question} is that day's close`, async () => {
      const answer = await line.askAt(at("2026-05-07", "10:32:05"), question);
      const price = yuan(line.market.truth.close(maotai, day));
      assert.ok(firstLine(answer).endsWith(` ${price}(tushare, ${day})`), answer);
      assert.doesNotMatch(answer, /当前价|current price/);
    });
  }

  for (const [day, newest] of [
    ["2026-05-01", "2026-04-30"],
    ["2026-05-03", "2026-04-30"],
    ["2026-04-18", "2026-04-17"],
    ["2026-02-20", "2026-02-13"],
  ] as const) {
    test(`of ${day}, when the market was closed, it is the last day before, and says so`, async () => {
      const answer = await line.askAt(at("2026-05-07", "10:32:05"), `茅台 ${day} 收盘价`);
      assert.equal(firstLine(answer), close(line, newest, "tushare"));
      assert.equal(lastLine(answer), closedDay);
    });
  }

  test("a day that has not come is refused, and so is a close before it is made", async () => {
    const morning = at("2026-05-07", "10:32:05");
    const future = "所问日期还没有到,没有数据,也不做预测。";
    for (const question of ["茅台 2026-05-08 收盘价", "茅台明天收盘价", "茅台 2030-01-01 收盘价"])
      assert.equal(await line.askAt(morning, question), future);
    const today = await line.askAt(morning, "茅台今天收盘价多少");
    const unmade = yuan(line.market.truth.close(maotai, "2026-05-07"));
    assert.ok(!today.includes(unmade), today);
    assert.doesNotMatch(today, /收盘价 ¥[\d.]+\(\w+, 2026-05-07/);
  });

  test("a suspended stock shows its last close with its date, whenever it is asked about", async () => {
    const price = yuan(line.market.truth.close("600585.SH", "2026-04-28"));
    for (const [now, question] of [
      [at("2026-05-07", "10:00:00"), "海螺水泥现在多少钱"],
      [at("2026-05-07", "15:30:00"), "海螺水泥现在多少钱"],
      [at("2026-05-07", "17:00:00"), "海螺水泥现在多少钱"],
      [at("2026-05-08", "10:00:00"), "海螺水泥 2026-05-06 收盘"],
    ] as const) {
      const answer = await line.askAt(now, question);
      assert.equal(firstLine(answer), `海螺水泥(600585.SH) 收盘价 ${price}(tushare, 2026-04-28)`);
      assert.equal(lastLine(answer), "该日停牌或无成交,显示的是此前最近收盘。");
    }
    const now = at("2026-05-08", "10:00:00");
    assert.match(await line.askAt(now, "海螺水泥现在多少钱"), /当前价 ¥[\d.]+\(akshare, 2026-05-08 10:00\)/);
  });

  test("a stock asked about before it was listed has no data, and a loss has no P/E", async () => {
    const now = at("2026-05-07", "10:00:00");
    assert.equal(await line.askAt(now, "万达轴承 2026-04-10 收盘"), notListed);
    const loss = await line.askAt(now, "万科A市盈率");
    assert.match(loss, /亏损/);
    assert.doesNotMatch(loss, /市盈率\(TTM\) [-\d]/);
  });
});

/** Longer than a source is left alone and than its answers are kept, whatever it did: by the market's clock that is over by then. */
const apartMinutes = 11;

type Faults = readonly (readonly [target: string, fault: MarketFault])[];

/** A service whose sources fail in one way after the other; what they did the last time is past. */
function openFaultLine() {
  let line: MarketLine;
  let minutes = 9 * 60 + 40;
  before(async () => {
    line = await openMarketLine(at("2026-05-07", "09:35:00"));
  });
  after(() => line.close());
  return async (
    faults: Faults,
    question: string,
    check: (answer: string, line: MarketLine, now: string) => void,
  ): Promise<void> => {
    const time = [Math.floor(minutes / 60), minutes % 60, 5].map((part) => String(part).padStart(2, "0"));
    const now = at("2026-05-07", time.join(":"));
    minutes += apartMinutes;
    const asked = line.market.calls.length;
    for (const [target, fault] of faults) line.market.fail(target, fault, Number.POSITIVE_INFINITY);
    try {
      check(await line.askAt(now, question), line, now);
      const met = line.market.calls.slice(asked);
      for (const [target, { kind }] of faults)
        assert.ok(
          met.some(({ name, fault }) => name === target && fault === kind),
          `${target} was asked`,
        );
    } finally {
      line.market.clearFaults();
    }
  };
}

const morning = at("2026-05-07", "10:32:05");
const dated = "茅台 2026-04-30 收盘价";
const spot = "stock_individual_spot_xq";

describe("when a source fails", { concurrency: 2 }, () => {
  describe("that of a close", { concurrency: 1 }, () => {
    const underFault = openFaultLine();

    for (const fault of [
      { kind: "hang" },
      { kind: "server_error" },
      { kind: "empty" },
      { kind: "wrong_code" },
      { kind: "zero_price" },
      { kind: "rate_minute" },
    ] as const satisfies readonly MarketFault[]) {
      test(`a close whose first source meets ${fault.kind} is answered by the second, which the cite names`, () =>
        underFault([["daily", fault]], dated, (answer, line) => {
          assert.equal(firstLine(answer), close(line, "2026-04-30", "akshare"));
          assert.doesNotMatch(answer, /tushare/);
        }));
    }

    test("a source that is only slow is waited for", () =>
      underFault([["daily", { kind: "slow", ms: 1500 }]], dated, (answer, line) =>
        assert.equal(firstLine(answer), close(line, "2026-04-30", "tushare")),
      ));

    test("both sources of a close give nothing usable: an honest refusal without a number", () =>
      underFault(
        [
          ["daily", { kind: "wrong_code" }],
          ["stock_zh_a_hist", { kind: "zero_price" }],
        ],
        dated,
        (answer) => assert.doesNotMatch(answer, /¥|\d\.\d|%/),
      ));

    test("one of two companies fails: the other is answered, the lack is named", () =>
      underFault([], "茅台和万达轴承 2026-04-10 收盘价", (answer, line) => {
        assert.equal(firstLine(answer), close(line, "2026-04-10", "tushare"));
        assert.equal(lastLine(answer), notListed);
      }));
  });

  describe("that of the live quote", { concurrency: 1 }, () => {
    const underFault = openFaultLine();

    for (const fault of [
      { kind: "server_error" },
      { kind: "expired_token" },
      { kind: "wrong_code" },
      { kind: "stale", seconds: 3600 },
      { kind: "null_price" },
    ] as const satisfies readonly MarketFault[]) {
      test(`without a live quote (${fault.kind}) the newest close is given, dated, and the lack is said`, () =>
        underFault([[spot, fault]], "茅台现在多少钱", (answer, line) => {
          assert.equal(firstLine(answer), close(line, "2026-05-06", "tushare"));
          assert.equal(lastLine(answer), noQuote);
          assert.doesNotMatch(answer, /当前价/);
        }));
    }

    test("once it is back, the quote is given again", () =>
      underFault([], "茅台现在多少钱", (answer, line, now) =>
        assert.equal(firstLine(answer), live(line, now)),
      ));
  });

  test("everything down: an honest failure, and the next question is answered once they are back", async () => {
    const line = await openMarketLine(morning);
    try {
      line.market.fail("*", { kind: "drop" }, Number.POSITIVE_INFINITY);
      assert.equal(await line.askAt(morning, "茅台现在多少钱"), allDown);
      line.market.clearFaults();
      const later = at("2026-05-07", "10:33:05");
      assert.equal(firstLine(await line.askAt(later, "茅台现在多少钱")), live(line, later));
    } finally {
      await line.close();
    }
  });
});

describe("where one source is all there is", () => {
  test("Tushare alone has no live price: the newest close, and why", async () => {
    const line = await openMarketLine(morning, { DATA_SOURCES: "tushare" });
    try {
      const answer = await line.askAt(morning, "茅台现在多少钱");
      assert.equal(firstLine(answer), close(line, "2026-05-06", "tushare"));
      assert.equal(lastLine(answer), noQuote);
    } finally {
      await line.close();
    }
  });

  test("AKTools alone answers for both times", async () => {
    const line = await openMarketLine(morning, { DATA_SOURCES: "akshare" });
    try {
      assert.equal(firstLine(await line.askAt(morning, "茅台现在多少钱")), live(line, morning));
      assert.equal(firstLine(await line.askAt(morning, dated)), close(line, "2026-04-30", "akshare"));
    } finally {
      await line.close();
    }
  });
});
