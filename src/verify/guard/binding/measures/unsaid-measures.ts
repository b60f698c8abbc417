/** What the words before a number say of its measure without naming it right there. */
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { isAll } from "../../tokens/readers/side-words.ts";
import { lastOf, type NumberRead, type Token } from "../../tokens/token.ts";
import type { ClauseInput, Context, Window } from "../context.ts";
import { sharedAfter } from "../owners/neighbours.ts";
import type { Quantity } from "../quantity.ts";
import type { Sentence } from "../structure.ts";
import { mayNameMeasure } from "../unknown-words.ts";
import { chooseMetrics, dimensionOf, type Surroundings } from "./metric-choice.ts";

/** 开盘价和收盘价均为38.52元, opened and closed at CNY 38.52: one number said of two measures. */
export function measuresOfBoth(
  all: readonly Token[],
  before: Quantity | undefined,
): readonly (readonly string[])[] | null {
  // 468,215 shareholder accounts and EPS of CNY 1.48: the first is the number's before it.
  const isSpent = all[0]?.metrics.some((metric) => before?.metrics.includes(metric)) === true;
  const tokens = isSpent ? all.slice(1) : all;
  const last = tokens.findLastIndex(({ kind }) => kind === "metric");
  // A measure, a join and a measure.
  if (last < 2) return null;
  const second = tokens[last];
  const near = tokens.slice(Math.max(0, last - 4), Math.max(0, last));
  const join = near.findLastIndex(
    ({ kind }) => kind !== "realtime" && kind !== "fill" && kind !== "relative",
  );
  const first = near[join - 1];
  if (second === undefined || near[join]?.kind !== "join" || first?.kind !== "metric") return null;
  if (first.metrics.join() === second.metrics.join()) return null;
  const isEnglish = second.start > (near.at(-1)?.end ?? 0);
  return isEnglish || tokens.slice(last + 1).some(isAll) ? [first.metrics, second.metrics] : null;
}

/** Where the words for a number begin: after the number before, else at its clause or the one before that holds no number. */
export function stretchStart({ clause, sentence, index, bound }: ClauseInput): number {
  const last = lastOf(bound.quantities);
  if (last?.clause === index) return last.token.end;
  const before = sentence.clauses[index - 1];
  const isQuiet = before !== undefined && !before.some(({ kind }) => kind === "number");
  return (isQuiet ? before[0] : clause[0])?.start ?? 0;
}

/** What the clause before says behind its last number. */
function lastWords({ clauses }: Sentence, index: number): readonly Token[] {
  const before = clauses[index - 1] ?? [];
  return before.slice(before.findLastIndex(({ kind }) => kind === "number") + 1);
}

/** The open, a close, a high, an average, the day's move in yuan: what stands beside a price and is none. */
export const isBesidesPrice = (metric: string, { averages, priceLike, priced, changes }: Lexicon): boolean =>
  averages.includes(metric) ||
  changes.amount.includes(metric) ||
  (priceLike.has(metric) && !priced.includes(metric)) ||
  /^~(?:high|low)/.test(metric);

/**
 * Against an MA60 of CNY 20.10, Sany Heavy at CNY 19.44; below its MA20: BYD CNY 107.94: behind a level that has its number, or that a
 * colon has told it to be beside, the company's own is its price.
 */
