import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { baseMetrics, readStretch } from "#language";

const now = "2026-05-07T10:35:00+08:00";

/** `metric from to` or `metric days`. */
function said(text: string): string | null {
  const stretch = readStretch(text, now);
  if (stretch === null) return null;
  const day = (edge: typeof stretch.from) =>
    edge === undefined ? "" : "date" in edge ? edge.date : "calendar";
  const { metric, days, from, to } = stretch;
  return [metric, days ?? day(from), day(to)].join(" ").trim();
}

const expected: Readonly<Record<string, string | null>> = {
  这个星期: "move_wtd 2026-05-03",
  比昨天: "move_range 2026-05-06",
  "比2026-04-30": "move_range 2026-04-30",
  比上周: "move_range 2026-05-03",
  比上个月: "move_range 2026-04-30",
  "than last month": "move_range 2026-04-30",
  "than the last month": "move_range 2026-04-30",
  比亚迪上周: "move_lw 2026-04-26 2026-05-03",
  比去年同期: "move_range 2025-05-07",
  近三年前复权: "move_3y 2023-05-07",
  这週: "move_wtd 2026-05-03",
  上上周: "move_range 2026-04-19 2026-04-26",
  本月: "move_mtd 2026-04-30",
  年初至今: "move_ytd 2025-12-31",
  茅台比年初高多少: "move_ytd 2025-12-31",
  从年初涨了多少: "move_ytd 2025-12-31",
  比亚迪哪一天涨停过: null,
  今年: "move_ytd 2025-12-31",
  去年: "move_ly 2024-12-31 2025-12-31",
  "2025年": "move_ly 2024-12-31 2025-12-31",
  "3月": "move_range 2026-02-28 2026-03-31",
  最近一周: "move_1w 2026-04-30",
  近半年: "move_6m 2025-11-07",
  近7个月: "move_range 2025-10-07",
  最近: "move_5d 5",
  近60个交易日: "move_60d 60",
  "4月1日到5月6日": "move_range 2026-04-01 2026-05-06",
  "2026-04-01至2026-04-30": "move_range 2026-04-01 2026-04-30",
  从4月1日到现在: "move_range 2026-04-01",
  "5月以来": "move_mtd 2026-04-30",
  今年一季度: "move_lq 2025-12-31 2026-03-31",
  今年3月: "move_range 2026-02-28 2026-03-31",
  今年3月以来: "move_range 2026-02-28",
  上半年: "move_range 2025-12-31",
  "2025年上半年": "move_range 2024-12-31 2025-06-30",
  去年下半年: "move_range 2025-06-30 2025-12-31",
  去年前三季度: "move_range 2024-12-31 2025-09-30",
  今年前三个月: "move_lq 2025-12-31 2026-03-31",
  前三个月: "move_3m 2026-02-07",
  "3月到4月": "move_range 2026-02-28 2026-04-30",
  "1到3月": "move_range 2025-12-31 2026-03-31",
  "1-3月": "move_range 2025-12-31 2026-03-31",
  去年10到12月: "move_range 2025-09-30 2025-12-31",
  "2025年1月到3月": "move_range 2024-12-31 2025-03-31",
  去年12月到2月: "move_range 2025-11-30 2026-02-28",
  去年一季度到二季度: "move_range 2024-12-31 2025-06-30",
  去年3月1日到4月1日: "move_range 2025-03-01 2025-04-01",
  "2月1日到20日": "move_range 2026-02-01 2026-02-20",
  "2月1-20日": "move_range 2026-02-01 2026-02-20",
  "4月20日到5月6日": "move_range 2026-04-20 2026-05-06",
  "from January to March 2025": "move_range 2024-12-31 2025-03-31",
  "March 2024 to June": "move_range 2024-02-29 2024-06-30",
  "3月k线": "move_range 2026-02-28 2026-03-31",
  "3个月k线": "move_3m 2026-02-07",
  "60分钟k线": null,
  "half year": "move_6m 2025-11-07",
  去年10月到今年3月: "move_range 2025-09-30 2026-03-31",
  年初到3月: "move_range 2025-12-31 2026-03-31",
  "2024到2025年": "move_range 2023-12-31 2025-12-31",
  "Q1 2026": "move_lq 2025-12-31 2026-03-31",
  "second quarter of 2025": "move_range 2025-03-31 2025-06-30",
  "first half of 2025": "move_range 2024-12-31 2025-06-30",
  "the second half of last year": "move_range 2025-06-30 2025-12-31",
  "first three months of 2025": "move_range 2024-12-31 2025-03-31",
  "from March to April": "move_range 2026-02-28 2026-04-30",
  "over the last month": "move_1m 2026-04-07",
  "last month": "move_lm 2026-03-31 2026-04-30",
  "since January": "move_range 2025-12-31",
  "4月起": "move_range 2026-03-31",
  "from April 1 to May 6": "move_range 2026-04-01 2026-05-06",
  "between January and April": "move_range 2025-12-31 2026-04-30",
  "between Jan and Mar": "move_range 2025-12-31 2026-03-31",
  "between October 2025 and March 2026": "move_range 2025-09-30 2026-03-31",
  "between 2024 and 2025": "move_range 2023-12-31 2025-12-31",
  "between Q4 2025 and Q1 2026": "move_range 2025-09-30 2026-03-31",
  "between April 1 and May 6": "move_range 2026-04-01 2026-05-06",
  "between March and now": "move_range 2026-02-28",
  "from March to today": "move_range 2026-02-28",
  "from March to May 6": "move_range 2026-02-28 2026-05-06",
  "3月到4月15日": "move_range 2026-02-28 2026-04-15",
  "between March 5 and April": "move_range 2026-03-05 2026-04-30",
  benzhou: "move_wtd 2026-05-03",
  这个quarter: "move_qtd 2026-03-31",
  昨天: null,
  下周: null,
  上市以来: null,
  市盈率: null,
};

