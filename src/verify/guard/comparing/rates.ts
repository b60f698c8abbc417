/** 营收降幅大于利润降幅, the decline in revenue was larger than that in profit: how two measures, or one of two companies, grew or fell. */
import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import type { Token } from "../tokens/token.ts";
import {
  type ComparisonInput,
  holds,
  ownBefore,
  type Spot,
  stateAt,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";

/** A word of growth: which way it says, and whether the value must lie that way (增幅, 降幅; 增速 may be negative). */
interface Rate {
  readonly sign: number;
  readonly isOneWay: boolean;
}

interface RateSide {
  readonly rate: Rate | null;
  /** How its measure grew; empty where it names none. */
  readonly metrics: readonly string[];
  readonly company: string | null;
  /** True where it names no measure at all, not even one that has no growth. */
  readonly isBare: boolean;
}

const eitherWay = /^(?:增速|growth|同比)$/;
const profit = /利润|(?<![a-z])profits?(?![a-z])/;
/** A longer side is no rate of one measure. */
const longestSide = 16;

const isRate = ({ kind, op, sign }: Token): boolean =>
  sign !== 0 &&
  ((kind === "direction" && /^(?:growth|market)$/.test(op)) || (kind === "metric" && op === "noun"));

/** The measure right before the word of growth (营收同比降幅), or after it (the decline in revenue). */
function measureOf(words: readonly Token[], at: number): Token | undefined {
  const from = Math.max(0, at - 3);
  const isMeasure = ({ kind }: Token): boolean => kind === "metric";
  const before = words.slice(from, Math.max(0, at)).findLast(isMeasure);
  if (before !== undefined || at < 0) return before ?? words.find(isMeasure);
  const [link, next, last] = words.slice(at + 1, at + 4);
  if (link === undefined || !/^(?:in|of)$/.test(link.op)) return undefined;
  return [next, last].find((each) => each?.kind === "metric");
}

/** One side of the comparison; null where it names what is no rate. */
function sideOf(input: ComparisonInput, words: readonly Token[]): RateSide | null {
  if (words.length > longestSide || words.some(({ kind }) => kind === "number" || kind === "entity"))
    return null;
  const { lower, profits, priceLike } = input;
  const at = words.findLastIndex(isRate);
  const word = words[at];
  const measure = measureOf(words, at);
  const [first, last] = [words[0], words.at(-1)];
  const said = lower.slice(first?.start ?? 0, last?.end ?? 0);
  const ofProfit = measure === undefined && profit.test(said) ? profits : [];
  const of = measure?.metrics ?? ofProfit;
  if (of.some((id) => priceLike.has(id) || input.changes.includes(id))) return null;
  const rate =
    word === undefined
      ? null
      : { sign: word.sign, isOneWay: !eitherWay.test(lower.slice(word.start, word.end)) };
  const company = words.findLast(({ kind }) => kind === "company")?.op ?? null;
  // rose faster is of the price
  const isOther = ({ kind }: Token): boolean => kind === "foreign" || kind === "metric";
  const isBare = of.length === 0 && !words.some(isOther) && word?.op !== "market";
  return { rate, metrics: input.grownOf(of), company, isBare };
}

const grading: readonly (readonly [words: RegExp, op: string])[] = [
  [
    /(?:faster|quicker|steeper|sharper|deeper|further|harder|more (?:quick|rapid|sharp)ly) (?:pace |rate |clip )?$/,
    ">",
  ],
  [/(?:slower|milder|gentler|shallower|more (?:slow|mild)ly) (?:pace |rate |clip )?$/, "<"],
];
const longestGrade = 18;
const growing = /^[^,，。;；:：]{2,12}(?:增长|增|涨|升|降|跌|扩张)[得的]?(?:更|要|还|略|稍)?([快慢])/;

/** fell faster than, was steeper than, 降得比…快: which way a "than" without an adjective of size goes. */
function gradeOf({ lower }: ComparisonInput, { flat, at }: Spot): string | null {
  const [start, end] = [flat[at]?.start ?? 0, flat[at]?.end ?? 0];
  const before = lower.slice(Math.max(0, start - longestGrade), start);
  const han = growing.exec(lower.slice(end, end + 2 * longestGrade))?.[1];
  if (han !== undefined) return han === "快" ? ">" : "<";
  return grading.find(([words]) => words.test(before))?.[1] ?? null;
}

/** True where the sizes of the two rates are so; a fall is the larger the lower its value is. */
function compare(
  op: string,
  left: readonly BookClaim[],
  right: readonly BookClaim[],
  of: readonly Rate[],
): Verdict {
  const [a, b] = [of[0]?.sign ?? 1, of[1]?.sign ?? 1];
  const isSaid = (claims: readonly BookClaim[], rate: Rate | undefined): boolean =>
    rate?.isOneWay !== true || claims.every(({ base }) => Math.sign(base) === rate.sign);
  const areSo = isSaid(left, of[0]) && isSaid(right, of[1]);
  return areSo && left.every((one) => right.every((other) => holds(op, one.base * a, other.base * b)))
    ? null
    : "comparison_false";
}

/** Tokens behind the word among which the growth that it is of may be shown. */
const shownReach = 24;

/** A grew faster than B: revenue rose 13.55%: the growth that the sentence goes on to show, else every one that the claims have of both. */
function unsaidRates(
  { settled, book, grownOf }: ComparisonInput,
  { flat, at }: Spot,
  owners: readonly (string | null)[],
): readonly string[] {
  const isRateOf = (metric: string): boolean => grownOf([metric]).includes(metric);
  for (const each of flat.slice(at + 1, at + 1 + shownReach)) {
    const metric = settled.get(each)?.entry?.claim.metric;
    if (metric !== undefined && isRateOf(metric)) return [metric];
  }
  const all = new Set(book.all.map(({ claim }) => claim.metric).filter(isRateOf));
  return [...all].filter((metric) => owners.every((owner) => claimsOf(owner, [metric], book).length > 0));
}

/** grew 9.16% in FY2025 and 5.43% in Q1 2026, a slower pace: of the last two values of one measure and company, at the end of what is said. */
export function judgePace({ settled }: ComparisonInput, { flat, at }: Spot): Verdict {
  const [before, last] = flat
    .slice(0, at)
    .flatMap((each) => settled.get(each) ?? [])
    .slice(-2);
  const next = flat[at + 1];
  const isEnd = next === undefined || next.kind === "clause" || next.kind === "open";
  const isOne =
    before?.entry != null &&
    before.entry.claim.metric === last?.entry?.claim.metric &&
    before.entry.company === last.entry.company;
  if (!isEnd || !isOne) return "comparison_unsupported";
  return holds(flat[at]?.op.charAt(0) ?? "", last.base, before.base) ? null : "comparison_false";
}

/** Two rates of growth, one at least named as such; undefined for other sides. `said`: the operator, where it has one of its own. */
export function judgeRates(input: ComparisonInput, spot: Spot, said: string | null): Verdict | undefined {
  const op = said ?? gradeOf(input, spot);
  if (op === null) return undefined;
  const [left, right] = [sideOf(input, ownBefore(spot)), sideOf(input, stretchAfter(spot))];
  const { start = 0, end = 0 } = spot.flat[spot.at] ?? {};
  const isOutgrown = input.lower.slice(start, end).startsWith("outgr");
  const rate = left?.rate ?? right?.rate ?? (isOutgrown ? { sign: 1, isOneWay: false } : null);
  if (left === null || right === null || rate === null) return undefined;
  const state = stateAt(input, spot).company;
  const isOfTwo = right.company !== null && right.company !== (left.company ?? state);
  const owner = left.company ?? state;
  if (left.metrics.length + right.metrics.length === 0 && isOfTwo && left.isBare && right.isBare) {
    const owners = [owner, right.company];
    const verdicts = unsaidRates(input, spot, owners).map((metric) => {
      const [a = [], b = []] = owners.map((each) => claimsOf(each, [metric], input.book));
      return compare(op.charAt(0), a, b, [left.rate ?? rate, right.rate ?? rate]);
    });
    if (verdicts.length > 0) return verdicts.find((each) => each !== null) ?? null;
  }
  const metrics = left.metrics.length > 0 ? left.metrics : right.metrics;
  const isPair = right.metrics.length > 0 || isOfTwo;
  if (metrics.length === 0 || left.metrics.length === 0 || !isPair) return undefined;
  const own = claimsOf(owner, metrics, input.book);
  const other = claimsOf(
    right.company ?? owner,
    right.metrics.length > 0 ? right.metrics : metrics,
    input.book,
  );
  if (own.length === 0 || other.length === 0) return "comparison_unsupported";
  return compare(op.charAt(0), own, other, [left.rate ?? rate, right.rate ?? rate]);
}
