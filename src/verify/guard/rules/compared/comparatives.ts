/** So the price is higher, it now trades lower: a comparative without a right side, judged by the one pair of values that is shown. */

import type { Bench } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import type { Assertion } from "../../binding/quantity.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { flatOf, type Settled } from "../../comparing/comparison-sides.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { judgeShownTimes, longestTold } from "../../over-time/comparisons.ts";
import { timeSideOf } from "../../over-time/time-names.ts";
import { textOf, upTo } from "../../tokens/token.ts";

/** Moutai is higher today: than it was, not than the other. */
const ofDayBehind =
  /^ (?:today|on the day|for the day|this (?:session|morning|afternoon)|again|now)(?![a-z])/;
const dayReach = 16;
const reach = 48;
const mostNumbers = 12;

function pairOf(part: Part, bench: Bench): readonly [Settled, Settled] | null {
  const { quantities } = part.bound;
  const own =
    quantities.length > mostNumbers ? [] : quantities.flatMap(({ token }) => bench.settled.get(token) ?? []);
  const all = own.length > 0 || bench.settled.size > mostNumbers ? own : [...bench.settled.values()];
  const [first, second] = all;
  return all.length === 2 && first !== undefined && second !== undefined ? [first, second] : null;
}

const adverb = "(?: (?:now|currently|slightly|a bit|a little|somewhat|marginally|also|still|already|then))*";
const verb = "(?: (?:is|was|are|were|trades?|traded|stands?|stood|sits?|has been|closed|finished))?";
const bare = pattern`(?:[,;:(]|(?<![a-z])(?:and|so|but))${verb}${adverb} $`;
const ofIt = pattern`(?<![a-z])(?:it|that)${adverb}${verb}${adverb} $`;
const ofPrice = pattern`(?<![a-z])(?:(?:the|its|their) (?:price|stock|shares?|share price|stock price|latest price|current price|close|closing price|latest close|last close))${adverb}${verb}${adverb} $`;
const ofNamed = pattern`(?:the|its|their|'s) ([a-z0-9/&][a-z0-9/&() -]{1,24}?)${adverb}${verb}${adverb} $`;
const ofCompany = pattern`^\)?(?:'s)?${verb}${adverb} $`;
/** The latter is lower: the second of the two whose numbers the text has shown. */
const ofPlace = pattern`(?<![a-z])the (former|latter)(?:'s( (?:share |stock )?price)?)?${verb}${adverb} $`;

const atHead = /^(?:slightly|a bit|a little|somewhat|marginally)? ?$/;

type Subject = "it" | "price" | readonly string[] | null;

/** What the word is said of: the price, it or nothing that is named, the measures that are; null where it is anything else. */
function subjectOf(
  { start }: Assertion["token"],
  isGone: boolean,
  part: Part,
  { input: { lexicon, lower } }: Bench,
): Subject {
  const before = lower.slice(Math.max(0, start - reach), start);
  const place = ofPlace.exec(before);
  if (place !== null) return place[2] === undefined ? "it" : "price";
  const own = ofNamed.exec(before)?.[1];
  const match = own === undefined ? null : lexicon.match(own, 0);
  if (own !== undefined && match !== null && match.end === own.length && match.entry.kind === "metric")
    return ofPrice.test(before) ? "price" : match.entry.metrics;
  if (ofPrice.test(before)) return "price";
  if (ofIt.test(before) || isGone) return "it";
  const last = part.sentence.tokens.findLast((each) => each.kind === "company" && each.end < start);
  const behind = last === undefined ? "" : lower.slice(last.end, start);
  if (last !== undefined && behind.length < reach && ofCompany.test(behind)) return "it";
  return bare.test(before) || atHead.test(before) ? "it" : null;
}

/** The subject may be what the claim is of. */
const isOf = (subject: Subject, { claim }: BookClaim, { input: { lexicon } }: Bench): boolean =>
  subject === "it" ||
  (subject === "price" ? lexicon.priceLike.has(claim.metric) : subject?.includes(claim.metric) === true);

const mostBefore = 200;

/** Who is named first in the text, with its value first too: the former. */
function isInOrder(a: BookClaim, b: BookClaim, { input: { tokens } }: Bench): boolean {
  const named = tokens.slice(0, mostBefore).filter(({ kind }) => kind === "company");
  const second = named.findIndex(({ op }) => op === b.company);
  return named[0]?.op === a.company && second > 0;
}

