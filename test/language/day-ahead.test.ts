import assert from "node:assert/strict";
import { test } from "node:test";
import { daysAhead } from "#language";

const now = "2026-05-07T10:32:05+08:00";

test("a question about the calendar means the next such day", () => {
  const expected: Readonly<Record<string, string>> = {
    周六股市开门吗: "2026-05-09",
    周四开市吗: "2026-05-07",
    周末开市吗: "2026-05-09",
    "is the market open on Monday": "2026-05-11",
    "10月1日开市吗": "2026-10-01",
    下周一开盘吗: "2026-05-11",
    上周五开市吗: "2026-05-01",
    昨天开市了吗: "2026-05-06",
    国庆放假安排: "2026-10-01",
    端午节放几天假: "2026-06-19",
    五一休市几天: "2026-05-01",
    明年元旦休市吗: "2027-01-01",
    "5月1号开市吗": "2026-05-01",
    "4月30日是星期几": "2026-04-30",
    "4月1日开市吗": "2027-04-01",
  };
  for (const [text, date] of Object.entries(expected))
    assert.deepEqual(
      daysAhead(text, now).map((found) => ("date" in found ? found.date : "")),
      [date],
      text,
    );
});

test("no day, no guess", () => {
  for (const text of ["下一个交易日是哪天", "放假安排"]) assert.deepEqual(daysAhead(text, now), [], text);
});
