import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { ResolvedDate } from "#contract";
import { type Harness, openHarness } from "../data/harness.ts";

describe("days by the calendar, Thursday 2026-05-07", () => {
  let harness: Harness;
  before(async () => {
    harness = await openHarness({ now: "2026-05-07T20:00:00+08:00" });
  });
  after(() => harness.close());

  const code = async (tool: string, args: object) => {
    const outcome = await harness.ask(tool, args);
    return outcome.ok ? "ok" : outcome.error.code;
  };

  test("words that only the calendar resolves come to the trading day itself", async () => {
    const expected: Readonly<Record<string, string>> = {
      "3个交易日前": "2026-04-29",
      春节前最后一个交易日: "2026-02-13",
      春节后首个交易日: "2026-02-24",
      五一前: "2026-04-30",
      节前最后一个交易日: "2026-04-30",
      节后第一个交易日: "2026-05-06",
      上个月最后一个交易日: "2026-04-30",
      "2026年第一个交易日": "2026-01-05",
      "the last trading day of March": "2026-03-31",
    };
    for (const [query, date] of Object.entries(expected)) {
      const outcome = await harness.ask("resolve_date", { query });
      assert.ok(outcome.ok, query);
      const value = outcome.value as ResolvedDate;
      assert.deepEqual([value.date, value.trading_day, value.is_trading_day], [date, date, true], query);
    }
  });

  test("what is no single day is told apart", async () => {
    const expected: Readonly<Record<string, string>> = {
      去年: "BAD_DATE",
      近30日: "BAD_DATE",
      "10:00": "TIME_OF_DAY",
      "昨天10:00": "TIME_OF_DAY",
      "2026-04-29, 2026-04-30": "TOO_MANY_DAYS",
    };
    for (const [query, said] of Object.entries(expected))
      assert.equal(await code("resolve_date", { query }), said, query);
  });

  test("a valuation of a named day is that day's, or the newest before it, and never a later one", async () => {
    for (const [date, asOf] of [
      ["2026-04-30", "2026-04-30"],
      ["2026-05-02", "2026-04-30"],
    ]) {
      const outcome = await harness.ask("get_valuation", { code: "600519.SH", date });
      assert.ok(outcome.ok, JSON.stringify(outcome));
      assert.equal(outcome.as_of, asOf);
    }
    assert.equal(await code("get_valuation", { code: "600519.SH", date: "2026-05-08" }), "FUTURE_DATE");
    assert.equal(await code("get_valuation", { code: "600519.SH", date: "2026-02-30" }), "BAD_DATE");
  });
});
