/** The two sides of a comparison, as values of the claims. */
import { isRound } from "../claims/bounds.ts";
import { claimsOf } from "../claims/claim-book.ts";
import { averagesOp } from "../tokens/measures/averages.ts";
import { claimsOfOthers, othersOp } from "../tokens/readers/others-words.ts";
import { isBetween } from "../tokens/readers/side-words.ts";
import { kindsOf, sizeOf, type Token, textOf, upTo } from "../tokens/token.ts";
import { ofDayBefore } from "./beside-day-before.ts";
import {
  type ComparisonInput,
  clauseStart,
  holds,
  measuresOf,
  type Operand,
  operandOf,
  ownBefore,
  type Settled,
  type Spot,
  settledOperand,
  stateAt,
  stretchAfter,
  usersSide,
  type Verdict,
} from "./comparison-sides.ts";
import { levelMeant } from "./levels.ts";
import { averageSide, averagesIn, ofOthers } from "./named-sides.ts";
import { joinedWith } from "./paired-comparison.ts";
import { leaningPrice, sharedLeft } from "./unsaid-left.ts";

const isOfPair = ({ kind }: Token): boolean =>
  ["open", "close", "number", "join", "clause", "source", "date", "time"].includes(kind);

/** 低于20日线(MA5为1410.20元,MA20为1432.80元): the measure before a bracket that names measures of its own. */
function withoutAside(stretch: readonly Token[]): readonly Token[] {
  const open = stretch.findIndex(({ kind }) => kind === "open");
  const close = stretch.findIndex(({ kind }, i) => i > open && kind === "close");
  const end = close < 0 ? stretch.length : close + 1;
  const isNamed = stretch.slice(0, Math.max(open, 0)).some(({ kind }) => kind === "metric");
  const inside = stretch.slice(Math.max(open, 0), end);
  // below its 5-day average (CNY 391.20 against CNY 395.00): both sides again.
  const isOfBoth = inside.filter(({ kind }) => kind === "number").length > 1 && inside.every(isOfPair);
  const isAside = isNamed && (isOfBoth || inside.some(({ kind }) => kind === "metric"));
  return isAside ? [...stretch.slice(0, open), ...stretch.slice(end)] : stretch;
}

/** The right side of a comparison: the next number, else the company and metric named there. */
export function rightOperand(input: ComparisonInput, spot: Spot): Operand | null | "open" {
  const stretch = withoutAside(stretchAfter(spot));
  const meant = levelMeant(input, spot);
  if (meant !== undefined) return meant;
  const averages = averagesIn(input, stretch, stateAt(input, spot).company);
  if (averages !== null) return averages;
  if (stretch.some(({ op }) => op === averagesOp)) return null;
  const others = stretch.find(({ op }) => op === othersOp);
  if (others !== undefined) {
    const named = stretch.find(({ kind }) => kind === "metric")?.metrics;
    const { company, metrics } = stateAt(input, spot);
    return operandOf(claimsOfOthers(others, { company, metrics: named ?? metrics }, input.book));
  }
  const number = stretch.find((each) => each.kind === "number");
  const company = stretch.find((each) => each.kind === "company");
  const settled = number === undefined ? undefined : input.settled.get(number);
  // 高于五粮液(35倍 vs 15倍): the number that follows is not the other company's.
  const isOther = company !== undefined && settled?.entry != null && settled.entry.company !== company.op;
  if (number !== undefined && !isOther)
    return settled === undefined ? null : listedOperand(input, stretch, settled);
  const metric = stretch.find((each) => each.kind === "metric");
  const previous = ofDayBefore(input, stretch, stateAt(input, spot).company);
  if (previous !== undefined) return previous;
  const own = usersSide(input, stretch, stateAt(input, spot).company);
  if (own !== null) return own;
  if (stretch.some((each) => each.kind === "entity" || each.kind === "foreign" || each.kind === "scope"))
    return null;
  const state = stateAt(input, spot);
  const average = averageSide(input, state.company, stretch);
  if (average !== null) return average;
  if (company === undefined && metric === undefined) return "open";
  const companies = stretch.filter((each) => each.kind === "company").map(({ op }) => op);
  const owners = companies.length > 0 ? companies : [state.company];
  // 站上MA5和MA20: every measure that joins the first.
  const measures = metric === undefined ? [state.metrics] : joinedWith(stretch, metric);
  const isOne = metric !== undefined && measures.length === 1;
  const claims = owners.flatMap((owner) =>
    (isOne ? [measuresOf(input, metric, owner)] : measures).map((of) => claimsOf(owner, of, input.book)),
  );
  return claims.some((each) => each.length === 0) ? null : operandOf(claims.flat());
}

