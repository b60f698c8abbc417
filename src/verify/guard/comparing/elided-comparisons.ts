/** 已经跌破:收盘…, it is above: the close is…: a comparison that names its sides only later, or leaves them to the question. */
import { sizeOf, type Token, textOf } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseStart,
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
import { judge, leftOperand } from "./operands.ts";

const naming: ReadonlySet<string> = new Set(["metric", "foreign", "entity", "number", "pair", "scope"]);

/** What the question compares, where the clause names nothing else: 没有跌破您说的20元. */
function askedLeft({ asked }: ComparisonInput, spot: Spot): Operand | null {
  const own = ownBefore(spot);
  const isOther = own.some(
    ({ kind, op }) => naming.has(kind) || (kind === "company" && op !== asked.company),
  );
  return isOther ? null : asked.left;
}

/** It is below: the price is CNY 171.60, the 60-day average CNY 178.25: the one price and the one level that follow, of one company. */
function priceAndLevel(
  { settled, averages, opens, previous, priceLike }: ComparisonInput,
  rest: readonly Token[],
): readonly [Operand, Operand] | null {
  const shown = rest.flatMap((each) => settled.get(each) ?? []);
  const ofLevel = ({ entry }: Settled) =>
    entry !== null && [averages, opens, previous].some((ids) => ids.includes(entry.claim.metric));
  const levels = shown.filter(ofLevel);
  const prices = shown.filter(
    (each) => each.entry !== null && priceLike.has(each.entry.claim.metric) && !ofLevel(each),
  );
  const [level, price] = [levels[0], prices[0]];
  if (level === undefined || price === undefined || levels.length + prices.length !== shown.length)
    return null;
  if (shown.length !== 2 || level.entry?.company !== price.entry?.company) return null;
  return [settledOperand(price), settledOperand(level)];
}

/** The two numbers that a colon and a word like "against" set beside each other. */
function setBeside(input: ComparisonInput, rest: readonly Token[]): readonly [Operand, Operand] | null {
  const { settled } = input;
  const versus = rest.findIndex(({ kind, op }) => kind === "join" && op === "versus");
  if (versus < 0) return priceAndLevel(input, rest);
  const before = rest.slice(0, Math.max(0, versus)).flatMap((each) => settled.get(each) ?? []);
  const after = rest.slice(versus + 1).flatMap((each) => settled.get(each) ?? [])[0];
  const [first] = before;
  if (versus < 0 || before.length !== 1 || first === undefined || after === undefined) return null;
  return [settledOperand(first), settledOperand(after)];
}

/** Undefined where the comparison has a right side of its own. */
export function judgeElided(input: ComparisonInput, spot: Spot, op: string): Verdict | undefined {
  const { flat, at } = spot;
  const rest = flat.slice(at + 1);
  const next = rest.findIndex(
    ({ op }) => !/^(?:[了啦咯喽过去～~✅❌❗]|[\udc4c-\udc4e\udcaf\ud83d]|it)$/u.test(op),
  );
  const [end, isColon] = [rest[next], rest[next]?.op === ":"];
  // 站上了 东方财富现价…: a blank, or the picture that stood there, parts the answer from what follows.
  const isParted = end?.kind === "company" && /[^a-z,] $/.test(input.lower.slice(end.start - 2, end.start));
  const isCite = end?.kind === "open" && rest[next + 1]?.kind === "source";
  if (end !== undefined && end.kind !== "clause" && !isColon && !isCite && !isParted) return undefined;
  const own = ownBefore(spot);
  if (own.some(({ kind }) => kind === "number")) return undefined;
  const { right } = input.asked;
  const beside = isColon ? setBeside(input, rest.slice(next + 1)) : null;
  const ofText = beside === null ? undefined : judge(op, beside[0], beside[1]);
  if (right === null && ofText !== undefined) return ofText;
  if (right === null && isColon) return "comparison_unsupported";
  // With the price at CNY 48.77 and the MA60 at CNY 51.05, it is below.
  const isOfLevel = own.some(
    ({ kind, metrics }) => kind === "metric" && metrics.some((id) => input.averages.includes(id)),
  );
  // 昨天也高于: of another time.
  const isOfTime = own.some(({ kind }) => kind === "relative" || kind === "date");
  // 没有站上。现价…,20日均线…: the answer before anything is named, of the one price and the one level that the text shows.
  const isHead = !flat.slice(0, at).some(({ kind }) => naming.has(kind));
  const pairIn = (tokens: readonly Token[]) => priceAndLevel(input, tokens);
  const shown =
    right === null && !isOfLevel && !isOfTime
      ? (pairIn(flat.slice(0, at)) ?? (isHead ? pairIn([...input.settled.keys()]) : null))
      : null;
  if (shown !== null) return judge(op, shown[0], shown[1]);
  if (right === null) return undefined;
  const isNamed = own.some(({ kind }) => kind === "metric");
  const left = isNamed ? leftOperand(input, spot, right) : askedLeft(input, spot);
  return judge(op, left, right) ?? ofText ?? null;
}

