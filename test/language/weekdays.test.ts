import assert from "node:assert/strict";
import { test } from "node:test";
import { findDates } from "#language";

/** A Thursday. */
const now = "2026-05-07T10:35:00+08:00";
const day = (text: string) =>
  findDates(text, now).map((found) => ("date" in found ? found.date : "calendar"));

test("a bare weekday is the coming one where it is asked whether the market opens", () => {
  for (const [text, date] of [
    ["is Friday a holiday", "2026-05-08"],
    ["is the market open on Monday", "2026-05-11"],
    ["周六股市开门吗", "2026-05-09"],
    ["周四开盘吗", "2026-05-07"],
    ["上周五开市吗", "2026-05-01"],
  ] as const)
    assert.deepEqual(day(text), [date], text);
});

test("a bare weekday is the last one everywhere else", () => {
  for (const [text, date] of [
    ["茅台周五收盘", "2026-05-01"],
    ["what is the open of BYD on Friday", "2026-05-01"],
    ["where was BYD trading on Monday", "2026-05-04"],
  ] as const)
    assert.deepEqual(day(text), [date], text);
});

test("那天 right behind a day says that day again", () => {
  assert.deepEqual(day("宁德时代3月31日那天收了多少"), ["2026-03-31"]);
});

test("the possessive before a month is no part of the time", () => {
  assert.deepEqual(day("美的四月最后一天收在哪"), ["2026-04-30"]);
});
