import { readMoment } from "../moment.ts";
import { attributionFault, noMarks } from "./attribution.ts";
import type { Bench, Finding, InspectionInput, Match } from "./bench.ts";
import { type BookClaim, createBook } from "./claim-book.ts";
import type { Settled } from "./comparison-sides.ts";
import { isComparisonWord, judgeComparisons } from "./comparisons.ts";
import { definedIn } from "./definitions.ts";
import { checkEvents } from "./events.ts";
import { createFacts } from "./knowledge.ts";
import { leftoverReason } from "./leftovers.ts";
import { matchQuantity } from "./matching.ts";
import { checkAssertions } from "./moves.ts";
import type { Part } from "./part.ts";
import { checkPolarity } from "./polarity.ts";
import type { Quantity } from "./quantity.ts";
import { readQuestion } from "./question.ts";
import { citeFaults } from "./quotations.ts";
import { rankedCounts } from "./ranked-counts.ts";
import { type Reading, readBlocks } from "./reading.ts";
import { asShownBefore } from "./second-mentions.ts";
import { type Clause, structure } from "./structure.ts";
import { checkTallies } from "./tallies.ts";
import { token as makeToken, type Token } from "./token.ts";
import { isUsersThreshold } from "./users-thresholds.ts";

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

/** Finds the claims of every number and reports those that show none. */
function matchAll(bench: Bench): void {
  const { input, book, now, question } = bench;
  const context = { book, lexicon: input.lexicon, lower: input.lower, now };
  const thresholds: { readonly quantity: Quantity; readonly fault: string }[] = [];
  for (const part of bench.reading.parts) {
    for (const each of part.bound.mismatches) bench.report(each, "code_name_mismatch");
    for (const quantity of part.bound.quantities) {
      const { token, number } = quantity;
      if (quantity.isUsers && quantity.fault !== "vague" && question.holdsNumber(number)) {
        bench.settled.set(token, usersOwn(quantity));
        continue;
      }
      const marks = part.coverage.direct.get(token) ?? noMarks();
      const first = matchQuantity(quantity, marks, context);
      const again = typeof first === "string" ? asShownBefore(quantity, part, bench.matches) : null;
      const options = again === null ? first : matchQuantity(again, marks, context);
      if (typeof options !== "string") {
        const [entry] = options;
        if (entry !== undefined)
          bench.settled.set(token, { quantity, base: entry.base, dimension: entry.unit.dimension, entry });
        bench.matches.push({ quantity, options, marks, part });
      } else if ((options === "value" || options === "unbound") && isUsersThreshold(quantity, part, bench))
        thresholds.push({ quantity, fault: options });
      else if (
        !["unbound", "value", "unit", "derived"].includes(options) ||
        !bench.isFact(part.sentence.clauses[quantity.clause])
      )
        bench.report(token, options);
    }
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

const unconfirmed = /待确认|未确认|未经确认|初步|provisional|unconfirmed|preliminary|tentative/;

/** A close that the exchange has not confirmed says so: in its sentence, in its table's header, or in a line without numbers. */
function checkProvisional({ input, matches, reading, report }: Bench): void {
  const saysSo = ({ sentence }: Part): boolean => {
    const flat = sentence.clauses.flat();
    return unconfirmed.test(input.lower.slice(flat[0]?.start ?? 0, flat.at(-1)?.end ?? 0));
  };
  const wanting = matches.filter(({ options }) => options.every(({ claim }) => claim.provisional === true));
  if (wanting.length === 0) return;
  if (reading.parts.some((part) => part.bound.quantities.length === 0 && saysSo(part))) return;
  const said = new Set(wanting.flatMap(({ options, part }) => (saysSo(part) ? options : [])));
  for (const { options, quantity } of wanting)
    if (!options.some((entry) => said.has(entry))) report(quantity.token, "provisional");
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

function checkComparisons(bench: Bench): void {
  const { settled, book, report } = bench;
  const { changes, closes, priceLike, flows, grownOf, averages, opens } = bench.input.lexicon;
  const { lower } = bench.input;
  const shown = [...settled.values()].flatMap(({ entry }) => entry ?? []);
  const shownAverages = new Set(shown.filter(({ claim }) => averages.includes(claim.metric)));
  const known = { priceLike, flows, grownOf, averages, shownAverages, opens, previous: closes.previous };
  const common = { ...known, settled, book, changes: changes.percent, lower, now: bench.now };
  for (const part of bench.reading.parts) {
    const defined = definedIn(part, lower);
    checkAssertions(part, bench, defined);
    checkPolarity(part, bench);
    checkTallies(part, bench);
    checkEvents(part, bench, defined);
    const words = part.sentence.clauses
      .filter((clause) => clause.some(isComparisonWord) && !defined.includes(clause) && !bench.isFact(clause))
      .flat()
      .filter(isComparisonWord);
    const [first] = words;
    if (first === undefined) continue;
    if (words.length > mostComparisons) report(first, "comparison_unsupported");
    else
      for (const each of judgeComparisons({ ...common, sentence: part.sentence, start: part.start }))
        if (words.includes(each.token)) report(each.token, each.reason);
  }
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
    question,
    now,
    hasFacts: input.claims.some(({ kind }) => kind === "knowledge"),
    rankedOf: (token: Token) => ranked.get(token) ?? null,
    isFact: (token: Token) => bench.isFact(clauseOf.get(token)),
  };
  for (const each of input.tokens) {
    if (bench.judged.has(each)) continue;
    const reason = leftoverReason(each, context);
    if (reason !== null) bench.report(each, reason);
  }
}

const measureKinds: ReadonlySet<string> = new Set(["metric", "foreign", "company", "entity"]);

/** A longer clause states no fact; the limit keeps the work linear. */
const longestFact = 300;

/** 佣金方面,税率为…: the clause without a number that says what the next one is about. */
function topicsOf(parts: readonly Part[]): ReadonlyMap<Clause, Clause> {
  const topics = new Map<Clause, Clause>();
  for (const { sentence } of parts)
    for (const [at, clause] of sentence.clauses.entries()) {
      const before = sentence.clauses[at - 1];
      const isTopic =
        at === 1 &&
        before !== undefined &&
        before.length <= 6 &&
        !before.some(({ kind }) => kind === "number");
      if (isTopic) topics.set(clause, before);
    }
  return topics;
}

/** More clauses in one sentence state no fact; the limit keeps the work linear. */
const mostBeside = 8;

/** For each clause the others of its sentence that hold no number: 由卖方单边缴纳. */
function quietOf(parts: readonly Part[]): ReadonlyMap<Clause, readonly Clause[]> {
  const quiet = new Map<Clause, readonly Clause[]>();
  for (const { sentence } of parts) {
    const without = sentence.clauses.filter((clause) => !clause.some(({ kind }) => kind === "number"));
    for (const clause of sentence.clauses) quiet.set(clause, without.slice(0, mostBeside));
  }
  return quiet;
}

/** Says of a clause whether the registered facts hold its numbers, of the same subject and measures; once per clause. */
function factReader({ claims, lower }: InspectionInput, { parts }: Reading): Bench["isFact"] {
  const facts = createFacts(claims);
  const topics: ReadonlyMap<Clause, Clause> = facts.any ? topicsOf(parts) : new Map();
  const known = new Map<Clause, boolean>();
  const quiet = facts.any ? quietOf(parts) : new Map<Clause, readonly Clause[]>();
  const textOf = (clause: Clause): string => lower.slice(clause[0]?.start ?? 0, clause.at(-1)?.end ?? 0);
  const judge = (clause: Clause): boolean => {
    const topic = topics.get(clause);
    const text = topic === undefined ? textOf(clause) : `${textOf(topic)}${textOf(clause)}`;
    const measures = clause.filter(
      (each) => measureKinds.has(each.kind) || (each.kind === "source" && each.op === "exchange"),
    );
    return (
      text.length <= longestFact &&
      facts.bears({
        clause: text,
        measures: measures.map((each) => lower.slice(each.start, each.end)),
        beside: (quiet.get(clause) ?? []).map((each) => textOf(each).slice(0, longestFact)),
      })
    );
  };
  return (clause) => {
    if (!facts.any || clause === undefined) return false;
    const before = known.get(clause);
    if (before !== undefined) return before;
    const result = judge(clause);
    known.set(clause, result);
    return result;
  };
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
  matchAll(bench);
  checkAttribution(bench);
  checkProvisional(bench);
  checkComparisons(bench);
  checkLeftovers(bench);
  for (const { token, reason } of citeFaults(input.tokens, input.quotations, now)) report(token, reason);
  return findings;
}
