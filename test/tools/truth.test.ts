/**
 * Generated questions against the emulator's truth, with all sources at hand and whatever goes wrong with them.
 * `CASES=2000 SEED=… npm test -- test/tools/truth.test.ts` is the long form.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import type { PriceValue, ResolvedSecurity, ToolOutcome } from "#contract";
import { epochMs, shanghaiDate, toShanghaiIso } from "../../src/data/shanghai-time.ts";
import { allSources, type Harness, openHarness } from "../data/harness.ts";
import type { MarketFault, Truth } from "../emulators/market.ts";
import { companies } from "../emulators/market-securities.ts";
import {
  checkCite,
  compareFacts,
  comparePrice,
  compareValuation,
  type Good,
  honestRefusals,
} from "./truth-checks.ts";
import { hits, type Planned, rankedSources, servedBy, spotSources } from "./truth-sources.ts";

const numRuns = Number(process.env.CASES ?? 400);
const seed = Number(process.env.SEED ?? 20261121);

const plain: readonly MarketFault[] = [
  { kind: "html_502" },
  { kind: "garbage" },
  { kind: "empty" },
  { kind: "server_error" },
  { kind: "rate_minute" },
  { kind: "no_permission" },
  { kind: "expired_token" },
  { kind: "forbidden" },
  { kind: "drop" },
  { kind: "none" },
  { kind: "wrong_code" },
  { kind: "wrong_date" },
  { kind: "utc_clock" },
  { kind: "zero_price" },
  { kind: "null_price" },
  { kind: "wrong_unit" },
  { kind: "scaled_integers" },
  { kind: "gbk_garbage" },
  { kind: "hostile_name" },
  { kind: "ignores_params" },
  { kind: "string_numbers" },
  { kind: "thousands" },
  { kind: "nan_strings" },
  { kind: "infinity_strings" },
  { kind: "shuffled_rows" },
  { kind: "double_rows" },
  { kind: "conflicting_rows" },
  { kind: "negative_volume" },
  { kind: "other_dates" },
];
const targets = [
  ...["daily", "daily_basic", "suspend_d", "trade_cal", "stock_zh_a_hist", "stock_individual_spot_xq", "qt"],
  ...["tushare", "aktools", "xueqiu", "tencent", "sina", "eastmoney", "yahoo"],
];

const anyFault = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...plain) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 200, max: 90_000 }).map(
      (seconds): MarketFault => ({
        kind: "stale",
        seconds,
      }),
    ),
  },
);
const faults = fc.array(fc.record({ target: fc.constantFrom(...targets), fault: anyFault }), {
  maxLength: 8,
});
const instants = fc
  .tuple(fc.integer({ min: 0, max: 18 }), fc.integer({ min: 8 * 3600, max: 19 * 3600 }))
  .map(([day, second]) => toShanghaiIso(epochMs("2026-04-20", day * 86_400 + second)));
const codes = fc.oneof(
  fc.constantFrom(...companies.map(({ code }) => code)),
  // The awkward ones more often: suspended, dividend, newly listed, loss-making.
  fc.constantFrom("600585.SH", "601398.SH", "920002.BJ", "000002.SZ"),
);
const daysBack = fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined });

let compared = 0;

let harness: Harness;
before(async () => {
  harness = await openHarness({ sources: allSources });
});
after(() => harness?.close());

function setScene(now: string, planned: readonly Planned[]): void {
  const { market, clock } = harness;
  market.clearFaults();
  clock.set(now);
  // Longer than any pause after a failure.
  clock.passMs(100_000_000);
  for (const { target, fault } of planned) market.fail(target, fault, 20);
}

/** What is right when nothing fails: the newest price that exists at the moment. */
function expectedDate(truth: Truth, code: string, now: string): string | undefined {
  const today = shanghaiDate(now);
  const isOver = Date.parse(now) >= epochMs(today, 15 * 3600);
  const day = truth.tradingDays.findLast((each) => each < today || (isOver && each === today));
  return day === undefined ? undefined : truth.lastBar(code, day)?.date;
}

/** Sources without any fault answer in place of those that have one. */
function checkFallback(code: string, outcome: ToolOutcome, now: string, planned: readonly Planned[]): void {
  const { truth } = harness.market;
  const expected = expectedDate(truth, code, now);
  const isSound = (name: string) => !planned.some((each) => hits(each, name));
  const quote = truth.quote(code, now);
  const isTraded = quote?.suspended === false && quote.time.startsWith(shanghaiDate(now));
  const isLive = isTraded && Date.parse(now) < epochMs(shanghaiDate(now), 15 * 3600);
  if (isLive && spotSources.some(isSound)) {
    assert.ok(outcome.ok && "current_price" in (outcome.value as PriceValue), "a sound quote was there");
    const best = spotSources.find(isSound);
    assert.ok(spotSources.indexOf(outcome.source) <= spotSources.indexOf(best ?? ""));
  } else if (expected !== undefined && rankedSources.daily.some(isSound)) {
    assert.ok(outcome.ok, `a sound source had the close: ${JSON.stringify(outcome)}`);
  }
}

