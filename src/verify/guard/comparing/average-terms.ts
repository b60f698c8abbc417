/** 短期均线在长期均线下方, the short-term average is above the long-term one: of the averages that the text shows the shortest and the longest. */

import { type Bench, reportAt, shownClaims } from "../bench.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import { averageOrder } from "../tokens/measures/averages.ts";
import { matchesOf } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseEnd,
  clauseStart,
  holds,
  reversedOp,
  type Spot,
  stateAt,
  type Verdict,
} from "./comparison-sides.ts";

const terms =
  /(短期|短周期|short(?:er)?(?:-term)? )(?:日?均线|移动平均线?|(?:moving )?averages?|ma(?![a-z]))|(中期|medium-term )(?:日?均线|移动平均线?|(?:moving )?average)|(中?长期|长周期|long(?:er)?(?:-term)? )(?:日?均线|移动平均线?|(?:moving )?averages?|ma(?![a-z])|ones?)/g;

/** The days that an average is made of, by the number in its name. */
const daysOf = ({ claim }: BookClaim): number => Number(/\d+/.exec(claim.metric)?.[0] ?? 0);

/** Undefined where the clause does not name both. */
export function judgeTerms(input: ComparisonInput, spot: Spot, op: string): Verdict | undefined {
  const { flat, at } = spot;
  const from = clauseStart(flat, at);
  const end = flat[clauseEnd(flat, at + 1) - 1]?.end ?? 0;
  const text = input.lower.slice(flat[from]?.start ?? 0, Math.max(end, flat[at]?.end ?? 0)).slice(0, longest);
  if (
    !text.includes("期均线") &&
    !text.includes("-term") &&
    !text.includes("shorter ") &&
    !text.includes("期移动") &&
    !text.includes("周期")
  )
    return undefined;
  const [left, right] = matchesOf(terms, text);
  if (left === undefined || right === undefined) return undefined;
  const [first, second] = [left, right].map((found) =>
    found[1] !== undefined ? 0 : found[2] !== undefined ? 1 : 2,
  );
  if (first === undefined || second === undefined || first === second) return undefined;
  const { company } = stateAt(input, spot);
  const shown = [...input.shownAverages].filter((each) => company === null || each.company === company);
  const sorted = shown.toSorted((a, b) => daysOf(a) - daysOf(b));
  const days = [...new Set(sorted.map(daysOf))];
  // 中期均线: the one between two others.
  const isKnown = (days.length === 2 || days.length === 3) && !days.includes(0);
  const lower = Math.min(first, second);
  const [a, b] = [first, second].map((place) =>
    // 短期均线在中期均线之上, of two averages: the shorter and the longer.
    days.length === 2
      ? sorted.at(place === lower ? 0 : -1)
      : place === 0
        ? sorted[0]
        : place === 2
          ? sorted.at(-1)
          : sorted.find((each) => daysOf(each) === days[1]),
  );
  // 短期均线逐级高于长期均线: each above the next longer one.
  const isStepwise = /逐级|逐条|依次|层层|step by step/.test(text);
  if (
    isStepwise &&
    !sorted.every(
      (each, i) =>
        i === 0 || holds(first < second ? op : reversedOp(op), sorted[i - 1]?.base ?? each.base, each.base),
    )
  )
    return "comparison_false";
  if (!isKnown || a === undefined || b === undefined) return "comparison_unsupported";
  return holds(op, a.base, b.base) ? null : "comparison_false";
}
const longest = 120;

/** Reports 均线越短越低, the longer the average the higher it sits, where two averages of a company that the text shows say otherwise, or none do. */
export function checkAverageOrders(bench: Bench): void {
  const { lower, lexicon } = bench.input;
  for (const { 0: said, index } of averageOrder.all(lower)) {
    const shown = shownClaims(bench).filter(({ claim }) => lexicon.averages.includes(claim.metric));
    const sorted = shown.toSorted((a, b) => daysOf(a) - daysOf(b));
    const isUp = /越长|longer/.test(said) === /越[高大]|higher/.test(said);
    const isTrue = sorted.every((a, i) =>
      sorted.slice(i + 1).every((b) => a.company !== b.company || holds(isUp ? "<" : ">", a.base, b.base)),
    );
    if (!isTrue || shown.length < 2) reportAt(bench, index, "comparison_false");
  }
}
