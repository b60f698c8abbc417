import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import type { PriceValue, ToolOutcome } from "#contract";
import { epochMs, shanghaiDate, toShanghaiIso } from "../../src/data/shanghai-time.ts";
import { type Desk, openDesk } from "../data/desk.ts";
import type { MarketFault, Truth } from "../emulators/market.ts";
import { companies } from "../emulators/market-securities.ts";

const kinds = [
  "html_502",
  "garbage",
  "empty",
  "server_error",
  "rate_minute",
  "no_permission",
  "expired_token",
  "none",
  "wrong_code",
  "wrong_date",
  "utc_clock",
  "zero_price",
  "null_price",
  "wrong_unit",
  "ignores_params",
] as const;
const targets = [
  "daily",
  "stock_zh_a_hist",
  "stock_individual_spot_xq",
  "trade_cal",
  "tushare",
  "aktools",
] as const;

const faults = fc.array(
  fc.record({
    target: fc.constantFrom(...targets),
    fault: fc.oneof(
      fc.constantFrom(...kinds).map((kind): MarketFault => ({ kind })),
      fc.integer({ min: 200, max: 90_000 }).map((seconds): MarketFault => ({ kind: "stale", seconds })),
    ),
  }),
  { maxLength: 3 },
);
const instants = fc
  .tuple(fc.integer({ min: 0, max: 18 }), fc.integer({ min: 8 * 3600, max: 19 * 3600 }))
  .map(([day, second]) => toShanghaiIso(epochMs("2026-04-20", day * 86_400 + second)));
const codes = fc.oneof(
  fc.constantFrom(...companies.map(({ code }) => code)),
  // The awkward ones more often: suspended, dividend, newly listed, loss-making.
  fc.constantFrom("600585.SH", "601398.SH", "920002.BJ", "000002.SZ"),
);
const cases = fc.record({
  code: codes,
  now: instants,
  daysBack: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
  faults,
});

const dayFacts = ["open", "high", "low", "change", "volume", "amount"] as const;

/** Every number of the answer, compared with what is true at the moment or on the day that the answer names. */
function compare(truth: Truth, code: string, outcome: Extract<ToolOutcome, { ok: true }>, now: string): void {
  const value = outcome.value as PriceValue;
  const asOf = outcome.as_of ?? "";
  const isLive = "current_price" in value;
  const facts = isLive ? truth.quote(code, asOf) : truth.bar(code, shanghaiDate(asOf));
  assert.ok(facts, `there is something true at ${asOf}`);
  if (isLive) {
    assert.ok(!("close" in value));
    assert.equal(value.current_price, truth.spot(code, asOf));
    assert.equal(shanghaiDate(asOf), shanghaiDate(now));
  } else {
    assert.equal(value.close, truth.close(code, shanghaiDate(asOf)));
    assert.ok(Date.parse(now) >= epochMs(shanghaiDate(asOf), 15 * 3600), "no close before it is made");
  }
  for (const metric of dayFacts) {
    const shown = value[metric];
    // Tushare gives the amount in thousands with three decimals.
    const slack = metric === "amount" ? 1 : 0;
    if (typeof shown === "number") assert.ok(Math.abs(shown - facts[metric]) <= slack, `${metric} ${shown}`);
  }
  if (typeof value.prev_close === "number") assert.equal(value.prev_close, facts.pre_close);
  if (typeof value.pct_chg === "number") assert.ok(Math.abs(value.pct_chg - facts.pct_chg) <= 0.005 + 1e-9);
}

let desk: Desk;
before(async () => {
  desk = await openDesk();
});
after(() => desk.close());

/** What is right when nothing fails: the newest price that exists at the moment. */
function expectedDate(truth: Truth, code: string, now: string): string | undefined {
  const today = shanghaiDate(now);
  const isOver = Date.parse(now) >= epochMs(today, 15 * 3600);
  const day = truth.tradingDays.findLast((each) => each < today || (isOver && each === today));
  return day === undefined ? undefined : truth.lastBar(code, day)?.date;
}

test("whatever fails at the sources, no number is ever wrong, and without faults the newest is given", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ code, now, daysBack, faults }) => {
      const { market, clock } = desk;
      market.clearFaults();
      clock.set(now);
      clock.passMs(600_000);
      for (const { target, fault } of faults) market.fail(target, fault, 20);
      const date =
        daysBack === undefined ? undefined : toShanghaiIso(Date.parse(now) - daysBack * 86_400_000);
      const args = date === undefined ? { code } : { code, date: shanghaiDate(date) };
      const outcome = await desk.ask("get_price", args);
      if (outcome.ok) compare(market.truth, code, outcome, now);
      if (faults.length > 0 || (date !== undefined && daysBack !== 0)) return;
      const expected = expectedDate(market.truth, code, now);
      assert.equal(outcome.ok, expected !== undefined || market.truth.quote(code, now) !== undefined);
      if (outcome.ok && !("current_price" in (outcome.value as PriceValue))) {
        assert.equal(shanghaiDate(outcome.as_of ?? ""), expected);
      }
    }),
    { numRuns: 600 },
  );
});