function isOwnersBeside(last: Quantity | undefined, { metrics }: Context, tokens: readonly Token[]): boolean {
  const colon = tokens.findLastIndex(({ op }) => op === ":");
  const [owner, ...link] = tokens.slice(colon + 1);
  if (owner?.kind !== "company" || link.length > 3) return false;
  if (!link.every(({ kind, op }) => op === "at" || (kind === "text" && /^['s]$/.test(op)))) return false;
  if (colon >= 0) return last === undefined && tokens.slice(0, colon).some(({ kind }) => kind === "compare");
  return (last?.company === null || last?.company === owner.op) && last.metrics.join() === metrics.join();
}

/** 今开28.10元,昨收27.98元,现在28.33元: what stands now is the price, not the open or the close before. */
export function nowPriced(
  { context, lexicon, sentence, index, clause, bound }: ClauseInput,
  at: number,
  { tokens }: Window,
): readonly string[] | null {
  if (clause[at]?.number?.unit?.dimension !== "CNY") return null;
  // it opened higher, at CNY 23.20.
  const last = sentence.clauses[index - 1]?.at(-1);
  const isOpened = last?.kind === "direction" && last.op === "open" && tokens.every(({ op }) => op === "at");
  if (isOpened) return lexicon.opens;
  const isPast =
    context.metrics.length > 0 && context.metrics.every((metric) => isBesidesPrice(metric, lexicon));
  if (!isPast) return null;
  // is now higher, at CNY 31.27; and the stock at CNY 79.05.
  const isNow =
    [...context.carried, ...lastWords(sentence, index), ...tokens, ...clause.slice(at + 1, at + 2)].some(
      ({ kind, op }) => kind === "realtime" && op !== "hard",
    ) ||
    tokens.some(({ op }, at) => /^(?:stock|shares?)$/.test(op) && tokens[at + 1]?.op === "at") ||
    isOwnersBeside(lastOf(bound.quantities), context, tokens) ||
    // and the stock is under it at CNY 79.05
    tokens.some(({ kind }, at) => /^(?:compare|vague)$/.test(kind) && tokens[at + 1]?.op === "it");
  return isNow ? [...lexicon.priced, ...lexicon.closes.own] : null;
}

/**
 * 宁德时代营收…(tushare,2025年报);比亚迪上涨3.40%(akshare,5月7日): behind what has a source of its own, and in a new sentence, a
 * company that rose may have risen in price; its date tells.
 */
export function mayBePrice({ sentence, index, lower }: ClauseInput, { tokens, direction }: Window): boolean {
  if (direction === null) return false;
  const before = sentence.clauses[index - 1] ?? [];
  const owner = before.findIndex(({ kind }) => kind === "company");
  // Revenue: CATL up…; BYD up…: the heading is of both.
  const isOwn = owner >= 0 && before.slice(owner).some(({ kind }) => kind === "metric");
  const isApart =
    index === 0 ||
    (isOwn &&
      before.at(-1)?.kind === "close" &&
      lastWords(sentence, index).some(({ kind }) => kind === "source"));
  return (
    isApart &&
    /^(?:上涨|下跌|涨|跌|up|down)$/.test(lower.slice(direction.start, direction.end)) &&
    tokens[0]?.kind === "company" &&
    tokens.every((each) => each === direction || /^(?:company|open|close)$/.test(each.kind))
  );
}

/** 开盘 was named in this sentence and no number of it has been read. */
export function isUnsaid({ context, lexicon, bound }: ClauseInput): boolean {
  const { opens, closes } = lexicon;
  return (
    context.metrics.length > 0 &&
    context.metrics.every((metric) => opens.includes(metric) || closes.previous.includes(metric)) &&
    !bound.quantities
      .slice(-8)
      .some(({ metrics }) => metrics.some((metric) => context.metrics.includes(metric)))
  );
}

const besideQuote: ReadonlySet<string> = new Set(["open", "clause", "join"]);

/** CNY 18.66, +0.27 (+1.47%): a signed amount right behind a price, by which it changed; a loss of CNY 2.73; null for other numbers. */
export function changeAmount(
  { bound, lexicon, lower }: ClauseInput,
  { named, direction, tokens }: Window,
  { unit, sign, shown }: NumberRead,
): readonly string[] | null {
  const last = bound.quantities.at(-1);
  const isMoney = (unit === null || unit.dimension === "CNY") && shown.exponent === 0 && shown.decimals > 0;
  const isMove = named?.kind === "metric" && named.metrics.some((id) => lexicon.changes.percent.includes(id));
  const isWay =
    isMove &&
    (named.sign !== 0 || named.op === "noun" || /^(?:gain|rise)$/.test(lower.slice(named.start, named.end)));
  if (isWay && isMoney && unit !== null) return lexicon.changes.amount;
  if (sign === "" || !isMoney || named !== null || direction !== null || last === undefined) return null;
  const isQuoted =
    last.number.sign === "" &&
    (last.number.unit === null || last.number.unit.dimension === "CNY") &&
    (last.metrics.some((metric) => lexicon.priceLike.has(metric)) ||
      (last.bare && last.metrics.length === 0));
  return isQuoted && tokens.every(({ kind }) => besideQuote.has(kind)) ? lexicon.changes.amount : null;
}

const moved =
  /(?:(?<![a-z])(?:changed|moved|shifted|swung|swings|varied|fluctuated|drifted|budged|ticked|inched|adjusted|deviated|oscillated)(?: by)?(?: (?:about|around|roughly|nearly|only|just|some|merely))? |(?:变动|变化|波动|浮动|起伏|振荡|震荡|摆动|变|动)(?:幅度)?(?:了|达|为|约|近|仅|只|有)*)[¥+-]?$/;
const movedReach = 40;

/** changed by 0.83%, 变动0.83%: by how much it moved, whatever was asked: its price, or the measure that is spoken of. */
export function movedBy(
  { context, lexicon, lower }: ClauseInput,
  { named }: Window,
  { start }: Token,
): readonly string[] | null {
  const before = lower.slice(Math.max(named?.end ?? 0, start - movedReach), start);
  if (!moved.test(before)) return null;
  const { percent, amount } = lexicon.changes;
  const of = named?.metrics ?? context.metrics;
  const isOfPrice = named === null || of.some((metric) => lexicon.priceLike.has(metric));
  const ofPrice = isOfPrice ? [...percent, ...amount] : [];
  return [...ofPrice, ...lexicon.grownOf(of), ...of.flatMap(lexicon.shiftsOf)];
}

// 恒瑞营收增长多少? 同比增长12.48%。: before the text has named a measure, a number is of the one that the question asks for.

/** A longer question asks more than one thing. */
const longestQuestion = 60;

/** The one measure that the question names, or none. */
export function askedMeasure(question: readonly Token[]): readonly string[] {
  if (question.length > longestQuestion || question.some(({ kind }) => kind === "foreign")) return [];
  const named = question.filter(({ kind, op }) => kind === "metric" && !op.endsWith("verb"));
  const [first] = named;
  const isOne = named.every(({ metrics }) => metrics.join() === first?.metrics.join());
  return isOne ? (first?.metrics ?? []) : [];
}

const small = /^(?:[的就这那了吧呢啊它该其是大小多少贵高低更较]|便|宜|s|\(|\))$/;

/** 海外同比增长…: a word that no list knows may make it the measure of a part. */
const isPlain = (tokens: readonly Token[]): boolean =>
  tokens.every(
    ({ kind, op }) =>
      kind !== "entity" && (kind !== "text" || small.test(op) || !/[\u4e00-\u9fffa-z]/.test(op)),
  );

/** Midea is at 13.71x, ICBC stands at 0.72x: the verb of a price before a unit in which no price is told; what is traded at is a multiple. */
function isVerbOfOther(
  { op, metrics, start, end }: Token,
  { dimension }: Surroundings,
  lower: string,
  lexicon: Lexicon,
): boolean {
  if (!op.endsWith("verb") || metrics.some((metric) => dimensionOf(lexicon, metric) === dimension))
    return false;
  return dimension === "times" || (dimension !== null && !trading.test(lower.slice(start, end)));
}
const trading = /trad|hands|交|以/;

/** What a number may be of as the answer to the question, where nothing in the text before it has named a measure. */
export function leftUnsaid(
  { askedMetrics, context, place, lexicon, lower }: ClauseInput,
  { named, direction, tokens }: Window,
  around: Surroundings,
): readonly string[] {
  const isVerb = named !== null && isVerbOfOther(named, around, lower, lexicon);
  const isNamed = (named !== null && !isVerb) || context.metrics.length > 0 || context.barred;
  // 上涨1.20% is a move in price, whatever was asked; BOE's is higher at 27.90x is none.
  const isLevel = direction?.op === "comparative" && direction.count === 1;
  // Up 20.96% year on year is what was asked for, where it is told how that grew.
  const isGrown = around.growth && lexicon.grownOf(askedMetrics).length > 0;
  const isMove = direction !== null && direction.op !== "growth" && !isLevel && !isGrown;
  if (askedMetrics.length === 0 || isNamed || isMove || place.row >= 0 || !isPlain(tokens)) return [];
  return chooseMetrics({ ...around, named: null, inherited: askedMetrics }, lexicon);
}

// Measures that a number has only behind it: of its sentence, of the list that it stands in.

/** 与五粮液(15.20倍)相比,贵州茅台的市盈率更高: the measure that the sentence names only later. */
export function laterMetrics(
  { sentence, index, clause, lexicon }: ClauseInput,
  at: number,
  dimension: string | null,
): readonly string[] {
  const rest = [
    ...clause.slice(at + 1, at + 12),
    ...sentence.clauses
      .slice(index + 1, index + 3)
      .flat()
      .slice(0, 12),
  ];
  // at CNY 251.36, below its previous close: what is compared with is not the number's own measure.
  // CATL at CNY 268.40 (MA20 CNY 259.10): what a bracket names is of its own number.
  const open = rest.findIndex(({ kind }) => kind === "open");
  const later = (open < 0 ? rest : rest.slice(0, open)).find((each) =>
    ["metric", "foreign", "compare"].includes(each.kind),
  );
  if (later?.kind !== "metric" || dimension === null) return [];
  // 目前30.77元,MA20为31.65元; 仍在MA20(31.65元)下方: an average or an open has its own number, or a side; the first is the price.
  const isBesidePrice = later.metrics.every((id) => isBesidesPrice(id, lexicon));
  // 1487.33元,比昨收低12.75元: it is set beside the other.
  if (rest.slice(0, rest.indexOf(later)).some(({ kind, op }) => kind === "join" && op === "beside"))
    return [];
  const next = rest
    .slice(rest.indexOf(later) + 1)
    .find(({ kind, op }, at) => kind !== "fill" && op !== ":" && !(at === 0 && kind === "open"));
  if (isBesidePrice && (next?.kind === "number" || next?.op.endsWith("post"))) return [];
  return later.metrics.filter((metric) => dimensionOf(lexicon, metric) === dimension);
}

/** China Merchants Bank is at 6.9x and ICBC at 7.4x on trailing P/E: a number with no measure but a verb before it. */
export function sharedMetrics(
  { clause, lexicon }: ClauseInput,
  at: number,
  { named, tokens }: Window,
): readonly string[] {
  const isOpen = named === null || (named.kind === "metric" && named.op.endsWith("verb"));
  const shared = isOpen && !mayNameMeasure(tokens) ? sharedAfter(clause, at) : null;
  const dimension = clause[at]?.number?.unit?.dimension;
  return (shared?.metrics ?? []).filter((metric) => dimensionOf(lexicon, metric) === dimension);
}