/** How far what the word is said of lies above the other, or null where the two are no pair of the word's. */
function difference(
  { token, company }: Assertion,
  subject: Subject,
  [one, other]: readonly [Settled, Settled],
  bench: Bench,
): number | null {
  const before = bench.input.lower.slice(Math.max(0, token.start - reach), token.start);
  const [a, b] = [one.entry, other.entry];
  if (a === null || b === null) return null;
  const { averages, opens, closes, priceLike } = bench.input.lexicon;
  if (a.company !== b.company) {
    if (a.claim.metric !== b.claim.metric || !isOf(subject, a, bench) || ofMove.test(before)) return null;
    if (ofDayBehind.test(bench.input.lower.slice(token.end, token.end + dayReach))) return null;
    const place = ofPlace.exec(before)?.[1];
    if (place !== undefined && !isInOrder(a, b, bench)) return null;
    if (place !== undefined) return place === "former" ? a.base - b.base : b.base - a.base;
    if (company !== null && company === b.company) return b.base - a.base;
    return company === null || company === a.company ? a.base - b.base : null;
  }
  // Of two companies only.
  if (ofPlace.test(before) || (company !== null && company !== a.company)) return null;
  if (a.claim.metric === b.claim.metric) {
    if (a.asOf.day === b.asOf.day || !isOf(subject, a, bench)) return null;
    return a.asOf.day < b.asOf.day ? b.base - a.base : a.base - b.base;
  }
  const isLevel = ({ claim }: BookClaim): boolean =>
    [averages, opens, closes.previous].some((ids) => ids.includes(claim.metric));
  if (a.asOf.day !== b.asOf.day || isLevel(a) === isLevel(b)) return null;
  const [price, level] = isLevel(a) ? [b, a] : [a, b];
  if (!priceLike.has(price.claim.metric)) return null;
  // its MA60 sits higher: than the price.
  if (isNamed(subject, level)) return averages.includes(level.claim.metric) ? level.base - price.base : null;
  return isOf(subject, price, bench) ? price.base - level.base : null;
}

/** closed higher: than the day before, not than the other company. */
const ofMove =
  /(?<![a-z])(?:closed?s?|ended|finished|opened|traded?s?|moved|went|edged|pushed|climbed)(?: [a-z]+)? $/;

/** so the open was lower: of the level itself. */
const isNamed = (subject: Subject, { claim }: BookClaim): boolean =>
  subject !== null && typeof subject !== "string" && subject.includes(claim.metric);

const gone =
  /(?:so|and|;|:) ?(?:it|that|the (?:figure|number|value|ratio|multiple|margin)) (?:went|has gone|has come|came|has moved|moved|has|is) ?$/;

/** …, so it has gone up: of the two values that the sentence has shown. */
const isGone = ({ op, start, end }: Assertion["token"], lower: string): boolean =>
  op === "market" &&
  /^(?:up|down|risen|fallen|rose|fell)$/.test(lower.slice(start, end)) &&
  gone.test(lower.slice(Math.max(0, start - 36), start));

/** hardly lower, far lower: says more than which of the two lies above. */
const weighed =
  /(?:hardly|barely|scarcely|far|much|way|sharply|dramatically|significantly|substantially|markedly) $/;
const ofValue =
  /(?:^|[ -])(?:price|close|stock|shares?|one|figure|value|level|reading|number|multiple|ratio|quote)s?$/;
