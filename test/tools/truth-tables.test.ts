/**
 * As `truth.test.ts`, for series and tables: whatever is wrong with the answers, no number that comes through is another one than the
 * truth's. `CASES=2000 SEED=…` is the long form.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import type { BarRow, DailyBarsValue, FinancialsValue, IndexValue, MoneyFlowValue } from "#contract";
import { epochMs, toShanghaiIso } from "../../src/data/shanghai-time.ts";
import { allSources, type Harness, openHarness } from "../data/harness.ts";
import type { MarketFault } from "../emulators/market.ts";
import { companies } from "../emulators/market-securities.ts";

const numRuns = Math.ceil(Number(process.env.CASES ?? 400) / 8);
const seed = Number(process.env.SEED ?? 20261121);

const plain: readonly MarketFault[] = [
  { kind: "string_numbers" },
  { kind: "thousands" },
  { kind: "nan_strings" },
  { kind: "infinity_strings" },
  { kind: "shuffled_rows" },
  { kind: "double_rows" },
  { kind: "conflicting_rows" },
  { kind: "negative_volume" },
  { kind: "other_dates" },
  { kind: "wrong_code" },
  { kind: "wrong_date" },
  { kind: "wrong_unit" },
  { kind: "null_price" },
  { kind: "zero_price" },
  { kind: "ignores_params" },
  { kind: "scaled_integers" },
  { kind: "gbk_garbage" },
  { kind: "html_502" },
];
const targets = [
  "tushare",
  "aktools",
  "tencent",
  "eastmoney",
  "sina",
  "xueqiu",
  "adj_factor",
  "daily",
  "income",
];
const faults = fc.array(
  fc.record({ target: fc.constantFrom(...targets), fault: fc.constantFrom(...plain) }),
  {
    maxLength: 6,
  },
);
const instants = fc
  .tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 9 * 3600, max: 20 * 3600 }))
  .map(([day, second]) => toShanghaiIso(epochMs("2026-04-27", day * 86_400 + second)));
// Dividend, suspension, new listing, STAR and Beijing boards, a loss.
const awkward = ["601398.SH", "600585.SH", "920002.BJ", "920799.BJ", "688981.SH", "688041.SH", "000002.SZ"];
const codes = fc.oneof(fc.constantFrom(...companies.map(({ code }) => code)), fc.constantFrom(...awkward));

let harness: Harness;
before(async () => {
  harness = await openHarness({ sources: allSources });
});
after(() => harness?.close());

interface Case {
  readonly code: string;
  readonly now: string;
  readonly faults: readonly { readonly target: string; readonly fault: MarketFault }[];
}

function setScene({ now, faults: planned }: Case): void {
  harness.market.clearFaults();
  harness.clock.set(now);
  // Longer than any pause after a failure.
  harness.clock.passMs(100_000_000);
  for (const { target, fault } of planned) harness.market.fail(target, fault, 20);
}

const cases = fc.record({ code: codes, now: instants, faults });
const near = (one: number, other: number, slack: number): boolean => Math.abs(one - other) <= slack;

/** A volume of Tencent's is in lots, Tushare's with two decimals: both are whole shares here. */
function compareBar(row: BarRow, code: string, factor = 1, slack = 1e-9): number {
  const bar = harness.market.truth.bar(code, row.date);
  assert.ok(bar, `${code} was traded on ${row.date}`);
  let compared = 0;
  for (const metric of ["open", "high", "low", "close"] as const) {
    const shown = row[metric];
    if (typeof shown !== "number") continue;
    compared += 1;
    assert.ok(
      near(shown, bar[metric] * factor, slack),
      `${code} ${row.date} ${metric} ${shown}, not ${bar[metric]}`,
    );
  }
  if (typeof row.volume === "number") assert.equal(row.volume, bar.volume);
  if (typeof row.amount === "number") assert.ok(near(row.amount, bar.amount, 1));
  return compared;
}

