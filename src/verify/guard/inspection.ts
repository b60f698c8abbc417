import { readMoment } from "../moment.ts";
import { type Bench, type Finding, type InspectionInput, shownClaims } from "./bench.ts";
import { askedMeasure } from "./binding/measures/unsaid-measures.ts";
import type { Part } from "./binding/part.ts";
import { readBlocks } from "./binding/reading.ts";
import { structure } from "./binding/structure.ts";
import { createBook } from "./claims/claim-book.ts";
import { checkAverageOrders } from "./comparing/average-terms.ts";
import { judgeComparisons } from "./comparing/comparisons.ts";
import { isComparisonWord } from "./comparing/is-comparison.ts";
import { shownMoves } from "./comparing/shown-moves.ts";
import { factLevels } from "./facts/fact-levels.ts";
import { factReader } from "./facts/fact-reader.ts";
import { matchNumbers, mostWords } from "./match-numbers.ts";
import { checkAgreement } from "./question/agreement.ts";
import { checkAnswer } from "./question/answers.ts";
import { askedSides } from "./question/asked-sides.ts";
import { readQuestion } from "./question/question.ts";
import { judgeWithUsers } from "./question/quotes-judged.ts";
import { isAskedOnly } from "./question/unanswered.ts";
import { isDisputedTimes } from "./question/users-quotes.ts";
import { citeFaults } from "./quotations.ts";
import { messages } from "./reasons.ts";
import { checkRemarks } from "./rules/bare-remarks.ts";
import { checkAttribution, checkProvisional, checkSourcesOfGroups } from "./rules/cites/attribution-check.ts";
import { checkStrayCodes } from "./rules/cites/stray-codes.ts";
import { checkComparedBasis } from "./rules/compared/compared-basis.ts";
import { checkStrength } from "./rules/compared/comparison-strength.ts";
import { checkRangeEnds, checkRankHeading } from "./rules/compared/listed-orders.ts";
import { checkSaidOfOne } from "./rules/compared/said-of-one.ts";
import { checkHeldCounts } from "./rules/counts/held-counts.ts";
import { checkPairOrders } from "./rules/counts/pair-orders.ts";
import { checkPlaceCounts } from "./rules/counts/place-counts.ts";
import { isBorneOutBeside } from "./rules/counts/quantity-words.ts";
import { checkTallies } from "./rules/counts/tallies.ts";
import { checkEvents } from "./rules/events.ts";
import { checkItself } from "./rules/itself/itself.ts";
import { checkLeftovers } from "./rules/leftovers.ts";
import { checkEarningPower, checkGrowthBasis } from "./rules/moves/growth.ts";
import { checkAssertions } from "./rules/moves/moves.ts";
import { checkPictures } from "./rules/moves/pictures.ts";
import { checkTurns } from "./rules/moves/turned-ways.ts";
import {
  checkHeadingDays,
  checkOnceMore,
  checkPeriodVerdicts,
  checkWeekday,
} from "./rules/moves/unborne-times.ts";
import { checkExtremes, checkPolarity } from "./rules/predicates.ts";
import { checkStrangers } from "./rules/strangers.ts";
import { checkTold } from "./rules/told/check.ts";
import { checkVerdicts } from "./rules/verdicts/verdicts.ts";
import { token as makeToken, type Token } from "./tokens/token.ts";

const mostComparisons = 60;
/** Of those that need be looked at one by one, the user's number's too. */
const mostRead = 600;

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
  const shownAverages = new Set(shownClaims(bench).filter(({ claim }) => averages.includes(claim.metric)));
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
  checkPictures(bench);
  checkVerdicts(bench);
  checkTold(bench);
  checkItself(bench);
  checkRangeEnds(bench);
  checkAverageOrders(bench);
  checkPairOrders(bench);
  checkPlaceCounts(bench);
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
    const comparing = part.sentence.tokens.filter(isComparisonWord);
    const [compared] = comparing;
    if (compared === undefined) continue;
    if (comparing.length > mostRead) {
      report(compared, "comparison_unsupported");
      continue;
    }
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
  matchNumbers(bench);
  checkStrayCodes(bench);
  checkStrangers(bench);
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
