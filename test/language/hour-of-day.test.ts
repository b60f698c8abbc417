import assert from "node:assert/strict";
import { test } from "node:test";
import { findTimes } from "#language";

const now = "2026-05-07T10:32:05+08:00";

/** The days that a text names, and the times that are none. */
const read = (text: string) => {
  const { dates, unread } = findTimes(text, now);
  return { days: dates.map((each) => each.text), unread: unread.map((each) => `${each.text} ${each.kind}`) };
};

test("an hour behind a day is a time of that day, and the same when its words are read again alone", () => {
  for (const [text, words] of [
    ["茅台昨天10点价格", "昨天10点"],
    ["茅台昨天10点", "昨天10点"],
    ["茅台5月6号10点的价格", "5月6号10点"],
    ["茅台2026-05-06 10点收盘价吗", "2026-05-06 10点"],
    ["上周三14点多少", "上周三14点"],
    ["茅台昨天十点多少钱", "昨天十点"],
    ["茅臺昨日10點價格", "昨日10點"],
    ["price of Moutai yesterday at 10", "yesterday at 10"],
    ["price of Moutai on May 6 at 14", "May 6 at 14"],
  ] as const) {
    assert.deepEqual(read(text), { days: [], unread: [`${words} clock`] }, text);
    assert.deepEqual(read(words), { days: [], unread: [`${words} clock`] }, words);
  }
});

test("an hour without a day is one where a price is asked for", () => {
  for (const text of ["茅台10点多少钱", "茅台10点价格", "10点"])
    assert.deepEqual(read(text), { days: [], unread: ["10点 clock"] }, text);
});

test("points of an index and per cent are no hours, and the hour of the close is the close", () => {
  for (const text of [
    "上证昨天涨了10点",
    "上证昨天跌10点",
    "上证昨天3000点",
    "上证昨天收在10点",
    "昨天涨10个点",
    "昨天多少点",
    "昨天3点收盘价",
    "昨天15点的收盘价",
    "did Moutai close yesterday at 10",
    "price of Moutai yesterday at 10.5",
  ])
    assert.deepEqual(read(text).unread, [], text);
  for (const text of ["上证3000点", "上证到3400点了吗", "茅台跌5个点提醒我", "涨10点多少钱"])
    assert.deepEqual(read(text), { days: [], unread: [] }, text);
});