/** Moutai's is higher, the former is lower: no measure. */
const ofNothing = /^(?:is|was|are|were|trades?|stands?|former|latter)$/;
const ofOther = /(?:previous|prior|last session's) (?:close|closing price)$/;

/** so the demand is lower, so the previous close is lower: of what no value of the company stands for. */
function isOfOther(before: string, { metrics, manner }: Assertion): boolean {
  const own = metrics === null && manner === "plain" ? ofNamed.exec(before)?.[1] : undefined;
  if (own === undefined || ofNothing.test(own)) return false;
  if (ofOther.test(own)) return true;
  return !ofValue.test(own) && !/(?<![a-z])(?:day|session|week|month|year)$/.test(own);
}

const lastNumber = pattern`^${verb}${adverb} $`;

/** The price of CNY 84.78 is lower: how far the number right before lies above the other of the pair, on one scale with it. */
function ofNumberBefore(
  { start }: Assertion["token"],
  pair: readonly [Settled, Settled],
  { input: { lower, lexicon } }: Bench,
): number | null {
  const at = pair.findIndex(
    ({ quantity: { token } }) =>
      token.end <= start && lastNumber.test(lower.slice(token.end, start).slice(-reach)),
  );
  const [own, other] = at === 0 ? pair : [pair[1], pair[0]];
  if (at < 0 || own.entry === null || other.entry === null || own.dimension !== other.dimension) return null;
  const isScale =
    own.entry.claim.metric === other.entry.claim.metric ||
    (own.entry.company === other.entry.company &&
      [own.entry, other.entry].every(
        ({ claim }) => lexicon.priceLike.has(claim.metric) || lexicon.averages.includes(claim.metric),
      ));
  return isScale && own.base > 0 && other.base > 0 ? own.base - other.base : null;
}

/** The later close being higher: of the two times that the text shows. */
function judgeTimes({ token: { start } }: Assertion, part: Part, { settled, input, now }: Bench) {
  const flat = flatOf(part.sentence);
  const at = flat.length > longestTold ? -1 : flat.findIndex((each) => each.start === start);
  const { lower, lexicon } = input;
  const { grownOf, priced, closes } = lexicon;
  const prices = { priced, closed: [...closes.own], previous: closes.previous };
  return judgeShownTimes({ settled, lower, now, start: part.start, grownOf, ...prices }, { flat, at });
}

const timed = /^ (?:on|in|at|for|during|the|a|an|one|back|earlier|previously|yesterday|before)(?![a-z])/;
const ofEarlier = /(?<![a-z])(?:first|earlier|previous(?:ly)?|prior|before|ago|former|yesterday)(?![a-z])/;

/** It was higher on the first day: of the time that is named behind it, beside the other of the two; undefined where none is named. */
function judgeTimeBehind(
  { token: { start, end, sign }, company }: Assertion,
  part: Part,
  pair: readonly [Settled, Settled],
  { input: { lower }, now }: Bench,
): boolean | null | undefined {
  const [a, b] = [pair[0].entry, pair[1].entry];
  const isOfOne = a?.company === b?.company && a?.claim.metric === b?.claim.metric;
  if (a === null || b === null || !isOfOne || !timed.test(lower.slice(end, end + dayReach))) return undefined;
  const clause = part.sentence.clauses.find((each) => each.some((word) => word.start === start)) ?? [];
  const behind = upTo(clause.slice(0, longestTold), ({ kind }) => kind === "open" || kind === "clause");
  const side = timeSideOf(
    behind.filter((each) => each.start >= end),
    lower,
  );
  const said = textOf(
    behind.filter((each) => each.start >= end),
    lower,
  );
  if (side === null || side.times.length === 0) return ofEarlier.test(said) ? false : undefined;
  const [earlier, later] = a.asOf.day < b.asOf.day ? [a, b] : [b, a];
  const times = { earlier, later, first: a };
  const meant = [a, b].filter((entry) => side.times.every((fits) => fits(entry, times, now)));
  const [own] = meant;
  if (own === undefined || meant.length > 1 || side.companies.length > 0 || side.measures.length > 0)
    return null;
  if (company !== null && company !== own.company) return null;
  return Math.sign(own.base - (own === a ? b : a).base) === sign;
}

/** True or false over the pair; null where there is none. */
export function judgeComparative(assertion: Assertion, part: Part, bench: Bench): boolean | null {
  const { token, manner } = assertion;
  if (manner === "denied" || !(token.op === "comparative" || isGone(token, bench.input.lower))) return null;
  if (/^ (?:still|yet|again|and|than|by)(?![a-z])/.test(bench.input.lower.slice(token.end, token.end + 8)))
    return null;
  const pair = pairOf(part, bench);
  const ofTime = pair === null ? undefined : judgeTimeBehind(assertion, part, pair, bench);
  if (ofTime !== undefined) return ofTime;
  const ofTimes = token.op === "comparative" ? judgeTimes(assertion, part, bench) : undefined;
  if (ofTimes !== undefined) return ofTimes === null;
  const before = bench.input.lower.slice(Math.max(0, token.start - reach), token.start);
  if (token.op === "comparative" && (weighed.test(before) || isOfOther(before, assertion))) return false;
  const ofNumber = pair === null || token.op !== "comparative" ? null : ofNumberBefore(token, pair, bench);
  if (ofNumber !== null) return Math.sign(ofNumber) === token.sign;
  const subject = pair === null ? null : subjectOf(token, token.op !== "comparative", part, bench);
  const above = pair === null || subject === null ? null : difference(assertion, subject, pair, bench);
  return above === null ? null : Math.sign(above) === token.sign;
}