/** The others' bars of the day count as finished from 17:00 on; until then nobody confirms a close that is published. */
const isOfThisAfternoon = ({ as_of = "" }: Good, now: string): boolean =>
  as_of === shanghaiDate(now) && Date.parse(now) < epochMs(as_of, 17 * 3600);

test(`${numRuns} prices under faults (seed ${seed}): none is wrong, and each fault ends in the right fallback`, async (t) => {
  compared = 0;
  const cases = fc.record({ code: codes, now: instants, daysBack, faults });
  await fc.assert(
    fc.asyncProperty(cases, async ({ code, now, daysBack: back, faults: planned }) => {
      setScene(now, planned);
      const { truth } = harness.market;
      const date = back === undefined ? undefined : toShanghaiIso(Date.parse(now) - back * 86_400_000);
      const args = date === undefined ? { code } : { code, date: shanghaiDate(date) };
      const outcome = await harness.ask("get_price", args);
      if (outcome.ok) {
        comparePrice(truth, code, outcome, now);
        compared += 1 + compareFacts(truth, code, outcome);
        checkCite(outcome, now, planned);
        const { check } = outcome.value as PriceValue;
        assert.notEqual(check?.state, "differs", "nothing that is true differs");
        if (planned.length === 0 && !isOfThisAfternoon(outcome, now)) assert.equal(check?.state, "agrees");
      } else {
        assert.ok(honestRefusals.has(outcome.error.code), outcome.error.code);
      }
      if (date !== undefined && back !== 0) return;
      checkFallback(code, outcome, now, planned);
      if (planned.length > 0) return;
      const expected = expectedDate(truth, code, now);
      assert.equal(outcome.ok, expected !== undefined || truth.quote(code, now) !== undefined);
      if (!outcome.ok || "current_price" in (outcome.value as PriceValue)) return;
      assert.equal(shanghaiDate(outcome.as_of ?? ""), expected);
    }),
    { numRuns, seed },
  );
  t.diagnostic(`${compared} values compared`);
});

test(`${Math.ceil(numRuns / 4)} prices with one source off by a little: right, or told to differ with the true one`, async () => {
  const cases = fc.record({
    code: codes,
    now: instants,
    target: fc.constantFrom("tushare", "xueqiu", "tencent", "sina", "eastmoney", "yahoo"),
    percent: fc.constantFrom(0.05, -0.05),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ code, now, target, percent }) => {
      const fault = { kind: "off_by", percent } as const;
      setScene(now, [{ target, fault }]);
      const { truth } = harness.market;
      const outcome = await harness.ask("get_price", { code });
      if (!outcome.ok) return assert.equal(expectedDate(truth, code, now), undefined);
      const value = outcome.value as PriceValue;
      const asOf = outcome.as_of ?? "";
      const isLive = "current_price" in value;
      const right = isLive ? truth.spot(code, asOf) : truth.close(code, shanghaiDate(asOf));
      const shown = isLive ? value.current_price : value.close;
      if (value.check?.state !== "differs") return assert.equal(shown, right);
      // One of the two is the true one, under its own source.
      const date = isLive ? {} : { date: shanghaiDate(asOf) };
      const other = await harness.ask("check_price", { code, source: value.check.source, ...date });
      assert.ok(other.ok, JSON.stringify(other));
      assert.notEqual(other.source, outcome.source);
      const second = other.value as PriceValue;
      const secondShown = isLive ? second.current_price : second.close;
      const pairs = [
        [outcome.source, shown],
        [other.source, secondShown],
      ] as const;
      for (const [source, price] of pairs) assert.equal(price === right, servedBy(target) !== source);
    }),
    { numRuns: Math.ceil(numRuns / 4), seed },
  );
});

test(`${Math.ceil(numRuns / 4)} valuations under faults: figures, units, dates and cites are true`, async () => {
  const cases = fc.record({ code: codes, now: instants, faults });
  await fc.assert(
    fc.asyncProperty(cases, async ({ code, now, faults: planned }) => {
      setScene(now, planned);
      const { truth } = harness.market;
      const outcome = await harness.ask("get_valuation", { code });
      if (!outcome.ok) return assert.ok(honestRefusals.has(outcome.error.code), outcome.error.code);
      checkCite(outcome, now, planned);
      compareValuation(truth, code, outcome);
    }),
    { numRuns: Math.ceil(numRuns / 4), seed },
  );
});

test("every company is found by its code and by its name, and told by its listed name", async () => {
  setScene("2026-05-07T10:32:05+08:00", []);
  await harness.data.securities.ready(new AbortController().signal);
  for (const { code, name } of companies) {
    for (const query of [code, code.slice(0, 6), name]) {
      const outcome = await harness.ask("resolve_security", { query });
      assert.ok(outcome.ok);
      const { matches } = outcome.value as ResolvedSecurity;
      assert.deepEqual(
        matches.map((each) => [each.code, each.name]),
        [[code, name]],
        query,
      );
    }
  }
});
