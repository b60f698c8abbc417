import { readMoment } from "../moment.ts";
import type { Bench, Finding, InspectionInput } from "./bench.ts";
import type { Part } from "./binding/part.ts";
import type { Quantity } from "./binding/quantity.ts";
import { readBlocks } from "./binding/reading.ts";
import { structure } from "./binding/structure.ts";
import { askedMeasure } from "./binding/unsaid-measures.ts";
import { type BookClaim, createBook } from "./claims/claim-book.ts";
import { matchBounded, matchQuantity } from "./claims/matching.ts";
import { judgeComparisons } from "./comparing/comparisons.ts";
import { isComparisonWord } from "./comparing/is-comparison.ts";
import { shownMoves } from "./comparing/shown-moves.ts";
import { factLevels } from "./facts/fact-levels.ts";
import { factReader } from "./facts/fact-reader.ts";
import { checkAgreement } from "./question/agreement.ts";
import { checkAnswer } from "./question/answers.ts";
import { type AskedLevel, askedLevel, isLevelKept, isLevelTrue } from "./question/asked-levels.ts";
import { askedSides } from "./question/asked-sides.ts";
import { readQuestion } from "./question/question.ts";
import { judgeWithUsers } from "./question/quotes-judged.ts";
import { isAskedLevel, isAskedOnly, isLeftOpen } from "./question/unanswered.ts";
import { isCrossingTrue } from "./question/users-levels.ts";
import { isDisputed, isDisputedTimes, isUsersDenied, isUsersQuote } from "./question/users-quotes.ts";
import { isHeldCount, isPaidAgain, isRoundedLevel, keepsRole } from "./question/users-roles.ts";
import { isUsersThreshold } from "./question/users-thresholds.ts";
import { shownBeside, usersOwn } from "./question/users-values.ts";
import { citeFaults } from "./quotations.ts";
import { isOfNoClaim, messages } from "./reasons.ts";
import { checkAttribution, checkProvisional, checkSourcesOfGroups } from "./rules/attribution-check.ts";
import { checkRemarks } from "./rules/bare-remarks.ts";
import { checkComparedBasis } from "./rules/compared-basis.ts";
import { checkStrength } from "./rules/comparison-strength.ts";
import { checkEarningPower } from "./rules/earning-power.ts";
import { checkEvents } from "./rules/events.ts";
import { checkGrowthBasis } from "./rules/growth-basis.ts";
import { checkHeldCounts } from "./rules/held-counts.ts";
import { checkLeftovers } from "./rules/leftovers.ts";
import { checkAssertions } from "./rules/moves.ts";
import { checkExtremes, checkPolarity } from "./rules/predicates.ts";
import { isBorneOutBeside } from "./rules/quantity-words.ts";
import { checkRangeEnds } from "./rules/range-ends.ts";
import { checkRankHeading } from "./rules/rank-headings.ts";
import { ownMarks } from "./rules/restated-pairs.ts";
import { checkSaidOfOne } from "./rules/said-of-one.ts";
import { asGrowth, asShownBefore, isToldAsOther } from "./rules/second-mentions.ts";
import { checkStrayCodes } from "./rules/stray-codes.ts";
import { checkTallies } from "./rules/tallies.ts";
import { checkTurns } from "./rules/turned-ways.ts";
import { checkHeadingDays, checkOnceMore, checkPeriodVerdicts, checkWeekday } from "./rules/unborne-times.ts";
import { token as makeToken, type Token } from "./tokens/token.ts";

/** More in one sentence is no prose; the limit keeps the work linear. */
const mostComparisons = 60;

