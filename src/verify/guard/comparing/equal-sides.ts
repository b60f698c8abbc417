/** 开盘价与昨收相同, 贵州茅台与五粮液换手率持平: two sides before the word that says them to be equal. */
import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import { timesOp } from "../tokens/readers/marks.ts";
import { companiesIn, type Token } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseStart,
  ownBefore,
  type Settled,
  type Spot,
  stateAt,
  type Verdict,
} from "./comparison-sides.ts";
import { isNotSo, isUnlike } from "./unmeasured.ts";

const isMeasure = ({ kind }: Token): boolean => kind === "metric";
const isSide = (each: Token): boolean => isMeasure(each) || each.kind === "company";
const joining: ReadonlySet<string> = new Set(["与", "和", "跟", "同", "及", "、", "and"]);

/** 两家的市盈率相同, 两天的换手率一样: of all that the claims hold of the one measure; undefined where the clause says more. */
function judgeAllEqual({ book }: ComparisonInput, own: readonly Token[]): Verdict | undefined {
  const [measure, ...more] = own.filter(isSide);
  if (
    measure?.kind !== "metric" ||
    more.length > 0 ||
    !own.some(({ kind, op }) => kind === "count" || op === timesOp)
  )
    return undefined;
  if (own.some(({ kind }) => kind === "number" || kind === "entity" || kind === "foreign")) return undefined;
  const all = measure.metrics.flatMap((metric) => book.of(metric));
  const isOfTimes = own.some(({ op }) => op === timesOp);
  const several = new Set(all.map(({ company, asOf }) => (isOfTimes ? asOf.day : company)));
  if (several.size < 2 || (isOfTimes && new Set(all.map(({ company }) => company)).size > 1))
    return undefined;
  return all.every(({ base }) => base === all[0]?.base) ? null : "comparison_false";
}

/** 收盘价28.31元,与20日均线28.31元持平: the number before the clause beside the measure, or the company, that the clause names. */
function judgeWithBefore(
  { settled, book }: ComparisonInput,
  before: readonly Token[],
  own: readonly Token[],
): Verdict | undefined {
  const sides = own.filter(isSide);
  const [right] = sides;
  const isPlain = own.every(({ kind }) => !["entity", "foreign", "scope", "user", "count"].includes(kind));
  // 昨收28.36元,与昨收一样: the number of the measure itself is passed over.
  const isOwn = (each: Token): boolean =>
    right?.kind === "metric" && right.metrics.includes(settled.get(each)?.entry?.claim.metric ?? "");
  const last = before.findLast((each) => each.kind === "number" && !isOwn(each));
  const left = last === undefined ? undefined : settled.get(last);
  if (right === undefined || sides.length > 1 || !isPlain || left?.entry == null) return undefined;
  const { company, claim } = left.entry;
  const other =
    right.kind === "metric"
      ? claimsOf(company, right.metrics, book)
      : claimsOf(right.op, [claim.metric], book);
  const isOther = right.kind === "metric" ? !right.metrics.includes(claim.metric) : right.op !== company;
  if (!isOther || other.length === 0) return "comparison_unsupported";
  const isOneKind = other[0]?.unit.dimension === left.dimension;
  return isOneKind && other.every(({ base }) => base === left.base) ? null : "comparison_false";
}

/** Yes, they match: MA5 and MA20 both at CNY 42.37: of what the question sets side by side. */
function judgeAsked({ words: { question }, book }: ComparisonInput): Verdict | undefined {
  if (question.length > mostAsked) return undefined;
  const owners = companiesIn(question);
  const all = new Set(
    question.filter(isMeasure).flatMap(({ metrics }) => metrics.flatMap((metric) => book.of(metric))),
  );
  const [first, ...rest] = [...all].filter(({ company }) => owners.size === 0 || owners.has(company ?? ""));
  if (first === undefined || rest.length === 0) return undefined;
  const isOne = rest.every(
    ({ base, unit }) => base === first.base && unit.dimension === first.unit.dimension,
  );
  return isOne ? null : "comparison_false";
}
const mostAsked = 60;

/** What the text has shown; at its head, before anything is shown, what follows. */
function shownAround({ settled }: ComparisonInput, { flat, at }: Spot): readonly Settled[] {
  const place = flat[at]?.start ?? 0;
  const all = [...settled.values()];
  const isHead = all.every(({ quantity }) => quantity.token.start > place);
  return isHead ? all.slice(0, 2) : flat.slice(0, at).flatMap((each) => settled.get(each) ?? []);
}

const rounding = /四舍五入|取整|保留|精确|小数|round|decimal/;
const reach = 40;

/** 换手率1.2%,…1.2%,两者相同: the last two values of one measure that the sentence has shown; 四舍五入后相同: as they are shown. */
function judgeShown(input: ComparisonInput, { flat, at }: Spot): Verdict | undefined {
  const { lower, priceLike, averages } = input;
  const shown = shownAround(input, { flat, at });
  const [first, second] = shown.slice(-2);
  const isHead = shown.every(({ quantity }) => quantity.token.start > (flat[at]?.start ?? 0));
  if (second === undefined && isHead) return judgeAsked(input);
  if (first?.entry == null || second?.entry == null) return undefined;
  if (first.entry === second.entry) return undefined;
  const of = [first.entry.claim.metric, second.entry.claim.metric];
  // 当前价28.36元,昨收28.36元,两者相等: two prices of the one company.
  const isOneKind =
    of[0] === of[1] ||
    (first.entry.company === second.entry.company &&
      of.every((each) => priceLike.has(each) || averages.includes(each)));
  if (!isOneKind) return undefined;
  const isOther = ({ kind, metrics }: Token): boolean =>
    kind === "entity" ||
    kind === "foreign" ||
    (kind === "metric" && !metrics.some((each) => of.includes(each)));
  if (ownBefore({ flat, at }).some(isOther)) return undefined;
  const word = flat[at];
  const said = lower.slice(Math.max(second.quantity.token.end, (word?.start ?? 0) - reach), word?.end ?? 0);
  if (!rounding.test(said)) return first.base === second.base ? null : "comparison_false";
  const textOf = ({ quantity: { number } }: Settled) =>
    [number.sign, number.shown.digits, number.shown.decimals, number.shown.exponent].join();
  return first.dimension === second.dimension && textOf(first) === textOf(second) ? null : "comparison_false";
}

