/**
 * What upstreams get wrong in ways that look right: generated questions against the emulator's truth, with all sources at hand and
 * with each alone. `CASES=600 SEED=… npm test -- test/tools/broken-upstreams.test.ts` is the long form.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import type { IndexValue, PriceValue, ToolOutcome } from "#contract";
import { epochMs, shanghaiDate, toShanghaiIso } from "../../src/data/shanghai-time.ts";
import { allSources, type Harness, type HarnessOptions, openHarness } from "../data/harness.ts";
import type { MarketFault, Truth } from "../emulators/market.ts";
import { createOtherHand } from "../emulators/market-other-hand.ts";
import { companies } from "../emulators/market-securities.ts";
import { indices } from "../emulators/market-truth-indices.ts";
import { compareFacts, comparePrice, compareValuation, type Good, honestRefusals } from "./truth-checks.ts";

const numRuns = Number(process.env.CASES ?? 120);
const seed = Number(process.env.SEED ?? 20261122);

type Kind = MarketFault["kind"];

/** A broken row shows by itself: what a source says alone is right, or it is not told. */
const telltale = [
  "html_200",
  "truncated",
  "trailing_bom",
  "header_row",
  "decimal_comma",
  "repeated_day",
  "volume_hundredth",
  "fraction_percent",
  "zero_pe",
  "future_close",
] as const satisfies readonly Kind[];
/** Only where the source's rows hold something to hold it against: a currency, a code, a name, a change. */
const telltaleAt: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  hong_kong: ["akshare", "tencent", "yahoo"],
  index_row: ["tushare", "akshare", "tencent", "sina", "eastmoney", "xueqiu"],
  other_content: ["sina", "tencent", "eastmoney"],
  swapped_open: ["tushare", "akshare", "tencent", "eastmoney", "xueqiu"],
  day_ahead: ["xueqiu", "sina", "tencent", "eastmoney"],
};
const sources = ["tushare", "akshare", "xueqiu", "tencent", "sina", "eastmoney"] as const;
const targetOf = (source: string): string => (source === "akshare" ? "aktools" : source);

const faultAt = fc.oneof(
  fc.record({ source: fc.constantFrom<string>(...sources), kind: fc.constantFrom<Kind>(...telltale) }),
  fc.constantFrom(
    ...Object.entries(telltaleAt).flatMap(([kind, at]) =>
      at.map((source) => ({ source, kind: kind as Kind })),
    ),
  ),
);
const instants = fc
  .tuple(fc.integer({ min: 0, max: 18 }), fc.integer({ min: 8 * 3600, max: 20 * 3600 }))
  .map(([day, second]) => toShanghaiIso(epochMs("2026-04-20", day * 86_400 + second)));
const codes = fc.constantFrom(...companies.map(({ code }) => code), "000001.SZ", "601398.SH", "600585.SH");
const daysBack = fc.option(fc.integer({ min: 1, max: 15 }), { nil: undefined });

const questions = fc.oneof(
  fc.record({ tool: fc.constant("get_price" as const), code: codes, daysBack }),
  fc.record({ tool: fc.constant("get_valuation" as const), code: codes, daysBack: fc.constant(undefined) }),
  fc.record({
    tool: fc.constant("get_index" as const),
    code: fc.constantFrom(...indices.map(({ code }) => code)),
    daysBack,
  }),
);

function compareIndex(truth: Truth, code: string, outcome: Good): void {
  const value = outcome.value as IndexValue;
  const asOf = outcome.as_of ?? "";
  const isLive = value.index_current !== undefined;
  const right = isLive ? truth.spot(code, asOf) : truth.close(code, shanghaiDate(asOf));
  assert.equal(isLive ? value.index_current : value.index_close, right);
}

/** Every number of the answer is true; undefined where it is an honest refusal. */
function compareAnswer(truth: Truth, tool: string, code: string, outcome: ToolOutcome, now: string) {
  if (!outcome.ok) return assert.ok(honestRefusals.has(outcome.error.code), outcome.error.code);
  if (tool === "get_valuation") return compareValuation(truth, code, outcome);
  if (tool === "get_index") return compareIndex(truth, code, outcome);
  comparePrice(truth, code, outcome, now);
  compareFacts(truth, code, outcome);
}

type Front = NonNullable<HarnessOptions["front"]>;
/** The same market in other words, so that no fault shows by the words alone. */
const otherHand: Front = (root) => createOtherHand(root, `${seed}`);

const harnesses = new Map<string, Harness>();
after(() => Promise.all([...harnesses.values()].map((harness) => harness.close())));

