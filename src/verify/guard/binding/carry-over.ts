/** What a word of direction said once holds for: the numbers of a list, an apposition, the clauses after a heading. */

import type { Token } from "../tokens/token.ts";
import type { ClauseInput, Window } from "./clause-input.ts";
import type { Context } from "./context.ts";
import type { Quantity } from "./quantity.ts";

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

/** BYD slid 0.84% and LONGi 1.50%, 0.48% at CMB and 2.52% at ICBC, up CNY 0.10 or 0.47%: a joining word and at most another company. */
export function isSameAgain({ tokens }: Window): boolean {
  const own = afterTime(afterOwner(tokens));
  return (
    own.length <= 3 &&
    own[0]?.kind === "join" &&
    own.every((each) => joining.has(each.kind)) &&
    (own.length < tokens.length || own.some((each) => each.kind === "company") || own[0].op === "or")
  );
}

const ofItem: ReadonlySet<string> = new Set(["company", "fill", "join", "open"]);

/** both fell: Zijin by 0.9% and LONGi by 2.2%: an item of the list, an owner and a number without a sign. */
export function isTallied({ tokens, named }: Window, { number }: Token): boolean {
  const colon = tokens.findLastIndex(({ op }) => op === ":");
  const own = tokens.slice(colon + 1);
  const isMove = named === null && number?.sign === "" && number.unit?.dimension === "part";
  return isMove && own.some(({ kind }) => kind === "company") && own.every(({ kind }) => ofItem.has(kind));
}

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

/** or, i.e., 也就是, 换算成: the same in another unit. */
const sameAgain =
  /^(?:or|i\.e\.|thatis|inotherwords|equivalently|whichis|即|亦即|也即|也就是说?|换言之|(?:换算[成为]|折合|相当于)[约是为]?)$/;

const isInOtherWords = (tokens: readonly Token[]): boolean =>
  tokens.length <= 6 && sameAgain.test(tokens.map(({ op }) => op).join(""));

/** 上涨85个基点,即0.85%: what is said in another unit is of the measure of the number before. */
export function restated(quantity: Quantity, before: Quantity | undefined, { tokens }: Window): Quantity {
  if (before === undefined || before.metrics.length === 0) return quantity;
  if (quantity.metrics.length > 0 || !isInOtherWords(tokens)) return quantity;
  const { company, metrics, direction, directionIsVerb } = before;
  return { ...quantity, company, metrics, direction, directionIsVerb, bare: false };
}

const amounting = /^(?:by|worth|to the tune of|amounting to|totalling|totaling|a net|net)$/;
const ofAmount =
  /^(?:其?(?:净额|金额|规模|额度|数额|幅度)(?:约?[为是达]|达到|合计|共)?|(?:with |in )?(?:an? |the )?(?:amount|size|sum)(?: is| was)?(?: of)?)[:约]?$/;

/** 为净卖出,金额35.62亿元: the number alone in its clause, called the amount of what the word before says. */
export const isAmountOf = ({ tokens, named }: Window, lower: string): boolean =>
  named === null &&
  tokens.length > 0 &&
  tokens.length <= 6 &&
  ofAmount.test(lower.slice(tokens[0]?.start, tokens.at(-1)?.end).trim());

/** gained the most, 1.15%, followed by CMB at 0.68%: the number alone in its clause, or of the next in a rank. */
export const isApposed = ({ tokens }: Window): boolean =>
  tokens.length === 0 ||
  (tokens.length <= 4 && amounting.test(tokens.map(({ op }) => op).join(" "))) ||
  isInOtherWords(tokens) ||
  (tokens[0]?.op === "next" &&
    tokens.every((each) => ["join", "company", "fill", "open"].includes(each.kind)));
