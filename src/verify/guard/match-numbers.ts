import type { Bench } from "./bench.ts";
import type { Part } from "./binding/part.ts";
import type { Quantity } from "./binding/quantity.ts";
import type { BookClaim } from "./claims/claim-book.ts";
import { matchBounded, matchQuantity } from "./claims/matching.ts";
import { type AskedLevel, askedLevel, isLevelKept, isLevelTrue } from "./question/asked-levels.ts";
import { isAskedLevel, isLeftOpen } from "./question/unanswered.ts";
import { isCrossingTrue } from "./question/users-levels.ts";
import { isDisputed, isUsersDenied, isUsersQuote } from "./question/users-quotes.ts";
import { isHeldCount, isPaidAgain, isRoundedLevel, keepsRole } from "./question/users-roles.ts";
import { isUsersThreshold } from "./question/users-thresholds.ts";
import { shownBeside, usersOwn } from "./question/users-values.ts";
import { isOfNoClaim } from "./reasons.ts";
import { ownMarks } from "./rules/compared/restated-pairs.ts";
import { asGrowth, asShownBefore, isToldAsOther } from "./rules/compared/second-mentions.ts";
import { isBorneOutBeside } from "./rules/counts/quantity-words.ts";

export const mostWords = 20;

/** Finds the claims of every number and reports those that show none. */
export function matchNumbers(bench: Bench): void {
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
          ? (asShownBefore(quantity, part, bench.matches, input) ??
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
