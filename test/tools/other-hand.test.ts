/**
 * The same market, served by two hands that keep to the same documents (data-sources.md) and write differently: whatever is asked, the
 * answers are the same, from the same source. `CASES=600 SEED=… npm test -- test/tools/other-hand.test.ts` is the long form.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import type { ToolOutcome } from "#contract";
import { epochMs, shanghaiDate, toShanghaiIso } from "../../src/data/shanghai-time.ts";
import { allSources, type Harness, openHarness } from "../data/harness.ts";
import { createOtherHand, type OtherHand } from "../emulators/market-other-hand.ts";
import { companies } from "../emulators/market-securities.ts";
import { indices } from "../emulators/market-truth-indices.ts";

const numRuns = Number(process.env.CASES ?? 45);
const seed = Number(process.env.SEED ?? 20261121);

interface Pair {
  readonly plain: Harness;
  readonly other: Harness;
  readonly hand: OtherHand;
}

/** Waits for every answer: of two hands neither is to give way because this machine is busy. */
const patient: typeof fetch = (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(120_000) });

const pairs = new Map<string, Pair>();
after(() => Promise.all([...pairs.values()].flatMap(({ plain, other }) => [plain.close(), other.close()])));

async function openPair(sources: string): Promise<Pair> {
  const known = pairs.get(sources);
  if (known !== undefined) return known;
  let hand: OtherHand | undefined;
  const front = async (root: string) => {
    hand = await createOtherHand(root, `${seed}`);
    return hand;
  };
  const asking = { sources, fetch: patient };
  const [plain, other] = [await openHarness(asking), await openHarness({ ...asking, front })];
  assert.ok(hand);
  const pair = { plain, other, hand };
  pairs.set(sources, pair);
  for (const harness of [plain, other]) await harness.data.securities.ready(AbortSignal.timeout(120_000));
  return pair;
}

/** Any hour, and the hours of trading. */
const seconds = fc.oneof(
  fc.integer({ min: 8 * 3600, max: 20 * 3600 }),
  fc.integer({ min: 34_260, max: 41_400 }),
  fc.integer({ min: 46_800, max: 53_760 }),
);
const instants = fc
  .tuple(fc.integer({ min: 0, max: 18 }), seconds)
  .map(([day, second]) => toShanghaiIso(epochMs("2026-04-20", day * 86_400 + second)));
const codes = fc.constantFrom(...companies.map(({ code }) => code), "601398.SH", "600585.SH", "688981.SH");
const daysBack = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined, freq: 1 });

const questions = fc.oneof(
  { weight: 4, arbitrary: fc.record({ tool: fc.constant("get_price"), code: codes, back: daysBack }) },
  { weight: 2, arbitrary: fc.record({ tool: fc.constant("get_valuation"), code: codes }) },
  {
    weight: 2,
    arbitrary: fc.record({
      tool: fc.constant("get_index"),
      code: fc.constantFrom(...indices.map(({ code }) => code)),
      back: daysBack,
    }),
  },
  fc.record({
    tool: fc.constantFrom(
      "get_money_flow",
      "get_financials",
      "get_research_reports",
      "get_news",
      "get_peers",
      "get_top_list",
    ),
    code: codes,
  }),
  fc.record({
    tool: fc.constant("get_events"),
    code: codes,
    kind: fc.constantFrom("dividends", "unlocks", "reports"),
  }),
  fc.record({ tool: fc.constant("get_daily_bars"), code: codes, adjust: fc.constantFrom("none", "qfq") }),
);

type Question = { tool: string; code: string; back?: number | undefined; adjust?: string; kind?: string };

function argsOf({ tool, code, back, adjust, kind }: Question, now: string): object {
  const date =
    back === undefined ? {} : { date: shanghaiDate(toShanghaiIso(Date.parse(now) - back * 86_400_000)) };
  if (tool === "get_top_list") return date;
  if (tool === "get_events") return { code, kind };
  if (tool === "get_daily_bars") return { code, days: 20, adjust };
  return tool === "get_price" || tool === "get_index" ? { code, ...date } : { code };
}

/** All that the other answer tells stands in the plain one too; it may lack what its server has left out. */
function assertWithin(other: unknown, plain: unknown, at: string): void {
  if (typeof other !== "object" || other === null) {
    assert.equal(other, plain, at);
    return;
  }
  assert.ok(typeof plain === "object" && plain !== null, at);
  if (Array.isArray(other)) assert.equal(other.length, (plain as readonly unknown[]).length, at);
  for (const [name, value] of Object.entries(other))
    assertWithin(value, Reflect.get(plain, name), `${at}/${name}`);
}

/** What every answer of a kind must still hold. */
const figures = [
  "current_price",
  "close",
  "index_current",
  "index_close",
  "pe_ttm",
  "pb",
  "total_mv",
  "rows",
  "coming",
  "past",
];

function compare(one: ToolOutcome, another: ToolOutcome, asked: string): void {
  assert.equal(another.ok, one.ok, `${asked}: ${JSON.stringify(another)} is not ${JSON.stringify(one)}`);
  if (!one.ok || !another.ok) {
    assert.equal(!another.ok && another.error.code, !one.ok && one.error.code);
    return;
  }
  const origin = ({ source, served_by, table, as_of, fetched_at, fallback_from = [] }: typeof one) => ({
    source,
    served_by,
    table,
    as_of,
    fetched_at,
    fallback_from,
  });
  assert.deepEqual(origin(another), origin(one), asked);
  assertWithin(another.value, one.value, asked);
  const has = (outcome: typeof one) => figures.filter((name) => Reflect.has(outcome.value as object, name));
  assert.deepEqual(has(another), has(one), asked);
}

const lacksCheck = (outcome: ToolOutcome): boolean =>
  outcome.ok && JSON.stringify(outcome.value).includes('"state":"unavailable"');

/** A second source is waited for one second of wall time, which a busy machine may use up: where only one answer lacks it, both are asked again. */
async function askBoth(pair: Pair, question: Question, now: string, repeats = 20): Promise<void> {
  const outcomes = await Promise.all(
    [pair.plain, pair.other].map((harness) => {
      harness.clock.set(now);
      harness.clock.passMs(100_000_000);
      return harness.ask(question.tool, argsOf(question, now));
    }),
  );
  const [one, another] = outcomes;
  assert.ok(one && another);
  if (repeats > 0 && lacksCheck(one) !== lacksCheck(another))
    return askBoth(pair, question, now, repeats - 1);
  compare(one, another, JSON.stringify(question));
}

const cases = fc.record({ question: questions, now: instants });

test(`${numRuns} questions to all sources, of two hands (seed ${seed}): the same answers from the same sources`, async () => {
  const pair = await openPair(allSources);
  await fc.assert(
    fc.asyncProperty(cases, async ({ question, now }) => {
      await askBoth(pair, question, now);
    }),
    { numRuns, seed },
  );
  assert.ok(pair.hand.respelt() > numRuns, "answers were respelt");
});

for (const [at, source] of allSources.split(",").slice(0, -1).entries()) {
  test(`${Math.ceil(numRuns / 3)} questions to ${source} alone, of two hands: the same answers`, async () => {
    const pair = await openPair(source);
    await fc.assert(
      fc.asyncProperty(cases, async ({ question, now }) => {
        await askBoth(pair, question, now);
      }),
      { numRuns: Math.ceil(numRuns / 3), seed: seed + at },
    );
    assert.ok(pair.hand.respelt() > 0);
  });
}