/** 高于五粮液的14.72倍和泸州老窖的13.05倍: all numbers of one measure or of money that the right side lists. */
function listedOperand({ settled }: ComparisonInput, stretch: readonly Token[], first: Settled): Operand {
  const from = stretch.findIndex((each) => each.kind === "number");
  const listed = upTo(
    stretch,
    ({ kind, op }, i) => i > from && (kind === "vague" || kind === "user" || op === "but"),
  )
    .map((each) => settled.get(each))
    .filter((each) => each !== undefined && each.dimension === first.dimension)
    .filter((each) => first.dimension === "CNY" || each?.entry?.claim.metric === first.entry?.claim.metric);
  if (listed.length < 2) return settledOperand(first);
  return { values: listed.map((each) => each?.base ?? first.base), dimension: first.dimension };
}

/** 高于MA60的30.02元,但低于…: the other side of an earlier comparison is not the subject of the next. */
export function isBeside(flat: readonly Token[], number: Token): boolean {
  const before = flat
    .slice(0, flat.indexOf(number))
    .findLast(({ kind }) => kind === "compare" || kind === "clause");
  return before?.kind === "compare" && !before.op.endsWith("post");
}

/** 今天开得比昨天收盘高: the open and nothing else, whatever number came before. */
function openedSide(input: ComparisonInput, spot: Spot): Operand | null | undefined {
  const start = spot.flat[spot.at]?.start ?? 0;
  if (!/开得$/.test(input.lower.slice(Math.max(0, start - 2), start))) return undefined;
  return operandOf(claimsOf(stateAt(input, spot).company, input.opens, input.book));
}

/** Words of a measure or a company that is only the other side of an earlier comparison of the sentence. */
const isOnlyBeside = (flat: readonly Token[], at: number): boolean => {
  let isBehind = false;
  return flat.slice(0, at).every(({ kind }) => {
    if (kind === "clause") isBehind = false;
    if (kind === "compare") isBehind = true;
    return isBehind || !/^(?:metric|company|number|entity|foreign|pair)$/.test(kind);
  });
};

/** 高于昨收,也高于开盘价。: an answer that begins so leaves what was asked for, else the price, unsaid. */
function unsaidLeft(input: ComparisonInput, { flat, at }: Spot): Operand | null {
  const { asked, start, book, priced, closed } = input;
  if (start.company !== null || start.metrics.length > 0 || !isOnlyBeside(flat, at)) return null;
  const named = flat.slice(0, at).find(({ kind }) => kind === "company");
  if (named !== undefined) return null;
  const { company } = stateAt(input, { flat, at: 0 });
  const owner = asked.company ?? company;
  const isOfPrice = asked.metrics.every((id) => input.priceLike.has(id));
  const measures = [asked.metrics, ...(isOfPrice ? [priced, closed] : [])];
  return measures.map((ids) => operandOf(claimsOf(owner, ids, book))).find((each) => each !== null) ?? null;
}

/** The clause names a measure that the registry does not know, and nothing behind it. */
const isOfForeign = (own: readonly Token[]): boolean =>
  own.findLast(({ kind }) => kind === "foreign" || kind === "number" || kind === "user")?.kind === "foreign";