/** Finds the claims of every number and reports those that show none. */
function matchAll(bench: Bench): void {
  const { input, book, now, question } = bench;
  const context = { book, lexicon: input.lexicon, lower: input.lower, now };
  const thresholds: { readonly quantity: Quantity; readonly fault: string }[] = [];
  const levels: { readonly quantity: Quantity; readonly level: AskedLevel }[] = [];
  const inWords: { readonly quantity: Quantity; readonly part: Part; readonly fault: string }[] = [];
  for (const part of bench.reading.parts) {
    for (const each of part.bound.mismatches) bench.report(each, "code_name_mismatch");
    for (const quantity of part.bound.quantities) {
      const { token, number } = quantity;
      const clause = part.sentence.clauses[quantity.clause] ?? [];
      const isAsked = isAskedLevel(quantity, part, bench);
      const mayBeUsers = quantity.isUsers && quantity.fault !== "vague" && question.holdsNumber(number);
      if (
        (mayBeUsers && keepsRole(quantity, bench)) ||
        isHeldCount(quantity, bench) ||
        isPaidAgain(quantity, bench) ||
        isRoundedLevel(quantity, clause, bench) ||
        isAsked ||
        isUsersQuote(quantity, part, bench) ||
        isUsersDenied(quantity, part, bench) ||
        isDisputed(quantity, bench) ||
        (question.holdsNumber(number) && isLeftOpen(quantity, part, bench) && keepsRole(quantity, bench))
      ) {
        bench.settled.set(token, usersOwn(quantity, bench));
        const isTrue = isLevelKept(quantity, clause, bench) && isCrossingTrue(quantity, bench);
        if (!isAsked && !isTrue) bench.report(token, "direction_unsupported");
        continue;
      }
      const marks = ownMarks(quantity, part, bench);
      const first = matchBounded(quantity, marks, context, question.holdsNumber(number));
      const again =
        typeof first === "string"
          ? (asShownBefore(quantity, part, bench.matches, input.lower) ??
            asGrowth(quantity, part, bench.matches, input.lexicon))
          : null;
      const options = again === null ? first : matchQuantity(again, marks, context);
      const level = typeof options === "string" ? askedLevel(quantity, clause, bench) : null;
      if (typeof options !== "string" && isToldAsOther(quantity, options, bench))
        bench.report(token, "unbound");
      else if (typeof options !== "string") {
        // 击穿11元, where 11.32 would round to it: the level that was asked for.
        const isTheirs = question.holdsNumber(number);
        if (isTheirs && !(isCrossingTrue(quantity, bench, true) && isLevelKept(quantity, clause, bench)))
          bench.report(token, "direction_unsupported");
        // 没到2% of 2.27 %: a bound, not the value.
        if (!isTheirs && /没有?到$/.test(bench.input.lower.slice(Math.max(0, token.start - 3), token.start)))
          bench.report(token, "vague");
        const [entry] = options;
        if (entry !== undefined)
          bench.settled.set(token, { quantity, base: entry.base, dimension: entry.unit.dimension, entry });
        bench.matches.push({ quantity, options, marks, part });
      } else if (level !== null) levels.push({ quantity, level });
      else if ((options === "value" || options === "unbound") && isUsersThreshold(quantity, part, bench))
        thresholds.push({ quantity, fault: options });
      else if (number.unit?.dimension === "tenths" && quantity.fault === null)
        inWords.push({ quantity, part, fault: options });
      else if (
        !(isOfNoClaim(options) || (options === "sign" && !isMinus(quantity, bench))) ||
        !bench.isFact(clause)
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
  const shown: BookClaim[] = [];
  for (const { options } of bench.matches) shown.push(...options);
  const priced = new Set(
    shown.filter(({ claim }) => input.lexicon.priceLike.has(claim.metric)).map(({ company }) => company),
  );
  for (const { quantity, level } of levels) {
    const own = usersOwn(quantity, bench);
    bench.settled.set(quantity.token, { ...own, base: Math.abs(own.base) * level.sign, isJudged: true });
    const isTrue = level.claims.some((each) => shown.includes(each)) && isLevelTrue(level, bench);
    if (!isTrue) bench.report(quantity.token, "comparison_false");
  }
  for (const { quantity, fault } of thresholds)
    if (priced.has(quantity.company ?? book.only))
      bench.settled.set(quantity.token, usersOwn(quantity, bench));
    else {
      const beside = shownBeside(shown, quantity, bench);
      if (beside === undefined) bench.report(quantity.token, fault);
      else
        bench.settled.set(quantity.token, {
          ...usersOwn(quantity, bench),
          dimension: beside.unit.dimension,
        });
    }
}

/** The hyphen of 9:15-9:25 is no minus. */
const isMinus = ({ token, number }: Quantity, { input }: Bench): boolean =>
  number.sign === "-" && !/\d/.test(input.lower.charAt(token.start - 1));

/** More words of quantity in one sentence are no prose; the limit keeps the work linear. */
const mostWords = 20;

/** 翻倍, a fifth: what a number beside it bears out may stay. */
function judgeQuantityWords(part: Part, bench: Bench): void {
  const { clauses, counts } = part.sentence;
  if (counts.quantity === 0 || counts.quantity > mostWords) return;
  for (const clause of clauses)
    for (const word of clause)
      if (
        word.kind === "quantity" &&
        (isBorneOutBeside(word, clause, part, bench) ||
          isDisputedTimes(word, bench) ||
          isAskedOnly(clause, word, part.sentence, bench.input))
      )
        bench.judged.add(word);
}

function checkComparisons(bench: Bench): void {
  const { settled, book, report } = bench;
  const { closes, priced, priceLike, flows, profits, grownOf, averages, opens, activity, keysOf } =
    bench.input.lexicon;
  const { lower, lexicon, question: tokens } = bench.input;
  const shown = [...settled.values()].map(({ entry }) => entry).filter((entry) => entry !== null);
  const shownAverages = new Set(shown.filter(({ claim }) => averages.includes(claim.metric)));
  const known = {
    priced,
    closed: [...closes.own],
    priceLike,
    flows,
    profits,
    activity,
    keysOf,
    grownOf,
    averages,
    shownAverages,
    opens,
    previous: closes.previous,
    books: bench.input.lexicon.match("市净率", 0)?.entry.metrics ?? [],
  };
  const asked = askedSides({ tokens, lower: bench.input.asked, lexicon, book, settled });
  checkAnswer(asked, bench);
  checkAgreement(bench);
  checkRemarks(bench);
  checkSaidOfOne(bench);
  checkRangeEnds(bench);
  const common = {
    ...known,
    settled,
    book,
    changes: shownMoves(bench),
    lower,
    words: bench.input,
    asked,
    levelBefore: factLevels(bench),
    now: bench.now,
  };
  for (const [at, part] of bench.reading.parts.entries()) {
    const { defined } = part.bound;
    checkTurns(part, bench);
    checkEarningPower(part, bench);
    checkPolarity(part, bench);
    checkAssertions(part, bench, defined);
    if (at === 0) checkRankHeading(bench);
    checkExtremes(part.sentence.clauses, bench);
    checkTallies(part, bench);
    checkHeldCounts(part, bench);
    checkStrength(part, bench);
    judgeQuantityWords(part, bench);
    checkEvents(part, bench, defined);
    for (const clause of part.sentence.clauses)
      if (bench.turnsFact(clause) && clause[0] !== undefined) report(clause[0], "fact_turned");
    if (!part.sentence.tokens.some(isComparisonWord)) continue;
    const words = part.sentence.clauses
      .filter((clause) => clause.some(isComparisonWord) && !defined.includes(clause) && !bench.isFact(clause))
      .flatMap((clause) =>
        clause.filter((each) => {
          if (!isComparisonWord(each) || bench.judged.has(each)) return false;
          if (isAskedOnly(clause, each, part.sentence, bench.input)) return false;
          const beside = judgeWithUsers(each, clause, part, bench);
          if (beside === false) report(each, "comparison_false");
          return beside === null;
        }),
      );
    const [first] = words;
    if (first === undefined) continue;
    if (words.length > mostComparisons) report(first, "comparison_unsupported");
    else
      for (const each of judgeComparisons({ ...common, sentence: part.sentence, start: part.start }))
        if (words.includes(each.token)) report(each.token, each.reason);
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
    asked: [...question.companies],
    askedMetrics: askedMeasure(input.question),
  });
  const bench: Bench = {
    ...factReader(input, reading),
    input,
    now,
    question,
    book: createBook(input, question.companies),
    reading,
    settled: new Map(),
    judged: new Set(),
    matches: [],
    report,
  };
  for (const each of reading.ranks) bench.judged.add(each);
  matchAll(bench);
  checkStrayCodes(bench);
  checkComparedBasis(bench);
  checkGrowthBasis(bench);
  checkAttribution(bench);
  checkSourcesOfGroups(bench);
  checkHeadingDays(bench);
  checkWeekday(bench);
  checkPeriodVerdicts(bench);
  checkOnceMore(bench);
  checkProvisional(bench);
  checkComparisons(bench);
  checkLeftovers(
    bench,
    findings.some(({ token }) => token.kind === "number"),
  );
  for (const { token, reason } of citeFaults(input.tokens, input.quotations, now)) report(token, reason);
  return findings;
}