test("words for a stretch of time come to the days it is measured by", () => {
  for (const [words, want] of Object.entries(expected)) assert.equal(said(words), want, words);
});

test("a stretch stands in a whole message, whatever company is beside it", () => {
  assert.equal(said("茅台今年以来涨了多少"), "move_ytd 2025-12-31");
  assert.equal(said("茅台前三季度涨了多少"), "move_range 2025-12-31");
  assert.equal(said("how much has BYD gained over the past 3 months"), "move_3m 2026-02-07");
});

test("a stretch begins before it ends, and its metric is one of the registry", () => {
  const words = fc.constantFrom(...Object.keys(expected).filter((each) => expected[each] !== null));
  const days = fc.date({ min: new Date("2024-06-01"), max: new Date("2027-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(words, days, (text, date) => {
      const stretch = readStretch(text, `${date.toISOString().slice(0, 10)}T10:00:00+08:00`);
      if (stretch === null) return;
      const { metric, from, to } = stretch;
      assert.ok(baseMetrics[metric]?.computed === true, metric);
      if (from !== undefined && to !== undefined && "date" in from && "date" in to)
        // A range whose end has no year may have been read a year back.
        assert.ok(from.date < to.date || metric === "move_range", `${text} ${from.date} ${to.date}`);
    }),
  );
});

test("a day that does not exist is no stretch, and not its month", () => {
  for (const text of ["4月31日", "2026年2月30日", "2月30号", "april 31"])
    assert.equal(readStretch(text, "2026-05-07T10:32:05+08:00"), null, text);
  assert.notEqual(readStretch("4月", "2026-05-07T10:32:05+08:00"), null);
});

test("since a holiday is from the last close before it", () => {
  const from = (words: string) => readStretch(words, "2026-05-07T10:32:05+08:00")?.from;
  const before = (date: string) => ({ onCalendar: { kind: "until", date } });
  assert.deepEqual(from("茅台五一后涨了吗"), before("2026-04-30"));
  assert.deepEqual(from("茅台国庆长假之后涨了多少"), before("2025-09-30"));
  assert.deepEqual(from("去年春节以来"), before("2025-01-28"));
  assert.deepEqual(from("how has Moutai done since Spring Festival"), before("2026-02-16"));
  const closure = { onCalendar: { kind: "closure", side: "before" } };
  assert.deepEqual(from("节后跌了多少"), closure);
  assert.deepEqual(from("since the holidays"), closure);
  // A day beside it is that day.
  for (const words of ["五一前收盘价", "五一后第一个交易日收盘", "节后首日"])
    assert.equal(readStretch(words, "2026-05-07T10:32:05+08:00"), null, words);
});
