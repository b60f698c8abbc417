import assert from "node:assert/strict";
import { test } from "node:test";
import { joinAdjusted } from "../../src/data/adjusted-rows.ts";
import type { BarCells } from "../../src/data/quote-rows.ts";
import type { DailyRow } from "../../src/data/rows.ts";

const about = { code: "600519.SH", range: { from: "2026-05-01", to: "2026-05-07" } };
const paid: DailyRow = {
  code: "600519.SH",
  date: "2026-05-06",
  currency: "CNY",
  adjust: "none",
  close: 1791.73,
};
const days = {
  ok: true,
  rows: [paid],
  table: "t",
  adapter: "a",
  fetched_at: "2026-05-07T10:32:05+08:00",
} as const;
const bar: BarCells = { date: "2026-05-06", open: 1750, high: 1760, low: 1740, close: 1755.5 };
const join = (bars: readonly BarCells[]) => joinAdjusted(days, { ok: true, bars }, about);

test("a day has its forward-adjusted prices and what was paid", () => {
  const joined = join([bar, { ...bar, date: "2026-05-07" }]);
  assert.ok(joined.ok);
  assert.deepEqual(
    joined.rows.map(({ date, close, paid_close, adjust }) => [date, close, paid_close, adjust]),
    [["2026-05-06", 1755.5, 1791.73, "qfq"]],
  );
});

test("prices above the paid ones are adjusted backward, and a day without one has none: both are refused", () => {
  assert.ok(join([{ ...bar, close: 1791.73 }]).ok);
  assert.ok(!join([{ ...bar, close: 1791.74 }]).ok);
  assert.ok(!join([]).ok);
});

test("a failure of either part is the failure of the whole", () => {
  const failure = { ok: false, error: { code: "NET_TIMEOUT", message: "late" } } as const;
  assert.deepEqual(joinAdjusted(failure, { ok: true, bars: [bar] }, about), failure);
  assert.deepEqual(joinAdjusted(days, failure, about), failure);
});