const thatLevel =
  /^(?:that|this|the) (?:line|level|threshold|mark|cut-?off)(?![a-z])|^(?:这一?(?:条|个)?|该|此)(?:线|水平|界线|阈值|门槛|标准|数值)/;
const longestLevel = 16;
/** Its MA20 is at CNY 78.31, and the stock at CNY 79.05 is above it: the average, the open or the close before that a clause has shown last. */
function itBefore(input: ComparisonInput, { flat, at }: Spot): Operand | null {
  const [it, end] = flat.slice(at + 1, at + 3);
  const ends = end === undefined || /^(?:clause|open|break)$/.test(end.kind) || end.op === "at";
  if (it?.op !== "it" || !ends) return null;
  const from = flat.slice(0, at).findLastIndex(({ kind }) => kind === "clause");
  const isNumber = ({ kind }: Token): boolean => kind === "number";
  // The 20-day average is CNY 78.31 and the stock is under it
  const last = flat.slice(0, Math.max(0, from)).findLast(isNumber) ?? flat.slice(0, at).findLast(isNumber);
  const settled = last === undefined ? undefined : input.settled.get(last);
  const metric = settled?.entry?.claim.metric;
  if (settled === undefined || metric === undefined) return null;
  const isLevel = [input.averages, input.opens, input.previous].some((ids) => ids.includes(metric));
  const { company } = stateAt(input, { flat, at });
  return isLevel && settled.entry?.company === company ? settledOperand(settled) : null;
}

const thatPlace = /^(?:它|(?:这个|这一|这道|该|此)(?:价格|价位|位置|关口|水平|点位|坎|价))(?=$|[,，。;；()])/;

/** 您关心的1300元这个位置:当前价1288.45元,已经低于它: the one number of the user's, before the one price, or value of what was asked, beside it. */
function usersBefore(
  { settled, priceLike, asked, lower }: ComparisonInput,
  { flat, at }: Spot,
): Operand | null {
  const [word, next] = [flat[at], flat[at + 1]];
  if (word === undefined || next === undefined) return null;
  if (!thatPlace.test(lower.slice(next.start, next.start + longestLevel))) return null;
  const [mine, price, ...more] = flat.slice(0, at).flatMap((each) => settled.get(each) ?? []);
  const isPair = mine?.entry === null && price?.entry != null && more.length === 0;
  const isFar = lower.charAt(word.start - 1) === "远";
  const isAsked = (metric: string): boolean => priceLike.has(metric) || asked.metrics.includes(metric);
  return isPair && !isFar && isAsked(price.entry.claim.metric) ? settledOperand(mine) : null;
}

/** Moutai is above it at CNY 1,801.23: the value that stands behind. */
export function leftOfIt({ settled }: ComparisonInput, { flat, at }: Spot): Operand | null {
  const [it, link, number] = flat.slice(at + 1, at + 4);
  const found =
    it?.op === "it" && link?.op === "at" && number !== undefined ? settled.get(number) : undefined;
  return found === undefined ? null : settledOperand(found);
}

/** has passed 12, where the user asked of 12: the user's own, even where a claim rounds to it. */
const isAskedNumber = ({ words }: ComparisonInput, said: number): boolean =>
  words.question
    .slice(0, mostAsked)
    .some(({ kind, number }) => kind === "number" && number !== null && sizeOf(number) === said);
const mostAsked = 300;