const comparing = /^(?:[<>]=?|than)$/;
const namesSide = kindsOf("company entity foreign metric number pair");

/** Above its MA5 of 43.90 but below: what is compared once more stands before the first comparison of the clause, unless another side is named behind the and. */
function subjectWords(spot: Spot): readonly Token[] {
  const own = ownBefore(spot);
  const first = own.findIndex(({ kind, op }) => kind === "compare" && comparing.test(op));
  if (first < 0) return own;
  const link = own.findLastIndex(({ kind }) => kind === "join");
  const behind = link > first ? own.slice(link + 1) : [];
  return behind.some(({ kind }) => namesSide.has(kind)) ? behind : own.slice(0, first);
}

const chains = /^ ?(?:and )?which (?:[a-z]+ )?(?:in turn|itself)(?![a-z])/;

/** Its MA5 is below its MA20, which is in turn below its MA60: the number told last. */
function chainedSide({ settled, lower }: ComparisonInput, { flat, at }: Spot, own: readonly Token[]) {
  if (!chains.test(textOf(own, lower))) return null;
  const last = flat.slice(0, at).findLast(({ kind }) => kind === "number");
  const told = last === undefined ? undefined : settled.get(last);
  return told === undefined ? null : settledOperand(told);
}

/** The left side: the last number before of the same measure, else the company and metric named before. */
export function leftOperand(input: ComparisonInput, spot: Spot, right: Operand): Operand | null {
  const { flat, at } = spot;
  const said = subjectWords(spot);
  // 处在两条均线之间:低于MA20: the sentence has said of what it speaks.
  const between = said.findLastIndex(isBetween);
  const told = between < 0 ? -1 : said.findIndex(({ op }, i) => i > between && op === ":");
  const own = told < 0 ? said : said.slice(told + 1);
  const opened = openedSide(input, spot);
  if (opened !== undefined) return opened;
  const chained = chainedSide(input, spot, said);
  if (chained?.dimension === right.dimension) return chained;
  const averages = averagesIn(input, own, stateAt(input, spot).company);
  if (averages !== null) return averages;
  // 收盘价在20日均线下方(below MA20): the measure on the right is none of the left.
  const beside = stretchAfter(spot).find(({ kind }) => kind === "metric" || kind === "company");
  const measures = own.filter(({ kind }) => kind === "metric");
  const ownMetric =
    measures.findLast(({ metrics }) => metrics.join() !== beside?.metrics.join()) ?? measures.at(-1);
  // 自由现金流高于净利润: of what no claim holds, whatever number came before.
  if (ownMetric === undefined && isOfForeign(own)) return null;
  const ownCompany = own.findLast((each) => each.kind === "company");
  const numbers = flat.slice(0, at).filter((each) => each.kind === "number");
  const isNamed = ownMetric !== undefined || ownCompany !== undefined;
  const pool = isNamed ? own.filter((each) => each.kind === "number") : numbers;
  const alike = pool
    .flatMap((each) => input.settled.get(each) ?? [])
    .filter(({ dimension }) => dimension === right.dimension);
  // 昨收263.15元,涨跌额+5.25元,已高过昨收: how far it went is no price.
  const isLevel = stretchAfter(spot).some(({ metrics }) => metrics.some((id) => input.priceLike.has(id)));
  const levels = isLevel ? alike.filter(({ entry }) => entry?.isSigned !== true) : alike;
  // 当前价98.64元,还没到您说的95元,仍高于…: the user's own number, of another clause, is no subject.
  const maySubject = ({ entry, quantity: { token } }: Settled): boolean =>
    (entry !== null || own.includes(token)) && !isBeside(flat, token);
  const subjects = isNamed ? levels : levels.filter(maySubject);
  const unsaid = isNamed || numbers.length > 0 ? null : unsaidLeft(input, spot);
  if (unsaid !== null && unsaid.dimension === right.dimension) return unsaid;
  const shared = isNamed || subjects.length > 0 ? null : sharedLeft(input, spot);
  if (shared !== null && shared.dimension === right.dimension) return shared;
  const price = isNamed ? null : leaningPrice(input, spot);
  const isOther = price !== null && !right.values.includes(price.values[0] ?? Number.NaN);
  if (isOther && price.dimension === right.dimension) return price;
  const settled = (subjects.length > 0 ? subjects : levels).at(-1);
  if (settled !== undefined) return (isNamed ? null : ofOthers(spot, levels)) ?? settledOperand(settled);
  const state = stateAt(input, spot);
  const owner = ownCompany?.op ?? state.company;
  const meant = ownMetric === undefined ? state.metrics : measuresOf(input, ownMetric, owner);
  const claims = claimsOf(owner, meant, input.book);
  // Wuliangye is above its open; Hikvision is below its open: what was only the other side is not compared with itself.
  const isRight =
    ownMetric === undefined &&
    stretchAfter(spot).some(({ metrics }) => metrics.some((id) => meant.includes(id)));
  // At CNY 102.36, BYD trades below your cost: the company's own number, said before its name.
  const last = numbers.flatMap((each) => input.settled.get(each) ?? []).at(-1);
  const isOwn = last?.entry != null && last.entry.company === ownCompany?.op;
  const isAlike = isOwn && ownMetric === undefined && last.dimension === right.dimension;
  const before = isAlike ? settledOperand(last) : null;
  if (isRight && !stretchAfter(spot).some(({ kind }) => kind === "company")) return before;
  return operandOf(claims) ?? before;
}

