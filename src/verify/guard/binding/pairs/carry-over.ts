/** What a word of direction said once holds for: the numbers of a list, an apposition, the clauses after a heading. */

import type { Lexicon } from "../../lexicon/lexicon.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { type Clause, lastOf, type Token, textOf } from "../../tokens/token.ts";
import type { ClauseInput, Context, Window } from "../context.ts";
import { missable } from "../denials.ts";
import type { Quantity } from "../quantity.ts";
import type { Sentence } from "../structure.ts";

const joining: ReadonlySet<string> = new Set(["join", "company", "fill"]);

/** What stands after `at CMB`, the owner of the number before. */
const afterOwner = (tokens: readonly Token[]): readonly Token[] =>
  tokens[0]?.kind === "fill" && tokens[1]?.kind === "company" ? tokens.slice(2) : tokens;

const ofTime: ReadonlySet<string> = new Set(["date", "relative", "window", "growth"]);
const beforeTime = /^(?:on|over|in|for|during|the|alone)$/;

/** What stands after `on 7 May` or `over the past 20 days`, the time of the number before. */
function afterTime(tokens: readonly Token[]): readonly Token[] {
  const isTime = ({ kind, op, start, end }: Token): boolean =>
    ofTime.has(kind) || beforeTime.test(op) || (kind === "vague" && end - start === 4);
  const first = tokens.findIndex((each) => !isTime(each));
  return first > 0 && tokens.slice(0, first).some(({ kind }) => ofTime.has(kind))
    ? tokens.slice(first)
    : tokens;
}

const ofCite: ReadonlySet<string> = new Set(["source", "sourceMark", "date", "time", "clause"]);

/** What stands after `(tushare, 2025-12-31)`, the cite of the number before. */
function afterCite(tokens: readonly Token[]): readonly Token[] {
  const close = tokens[0]?.kind === "open" ? tokens.findIndex(({ kind }) => kind === "close") : -1;
  return close > 0 && tokens.slice(1, close).every(({ kind }) => ofCite.has(kind))
    ? tokens.slice(close + 1)
    : tokens;
}

