/**
 * hence lower, Wuliangye's fell, though it did edge up: a direction that no other rule reads, held against every value of the text that
 * it may be said of: the same measure of another company or another time, how it grew, the user's own number, another level of the price.
 * All of them must bear it out, and every word beside it must be known: what it is said of may be nothing that the text shows.
 */
import type { Bench } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import type { Assertion } from "../../binding/quantity.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import type { Settled } from "../../comparing/comparison-sides.ts";
import { sideOf } from "../../comparing/told-sides.ts";
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { longestTold } from "../../over-time/comparisons.ts";
import { areComparable } from "../../over-time/series.ts";
import { type Clause, kindsOf, metricsIn, type Token, upTo } from "../../tokens/token.ts";

/** More are a table, in which no word points to one of them. */
const mostValues = 24;
/** A longer clause says more than a direction. */
const longestClause = 24;

const saysMore = kindsOf(
  "negation forecast scope foreign entity window vague compare superlative event derived relative date",
);

/** higher still: than what was already high. */
const evenMore = /^ (?:still|yet)(?![a-z])/;
const setsApart = /^(?:while|whereas|but|although|though|and|而|但)$/;

/** The words around it, back to where the clause turns to another side; what stands in brackets shows where the values come from. */
function wordsAround(clause: Clause, { start }: Token, lower: string): Clause {
  const from = clause.findLastIndex(
    (each) => each.start < start && setsApart.test(lower.slice(each.start, each.end)),
  );
  const own = upTo(clause.slice(from + 1), ({ kind }) => kind === "open");
  return own.filter((each) => each.start !== start);
}

const owned = /(?:['’]s?|的)(?:则|却|也|都|又|还)?(?: also| then| on the other hand)? ?$/;
const taken = /^(?:it|this|that|the figure|这一?数字|它|其)$/;

/** A verb is of the price unless a measure is gone on with: Wuliangye's fell, it did edge up. */
function goesOn(clause: Clause, token: Token, lower: string): boolean {
  const before = lower.slice(clause[0]?.start ?? token.start, token.start);
  return owned.test(before) || clause.some(({ start, end }) => taken.test(lower.slice(start, end)));
}

/** A measure that is itself a move: growth on the year before, the day's change. */
const isMove = ({ claim: { metric } }: BookClaim, { grownOf, changes }: Lexicon): boolean =>
  changes.percent.includes(metric) || changes.amount.includes(metric) || grownOf([metric]).includes(metric);

const isLevel = (
  { claim: { metric } }: BookClaim,
  { priceLike, averages, opens, closes }: Lexicon,
): boolean => priceLike.has(metric) || [averages, opens, closes.previous].some((ids) => ids.includes(metric));

/** The sign of the one over the other, where a comparison of the two can be meant; null where not, 0 where it cannot be told. */
function signOver(a: BookClaim, b: BookClaim, isOfMeasure: boolean, lexicon: Lexicon): number | null {
  const sign = Math.sign(a.base - b.base);
  const isOneDay = a.asOf.day === b.asOf.day;
  // What a share of another company costs says nothing.
  if (a.company !== b.company)
    return a.claim.metric !== b.claim.metric || a.window !== b.window || isLevel(a, lexicon)
      ? null
      : isOneDay
        ? sign
        : 0;
  return isOfMeasure && isOneDay && isLevel(a, lexicon) && isLevel(b, lexicon) ? sign : null;
}

/** Which way it went since the earlier of the two. */
function signSince(a: BookClaim, b: BookClaim, lexicon: Lexicon): number | null {
  const isOfOne = a.company === b.company && a.claim.metric === b.claim.metric && a.window === b.window;
  if (!isOfOne || a.asOf.day <= b.asOf.day) return null;
  return areComparable(a, b, lexicon) ? Math.sign(a.base - b.base) : 0;
}

/** The signs that the values give, of every way to read the word. */
function* signsOf(
  own: readonly Settled[],
  all: readonly Settled[],
  { isComparative, isOfMeasure }: { readonly isComparative: boolean; readonly isOfMeasure: boolean },
  lexicon: Lexicon,
): Generator<number | null> {
  for (const { entry: a, base, dimension } of own) {
    if (a === null) continue;
    if (isMove(a, lexicon)) yield Math.sign(base);
    // Of losses and outflows the larger is the lower, or not.
    else if (base < 0) yield 0;
    if (isMove(a, lexicon) && !isComparative) continue;
    for (const { entry: b, base: other, dimension: unit } of all) {
      if (b === a || unit !== dimension) continue;
      if (b !== null) yield signSince(a, b, lexicon);
      if (!isComparative) continue;
      yield b === null ? Math.sign(base - other) : signOver(a, b, isOfMeasure, lexicon);
    }
  }
}

/** True where every value that the word may be said of bears it out. */
export function isBorneOutByValues(said: Assertion, clause: Clause, part: Part, bench: Bench): boolean {
  const { token, sign, manner } = said;
  const { settled, input, book } = bench;
  const { lower, lexicon } = input;
  const company = said.company ?? book.only;
  const { tokens } = part.sentence;
  if (company === null || settled.size > mostValues) return false;
  if (clause.length > longestClause || tokens.length > longestTold) return false;
  if (manner !== "plain" && manner !== "rank") return false;
  const words = wordsAround(clause, token, lower);
  if (words.some(({ kind }) => saysMore.has(kind)) || evenMore.test(lower.slice(token.end, token.end + 6)))
    return false;
  const isComparative = token.op === "comparative";
  const isVerb = /^(?:market|growth)?$/.test(token.op) && goesOn(clause, token, lower);
  if (!isComparative && !isVerb) return false;
  if (sideOf(words, { settled, lower }) === null) return false;
  const before = metricsIn(tokens.filter(({ start }) => start < token.start));
  const own = words.findLast(({ kind, start }) => kind === "metric" && start < token.start)?.metrics;
  const metrics = own ?? (isComparative ? metricsIn(words) : before.slice(-1));
  if (metrics.length === 0 && !isComparative) return false;
  const ids = new Set([...metrics, ...lexicon.grownOf(metrics)]);
  const all = [...settled.values()];
  const isMeant = ({ entry }: Settled): boolean =>
    entry?.company === company && (ids.size === 0 || ids.has(entry.claim.metric));
  const signs = [
    ...signsOf(all.filter(isMeant), all, { isComparative, isOfMeasure: ids.size > 0 }, lexicon),
  ].filter((each) => each !== null);
  return signs.length > 0 && signs.every((each) => each === sign);
}
