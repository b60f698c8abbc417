import { measureInBracket } from "../tokens/measures/named-in-brackets.ts";
import { type Clause, lastOf, type Token } from "../tokens/token.ts";
import { assertLevel, assertTold, trailingMove } from "./assertions.ts";
import { type BindPlace, type Bound, type ClauseInput, type Context, freshWindow } from "./context.ts";
import { isAskedAndMissing, isElliptic, leansOnMissing, saysMissing } from "./denials.ts";
import { saidBehind } from "./measures/behind-numbers.ts";
import { definitionOf } from "./measures/definitions.ts";
import { checkPair, isMisnamed, namedAcross, sameExchange } from "./owners/names-beside-codes.ts";
import { growthAfter, isLevelAfter, isListedAfter } from "./owners/neighbours.ts";
import { subjectBeside } from "./owners/owner-links.ts";
import { type BetweenPhrase, followPhrase } from "./pairs/between-phrase.ts";
import { bracketPairs } from "./pairs/bracket-pairs.ts";
import {
  besideReference,
  carriedOf,
  headGrowth,
  isAmountOf,
  isApposed,
  isBareAgain,
  isConditionBehind,
  isSameAgain,
  isTallied,
  none,
  referenceOf,
  restated,
  setsBeside,
  timesBeside,
} from "./pairs/carry-over.ts";
import { respectiveOf } from "./pairs/respective.ts";
import { isForeign } from "./quantity.ts";
import { quantityAt } from "./quantity-reading.ts";
import type { Sentence } from "./structure.ts";
import { reachesFrom, see, seeHeadTally } from "./window-reading.ts";

/** had the largest net outflow, CNY 496.8 million: the word carries the sign of the number behind the comma. */
const isFlow = (each: Token | null): boolean => each?.op === "loss";

/** at 21.36x versus 24.90x for BOE, and its P/B is…: with whom the clause sets its subject beside, it does not go on. */
const besides = /^(?:versus|where)$/;

const longestHead = 40;

/** Tokens of a line that may be a heading rather than a sentence. */
const longestHeading = 8;

/** A short line of plain words; a registered fact is none. */
const isHeading = ({ tokens }: Sentence): boolean =>
  tokens.length <= longestHeading && !tokens.some(({ kind, op }) => kind === "licensed" && op === "mask");

/** P/B compares the price with the book value: what follows is of the measure that was defined, not of what it is made of. */
function leaveOpen({ metrics, sign }: Token, context: Context): void {
  Object.assign(context, { metrics, sign, metricIsOpen: true, metricIsWeak: false, barred: false });
}

interface BindInput extends Pick<ClauseInput, "lexicon" | "lower" | "askedMetrics"> {
  /** The companies that the question names, in its order. */
  readonly asked: readonly string[];
}

/** Reads the sentence from left to right, keeping in `context` what later ones may leave unsaid. */
export function bindSentence(
  sentence: Sentence,
  place: BindPlace,
  context: Context,
  { lexicon, lower, asked, askedMetrics }: BindInput,
): Bound {
  const listed = respectiveOf(sentence, context.pair, {
    all: context.named.length > 0 ? context.named : asked,
    asked,
  });
  const pairs = bracketPairs(sentence, lexicon);
  const respective = pairs.size === 0 ? listed : new Map([...listed, ...pairs]);
  const defined = definitionOf(sentence, lower);
  const bound: Bound = {
    quantities: [],
    assertions: [],
    hasOpen: false,
    mismatches: [],
    defined: defined.clauses,
  };
  context.carried = [];
  if (place.row < 0) context.stretch = null;
  context.moved = null;
  context.grown = null;
  context.reference = [];
  context.tallied = null;
  if (place.row < 0 && !context.unitIsHeading) context.unit = null;
  if (place.row < 0) context.barred = context.headingBarred;
  if (place.row < 0) {
    context.metricIsWeak =
      context.heading.length === 0 && context.line === sentence.line && context.metrics.length > 0;
    context.metricIsOpen = context.heading.length > 0 || context.metricIsWeak;
    context.line = sentence.line;
  }
  if (context.heading.length > 0) context.metrics = context.heading;
  if (isForeign(context.company) && !context.ownerIsHeading && place.row < 0) context.company = null;
  let spokenOf: string | null = null;
  for (const [index, clause] of sentence.clauses.entries()) {
    const subject = subjectBeside(sentence, index, lower);
    if (subject !== null) {
      spokenOf ??= context.company;
      context.company = subject;
    }
    bindClause({
      sentence,
      clause,
      index,
      place,
      context,
      lexicon,
      lower,
      askedMetrics,
      respective,
      bound,
    });
    if (spokenOf !== null && clause.some(({ kind }) => kind === "number" || kind === "company")) {
      // CATL is ahead of BYD, whose …, and …: it goes on with whom it spoke of.
      if (!clause.some(({ kind }) => kind === "company")) context.company = spokenOf;
      spokenOf = null;
    }
    if (defined.subject?.kind === "metric" && defined.clauses.includes(clause))
      leaveOpen(defined.subject, context);
  }
  const last = bound.quantities.at(-1);
  if (last?.fault === null && isConditionBehind(last.token, sentence, lower))
    bound.quantities.splice(-1, 1, { ...last, fault: "forecast" });
  context.ownerIsHeading =
    isForeign(context.company) &&
    (context.ownerIsHeading || (bound.quantities.length === 0 && isHeading(sentence)));
  const names = sentence.counts.metric > 0;
  if (bound.quantities.length === 0 && context.unit !== null) context.unitIsHeading = true;
  if (names) context.heading = bound.quantities.length === 0 ? context.metrics : [];
  if (names || context.barred) context.headingBarred = context.barred && bound.quantities.length === 0;
  return bound;
}

