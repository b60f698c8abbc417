import { readMoment } from "../moment.ts";
import type { Bench, Finding, InspectionInput, Match } from "./bench.ts";
import { attributionFault, noMarks } from "./binding/attribution.ts";
import { definitionOf } from "./binding/definitions.ts";
import type { Part } from "./binding/part.ts";
import type { Quantity } from "./binding/quantity.ts";
import { readBlocks } from "./binding/reading.ts";
import { type Clause, structure } from "./binding/structure.ts";
import { type BookClaim, createBook } from "./claims/claim-book.ts";
import { matchBounded, matchQuantity } from "./claims/matching.ts";
import type { Settled } from "./comparing/comparison-sides.ts";
import { isComparisonWord, judgeComparisons } from "./comparing/comparisons.ts";
import { factLevels } from "./facts/fact-levels.ts";
import { datesOfFacts, factReader } from "./facts/fact-reader.ts";
import { checkAnswer } from "./question/answers.ts";
import { askedSides } from "./question/asked-sides.ts";
import { readQuestion } from "./question/question.ts";
import { isAskedLevel, isAskedOnly } from "./question/unanswered.ts";
import { isCrossingTrue } from "./question/users-levels.ts";
import { isUsersThreshold } from "./question/users-thresholds.ts";
import { citeFaults } from "./quotations.ts";
import { checkEvents } from "./rules/events.ts";
import { leftoverReason } from "./rules/leftovers.ts";
import { checkAssertions } from "./rules/moves.ts";
import { checkPolarity } from "./rules/polarity.ts";
import { checkProvisional } from "./rules/provisional.ts";
import { isBorneOutBeside } from "./rules/quantity-words.ts";
import { isQueryTime } from "./rules/query-time.ts";
import { rankedCounts } from "./rules/ranked-counts.ts";
import { asShownBefore } from "./rules/second-mentions.ts";
import { checkTallies } from "./rules/tallies.ts";
import { averageCounts } from "./tokens/averages-words.ts";
import { token as makeToken, type Token } from "./tokens/token.ts";

const messages: Readonly<Record<string, string>> = {
  now: "now is malformed",
  unit: "the unit is not the claim's",
  sign: "the sign or direction is not the claim's",
  value: "the number is not the claim's value, rounded to the decimals shown",
  provisional: "the close is not said to be unconfirmed",
  wrong_source: "the source is not the claim's",
  wrong_date: "the date or time is not the claim's",
  missing_attribution: "no source and date cover it",
  unbound: "no claim is said to have this number",
  stale: "the claim is too old to be called current",
  window: "the claim is not of this stretch of time",
  vague: "a vague bound around a number",
  forecast: "a number of a forecast or of the past",
  negated: "a number that is denied",
  derived: "a number derived in the prose",
  unclear: "numbers and owners of the list do not pair up",
  code_name_mismatch: "name and code are not one company's",
  comparison_false: "the comparison is false over the claims",
  comparison_unsupported: "the claims do not bear out the comparison",
  direction_unsupported: "no claim bears out the direction",
  quantity_word: "a quantity in words that no claim holds",
  event: "what happened or is judged of, without a claim",
  wrong_count: "not the number of companies spoken of",
  unaccounted: "a numeral that no claim accounts for",
};

/** More in one sentence is no prose; the limit keeps the work linear. */
const mostComparisons = 60;

const isOfNoClaim = (fault: string): boolean =>
  ["unbound", "value", "unit", "derived", "vague"].includes(fault);

