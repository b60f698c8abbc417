import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChartValue, Json, ToolCall } from "#contract";
import { averageOf, barsOf, byPeriod, type ChartBar } from "../../src/charts/bars.ts";
import { candlesOption } from "../../src/charts/candles.ts";
import { closesOption } from "../../src/charts/closes.ts";

const call = (value: Json): ToolCall => ({
  tool_call_id: "tc_1",
  tool: "get_daily_bars",
  args: {},
  value,
  source: "tushare",
  served_by: "tushare",
  fetched_at: "2026-05-07T10:32:05+08:00",
});

const bar = (date: string, close: number): ChartBar => ({
  date,
  open: close - 1,
  high: close + 2,
  low: close - 3,
  close,
  volume: 100,
});

test("bars of stocks, adjusted ones and indices are read; a row that is none spoils the series", () => {
  const prices = { date: "2026-05-06", open: 1, high: 3, low: 1, close: 2 };
  const read = { ...prices, volume: 7 };
  assert.deepEqual(barsOf(call({ rows: [read] })), [read]);
  assert.deepEqual(barsOf(call({ rows: [{ ...prices, paid: { volume: 7 } }] })), [read]);
  const level = { date: "2026-05-06", index_open: 1, index_high: 3, index_low: 1, index_close: 2, amount: 7 };
  assert.deepEqual(barsOf(call({ rows: [level] })), [read]);
  assert.equal(barsOf(call({ rows: [read, { date: "2026-05-07", close: null }] })), null);
});

test("weeks run from Monday, and a joined bar spans its days", () => {
  const days = ["2026-04-24", "2026-04-27", "2026-04-29", "2026-05-06"].map((date, at) => bar(date, 10 + at));
  assert.deepEqual(
    byPeriod(days, "week").map(({ date, open, close, volume }) => [date, open, close, volume]),
    [
      ["2026-04-24", 9, 10, 100],
      ["2026-04-29", 10, 12, 200],
      ["2026-05-06", 12, 13, 100],
    ],
  );
  assert.deepEqual(
    byPeriod(days, "month").map(({ date, high, low }) => [date, high, low]),
    [
      ["2026-04-29", 14, 7],
      ["2026-05-06", 15, 10],
    ],
  );
});

test("an average begins where it has its days", () => {
  const bars = [1, 2, 3, 4].map((close, at) => bar(`2026-05-0${at + 1}`, close));
  assert.deepEqual(averageOf(bars, 3), [null, null, 2, 3]);
});

test("a picture ends with its last day, also where later bars are at hand", () => {
  const chart: ChartValue = {
    kind: "candles",
    period: "week",
    language: "zh",
    bars: ["tc_1"],
    codes: ["600519.SH"],
    from: "2026-04-24",
    to: "2026-04-28",
    adjust: "qfq",
    sources: ["tushare"],
  };
  const bars = ["2026-04-24", "2026-04-27", "2026-04-28", "2026-04-29", "2026-05-06"].map((date, at) =>
    bar(date, 10 + at),
  );
  const daysOf = (option: object) => JSON.stringify(option).match(/2026-\d\d-\d\d(?=")/g) ?? [];
  for (const option of [
    candlesOption(chart, bars, "贵州茅台"),
    closesOption({ ...chart, kind: "closes" }, bars, "贵州茅台"),
  ])
    assert.deepEqual([...new Set(daysOf(option))].toSorted(), ["2026-04-24", "2026-04-28"]);
});