/** P/E, or TTM, in 6.94x (P/E, TTM) */
const isInBracketOf = (clause: Clause, at: number): boolean =>
  [at - 1, at - 3].some(
    (open) =>
      (clause[open - 1]?.kind === "number" || clause[open - 1]?.op === "multiple") &&
      measureInBracket(clause, open) !== null,
  );

function bindClause(input: ClauseInput): void {
  const { clause, context, bound, lexicon, lower } = input;
  let window = freshWindow();
  let last: { token: Token; at: number } | null = null;
  let seen: Token[] = context.user === null ? [...context.carried] : [context.user, ...context.carried];
  let count = 0;
  // a 1.06% gain to CNY 78.20: the word is the first number's, the second is what it led to.
  let consumed: Token | undefined;
  let denied = false;
  const denials: number[] = []; // Where they stand in `seen`.
  let moved: Token | null = null;
  // revenue growth was 18.79% in 2024 and 19.40% in 2025: of both.
  let grown = setsBeside(clause) ? context.grown : null;
  // What a bracket after a number names (P/E 21.5x) is said in passing: after it the measure before it is open again.
  let aside: Pick<Context, "metrics" | "sign" | "metricIsOpen"> | null = null;
  // What a comparison sets beside the subject (高于五粮液) does not become the subject of what follows.
  let compared: { subject: string | null; named: boolean } | null = null;
  let phrase: BetweenPhrase | null = null;
  for (let at = 0; at < clause.length; at++) {
    const each = clause[at] as Token;
    phrase = followPhrase(phrase, each, context, window);
    if (each.kind === "compare" || (besides.test(each.op) && bound.quantities.length > 0))
      compared ??= { subject: context.company, named: false };
    if (each.op === ":" && compared !== null) {
      context.reference = referenceOf(window, lexicon);
      if (context.reference.length > 0) window.named = null;
      if (compared.named && compared.subject !== null) context.company = compared.subject;
      const passing = at > longestHead ? none : timesBeside(clause.slice(0, at));
      if (passing.size > 0) seen = seen.filter((one) => !passing.has(one));
    }
    if (each.kind === "company" && compared !== null) compared.named = true;
    if (each.kind !== "number") {
      // at yesterday's close and CNY 380.10 at today's: the day was the last number's.
      if (each.start === consumed?.start) seen = seen.filter(({ kind }) => kind !== "relative");
      if (each.kind === "company") {
        const across = last === null ? namedAcross(input, each) : null;
        if (across !== null && across.op !== each.op) bound.mismatches.push(each);
        else if (last !== null && !checkPair(last.token, each, clause.slice(last.at + 1, at), input))
          bound.mismatches.push(each);
        else if (
          each.byCode &&
          each.exchange !== undefined &&
          !sameExchange(each.exchange, lexicon.exchange(each.op) ?? each.exchange)
        )
          bound.mismatches.push(each);
        if (isMisnamed(clause, at, input)) bound.mismatches.push(each);
        last = { token: each, at };
      }
      if (each.kind === "open" && clause[at - 1]?.kind === "number" && context.metrics.length > 0)
        aside = { metrics: context.metrics, sign: context.sign, metricIsOpen: context.metricIsOpen };
      if (each.kind === "close" && aside !== null) {
        Object.assign(context, aside);
        aside = null;
      }
      // 75.44元(昨收) has named its own measure, not that of the next number.
      const isAside = isInBracketOf(clause, at);
      if (!isAside && each.start !== consumed?.start) see(each, window, input);
      if (each.kind === "negation") denials.push(seen.length);
      denied ||= each.kind === "negation";
      // Midea did not (net inflow RMB 77.43 million): the bracket tells what is so, as a colon does.
      const isTold = each.op === ":" || (each.kind === "open" && isElliptic(clause, at));
      if (isTold && denied) {
        // From the end and in place, so that a text of nothing but denials takes linear time.
        const first = denials[0] ?? seen.length;
        for (let i = denials.pop(); i !== undefined; i = denials.pop()) seen.splice(i, 1);
        // 并非实时行情:当日价格为…
        seen = seen.filter(({ kind }, i) => kind !== "realtime" || i < first);
        denied = false;
      } else if (!isAside && each.kind !== "text" && each.kind !== "fill") seen.push(each);
      continue;
    }
    count++;
    if (each.number !== null) assertTold(input, window, each.number);
    if (window.direction === null && isTallied(window, each, input)) window.direction = context.tallied;
    // A number with a sign of its own needs no word said before.
    const isUnsigned = each.number?.sign === "";
    if (window.direction === null && isUnsigned && isSameAgain(window)) window.direction = moved;
    if (
      window.direction === null &&
      window.named === null &&
      isUnsigned &&
      isApposed(window, each.number.unit?.dimension === "part", context.moved)
    )
      window.direction = context.moved;
    const isAmount = context.moved?.op === "loss" && isAmountOf(window, lower);
    if (isAmount && window.direction === null) window.direction = context.moved;
    if (window.direction?.op === "market" && window.direction.count === 0) context.moved = window.direction;
    moved = window.direction?.op === "market" && window.direction.count === 0 ? window.direction : null;
    const isPart = each.number?.unit?.dimension === "part";
    if (grown !== null && isPart && window.direction === null && isBareAgain(window)) {
      window.direction = isUnsigned ? grown.direction : null;
      window.growth = grown.growth;
    }
    const isGrown = window.direction?.op === "growth" && window.direction.count === 0;
    const isGrowth: boolean = window.growth || isGrown || growthAfter(clause, at);
    grown = isPart && isGrowth ? { direction: window.direction, growth: window.growth } : null;
    const isBare = window.named === null;
    const read = quantityAt(input, at, isAmount ? { ...window, tokens: [] } : window, seen);
    const quantity = besideReference(restated(read, lastOf(bound.quantities), window), window, context);
    bound.quantities.push(quantity);
    bound.hasOpen ||= quantity.metrics.some((metric) => lexicon.opens.includes(metric));
    assertLevel(input, window);
    const multiple = clause[at + 1]?.op === "multiple" ? clause[at + 1] : undefined;
    // 7.31x earnings and 1.02x book: the measure after a multiple is of that number alone.
    const owned = multiple?.kind === "metric" ? multiple : saidBehind(clause, at, lexicon);
    if (owned !== null)
      Object.assign(context, {
        metrics: owned.metrics,
        sign: owned.sign,
        metricIsOpen: true,
        metricIsWeak: false,
      });
    const isOwn = isLevelAfter(clause, at) || (isBare && isListedAfter(clause, at));
    consumed = multiple ?? (isOwn ? clause[at + 1] : (owned ?? undefined));
    // rose from CNY 348.50 to CNY 352.10: the second level of one move.
    const begun = window.direction?.count === 1 && window.tokens.some(reachesFrom) ? window.direction : null;
    window = freshWindow();
    window.direction = begun;
    // One of each says as much as many.
    const foretold = seen.find(({ kind }) => kind === "forecast");
    const ofUser = seen.findLast(({ kind }) => kind === "user");
    seen = [];
    if (foretold !== undefined) seen.push(foretold);
    if (ofUser !== undefined) seen.push(ofUser);
    denials.length = 0;
  }
  context.grown = grown;
  const isMissing = count === 0 && saysMissing(clause, lower);
  const isMove = (metric: string) => lexicon.changes.percent.includes(metric);
  const next = input.sentence.clauses[input.index + 1];
  const isApart = (isMissing && !leansOnMissing(next, isMove)) || isAskedAndMissing(clause, next, lower);
  if (isApart) context.stretch = null;
  if (count === 0) {
    const passing = compared === null ? none : timesBeside(clause);
    const carried = carriedOf(clause, { carried: context.carried, passing, isApart, lower });
    if (carried.length > 0) context.carried = [...context.carried, ...carried];
  } else context.carried = [];
  if (window.direction?.op === "market" || isFlow(window.direction)) context.moved = window.direction;
  // 今天下跌,约2.5%: a word of move that the registry has as the name of the measure.
  else if (count === 0 && window.moved?.token === window.named && window.named?.op === "")
    context.moved = { ...window.named, kind: "direction", op: "market" };
  if (count === 0) seeHeadTally(window, input);
  if (count === 0 && headGrowth(window, input)) window = freshWindow();
  if (count > 0) window.direction ??= trailingMove(window, lexicon);
  if (count === 0 || window.direction !== null) assertLevel(input, window);
  if (compared?.named === true && compared.subject !== null) context.company = compared.subject;
}