/** Finds the claims of every number and reports those that show none. */
function matchAll(bench: Bench): void {
  const { input, book, now, question } = bench;
  const context = { book, lexicon: input.lexicon, lower: input.lower, now };
  const thresholds: { readonly quantity: Quantity; readonly fault: string }[] = [];
  const inWords: { readonly quantity: Quantity; readonly part: Part; readonly fault: string }[] = [];
  for (const part of bench.reading.parts) {
    for (const each of part.bound.mismatches) bench.report(each, "code_name_mismatch");
    for (const quantity of part.bound.quantities) {
      const { token, number } = quantity;
      const isUsers = quantity.isUsers && quantity.fault !== "vague" && question.holdsNumber(number);
      if (isUsers || isAskedLevel(quantity, part, bench)) {
        bench.settled.set(token, usersOwn(quantity));
        if (!isCrossingTrue(quantity, bench)) bench.report(token, "direction_unsupported");
        continue;
      }
      const marks = part.coverage.direct.get(token) ?? noMarks();
      const first = matchBounded(quantity, marks, context);
      const again = typeof first === "string" ? asShownBefore(quantity, part, bench.matches) : null;
      const options = again === null ? first : matchQuantity(again, marks, context);
      if (typeof options !== "string") {
        const [entry] = options;
        if (entry !== undefined)
          bench.settled.set(token, { quantity, base: entry.base, dimension: entry.unit.dimension, entry });
        bench.matches.push({ quantity, options, marks, part });
      } else if ((options === "value" || options === "unbound") && isUsersThreshold(quantity, part, bench))
        thresholds.push({ quantity, fault: options });
      else if (number.unit?.dimension === "tenths" && quantity.fault === null)
        inWords.push({ quantity, part, fault: options });
      else if (
        !(isOfNoClaim(options) || (options === "sign" && number.sign !== "-")) ||
        !bench.isFact(part.sentence.clauses[quantity.clause])
      )
        bench.report(token, options);
    }
  }
  for (const { quantity, part, fault } of inWords) {
    const clause = part.sentence.clauses[quantity.clause] ?? [];
    const isJudged = inWords.length <= mostWords && isBorneOutBeside(quantity.token, clause, part, bench);
    if (!isJudged) bench.report(quantity.token, fault);
  }
  // A price of the company must be shown beside it, with its own source and date.
  const shown = bench.matches.flatMap(({ options }) => options);
  const priced = new Set(
    shown.filter(({ claim }) => input.lexicon.priceLike.has(claim.metric)).map(({ company }) => company),
  );
  for (const { quantity, fault } of thresholds)
    if (priced.has(quantity.company ?? book.only)) bench.settled.set(quantity.token, usersOwn(quantity));
    else bench.report(quantity.token, fault);
}

function usersOwn(quantity: Quantity): Settled {
  const { shown, unit } = quantity.number;
  const base = Number(shown.digits) * 10 ** (shown.exponent - shown.decimals + (unit?.exponent ?? 0));
  return { quantity, base, dimension: unit?.dimension ?? "CNY", entry: null };
}

/** Every shown claim has its source and date, at one of its mentions at least. */
function checkAttribution({ input, matches, reading, now, report }: Bench): void {
  const attributed = new Set<BookClaim>();
  const lacking: { match: Match; fault: string }[] = [];
  for (const match of matches) {
    const { coverage, levels: wider } = match.part;
    // 2025年上半年为506.48亿元,同比增长4.19%: growth is of the period that the sentence began with.
    const isGrowth = match.options.some(({ claim }) => input.lexicon.basesOf(claim.metric).length > 0);
    const recent = coverage.recent.get(match.quantity.token) ?? noMarks();
    const near = isGrowth ? [...wider, recent] : [recent, ...wider];
    const later = coverage.later.get(match.quantity.token) ?? noMarks();
    const levels = [match.marks, ...near, later, reading.global];
    const faults = match.options.map((entry) => attributionFault(levels, entry, now));
    for (const [i, entry] of match.options.entries()) if (faults[i] === null) attributed.add(entry);
    const [fault] = faults;
    if (typeof fault === "string" && !faults.includes(null)) lacking.push({ match, fault });
  }
  for (const { match, fault } of lacking)
    if (fault !== "missing_attribution" || !match.options.some((entry) => attributed.has(entry)))
      report(match.quantity.token, fault);
}

/** More words of quantity in one sentence are no prose; the limit keeps the work linear. */
const mostWords = 20;

/** 翻倍, a fifth: what a number beside it bears out may stay. */
function judgeQuantityWords(part: Part, bench: Bench): void {
  const words = part.sentence.clauses.flatMap((clause) =>
    clause.flatMap((word) => (word.kind === "quantity" ? [{ word, clause }] : [])),
  );
  if (words.length > mostWords) return;
  for (const { word, clause } of words)
    if (isBorneOutBeside(word, clause, part, bench)) bench.judged.add(word);
}

