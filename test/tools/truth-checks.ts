import assert from "node:assert/strict";
import type { PriceValue, ToolOutcome, ValuationValue } from "#contract";
import { epochMs, shanghaiDate } from "../../src/data/shanghai-time.ts";
import type { Truth } from "../emulators/market.ts";
import { hits, type Planned, tablesOf } from "./truth-sources.ts";

export type Good = Extract<ToolOutcome, { ok: true }>;

const dayFacts = ["open", "high", "low", "change", "volume", "amount"] as const;

/** Every number of the answer, compared with what is true at the moment or on the day that the answer names; how many they were. */
export function compareFacts(truth: Truth, code: string, outcome: Good): number {
  let compared = 0;
  const value = outcome.value as PriceValue;
  const asOf = outcome.as_of ?? "";
  const facts = "current_price" in value ? truth.quote(code, asOf) : truth.bar(code, shanghaiDate(asOf));
  assert.ok(facts, `there is something true at ${asOf}`);
  for (const metric of dayFacts) {
    const shown = value[metric];
    if (typeof shown !== "number") continue;
    compared += 1;
    // Tushare gives the amount in thousands with three decimals, Tencent in whole yuan.
    const slack = metric === "amount" ? 1 : 1e-9;
    assert.ok(Math.abs(shown - facts[metric]) <= slack, `${metric} ${shown} is not ${facts[metric]}`);
  }
  if (typeof value.prev_close === "number") assert.equal(value.prev_close, facts.pre_close);
  if (typeof value.pct_chg === "number") assert.ok(Math.abs(value.pct_chg - facts.pct_chg) <= 0.005 + 1e-9);
  return compared;
}

/** The price itself: of its code, its moment and its kind. */
export function comparePrice(truth: Truth, code: string, outcome: Good, now: string): void {
  const value = outcome.value as PriceValue;
  const asOf = outcome.as_of ?? "";
  assert.equal(value.code, code);
  if ("current_price" in value) {
    assert.ok(!("close" in value));
    assert.equal(value.current_price, truth.spot(code, asOf));
    assert.equal(shanghaiDate(asOf), shanghaiDate(now));
  } else {
    assert.equal(value.close, truth.close(code, shanghaiDate(asOf)));
    assert.ok(Date.parse(now) >= epochMs(shanghaiDate(asOf), 15 * 3600), "no close before it is made");
  }
}

/** The cite names who answered, with a table of his; who was asked before had something the matter with him. */
export function checkCite(outcome: Good, now: string, planned: readonly Planned[]): void {
  const { source, served_by, table = "", fetched_at, fallback_from = [] } = outcome;
  assert.equal(served_by, source);
  assert.ok(tablesOf[source]?.includes(table), `${source} has no ${table}`);
  assert.equal(fetched_at, now);
  for (const entry of fallback_from) {
    const [name = "", code = ""] = entry.split(": ");
    assert.notEqual(name, source);
    // Not there yet, not traded, or a quote of a suspended stock: nothing is the matter with the source.
    const isNatural = code === "NO_DATA" || code === "STALE";
    assert.ok(isNatural || planned.some((each) => hits(each, name)), `${entry} without any fault`);
  }
}

const ratio = (one: number, other: number): number => Math.abs(one / other - 1);

/** A valuation is that of the company's price at its moment or on its day; a loss has no P/E. */
export function compareValuation(truth: Truth, code: string, outcome: Good): void {
  const { eps = 1, shares = 1 } = truth.company(code) ?? {};
  const asOf = outcome.as_of ?? "";
  const price = asOf.length === 10 ? truth.close(code, asOf) : truth.spot(code, asOf);
  assert.ok(price !== undefined, `a price at ${asOf}`);
  const { pe_ttm, total_mv } = outcome.value as ValuationValue;
  if (typeof pe_ttm === "number") assert.ok(ratio(pe_ttm, price / eps) < 0.01, `P/E ${pe_ttm}`);
  if (eps < 0) assert.ok(typeof pe_ttm !== "number", "a loss has no P/E");
  if (typeof total_mv === "number") assert.ok(ratio(total_mv, price * shares * 10_000) < 0.001);
}

/** What may be said where no sound source is left. */
export const honestRefusals: ReadonlySet<string> = new Set(
  "SOURCE_DOWN RATE_LIMIT SOURCE_DENIED NET_TIMEOUT TOOL_ERROR STALE NO_DATA NOT_LISTED_YET NO_EARLIER_DATA NOT_OFFERED".split(
    " ",
  ),
);