const isAscending = (rows: readonly BarRow[]): boolean =>
  rows.every(({ date }, at) => at === 0 || date > (rows[at - 1]?.date ?? ""));

test(`${numRuns} series of days under faults (seed ${seed}): as they were paid, in order, each day once`, async (t) => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(cases, async (asked) => {
      setScene(asked);
      const outcome = await harness.ask("get_daily_bars", { code: asked.code, days: 15 });
      if (!outcome.ok) return;
      const { code, adjust, rows } = outcome.value as DailyBarsValue;
      assert.deepEqual([code, adjust, isAscending(rows)], [asked.code, "none", true]);
      for (const row of rows) compared += compareBar(row, code);
    }),
    { numRuns, seed },
  );
  assert.ok(compared > numRuns, `${compared} compared`);
  t.diagnostic(`${compared} values compared`);
});

test(`${numRuns} forward-adjusted series under faults: the newest day as paid, the days before a dividend lowered by it`, async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (asked) => {
      setScene(asked);
      const outcome = await harness.ask("get_daily_bars", { code: asked.code, days: 15, adjust: "qfq" });
      if (!outcome.ok) return;
      const { code, adjust, rows } = outcome.value as DailyBarsValue;
      assert.deepEqual([code, adjust, isAscending(rows)], [asked.code, "qfq", true]);
      const { truth } = harness.market;
      const latest = truth.adjustFactor(code, rows.at(-1)?.date ?? "");
      // Feeds round an adjusted price to 分.
      for (const row of rows)
        compareBar(
          { date: row.date, close: row.close ?? null },
          code,
          truth.adjustFactor(code, row.date) / latest,
          0.0051,
        );
    }),
    { numRuns, seed },
  );
});

test(`${numRuns} index levels under faults: level, day and turnover are the index's own`, async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (asked) => {
      setScene(asked);
      const { truth } = harness.market;
      for (const { code } of truth.indices.slice(0, 3)) {
        const outcome = await harness.ask("get_index", { code });
        if (!outcome.ok) continue;
        const value = outcome.value as IndexValue;
        const at = outcome.as_of ?? "";
        const facts = "index_current" in value ? truth.quote(code, at) : truth.bar(code, at.slice(0, 10));
        assert.ok(facts, `${code} at ${at}`);
        const level = "price" in facts ? facts.price : facts.close;
        assert.equal(value.index_current ?? value.index_close, level, `${code} ${at} ${outcome.source}`);
        if (typeof value.amount === "number")
          assert.ok(near(value.amount, facts.amount, 1), `${value.amount}`);
      }
    }),
    { numRuns: Math.ceil(numRuns / 2), seed },
  );
});

test(`${numRuns} money flows and reports under faults: money in CNY, each day and period its own`, async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (asked) => {
      setScene(asked);
      const { code } = asked;
      const { truth } = harness.market;
      const flow = await harness.ask("get_money_flow", { code });
      for (const row of flow.ok ? (flow.value as MoneyFlowValue).rows : []) {
        const facts = truth.flow(code, row.date);
        assert.ok(facts, `${code} ${row.date}`);
        const main = facts.buy.lg + facts.buy.elg - facts.sell.lg - facts.sell.elg;
        if (typeof row.main_net === "number")
          assert.ok(near(row.main_net, main * 10_000, 1), `${row.main_net}`);
      }
      const reports = await harness.ask("get_financials", { code });
      for (const row of reports.ok ? (reports.value as FinancialsValue).rows : []) {
        const facts = truth.reports(code).find(({ end }) => end === row.as_of);
        assert.ok(facts, `${code} ${row.as_of}`);
        if (typeof row.net_profit_parent === "number") assert.equal(row.net_profit_parent, facts.profit);
        if (typeof row.roe === "number") assert.equal(row.roe, facts.roe);
      }
    }),
    { numRuns, seed },
  );
});
