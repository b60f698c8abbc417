import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { builtinYears } from "../../src/data/calendar.ts";
import { budgetSeconds, freshUntilMs } from "../../src/data/freshness.ts";
import { epochMs, toShanghaiIso } from "../../src/data/shanghai-time.ts";
import { createTradingCalendar } from "../../src/data/trading-calendar.ts";

const calendar = createTradingCalendar(builtinYears());
const at = (text: string) => `${text.replace(" ", "T")}+08:00`;

/** The oldest instant that the budget allows. */
const oldest = (freshness: Parameters<typeof budgetSeconds>[0], now: string): string =>
  toShanghaiIso(Date.parse(at(now)) - budgetSeconds(freshness, at(now), calendar) * 1000);

describe("a budget in session seconds", () => {
  const budget = { sessionSeconds: 90 };

  test("is plain time while the market trades", () => {
    assert.equal(budgetSeconds(budget, at("2026-05-07 10:32:05"), calendar), 90);
  });

  test("stands still over lunch, the closing auction, nights and holidays", () => {
    assert.equal(oldest(budget, "2026-05-07 12:10:00"), at("2026-05-07 11:28:30"));
    assert.equal(oldest(budget, "2026-05-07 13:00:30"), at("2026-05-07 11:29:00"));
    assert.equal(oldest(budget, "2026-05-07 14:59:50"), at("2026-05-07 14:55:30"));
    assert.equal(oldest(budget, "2026-05-07 21:00:00"), at("2026-05-07 14:55:30"));
    assert.equal(oldest(budget, "2026-05-06 09:30:30"), at("2026-04-30 14:56:00"));
    assert.equal(oldest(budget, "2026-05-03 12:00:00"), at("2026-04-30 14:55:30"));
  });
});

describe("a budget in trading days", () => {
  test("reaches back over holidays and weekends", () => {
    assert.equal(oldest({ tradingDays: 1 }, "2026-05-07 10:00:00"), at("2026-05-06 00:00:00"));
    assert.equal(oldest({ tradingDays: 1 }, "2026-05-06 10:00:00"), at("2026-04-30 00:00:00"));
    assert.equal(oldest({ tradingDays: 2 }, "2026-05-10 10:00:00"), at("2026-05-06 00:00:00"));
    assert.equal(oldest({ tradingDays: 0 }, "2026-05-07 16:00:00"), at("2026-05-07 00:00:00"));
  });
});

test("calendar days are days, and nothing from the asked date on is too old", () => {
  assert.equal(budgetSeconds({ calendarDays: 2 }, at("2026-05-07 10:00:00"), calendar), 172_800);
  assert.equal(oldest({ since: "2026-04-01" }, "2026-05-07 10:00:00"), at("2026-04-01 00:00:00"));
});

test("without a calendar for the year everything is stale", () => {
  assert.equal(budgetSeconds({ sessionSeconds: 90 }, at("2027-05-07 10:00:00"), calendar), 0);
  assert.equal(budgetSeconds({ tradingDays: 1 }, at("2027-05-07 10:00:00"), calendar), 0);
});

test("a later moment never makes an older value fresh again", () => {
  const start = epochMs("2026-04-20");
  const instants = fc.integer({ min: 0, max: 20 * 86_400 });
  const budgets = fc.oneof(
    fc.record({ sessionSeconds: fc.integer({ min: 0, max: 20_000 }) }),
    fc.record({ tradingDays: fc.integer({ min: 0, max: 5 }) }),
  );
  fc.assert(
    fc.property(instants, instants, budgets, (one, other, freshness) => {
      const [early, late] = one < other ? [one, other] : [other, one];
      const reach = (seconds: number) => {
        const now = toShanghaiIso(start + seconds * 1000);
        return Date.parse(now) - budgetSeconds(freshness, now, calendar) * 1000;
      };
      assert.ok(reach(early) <= reach(late));
    }),
  );
});

describe("fresh until", () => {
  const until = (freshness: Parameters<typeof freshUntilMs>[0], asOf: string) =>
    toShanghaiIso(freshUntilMs(freshness, asOf, calendar));

  test("counts in trading time and ends with the day", () => {
    const budget = { sessionSeconds: 90 };
    assert.equal(until(budget, at("2026-05-07 10:32:05")), at("2026-05-07 10:33:35"));
    assert.equal(until(budget, at("2026-05-07 11:29:30")), at("2026-05-07 13:01:00"));
    assert.equal(until(budget, at("2026-05-07 14:56:30")), at("2026-05-07 15:00:00"));
  });

  test("a close lives until the trading day that outdates it begins", () => {
    assert.equal(until({ tradingDays: 1 }, "2026-04-30"), at("2026-05-07 00:00:00"));
  });

  test("agrees with the budget: fresh before, stale after", () => {
    const asOfs = fc.integer({ min: 0, max: 86_399 });
    fc.assert(
      fc.property(asOfs, fc.integer({ min: 1, max: 600 }), (second, sessionSeconds) => {
        const asOf = toShanghaiIso(epochMs("2026-05-07", second));
        const endMs = freshUntilMs({ sessionSeconds }, asOf, calendar);
        const end = toShanghaiIso(endMs);
        const age = (endMs - Date.parse(asOf)) / 1000;
        assert.ok(age <= Math.max(0, budgetSeconds({ sessionSeconds }, end, calendar)));
      }),
    );
  });
});
