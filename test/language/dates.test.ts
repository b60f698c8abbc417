import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { civilOf, dayNumber, isoOf, shanghaiOf } from "../../src/language/civil.ts";
import { festivalDay } from "../../src/language/dates/festivals.ts";
import { findBadDates, findDates, findTimes, readDate } from "../../src/language/dates.ts";

const now = "2026-05-07T10:32:05+08:00";

const read = (text: string, at = now): string | null => {
  const found = readDate(text, at);
  if (found === null) return null;
  if ("date" in found) return found.date;
  return Object.values(found.onCalendar).join(" ");
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
  "5月20日": "2026-05-20",
  "6月20日": "2025-06-20",
  "6月20日开不开市": "2026-06-20",
  "is the market open on June 30": "2026-06-30",
  "maotai zuotian shoupan": "2026-05-06",
  四月三十号: "2026-04-30",
  "2026-04-30": "2026-04-30",
  "2026/4/30": "2026-04-30",
  "2026.4.30": "2026-04-30",
  "２０２６年４月３０日": "2026-04-30",
  二〇二六年四月三十日: "2026-04-30",
  "26年4月30日": "2026-04-30",
  "26.4.30的收盘价": "2026-04-30",
  "26-04-30": "2026-04-30",
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
  一年前: "2025-05-07",
  "3年前": "2023-05-07",
  "a year ago": "2025-05-07",
  "3 years ago": "2023-05-07",
  五一前: "until 2026-04-30",
  "12月31日": "2025-12-31",
  "2月29日": "2024-02-29",
  上个交易日: "back 1",
  上上个交易日收盘价: "back 2",
  上上一个交易日: "back 2",
  前前个交易日: "back 2",
  上日收盘: "back 1",
  "T-1收盘价": "back 1",
  "T-2日收盘": "back 2",
  "the session before last": "back 2",
  "close on the trading day before last": "back 2",
  前一交易日: "back 1",
  "last trading day": "back 1",
  "3个交易日前": "back 3",
  "two sessions ago": "back 2",
  上个月最后一个交易日: "until 2026-04-30",
  上个月最后一天: "2026-04-30",
  去年最后一天: "2025-12-31",
  去年年底: "2025-12-31",
  "2025年最后一个交易日": "until 2025-12-31",
  "2025年第一个交易日": "from 2025-01-01",
  "4月初": "from 2026-04-01",
  去年十月初: "from 2025-10-01",
  "early April": "from 2026-04-01",
  "the start of March 2026": "from 2026-03-01",
  上周最后一个交易日: "until 2026-05-03",
  一季度末: "2026-03-31",
  去年三季度末: "2025-09-30",
  去年2月底: "2025-02-28",
  "12月最后一天": "2025-12-31",
  "the last trading day of April": "until 2026-04-30",
  "last day of last month": "2026-04-30",
  "end of 2025": "2025-12-31",
  "year-end 2024": "2024-12-31",
  春节前最后一个交易日: "until 2026-02-16",
  春节前: "until 2026-02-16",
  去年国庆前: "until 2025-09-30",
  "2024年中秋节前": "until 2024-09-16",
  国庆后首个交易日: "from 2025-10-02",
  劳动节当天: "2026-05-01",
  节前最后一个交易日: "closure before",
  节后第一个交易日: "closure after",
  "the last trading day before Spring Festival": "until 2026-02-16",
  "before the holidays": "closure before",
  上个月3号: "2026-04-03",
  "2025年的4月30日": "2025-04-30",
  yesterday: "2026-05-06",
  "the day before yesterday": "2026-05-05",
  "last Friday": "2026-05-01",
  "last Thursday": "2026-04-30",
  "Thursday last week": "2026-04-30",
  "last week's Monday": "2026-04-27",
  "Tuesday next week": "2026-05-12",
  "6月19号股市开门不": "2026-06-19",
  "10月1日休市吗": "2026-10-01",
  "5月1日开市了吗": "2026-05-01",
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

test("a month and day without a year lies at most 31 days ahead, else less than a year back, leap days aside", () => {
  fc.assert(
    fc.property(someDay, someDay, (today, other) => {
      const { month, day } = civilOf(other);
      fc.pre(month !== 2 || day !== 29);
      const found = read(`${month}月${day}日`, `${isoOf(today)}T10:00:00+08:00`);
      const number = shanghaiOf(found ?? "")?.day ?? Number.NaN;
      assert.ok(number <= today + 31 && number > today - 336);
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

/** A time that no rule reads as a day, and its kind. */
const unreadTimes: Readonly<Record<string, string>> = {
  去年: "period",
  "2026年4月": "period",
  "2025年": "period",
  二〇二五年: "period",
  "２０２５年": "period",
  上周: "period",
  最近一周: "period",
  近一年: "period",
  近5年: "period",
  近30日: "period",
  "60日": "period",
  过去三个月: "period",
  上半年: "period",
  三季度: "period",
  "2026一季报": "period",
  今年以来: "period",
  历史最高: "period",
  春节期间: "period",
  "4月30日以来": "period",
  "4月1日到4月30日": "period",
  前几天: "period",
  次日: "period",
  "202604": "period",
  "0000-00-00": "day",
  "2026-02-30": "day",
  "2026年13月1日": "day",
  前个星期三: "day",
  大大前天: "day",
  那天: "day",
  "10:00": "clock",
  上午十点: "clock",
  昨天下午: "clock",
  "昨天10:00": "clock",
  "last year": "period",
  "April 30 last year": "period",
  "this month": "period",
  "several years ago": "period",
  "52-week": "period",
  "year to date": "period",
  "Q1 2026": "period",
  "since April 30": "period",
  "in 2025": "period",
  "10am": "clock",
  "this morning": "clock",
};

test("a time that is no day is told, whole and by its kind, whatever stands around it", () => {
  for (const [words, kind] of Object.entries(unreadTimes)) {
    for (const text of [words, `茅台 ${words} 收盘价`, `Moutai close ${words}`]) {
      const { dates, unread } = findTimes(text, now);
      assert.deepEqual(dates, [], text);
      assert.equal(unread.length, 1, `${text}: ${unread.map((each) => each.text).join(" | ")}`);
      assert.equal(unread[0]?.kind, kind, text);
      assert.ok(unread[0]?.text.includes(words.replace(/^in /, "")), text);
    }
  }
});

const noTimes = [
  "茅台现在多少钱",
  "600519",
  "000001.SZ 股价",
  "下午好,茅台多少钱",
  "good morning, price of Moutai",
  "茅台20日均线",
  "MA20",
  "20-day moving average",
  "每10股派多少",
  "10年期",
  "茅台最近一个交易日收盘",
  "成本1650元",
  "目标价2026元",
  "3000点",
  "涨了3点",
  "10-20元",
  "涨了1/3",
  "May I ask for the price",
  "春节快乐",
  "前复权收盘价",
  "开盘价和最高价",
  "周大生股价",
  "市盈率(TTM)",
];

test("prices, codes, greetings and parameters name no time", () => {
  for (const text of noTimes) assert.deepEqual(findTimes(text, now), { dates: [], unread: [] }, text);
});

test("15:00 is the close, where the close is asked for", () => {
  assert.deepEqual(findTimes("昨天15:00收盘价", now).unread, []);
  assert.equal(findTimes("昨天15:00的价格", now).unread[0]?.kind, "clock");
});

test("the table of lunar festivals agrees with the platform's Chinese calendar", () => {
  const chinese = new Intl.DateTimeFormat("en-u-ca-chinese", {
    month: "numeric",
    day: "numeric",
    timeZone: "UTC",
  });
  const expected = { 春节: "1/1", 端午: "5/5", 中秋: "8/15" };
  const apart: string[] = [];
  for (const [name, day] of Object.entries(expected)) {
    for (let year = 2015; year <= 2030; year++) {
      const found = festivalDay(name, year);
      assert.ok(found !== null);
      const parts = chinese.formatToParts(found * 86_400_000);
      const part = (type: string) => parts.find((each) => each.type === type)?.value;
      if (`${part("month")}/${part("day")}` !== day) apart.push(`${name} ${year}`);
    }
  }
  // New moons of these years fall at 23:56 and 00:07 in Beijing, where the platform's reckoning is some minutes off.
  assert.deepEqual(apart, ["春节 2027", "春节 2030"]);
});

test("Qingming is the day on which the exchanges were closed", () => {
  const days = { 2019: "2019-04-05", 2022: "2022-04-05", 2024: "2024-04-04", 2026: "2026-04-05" };
  for (const [year, day] of Object.entries(days))
    assert.equal(isoOf(festivalDay("清明", Number(year)) ?? 0), day);
});

test("every time word of a sentence is a day or is told", () => {
  const words = fc.constantFrom(...Object.keys(readings), ...Object.keys(unreadTimes));
  const frames = fc.constantFrom<(word: string) => string>(
    (word) => `茅台 ${word} 收盘`,
    (word) => `${word} 五粮液的股价是多少`,
    (word) => `price of Moutai, ${word}?`,
    (word) => `请问 ${word} 600519 市盈率`,
  );
  fc.assert(
    fc.property(words, frames, (word, frame) => {
      const { dates, unread } = findTimes(frame(word), now);
      assert.ok(dates.length + unread.length > 0, frame(word));
    }),
  );
});

test("no text makes the reading of times throw, and its spans do not overlap", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(...Object.keys(unreadTimes), ...Object.keys(readings), "的", "到", " ", "和"),
        { maxLength: 8 },
      ),
      (pieces) => {
        const text = pieces.join("");
        const { dates, unread } = findTimes(text, now);
        let end = 0;
        for (const { span, text: written } of [...dates, ...unread].sort((a, b) => a.span[0] - b.span[0])) {
          assert.equal(text.slice(...span), written);
          assert.ok(span[0] >= end);
          end = span[1];
        }
      },
    ),
  );
});

test("the end of a year is a day wherever it stands, and its bottom is none", () => {
  for (const text of ["去年底茅台多少", "茅台去年底", "去年末茅台多少钱"])
    assert.deepEqual(
      findTimes(text, "2026-05-07T10:35:00+08:00").dates.map((each) => ("date" in each ? each.date : null)),
      ["2025-12-31"],
      text,
    );
  assert.deepEqual(findTimes("今年底部在哪", "2026-05-07T10:35:00+08:00").dates, []);
});
