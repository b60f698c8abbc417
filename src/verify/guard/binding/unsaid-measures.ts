/** What the words before a number say of its measure without naming it right there. */

import { lastOf } from "../lists.ts";
import { isAll } from "../tokens/side-words.ts";
import type { NumberRead, Token } from "../tokens/token.ts";
import type { ClauseInput, Window } from "./clause-input.ts";
import type { Sentence } from "./structure.ts";

/** 开盘价和收盘价均为38.52元, opened and closed at CNY 38.52: one number said of two measures. */
export function measuresOfBoth(tokens: readonly Token[]): readonly (readonly string[])[] | null {
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

/** 今开28.10元,昨收27.98元,现在28.33元: what stands now is the price, not the open or the close before. */
export function nowPriced(
  { context, lexicon, sentence, index }: ClauseInput,
  { tokens }: Window,
  { unit }: NumberRead,
): readonly string[] | null {
  // it opened higher, at CNY 23.20.
  const last = sentence.clauses[index - 1]?.at(-1);
  const isOpened = last?.kind === "direction" && last.op === "open" && tokens.every(({ op }) => op === "at");
  if (isOpened && unit?.dimension === "CNY") return lexicon.opens;
  const before = [...lexicon.opens, ...lexicon.closes.previous, ...lexicon.averages];
  const isPast = context.metrics.length > 0 && context.metrics.every((metric) => before.includes(metric));
  // is now higher, at CNY 31.27; and the stock at CNY 79.05.
  const isNow =
    [...context.carried, ...lastWords(sentence, index), ...tokens].some(
      ({ kind, op }) => kind === "realtime" && op !== "hard",
    ) ||
    tokens.some(({ op }, at) => op === "stock" && tokens[at + 1]?.op === "at") ||
    // and the stock is under it at CNY 79.05
    tokens.some(({ kind }, at) => /^(?:compare|vague)$/.test(kind) && tokens[at + 1]?.op === "it");
  return isPast && isNow && unit?.dimension === "CNY" ? [...lexicon.priced, ...lexicon.closes.own] : null;
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
  const own = [...lexicon.opens, ...lexicon.closes.previous];
  return (
    context.metrics.length > 0 &&
    context.metrics.every((metric) => own.includes(metric)) &&
    !bound.quantities
      .slice(-8)
      .some(({ metrics }) => metrics.some((metric) => context.metrics.includes(metric)))
  );
}

const besideQuote: ReadonlySet<string> = new Set(["open", "clause", "join"]);

/** CNY 18.66, +0.27 (+1.47%): a signed amount right behind a price, by which it changed; null for other numbers. */
export function changeAmount(
  { bound, lexicon }: ClauseInput,
  { named, direction, tokens }: Window,
  { unit, sign, shown }: NumberRead,
): readonly string[] | null {
  const last = bound.quantities.at(-1);
  const isMoney = (unit === null || unit.dimension === "CNY") && shown.exponent === 0 && shown.decimals > 0;
  if (sign === "" || !isMoney || named !== null || direction !== null || last === undefined) return null;
  const isQuoted =
    last.number.sign === "" &&
    (last.number.unit === null || last.number.unit.dimension === "CNY") &&
    (last.metrics.some((metric) => lexicon.priceLike.has(metric)) ||
      (last.bare && last.metrics.length === 0));
  return isQuoted && tokens.every(({ kind }) => besideQuote.has(kind)) ? lexicon.changes.amount : null;
}