/** 成交额没有超过35亿元: where the right side is the left one's own value, rounded, it is the number shown that bounds it. */
export function judgeOwnBound(input: ComparisonInput, { flat, at }: Spot, op: string): Verdict | undefined {
  const stretch = stretchAfter({ flat, at });
  const [number, ...more] = stretch.filter(({ kind }) => kind === "number");
  const settled = number === undefined ? undefined : input.settled.get(number);
  const isOther = stretch.some(({ kind }) => kind === "company" || kind === "metric");
  if (settled?.entry == null || more.length > 0 || isOther) return undefined;
  const own = ownBefore({ flat, at });
  const measure = own.findLast(({ kind }) => kind === "metric");
  const isOwn = measure?.metrics.includes(settled.entry.claim.metric) === true;
  if (!isOwn || own.some(({ kind }) => kind === "number")) return undefined;
  const { number: said } = settled.quantity;
  if (!holds(op, Math.abs(settled.base), sizeOf(said))) return "comparison_false";
  return isRound(said) ? "comparison_unsupported" : null;
}

/** 净流入3.13亿元,比您说的流出3亿还多: a rise beside the size of a fall. */
const isOtherWay = (left: Operand, right: Operand): boolean =>
  right.isSizeOfFall === true && left.values.some((each) => each > 0);

export function judge(op: string, left: Operand | null, right: Operand | null): Verdict {
  if (left === null || right === null || left.dimension !== right.dimension) return "comparison_unsupported";
  if (left.values.length === 0 || right.values.length === 0) return "comparison_unsupported";
  if (isOtherWay(left, right)) return "comparison_unsupported";
  return left.values.every((a) => right.values.every((b) => holds(op, a, b))) ? null : "comparison_false";
}

/** 亏损额超过总市值: the size of a loss beside what is no loss; null for other sides. */
export function asLoss(
  { lower }: ComparisonInput,
  { flat, at }: Spot,
  left: Operand | null,
  right: Operand,
): Operand | null {
  const from = clauseStart(flat, at);
  const [first, word] = [flat[from], flat[at]];
  if (left === null || first === undefined || word === undefined) return null;
  const isLoss = left.values.every((each) => each < 0) && right.values.every((each) => each > 0);
  const said = lower.slice(first.start, word.start).slice(-30);
  if (!isLoss || !/亏损|净亏|(?<![a-z])loss(?![a-z])/.test(said)) return null;
  return { ...left, values: left.values.map(Math.abs) };
}
