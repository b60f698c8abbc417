import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openTruthLine, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:32:05+08:00");
});
after(() => line.close());

const told = async (text: string): Promise<Readonly<Record<string, string>>> => {
  const { quotes } = await line.ask(text);
  return Object.fromEntries(quotes.map(({ metric, value }) => [metric, value]));
};

describe("days are the exchange's", () => {
  const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    今天开市吗: { open_day: "2026-05-07", next_trading_day: "2026-05-08" },
    明天是交易日吗: { open_day: "2026-05-08", next_trading_day: "2026-05-11" },
    周六股市开门吗: {
      closed_day: "2026-05-09",
      previous_trading_day: "2026-05-08",
      next_trading_day: "2026-05-11",
    },
    "is today a trading day, and when is the next holiday": {
      open_day: "2026-05-07",
      holiday_from: "2026-06-19",
      holiday_to: "2026-06-21",
    },
    "今天开市吗,下个假期是什么时候": {
      open_day: "2026-05-07",
      holiday_from: "2026-06-19",
      holiday_to: "2026-06-21",
    },
    "今天是交易日吗,下一个交易日是哪天": { open_day: "2026-05-07", next_trading_day: "2026-05-08" },
    "is the market open tomorrow": { open_day: "2026-05-08", next_trading_day: "2026-05-11" },
    下一个交易日是哪天: { next_trading_day: "2026-05-08" },
    上一个交易日是哪天: { previous_trading_day: "2026-05-06" },
    端午节A股放几天假: { holiday_from: "2026-06-19", holiday_to: "2026-06-21" },
    五一休市几天: { holiday_from: "2026-05-01", holiday_to: "2026-05-05" },
    "10月1日股市开市吗": {
      closed_day: "2026-10-01",
      previous_trading_day: "2026-09-30",
      next_trading_day: "2026-10-08",
    },
  };
  for (const [text, days] of Object.entries(expected))
    test(text, async () => assert.deepEqual(await told(text), days));
});

test("every weekday name is the day to come", async () => {
  const { truth } = line;
  for (const [name, date] of [
    ["周五", "2026-05-08"],
    ["周日", "2026-05-10"],
    ["周一", "2026-05-11"],
    ["周三", "2026-05-13"],
  ] as const) {
    const days = await told(`${name}开市吗`);
    assert.equal(days[truth.isTradingDay(date) ? "open_day" : "closed_day"], date, name);
  }
});

test("the day of the week is said where it is asked for, and only there", async () => {
  for (const [text, day] of [
    ["2026-03-09是星期几", "所问日期是星期一。"],
    ["2026-04-30是周几", "所问日期是星期四。"],
    ["今天礼拜几", "所问日期是星期四。"],
    ["what day of the week is 2026-03-08", "The day asked about is a Sunday."],
    ["which weekday was 2026-03-14?", "The day asked about is a Saturday."],
  ] as const)
    assert.ok((await line.ask(text)).text.includes(day), text);
  assert.doesNotMatch((await line.ask("2026-03-09开市吗")).text, /星期/);
});

test("trading days are not counted, and that is said where it is asked for", async () => {
  assert.match((await line.ask("今年还有多少个交易日")).text, /^一段时间里有多少个交易日目前不统计。$/m);
  assert.doesNotMatch((await line.ask("下个交易日是哪天")).text, /不统计/);
});

test("a year that no list covers is said, and no day is guessed", async () => {
  const { quotes, error } = await line.ask("2031年5月1日开市吗");
  assert.deepEqual([quotes, error], [[], "CALENDAR_UNKNOWN"]);
});

test("whether it is open now is said in the words that people use, and the hours are told by the rule", async () => {
  for (const text of ["现在开盘了吗", "现在是盘中吗", "收盘了没", "什么时候开盘"])
    assert.match((await line.ask(text)).text, /今天是交易日,上午正在交易/, text);
  for (const text of ["下午什么时候开盘", "早盘几点开始", "下午几点开盘"])
    assert.match((await line.ask(text)).text, /13:00 至 14:57/, text);
  assert.doesNotMatch((await line.ask("下个交易日是哪天")).text, /正在交易/);
});