/** against LONGi's, was bigger than LONGi's: without the mark of the owner, and a comparison of two sizes as a joining word. */
function withoutMark(tokens: readonly Token[]): readonly Token[] {
  const own = tokens.filter(({ kind, op }) => kind !== "text" || !/^['s]$/.test(op));
  const at = own.findIndex(({ kind, op }) => kind === "compare" && /^[<>]$|^than$/.test(op));
  const isSized =
    at >= 0 && at < 3 && own.slice(0, at).every(({ kind, op }) => kind === "fill" || op === "milder");
  return isSized ? [{ ...(own[at] as Token), kind: "join", op: "versus" }, ...own.slice(at + 1)] : own;
}

/** BYD slid 0.84% and LONGi 1.50%, 0.48% at CMB and 2.52% at ICBC, up CNY 0.10 or 0.47%: a joining word and at most another company. */
export function isSameAgain({ tokens }: Window): boolean {
  const own = afterCite(afterTime(afterOwner(withoutMark(tokens))));
  return (
    own.length <= 3 &&
    own[0]?.kind === "join" &&
    own.every((each) => joining.has(each.kind)) &&
    (own.length < tokens.length || own.some((each) => each.kind === "company") || own[0].op === "or")
  );
}

/** against 15.76%, after 15.76%: a clause that begins so sets its number beside the one before. */
export const setsBeside = (clause: Clause): boolean => /^(?:versus|beside|after)$/.test(clause[0]?.op ?? "");

/** No measure of its own, and the word of the number before once more, or nothing but what sets it beside that. */
export const isBareAgain = (window: Window): boolean =>
  window.named === null && (isSameAgain(window) || (window.tokens.length === 1 && setsBeside(window.tokens)));

const ofItem: ReadonlySet<string> = new Set(["company", "fill", "join", "open", "superlative"]);

/** both fell: Zijin by 0.9% and LONGi by 2.2%; 都是净流出:A2.74亿元,B4.19亿元: an item of the list, an owner and a number without a sign. */
export function isTallied({ tokens, named }: Window, each: Token, { clause, context }: ClauseInput): boolean {
  const colon = tokens.findLastIndex(({ op }) => op === ":");
  const own = tokens.slice(colon + 1);
  const { number } = each;
  const isItem = named === null || tokens.indexOf(named) < colon;
  const isMoney = context.tallied?.op === "loss";
  const isMove = isItem && number?.sign === "" && number.unit?.dimension === (isMoney ? "CNY" : "part");
  if (!isMove || !own.some(({ kind }) => kind === "company") || !own.every(({ kind }) => ofItem.has(kind)))
    return false;
  // 五粮液4.19亿元净流入 says itself which way.
  if (!isMoney) return true;
  const next = clause.length > longestClause ? each : clause[clause.indexOf(each) + 1];
  return !/^(?:direction|metric|number)$/.test(next?.kind ?? "");
}

const longestClause = 120;

/** 营收同比降幅方面,…; 营收同比降幅:…: the measure that grew and its sign hold for the bare numbers that follow. */
export function headGrowth({ direction, named }: Window, { context, lexicon, lower }: ClauseInput): boolean {
  if (direction?.op !== "growth" || lower.charAt(direction.end - 1) !== "幅") return false;
  const grown = lexicon.grownOf(named?.metrics ?? context.metrics);
  if (grown.length === 0) return false;
  Object.assign(context, {
    metrics: grown,
    sign: direction.sign,
    metricIsOpen: true,
    metricIsWeak: false,
  } satisfies Partial<Context>);
  return true;
}

/** or, i.e., 也就是, 换个单位就是, 按亿元算是: the same in another unit. */
const sameAgain =
  /^(?:or|i\.?e\.?|thatis|inotherwords|equivalently|whichis|meaning|so|(?:or)?(?:more)?(?:precisely|exactly)|tobe(?:more)?(?:exact|precise)|即|亦即|也即|也就是说?|换(?:言之|句话说)|意味着|(?:换算|折合|相当于)[约是为]?|(?:换算|折算|换|折|写|改写|表示)[成为](?:[万亿百千]*[元股手]|小数|百分[数比])?(?:的话|来?[看说写讲算计])?[就则也约是为]*|(?:按|以|用)[万亿百千]*[元股手](?:为单位)?(?:来?(?:看|说|写|讲|算|计|表示|计算))?(?:的话)?[就则也约是为]*|换一?个(?:单位|说法|写法)(?:来?(?:看|说|写|讲|算|计|表示))?[就则也约是为]*|(?:更)?(?:精确|准确|具体|确切)(?:一?点|一?些|地)?(?:来?[看说讲])?[就则也约是为]*)$/;

const mostOfSame = 12;

const isInOtherWords = (tokens: readonly Token[]): boolean =>
  tokens.length <= mostOfSame && sameAgain.test(tokens.map(({ op }) => op).join(""));

const ofNoun = /^(?:an?|of|同比|了|[,.的约]|是)$/;

/** in other words a decline of 1.94%, 也就是跌了2.31%, a drop of 1.94%: the word of a move says again which way the number before went. */
function isMovedAgain({ tokens, direction, named }: Window): boolean {
  const isNoun = tokens[0]?.op.startsWith("a") === true;
  if (direction === null || /^(?:open|sinceOpen)$/.test(direction.op) || named?.sign === 0) return false;
  const own = tokens.filter((each) => each !== direction && each !== named && !ofNoun.test(each.op));
  return (own.length === 0 && isNoun) || isInOtherWords(own);
}

/** 都在20日均线上方:, both are above their MA20:: the average or price that every item behind the colon is set beside. */
export function referenceOf({ named, tokens, collectiveAt }: Window, lexicon: Lexicon): readonly string[] {
  const isLevel = named?.kind === "metric" && named.metrics.every((id) => lexicon.averages.includes(id));
  return isLevel && (collectiveAt >= 0 || tokens.some(({ op }) => op === "both")) ? named.metrics : [];
}

/** 美的集团76.21元,高于74.88元 under such a heading: the bare number behind the comparison is the reference's, any other is not. */
export function besideReference(
  quantity: Quantity,
  { tokens, named }: Window,
  { reference }: Context,
): Quantity {
  if (reference.length === 0 || named !== null || !quantity.inherits) return quantity;
  const word = tokens.findLast(({ kind }) => kind !== "approximate");
  if (word?.kind === "compare" || word?.op === "versus")
    return { ...quantity, metrics: reference, asked: [], bare: false };
  const isReference = quantity.metrics.every((metric) => reference.includes(metric));
  return isReference ? { ...quantity, metrics: [], asked: [], bare: true } : quantity;
}

/** 上涨85个基点,即0.85%: what is said in another unit, or with a word for the sign, is of the measure of the number before. */
export function restated(quantity: Quantity, before: Quantity | undefined, window: Window): Quantity {
  if (before === undefined || before.metrics.length === 0) return quantity;
  const { sign, unit } = before.number;
  const isAlike = sign !== "" && unit?.dimension === quantity.number.unit?.dimension;
  if (isAlike && quantity.endsHere && isMovedAgain(window))
    return { ...quantity, company: before.company, metrics: before.metrics, bare: false };
  const isOfOther =
    quantity.metrics.length > 0 &&
    (window.named !== null || quantity.metrics.join() !== before.metrics.join());
  if (isOfOther || quantity.direction !== 0 || !isInOtherWords(window.tokens)) return quantity;
  const { company, metrics, direction, directionIsVerb } = before;
  return { ...quantity, company, metrics, direction, directionIsVerb, bare: false };
}

const amounting = /^(?:by|worth|to the tune of|amounting to|totalling|totaling|a net|net)$/;
const ofAmount =
  /^(?:其?(?:净额|金额|规模|额度|数额|幅度)(?:约?[为是达]|达到|合计|共)?|(?:with |in )?(?:an? |the )?(?:amount|size|sum)(?: is| was)?(?: of)?)[:约]?$/;

/** 为净卖出,金额35.62亿元: the number alone in its clause, called the amount of what the word before says. */
export const isAmountOf = ({ tokens, named }: Window, lower: string): boolean =>
  named === null && tokens.length > 0 && tokens.length <= 6 && ofAmount.test(textOf(tokens, lower).trim());

/** gained the most, 1.15%, followed by CMB at 0.68%: the number alone in its clause, or of the next in a rank. */
export const isApposed = ({ tokens }: Window, isPart: boolean, moved: Token | null): boolean =>
  (isPart && tokens.length === 1 && tokens[0]?.op === "at") ||
  tokens.every(({ kind }) => kind === "approximate") ||
  // 812,345 lots worth RMB 940.1 million is not how far the price fell.
  ((isPart || moved?.op === "loss") &&
    tokens.length <= 4 &&
    amounting.test(tokens.map(({ op }) => op).join(" "))) ||
  isInOtherWords(tokens) ||
  (/^(?:next|versus)$/.test(tokens[0]?.op ?? "") &&
    tokens.every((each) => ["join", "company", "fill", "open"].includes(each.kind)));

const carriedKinds: ReadonlySet<string> = new Set([
  "relative",
  "forecast",
  "user",
  "realtime",
  "window",
  "date",
]);

/** Results come out once a quarter: how often a thing happens is of its own clause. */
const isHabit = (each: Token | undefined, lower: string): boolean =>
  each?.kind === "window" && /^(?:once a|every) /.test(lower.slice(each.start, each.start + 7));

/** What is said again says no more, and a text of nothing else takes linear time. */
const isCarried = (each: Token | undefined, carried: readonly Token[], lower: string): boolean =>
  carried.some(
    ({ kind, op, start, end }) =>
      kind === each?.kind && op === each.op && lower.slice(start, end) === lower.slice(each.start, each.end),
  );

interface Carrying {
  /** What is carried already. */
  readonly carried: readonly Token[];
  /** Times that are only set beside. */
  readonly passing: ReadonlySet<Token>;
  /** True for a clause of data that are missing. */
  readonly isApart: boolean;
  readonly lower: string;
}

/** Words of a clause without a number that still hold for the next: 昨日, 有望, 您提到的. */
export function carriedOf(clause: Clause, { carried, passing, isApart, lower }: Carrying): readonly Token[] {
  // 暂时没有实时行情,最近收盘为…: what is denied does not hold for the next clause.
  const denial = clause.findIndex(({ kind }) => kind === "negation");
  const isDeniedHere = (at: number) => denial >= 0 && at > denial;
  const isClosed = saysClosed(clause, lower);
  // 最新数据停留在5月6日: said of its date.
  const isDated = clause.some(({ kind }) => kind === "date");
  return clause.filter((each, at) => {
    const { kind, op } = each;
    return (
      carriedKinds.has(kind) &&
      !isHabit(each, lower) &&
      !isCarried(each, carried, lower) &&
      !(isApart && missable.has(kind)) &&
      !(isClosed && (kind === "relative" || kind === "realtime")) &&
      !(isDated && kind === "realtime" && op !== "hard") &&
      !passing.has(each) &&
      !(kind === "realtime" && isDeniedHere(at))
    );
  });
}

const condition =
  /^(?:若|如果|假如|倘若|要是|假设|假定|if|assuming|unless|tomorrow|next (?:week|month|year))$/;

/** …, if all goes well, … tomorrow: a condition or a day to come at the end of the sentence, behind its last number. */
export const isConditionBehind = (number: Token, { clauses }: Sentence, lower: string): boolean =>
  clauses
    .at(-1)
    ?.some(
      ({ kind, start, end }) =>
        kind === "forecast" && start > number.start && condition.test(lower.slice(start, end)),
    ) === true;

// Times that a clause speaks of and that are not those of the numbers after it.

const times: ReadonlySet<string> = new Set(["relative", "date"]);
const beside = /^(?:beside|reference|versus)$/;
const longest = 40;

export const none: ReadonlySet<Token> = new Set();

/** 比昨天少, 低于去年同期, 和昨天比: the times that what the text goes on to say is only set beside. */
export function timesBeside(clause: Clause): ReadonlySet<Token> {
  if (clause.length > longest) return none;
  const found = clause.filter((each, at) => {
    if (!times.has(each.kind)) return false;
    const before = clause.slice(0, at).findLast(({ kind }) => kind !== "fill");
    const after = clause.slice(at + 1, at + 3);
    const isCompared = before?.kind === "compare" || (before?.kind === "join" && beside.test(before.op));
    const isWith =
      before?.kind === "join" && after.some(({ kind, op }) => kind === "compare" || op === "reference");
    return isCompared || isWith;
  });
  return found.length === 0 ? none : new Set(found);
}

const closedNouns =
  "休市|闭市|非交易日|周末|[周期][六日天]|假期|放假|节假日|停牌|markets? (?:is|was|are|were)(?: now| currently| still)? (?:closed|shut)|holiday|weekend|saturday|sunday|suspended";
const closed = pattern`(?<!不是|并非|并不|没有?|未|无|不|(?<![a-z])(?:no|not|n't|a|without)(?: a)? )(?:${closedNouns})|(?:未|没|没有|不|尚未|还没|还没有)(?:开盘|开市|交易|收盘)|无交易|不是交易日|(?:did|does|do)(?: not|n't) trade|no trading|(?:has not|hasn't|not yet) closed|no close|session is not over`;
const longestClosed = 60;

/** 今天休市, 昨天是周日没有交易: of a day on which nothing was traded, which no number after it is of. */
function saysClosed(clause: Clause, lower: string): boolean {
  const [start, end] = [clause[0]?.start ?? 0, lastOf(clause)?.end ?? 0];
  return end - start <= longestClosed && closed.test(lower.slice(start, end));
}