/** A harness with its list of names, which nothing goes wrong with. */
async function harnessOf(names: string, front?: Front): Promise<Harness> {
  const harness =
    harnesses.get(names) ??
    (await openHarness({ sources: names, ...(front === undefined ? {} : { front }) }));
  harnesses.set(names, harness);
  await harness.data.securities.ready(AbortSignal.timeout(120_000));
  return harness;
}

function setScene({ market, clock }: Harness, now: string, fault: { source: string; kind: Kind }): void {
  market.clearFaults();
  clock.set(now);
  clock.passMs(1_000_000);
  market.fail(targetOf(fault.source), { kind: fault.kind } as MarketFault, 40);
}

const dateOf = (now: string, back: number | undefined) =>
  back === undefined ? {} : { date: shanghaiDate(toShanghaiIso(Date.parse(now) - back * 86_400_000)) };

test(`${numRuns} questions with one source broken in a way that shows (seed ${seed}): nothing wrong is told, and the others answer`, async () => {
  const cases = fc.record({ question: questions, now: instants, fault: faultAt });
  const harness = await harnessOf(allSources);
  const { truth } = harness.market;
  await fc.assert(
    fc.asyncProperty(cases, async ({ question, now, fault }) => {
      const { tool, code, daysBack: back } = question;
      const args = { code, ...dateOf(now, back) };
      harness.market.clearFaults();
      harness.clock.set(now);
      harness.clock.passMs(1_000_000);
      const sound = await harness.ask(tool, args);
      setScene(harness, now, fault);
      const outcome = await harness.ask(tool, args);
      compareAnswer(truth, tool, code, outcome, now);
      // One source out of six: what can be told without it is told.
      assert.equal(outcome.ok, sound.ok, JSON.stringify(outcome));
      const { check } = (outcome.ok ? outcome.value : {}) as PriceValue;
      assert.notEqual(check?.state, "differs");
    }),
    { numRuns, seed },
  );
});

test(`${numRuns} questions to one source alone, broken in a way that shows: the truth, or an honest refusal`, async () => {
  const cases = fc.record({ question: questions, now: instants, fault: faultAt });
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(cases, async ({ question, now, fault }) => {
      // A strange name beside the right code may be a new one, where no list is at hand.
      fc.pre(fault.kind !== "other_content" || fault.source === "sina");
      const harness = await harnessOf(fault.source, otherHand);
      setScene(harness, now, fault);
      const { tool, code, daysBack: back } = question;
      const outcome = await harness.ask(tool, { code, ...dateOf(now, back) });
      compareAnswer(harness.market.truth, tool, code, outcome, now);
      if (outcome.ok) answered += 1;
    }),
    { numRuns, seed: seed + 1 },
  );
  assert.ok(answered > numRuns / 20, `${answered} answered: a fault that hits other tables leaves the rest`);
});

/** Nothing in the row gives it away: only another source can. */
const silent = ["adjusted", "other_content", "swapped_open", "hong_kong"] as const satisfies readonly Kind[];

test(`${Math.ceil(numRuns / 2)} prices with one source wrong in silence: right, or both told with the true one among them`, async () => {
  const cases = fc.record({
    code: codes,
    now: instants,
    back: daysBack,
    fault: fc.record({ source: fc.constantFrom<string>(...sources), kind: fc.constantFrom<Kind>(...silent) }),
  });
  const harness = await harnessOf(allSources);
  const { truth } = harness.market;
  await fc.assert(
    fc.asyncProperty(cases, async ({ code, now, back, fault }) => {
      setScene(harness, now, fault);
      const outcome = await harness.ask("get_price", { code, ...dateOf(now, back) });
      if (!outcome.ok) return assert.ok(honestRefusals.has(outcome.error.code), outcome.error.code);
      const value = outcome.value as PriceValue;
      const asOf = outcome.as_of ?? "";
      const isLive = "current_price" in value;
      const right = isLive ? truth.spot(code, asOf) : truth.close(code, shanghaiDate(asOf));
      const shown = isLive ? value.current_price : value.close;
      if (value.check?.state !== "differs") return assert.equal(shown, right, value.check?.state);
      const date = isLive ? {} : { date: shanghaiDate(asOf) };
      const other = await harness.ask("check_price", { code, source: value.check.source, ...date });
      assert.ok(other.ok, JSON.stringify(other));
      const second = other.value as PriceValue;
      assert.ok([shown, isLive ? second.current_price : second.close].includes(right), "one of both is true");
    }),
    { numRuns: Math.ceil(numRuns / 2), seed: seed + 2 },
  );
});