function checkComparisons(bench: Bench): void {
  const { settled, book, report } = bench;
  const { changes, closes, priced, priceLike, flows, profits, grownOf, averages, opens } =
    bench.input.lexicon;
  const { lower } = bench.input;
  const shown = [...settled.values()].flatMap(({ entry }) => entry ?? []);
  const shownAverages = new Set(shown.filter(({ claim }) => averages.includes(claim.metric)));
  const known = {
    priced,
    closed: [...closes.own],
    priceLike,
    flows,
    profits,
    grownOf,
    averages,
    shownAverages,
    opens,
    previous: closes.previous,
  };
  const question = bench.input.user_question;
  const { lexicon, question: tokens } = bench.input;
  const asked = askedSides({ tokens, lexicon, book, settled });
  checkAnswer(asked, bench);
  const common = {
    ...known,
    settled,
    book,
    changes: changes.percent,
    lower,
    question,
    asked,
    levelBefore: factLevels(bench),
    now: bench.now,
  };
  for (const part of bench.reading.parts) {
    const defined = definitionOf(part.sentence, lower).clauses;
    checkAssertions(part, bench, defined);
    checkPolarity(part, bench);
    checkTallies(part, bench);
    judgeQuantityWords(part, bench);
    checkEvents(part, bench, defined);
    const words = part.sentence.clauses
      .filter((clause) => clause.some(isComparisonWord) && !defined.includes(clause) && !bench.isFact(clause))
      .flatMap((clause) =>
        clause.filter((each) => isComparisonWord(each) && !isAskedOnly(clause, each, part.sentence, lower)),
      );
    const [first] = words;
    if (first === undefined) continue;
    if (words.length > mostComparisons) report(first, "comparison_unsupported");
    else
      for (const each of judgeComparisons({ ...common, sentence: part.sentence, start: part.start }))
        if (words.includes(each.token)) report(each.token, each.reason);
  }
}

/** How many moving averages of one company the claims hold or the text shows. */
function averagesHeld({ book, matches, input }: Bench): ReadonlySet<number> {
  const { averages } = input.lexicon;
  const shown = matches.flatMap(({ options }) => options);
  return new Set([...averageCounts(book.all, averages), ...averageCounts(shown, averages)]);
}

function checkLeftovers(bench: Bench): void {
  const { input, reading, question, now } = bench;
  const clauseOf = new Map<Token, Clause>();
  for (const { sentence } of reading.parts)
    for (const clause of sentence.clauses) for (const each of clause) clauseOf.set(each, clause);
  const ranked = rankedCounts(bench);
  const context = {
    shown: [
      ...new Set(bench.matches.flatMap(({ options }) => options)),
      ...input.quotations.flatMap(({ claims }) => claims),
    ],
    read: new Set(reading.parts.flatMap((part) => part.bound.quantities.map(({ token }) => token))),
    companies: new Set(input.tokens.flatMap((each) => (each.kind === "company" ? [each.op] : []))),
    claimed: new Set(bench.book.all.flatMap(({ company }) => (company === null ? [] : [company]))),
    averageCounts: averagesHeld(bench),
    question,
    now,
    hasFacts: input.claims.some(({ kind }) => kind === "knowledge"),
    factDates: datesOfFacts(input),
    isQueryTime: (token: Token) => isQueryTime(token, input.lower, now),
    rankedOf: (token: Token) => ranked.get(token) ?? null,
    isFact: (token: Token) => bench.isFact(clauseOf.get(token)),
  };
  for (const each of input.tokens) {
    if (bench.judged.has(each)) continue;
    const reason = leftoverReason(each, context);
    if (reason !== null) bench.report(each, reason);
  }
}

/** Everything in the text that the claims do not account for. */
export function inspect(input: InspectionInput): Finding[] {
  const findings: Finding[] = [];
  const report = (token: Token, reason: string) => {
    findings.push({ token, reason, message: messages[reason] ?? reason });
  };
  const now = readMoment(input.now);
  if (now === null) {
    report(input.tokens[0] ?? makeToken("text", 0, 0), "now");
    return findings;
  }
  const question = readQuestion(input.question);
  const reading = readBlocks({
    blocks: structure(input.tokens),
    lexicon: input.lexicon,
    lower: input.lower,
  });
  const bench: Bench = {
    input,
    now,
    question,
    book: createBook(input, question.companies),
    reading,
    settled: new Map(),
    judged: new Set(),
    matches: [],
    isFact: factReader(input, reading),
    report,
  };
  for (const each of reading.ranks) bench.judged.add(each);
  matchAll(bench);
  checkAttribution(bench);
  checkProvisional(bench);
  checkComparisons(bench);
  checkLeftovers(bench);
  for (const { token, reason } of citeFaults(input.tokens, input.quotations, now)) report(token, reason);
  return findings;
}
