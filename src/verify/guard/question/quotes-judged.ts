/** 您记的25倍偏高了,贵州茅台的市盈率是20.53倍: a number of the user's that is itself said to be too high or too low. */

import { type Bench, onlyNamed } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Quantity } from "../binding/quantity.ts";
import { claimsOf } from "../claims/claim-book.ts";
import { holds } from "../comparing/comparison-sides.ts";
import { judgeBoundTally } from "../rules/counts/bound-tallies.ts";
import { type Clause, metricsIn, type Token } from "../tokens/token.ts";
import { isMeasure } from "./question.ts";
import { numberAfter } from "./users-levels.ts";
import { judgeBesideQuote } from "./users-quotes.ts";
import { isOfWholeAnswer } from "./whole-answers.ts";

const tooMuch = /^偏[高低]$/;
const between = /^(?:这个|那个)?(?:数字?|数值|说法|印象|水平)?(?:的?确|可能|有点|略微?|稍微?|是|要|都|也)*$/;
const end = /^(?:一些|一点|些|点)?(?:了)?(?:一些|一点|些|点)?(?:$|[,，。;；:：!！()（）\n])/;
const reach = 12;
const most = 12;

/** True or false by every value of the same measure that the text shows; null for other words. */
function judgeQuoteItself(word: Token, part: Part, { input, settled, matches }: Bench): boolean | null {
  const { lower } = input;
  const said = lower.slice(word.start, word.end);
  if (!tooMuch.test(said) || !end.test(lower.slice(word.end, word.end + reach))) return null;
  const { quantities } = part.bound;
  const quote = quantities[numberAfter(quantities, word) - 1];
  const mine = quote === undefined ? undefined : settled.get(quote.token);
  if (quote === undefined || mine === undefined || mine.entry !== null || !quote.isUsers) return null;
  if (!between.test(lower.slice(quote.token.end, word.start).trim())) return null;
  const asked = metricsIn(input.question);
  const measures = quote.metrics.length > 0 ? quote.metrics : asked;
  const shown = matches
    .slice(0, most)
    .flatMap(({ options: [entry] }) => entry ?? [])
    .filter(
      ({ unit, claim, company }) =>
        unit.dimension === mine.dimension &&
        (measures.length === 0 || measures.includes(claim.metric)) &&
        (quote.company === null || quote.company === company),
    );
  const kinds = new Set(shown.map(({ claim, company }) => `${company} ${claim.metric}`));
  if (kinds.size !== 1) return null;
  const sign = said.endsWith("高") ? 1 : -1;
  return shown.every(({ base }) => Math.sign(mine.base - base) === sign);
}

const crossings = /(?:跌破|失守|跌穿|下穿|站上|站稳|突破|升破|涨破|守住|收复)$/;
const betweenCrossed =
  /^(?:元|块钱?|块|倍)?(?:的)?(?:这个|这一|这道)?(?:整数)?(?:关口|大关|关|价位|位置|水平|线)?[,，]?(?:目前|现在|今天|今日|确实|其实|刚刚|又|也|都|已经?|早已|并|被|还|尚|仍|依然|是)*$/;
const crossedEnd = /^了?(?:$|[,，。;；:：!！()（）\n])/;

/** 您问的6块已经跌破: the number right before the word is what was crossed, beside every price, or value of what was asked, that the text shows. */
function judgeQuoteCrossed(word: Token, part: Part, bench: Bench): boolean | null {
  const { input, settled, matches, book } = bench;
  const { lower, lexicon } = input;
  const said = lower.slice(word.start, word.end);
  if (!crossings.test(said) || !crossedEnd.test(lower.slice(word.end, word.end + 2))) return null;
  const { quantities } = part.bound;
  const quote = quantities[numberAfter(quantities, word) - 1];
  const mine = quote === undefined ? undefined : settled.get(quote.token);
  if (quote === undefined || mine === undefined || mine.entry !== null) return null;
  if (!betweenCrossed.test(lower.slice(quote.token.end, word.start))) return null;
  const asked = metricsIn(input.question);
  const prices = [...lexicon.priced, ...lexicon.closes.own];
  const owner = quote.company ?? onlyNamed(bench) ?? book.only;
  const shown = matches
    .flatMap(({ options: [entry] }) => entry ?? [])
    .filter(
      ({ company, claim, unit }) =>
        company === owner &&
        unit.dimension === mine.dimension &&
        (mine.dimension === "CNY" ? prices : asked).includes(claim.metric),
    );
  return shown.length > 0 && shown.every(({ base }) => holds(word.op, base, mine.base));
}

/** A comparison with a number of the user's: of how many it is true, of the number itself, or beside a claim's; null for any other. */
export const judgeWithUsers = (word: Token, clause: Clause, part: Part, bench: Bench): boolean | null =>
  (isOfWholeAnswer(word, bench) || isOfPointless(clause, bench) ? true : null) ??
  judgeBoundTally(word, clause, part, bench) ??
  judgeQuoteCrossed(word, part, bench) ??
  judgeQuoteItself(word, part, bench) ??
  judgeBesideQuote(word, part, bench);

// 市盈率为负的时候,和10倍比高低意义不大: the user's number in a comparison that is said to mean nothing, where the measure is negative.

const before =
  /(?:和|与|跟|同|拿)(?:您|你)?(?:说|问|提到?)?的?\s?$|(?<![a-z])compar(?:ing|e|ison)(?: (?:it|that|this|the (?:ratio|multiple|figure)))? (?:with|to|against) (?:a |your |the )?$/;
const behind =
  /^(?:这个?(?:水平|门槛|数字?)?)?(?:去|来|做|作)?(?:相比|对比|比较?)(?:高低|大小)?(?:本身|其实|就|也|并|都)*(?:意义(?:不大|有限)|(?:没有?|无)(?:太大|什么|多大|实际|太多)?的?(?:意义|参考价值|可比性)|不(?:太)?(?:适用|可比|合适|有意义))(?:的|了)?(?=$|[,，。;；!！\n])|^(?: p\/e)? (?:(?:is not|isn't|is hardly|would not be|wouldn't be) (?:very |really |all that )?(?:meaningful|useful|sensible)|(?:means|says|tells you|tells us) (?:little|nothing)|(?:makes|has) (?:little|no) (?:sense|meaning))(?=$|[,.;!\n])/;
const pointlessReach = 40;

/** The words around the number say so, and every claim of what is asked for is below nought. */
function isBeside({ start, end }: Token, { input, book }: Bench, owner: string | null): boolean {
  const { lower, question } = input;
  if (!before.test(lower.slice(Math.max(0, start - pointlessReach), start))) return false;
  if (!behind.test(lower.slice(end, end + pointlessReach))) return false;
  const measures = question.filter(isMeasure);
  const own = measures.flatMap(({ metrics }) => claimsOf(owner, metrics, book));
  return own.length > 0 && own.every(({ base }) => base < 0);
}

/** The number is the user's, in such a comparison. */
export const isPointless = ({ token, number, company }: Quantity, bench: Bench): boolean =>
  bench.question.holdsNumber(number) &&
  isBeside(token, bench, company ?? onlyNamed(bench) ?? bench.book.only);

/** The word of a comparison beside such a number alone. */
function isOfPointless(clause: Clause, bench: Bench): boolean {
  const [number, ...more] = clause.filter(({ kind }) => kind === "number");
  return (
    number !== undefined && more.length === 0 && isBeside(number, bench, onlyNamed(bench) ?? bench.book.only)
  );
}
