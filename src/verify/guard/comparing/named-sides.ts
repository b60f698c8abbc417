/** Comparisons whose sides are named by what they are not called: 低于均线, a higher open. */

import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import { averagesMeant, averagesOp } from "../tokens/measures/averages.ts";
import { metricsIn, type Token, upTo } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseEnd,
  holds,
  type Operand,
  operandOf,
  ownBefore,
  type Settled,
  type Spot,
  settledOperand,
  stateAt,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";

const allHold = (op: string, left: readonly BookClaim[], right: readonly BookClaim[]): Verdict => {
  if (left.length === 0 || right.length === 0) return "comparison_unsupported";
  return left.every((a) => right.every((b) => holds(op, a.base, b.base))) ? null : "comparison_false";
};

const theAverage =
  /^(?:该|这条|其)?均线$|^(?:该|这条)线$|^(?:the|this|that|its)(?: moving)? average$|^(?:this|that) line$/;
const longestName = 40;

/**
 * 收盘价低于均线, below the average: the one moving average that the text has shown of the company. Null where it is not that word,
 * or where the claims have several, so that none is meant more than another.
 */
export function averageSide(
  input: ComparisonInput,
  company: string | null,
  words: readonly Token[],
): Operand | null {
  // 也低于该均线(akshare,…)
  const said = upTo(words, ({ kind }) => kind === "open");
  const [first, last] = [said.find(({ op }) => op !== "了"), said.findLast(({ kind }) => kind !== "clause")];
  if (first === undefined || last === undefined || last.end - first.start > longestName) return null;
  if (!theAverage.test(input.lower.slice(first.start, last.end))) return null;
  const all = claimsOf(company, input.averages, input.book);
  // Of several the one that the sentence has shown before.
  const before = input.sentence.tokens.filter(({ start }) => start < first.start);
  const own = new Set(before.map((each) => input.settled.get(each)?.entry));
  const claims = all.length > 1 ? all.filter((each) => own.has(each)) : all;
  const [only, ...more] = claims;
  const isOne = only !== undefined && more.length === 0 && input.shownAverages.has(only);
  return isOne ? operandOf(claims) : null;
}

/** 站上三条均线, above all three averages: every one that is meant; null where none is or their number is another. */
export function averagesIn(
  input: ComparisonInput,
  words: readonly Token[],
  company: string | null,
): Operand | null {
  const said = words.findLast(({ op }) => op === averagesOp);
  if (said === undefined) return null;
  return operandOf(averagesMeant(said, claimsOf(company, input.averages, input.book), input.shownAverages));
}

/**
 * 现价11.26元,今开11.20元,比开盘价高: where the right side is a measure that the last number before is of, the left is whatever else the
 * company has before, all of it.
 */
export function ofOthers({ flat, at }: Spot, before: readonly Settled[]): Operand | null {
  const stretch = stretchAfter({ flat, at });
  const [last] = before.slice(-1);
  if (last?.entry == null || stretch.some(({ kind }) => kind === "company" || kind === "number")) return null;
  const beside = metricsIn(stretch);
  if (!beside.includes(last.entry.claim.metric)) return null;
  const others = before.filter(({ entry }) => entry !== null && !beside.includes(entry.claim.metric));
  const isOfOne = others.every(({ entry }) => entry?.company === last.entry?.company);
  return others.length > 0 && isOfOne
    ? { values: others.map(({ base }) => base), dimension: last.dimension }
    : null;
}

/** the higher open, a higher open than Wuliangye: beside the other companies that the claims have the open of. */
function isBesideOthers({ book, opens, lower }: ComparisonInput, { flat, at }: Spot): boolean {
  const end = clauseEnd(flat, at + 1);
  const isThan = flat[end]?.op === "than" && flat[end + 1]?.kind === "company";
  const start = flat[at]?.start ?? 0;
  if (!isThan && !lower.startsWith("the ", start)) return false;
  return new Set(opens.flatMap((id) => book.of(id)).map(({ company }) => company)).size > 1;
}

/** a higher open: above the close of the day before. */
export function judgeOpening(input: ComparisonInput, spot: Spot): Verdict | undefined {
  const { flat, at } = spot;
  const next = flat[at + 1];
  const isOpen =
    next?.kind === "metric" &&
    next.metrics.length > 0 &&
    next.metrics.every((id) => input.opens.includes(id));
  if (!isOpen || isBesideOthers(input, { flat, at })) return undefined;
  const { company } = stateAt(input, spot);
  const of = (metrics: readonly string[]) => claimsOf(company, metrics, input.book);
  return allHold((flat[at]?.op ?? "").charAt(0), of(input.opens), of(input.previous));
}

/** 尚未站上60日均线(259.13元),收盘价251.36元: a left side that is said only after the right one. */
export function laterOperand(input: ComparisonInput, { flat, at }: Spot, right: Operand): Operand | null {
  const { company } = stateAt(input, { flat, at });
  // 昨收没有跌破1400元,收盘价…: what names its measure is of no other.
  if (ownBefore({ flat, at }).some(({ kind }) => kind === "metric")) return null;
  const isOwn = ({ entry }: Settled) => entry === null || company === null || entry.company === company;
  const settled = flat
    .slice(clauseEnd(flat, at + 1))
    .filter((each) => each.kind === "number")
    .map((each) => input.settled.get(each))
    .find((each) => each !== undefined && each.dimension === right.dimension && isOwn(each));
  return settled === undefined ? null : settledOperand(settled);
}