/** A right side that the words after the comparison only point to: the level of a fact, or the user's own where a claim rounds to it. */
export function unsaidRight(input: ComparisonInput, { flat, at }: Spot): Operand | null {
  const [next] = flat.slice(at + 1, at + 2);
  if (next === undefined) return null;
  if (thatLevel.test(input.lower.slice(next.start, next.start + longestLevel)))
    return input.levelBefore(flat[at]?.start ?? 0);
  const ofIt = itBefore(input, { flat, at });
  if (ofIt !== null) return ofIt;
  const ofUsers = usersBefore(input, { flat, at });
  if (ofUsers !== null) return ofUsers;
  const settled = input.settled.get(next);
  if (settled?.entry == null) return null;
  const said = sizeOf(settled.quantity.number);
  if (said === settled.base) return null;
  return isAskedNumber(input, said) ? { values: [said], dimension: settled.dimension } : null;
}

// 与您95元的买入价相比,现价102.36元更高; 与20日均线89.48元相比,当前价84.78元更低: the adjective beside what the clause before names.

const beside = /^(?:与|和|跟|同|相比|相?较于?|比起|对比|相对于?)/;
/** 与…一致 sets nothing beside. */
const isSetBeside =
  /^(?:相比(?:于|之下)?|相?较于?|比起|对比|相对于?)|(?:相比(?:较|之下)?|比较?|比起来|对比|相较|做?比对)$/;
const longest = 60;

/** The two lie on one scale: values of one measure, or prices and levels of one company. */
const isOneScale = (
  a: Settled["entry"],
  b: Settled["entry"],
  { priceLike, averages }: ComparisonInput,
): boolean =>
  a !== null &&
  b !== null &&
  (a.claim.metric === b.claim.metric ||
    (a.company === b.company &&
      [a, b].every(({ claim }) => priceLike.has(claim.metric) || averages.includes(claim.metric))));

const said = ({ lower }: ComparisonInput, tokens: readonly Token[]): string => textOf(tokens, lower);

/** Undefined where the clause before, or the clause itself ahead of the adjective, names nothing, the user's or shown, to be set beside. */
export function judgeBesideBefore(input: ComparisonInput, { flat, at }: Spot): Verdict | undefined {
  const border = Math.max(0, clauseStart(flat, at) - 1);
  const from = 1 + flat.slice(0, border).findLastIndex(({ kind }) => kind === "clause");
  const [clause, last] = [flat.slice(border + 1, at), flat.slice(from, border)];
  const valuesIn = (tokens: readonly Token[]) => tokens.flatMap((each) => input.settled.get(each) ?? []);
  // 当前价18.16元,与昨收盘价17.50元相比更高
  const isWithin = beside.test(said(input, clause)) && isSetBeside.test(said(input, clause));
  const before = isWithin ? clause : last;
  if (said(input, before).length > longest || !beside.test(said(input, before))) return undefined;
  const given = valuesIn(before);
  const shown = valuesIn(isWithin ? last : clause);
  const [[that], [mine]] = [given, shown];
  if (mine?.entry == null || shown.length !== 1) return undefined;
  const op = (flat[at]?.op ?? "").charAt(0);
  if (!before.some(({ kind }) => kind === "user")) {
    // Of falls and outflows the larger is the lower.
    const isPair = given.length === 1 && that !== undefined && isOneScale(that.entry, mine.entry, input);
    if (!isPair || !isSetBeside.test(said(input, before)) || that.base < 0 || mine.base < 0) return undefined;
    return judge(op, settledOperand(mine), settledOperand(that));
  }
  const isUsers = given.length === 1 && that?.entry === null;
  const right = isUsers ? settledOperand(that) : usersSide(input, before.slice(1), mine.entry.company);
  if (right === null) return undefined;
  return input.priceLike.has(mine.entry.claim.metric) ? judge(op, settledOperand(mine), right) : undefined;
}

/** | 1588.00元 | 高于成本 |: of the row's company, the price beside what the user has paid for it. */
function pricedBesideCost(input: ComparisonInput, spot: Spot): Operand | null {
  const { company } = stateAt(input, spot);
  if (company === null || usersSide(input, stretchAfter(spot), company) === null) return null;
  const own = [...input.settled.values()].flatMap(({ entry }) =>
    entry?.company === company && input.priced.includes(entry.claim.metric) ? [entry] : [],
  );
  return operandOf(own);
}

/** The left side that was asked for, or the price that the user's own stands beside. */
export const leftUnsaid = (input: ComparisonInput, spot: Spot): Operand | null =>
  askedLeft(input, spot) ?? pricedBesideCost(input, spot);
