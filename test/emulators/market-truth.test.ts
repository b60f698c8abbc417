import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createTruth } from "./market-truth.ts";

const at = (time: string): string => `2026-05-07T${time}+08:00`;

describe("the truth", () => {
  const truth = createTruth({ seed: "qianmen", until: "2026-05-08" });

  test("holds 80 trading days and at least 60 companies, and is drawn from its seed alone", () => {
    assert.equal(truth.tradingDays.length, 80);
    assert.ok(truth.companies.length >= 60);
    const again = createTruth({ seed: "qianmen", until: "2026-05-08" });
    const other = createTruth({ seed: "other", until: "2026-05-08" });
    assert.deepEqual(again.bar("600519.SH", "2026-05-06"), truth.bar("600519.SH", "2026-05-06"));
    assert.notDeepEqual(other.bar("600519.SH", "2026-05-06"), truth.bar("600519.SH", "2026-05-06"));
  });

  test("every bar is possible: whole cents, within its own range and the limits, chained to the day before", () => {
    for (const { code, dividend } of truth.companies) {
      let before: number | undefined;
      for (const date of truth.tradingDays) {
        const bar = truth.bar(code, date);
        if (bar === undefined) continue;
        for (const price of [bar.open, bar.high, bar.low, bar.close, bar.pre_close])
          assert.equal(price, Number(price.toFixed(2)));
        assert.ok(bar.low <= Math.min(bar.open, bar.close) && bar.high >= Math.max(bar.open, bar.close));
        assert.ok(Math.abs(bar.close / bar.pre_close - 1) <= 0.3);
        const mean = bar.amount / bar.volume;
        assert.ok(bar.volume > 0 && mean >= bar.low && mean <= bar.high, "amount is CNY, volume is shares");
        const step = dividend?.date === date ? dividend.amount : 0;
        if (before !== undefined) assert.equal(bar.pre_close, Number((before - step).toFixed(2)));
        before = bar.close;
      }
    }
  });

  test("the quote follows the day and ends in its close", () => {
    const bar = truth.bar("600519.SH", "2026-05-07");
    assert.equal(truth.spot("600519.SH", at("09:26:00")), bar?.open);
    assert.equal(truth.spot("600519.SH", at("15:30:00")), bar?.close);
    assert.equal(truth.spot("600519.SH", at("09:00:00")), truth.close("600519.SH", "2026-05-06"));
    assert.equal(
      truth.spot("600519.SH", "2026-05-04T10:00:00+08:00"),
      truth.close("600519.SH", "2026-04-30"),
    );
    assert.equal(truth.spot("600519.SH", "2026-05-07T02:32:05Z"), truth.spot("600519.SH", at("10:32:05")));
  });

  test("quote times stand still out of hours", () => {
    const time = (clock: string): string | undefined => truth.quote("600519.SH", at(clock))?.time.slice(11);
    assert.equal(time("10:32:05"), "10:32:03");
    assert.equal(time("12:10:00"), "11:30:00");
    assert.equal(time("15:00:01"), "15:00:00");
    assert.equal(truth.quote("600519.SH", at("08:00:00"))?.time, "2026-05-06 15:00:00");
    assert.equal(truth.quote("600585.SH", at("10:00:00"))?.time, "2026-04-28 15:00:00", "suspended");
  });

  test("2026's holidays and weekends do not trade", () => {
    for (const day of ["2026-02-16", "2026-04-06", "2026-05-01", "2026-05-09", "2027-01-04"])
      assert.ok(!truth.isTradingDay(day));
    for (const day of ["2026-01-05", "2026-02-24", "2026-04-30", "2026-05-06"])
      assert.ok(truth.isTradingDay(day));
  });
});
