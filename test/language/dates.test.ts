import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { civilOf, dayNumber, isoOf, shanghaiOf } from "../../src/language/civil.ts";
import { findBadDates, findDates, readDate } from "../../src/language/dates.ts";

const now = "2026-05-07T10:32:05+08:00";

const read = (text: string, at = now): string | null => {
  const found = readDate(text, at);
  return found === null ? null : "date" in found ? found.date : found.relative;
};

const readings: Readonly<Record<string, string>> = {
  今天: "2026-05-07",
  昨天: "2026-05-06",
  前天: "2026-05-05",
  大前天: "2026-05-04",
  明天: "2026-05-08",
  后天: "2026-05-09",
  上周五: "2026-05-01",
  本周一: "2026-05-04",
  周三: "2026-05-06",
  星期四: "2026-05-07",
  周五: "2026-05-01",
  上上周一: "2026-04-20",
  下周一: "2026-05-11",
  "3天前": "2026-05-04",
  三天前: "2026-05-04",
  两周前: "2026-04-23",
  "1个月前": "2026-04-07",
  "4月30日": "2026-04-30",
  四月三十号: "2026-04-30",
  "2026-04-30": "2026-04-30",
  "2026/4/30": "2026-04-30",
  "2026.4.30": "2026-04-30",
  "２０２６年４月３０日": "2026-04-30",
  二〇二六年四月三十日: "2026-04-30",
  "26年4月30日": "2026-04-30",
  "20260430": "2026-04-30",
  "4/30": "2026-04-30",
  "04-30": "2026-04-30",
  "4/30/2026": "2026-04-30",
  "30号": "2026-04-30",
  "3号": "2026-05-03",
  "31号": "2026-03-31",
  去年底: "2025-12-31",
  "2024年底": "2024-12-31",
  上月底: "2026-04-30",
  去年4月30日: "2025-04-30",
  去年的今天: "2025-05-07",
  两年前的今天: "2024-05-07",
  五一前: "2026-04-30",
  "12月31日": "2025-12-31",
  "2月29日": "2024-02-29",
  上个交易日: "previous_trading_day",
  前一交易日: "previous_trading_day",
  "last trading day": "previous_trading_day",
  yesterday: "2026-05-06",
  "the day before yesterday": "2026-05-05",
  "last Friday": "2026-05-01",
  "last Thursday": "2026-04-30",
  "on Wednesday": "2026-05-06",
  "April 30": "2026-04-30",
  "Apr. 30th, 2025": "2025-04-30",
  "30 Apr 2026": "2026-04-30",
  "the 30th of April": "2026-04-30",
  "2 days ago": "2026-05-05",
  "a week ago": "2026-04-30",
  明年1月5日: "2027-01-05",
  "next 5月20日": "2026-05-20",
};

test("days in Chinese and English are counted from Shanghai's today", () => {
  for (const [text, date] of Object.entries(readings)) assert.equal(read(text), date, text);
});

const noDays = [
  "600519",
  "1801.23",
  "12.31",
  "近30日涨幅",
  "30日均线",
  "20日线",
  "MA20",
  "前5日",
  "连续三天上涨",
  "3个交易日前",
  "10-20元",
  "涨了1/3",
  "第30日",
  "每月5号线",
  "5月",
  "2026年",
  "上周",
  "last week",
  "May I ask",
  "sun power",
  "第一季度",
  "前个星期三",
  "10:30",
  "16005190",
];

test("codes, prices, windows and vague periods are no days", () => {
  for (const text of noDays) assert.equal(read(text), null, text);
});

test("a day that does not exist is told apart from no day", () => {
  for (const text of ["2月30日", "2026-02-30", "13月1日", "2025年2月29日"]) {
    assert.equal(read(text), null, text);
    assert.deepEqual(
      findBadDates(text, now).map((bad) => bad.text),
      [text],
    );
  }
  assert.deepEqual(findBadDates("茅台4月30日收盘", now), []);
});

test("several days of a text are found in order, with their places", () => {
  const text = "茅台昨天和2026年4月30日的收盘";
  const found = findDates(text, now);
  assert.deepEqual(
    found.map((day) => [day.text, "date" in day ? day.date : ""]),
    [
      ["昨天", "2026-05-06"],
      ["2026年4月30日", "2026-04-30"],
    ],
  );
  for (const { span, text: written } of found) assert.equal(text.slice(...span), written);
});

test("today is Shanghai's, whatever offset the time is told in", () => {
  assert.equal(read("昨天", "2026-05-06T16:30:00Z"), "2026-05-06");
  assert.equal(read("昨天", "2026-05-06T20:00:00-04:00"), "2026-05-06");
  assert.throws(() => read("昨天", "soon"), RangeError);
});

const someDay = fc.integer({ min: dayNumber(1991, 1, 1), max: dayNumber(2060, 12, 31) });

test("civil days round-trip and follow the calendar of the platform", () => {
  fc.assert(
    fc.property(someDay, (day) => {
      const { year, month, day: date } = civilOf(day);
      assert.equal(dayNumber(year, month, date), day);
      assert.equal(isoOf(day), new Date(day * 86_400_000).toISOString().slice(0, 10));
    }),
  );
});

test("a written date is read back in every spelling", () => {
  fc.assert(
    fc.property(someDay, (day) => {
      const iso = isoOf(day);
      const { year, month, day: date } = civilOf(day);
      const spellings = [
        iso,
        iso.replaceAll("-", ""),
        `${year}/${month}/${date}`,
        `${year}年${month}月${date}日`,
        `收盘 ${iso} 多少`,
        `close on ${["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month - 1]} ${date}, ${year}`,
      ];
      for (const spelling of spellings) assert.equal(read(spelling), iso, spelling);
    }),
  );
});

test("a month and day without a year is never after today and less than a year before it, leap days aside", () => {
  fc.assert(
    fc.property(someDay, someDay, (today, other) => {
      const { month, day } = civilOf(other);
      fc.pre(month !== 2 || day !== 29);
      const found = read(`${month}月${day}日`, `${isoOf(today)}T10:00:00+08:00`);
      const number = shanghaiOf(found ?? "")?.day ?? Number.NaN;
      assert.ok(number <= today && number > today - 367);
    }),
  );
});

test("six digits and prices are never days", () => {
  const price = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2));
  const code = fc.integer({ min: 0, max: 999_999 }).map((number) => String(number).padStart(6, "0"));
  fc.assert(
    fc.property(fc.oneof(price, code), (text) => {
      assert.equal(read(text), null);
      assert.equal(read(`茅台 ${text} 元`), null);
    }),
  );
});

test("no text makes the reading of dates throw, and spans lie within it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      for (const { span, text: written } of findDates(text, now)) assert.equal(text.slice(...span), written);
    }),
  );
});