/** ICBC and CMB have the same P/B: of those that the clause names, else of all that have one; undefined for other words. */
export function judgeSameMeasure({ book, lower }: ComparisonInput, spot: Spot): Verdict | undefined {
  const [word, measure] = spot.flat.slice(spot.at, spot.at + 2);
  if (word === undefined || measure?.kind !== "metric" || lower.slice(word.start, word.end) !== "same")
    return undefined;
  const named = companiesIn(ownBefore(spot));
  const all = measure.metrics.flatMap((metric) => book.of(metric));
  const of = all.filter(({ company }) => named.size < 2 || (company !== null && named.has(company)));
  if (new Set(of.map(({ company }) => company)).size < Math.max(2, named.size))
    return "comparison_unsupported";
  return of.every(({ base }) => base === of[0]?.base) ? null : "comparison_false";
}

/** 两者不相等, are not the same */
const deniedBefore = /(?:[不未没]|没有|并非|(?<![a-z])not |n't )(?:完全|exactly |quite )?$/;

/** Equal over the claims, or said not to be so; undefined where the clause does not hold two sides of one kind. */
export function judgeEqual(input: ComparisonInput, spot: Spot): Verdict | undefined {
  const verdict = judgeSame(input, spot);
  const start = spot.flat[spot.at]?.start ?? 0;
  if (verdict === "comparison_unsupported" || verdict === undefined) return verdict;
  const isDenied = deniedBefore.test(input.lower.slice(Math.max(0, start - 12), start));
  // do not differ
  if (!isDenied || input.lower.startsWith("differ", start)) return verdict;
  return verdict === null ? "comparison_false" : null;
}

/** Equal over the claims; undefined where the clause does not hold two sides of one kind, joined to each other. */
function judgeSame(input: ComparisonInput, { flat, at }: Spot): Verdict | undefined {
  const from = clauseStart(flat, at);
  const own = ownBefore({ flat, at });
  const join = own.findIndex(
    ({ start, end, kind }) =>
      (kind === "join" || kind === "text" || kind === "fill") && joining.has(input.lower.slice(start, end)),
  );
  if (join < 0) {
    const ofAll = judgeAllEqual(input, own);
    return ofAll === undefined ? judgeShown(input, { flat, at }) : ofAll;
  }
  if (join === 0) return judgeWithBefore(input, flat.slice(0, from), own);
  const ofOwners = ({ kind }: Token): boolean => kind === "company";
  const [before, behind] = [own.slice(0, join), own.slice(join + 1)];
  // Moutai's P/E and that of Wuliangye are the same.
  const isOf = behind.some(ofOwners) && before.some(ofOwners) && !behind.some(isMeasure) ? ofOwners : isSide;
  const [left, right] = [before.findLast(isOf), behind.find(isOf)];
  if (left === undefined || right === undefined || left.kind !== right.kind) return undefined;
  if (own.some(({ kind }) => kind === "number" || kind === "entity" || kind === "foreign")) return undefined;
  const { company, metrics } = stateAt(input, { flat, at });
  const [a, b]: (readonly BookClaim[])[] =
    left.kind === "metric"
      ? [claimsOf(company, left.metrics, input.book), claimsOf(company, right.metrics, input.book)]
      : [claimsOf(left.op, metrics, input.book), claimsOf(right.op, metrics, input.book)];
  if (a === undefined || b === undefined || a.length === 0 || b.length === 0) return "comparison_unsupported";
  const isOneKind = a[0]?.unit.dimension === b[0]?.unit.dimension;
  return isOneKind && a.every((one) => b.every((other) => one.base === other.base))
    ? null
    : "comparison_false";
}

/** Tokens on either side of the word among which the two values stand. */
const near = 16;

/** Turnover of CNY 3.37 bn, equal to a turnover rate of 0.60%: one day's trade, or one move of the price, in two units. */
function isSameInOtherUnit({ settled, activity, changes }: ComparisonInput, { flat, at }: Spot): boolean {
  const isNumber = ({ kind }: Token): boolean => kind === "number";
  const left = flat.slice(Math.max(0, at - near), at).findLast(isNumber);
  const right = flat.slice(at + 1, at + 1 + near).find(isNumber);
  const [a, b] = [left, right].map((each) => (each === undefined ? null : settled.get(each)?.entry));
  if (a == null || b == null || a.unit.dimension === b.unit.dimension) return false;
  const isOne = a.company === b.company && a.asOf.day === b.asOf.day;
  return isOne && [activity, changes].some((of) => [a, b].every(({ claim }) => of.includes(claim.metric)));
}

/** Said to be unlike or not to be so for certain, or the same in another unit: no two values are equal by it. */
export const saysNoEquality = (input: ComparisonInput, spot: Spot): boolean =>
  isUnlike(input, spot) || isNotSo(input, spot) || isSameInOtherUnit(input, spot);
