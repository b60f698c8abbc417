/** What the words before a number say of its measure without naming it right there. */

import { isAll } from "../tokens/collective-words.ts";
import type { NumberRead, Token } from "../tokens/token.ts";
import type { ClauseInput, Window } from "./clause-input.ts";

/** 开盘价和收盘价均为38.52元, opened and closed at CNY 38.52: one number said of two measures. */
export function isOfBoth(tokens: readonly Token[]): boolean {
  const last = tokens.findLastIndex(({ kind }) => kind === "metric");
  // A measure, a join and a measure.
  if (last < 2) return false;
  const second = tokens[last];
  const near = tokens.slice(Math.max(0, last - 4), Math.max(0, last));
  const join = near.findLastIndex(
    ({ kind }) => kind !== "realtime" && kind !== "fill" && kind !== "relative",
  );
  const first = near[join - 1];
  if (second === undefined || near[join]?.kind !== "join" || first?.kind !== "metric") return false;
  if (first.metrics.join() === second.metrics.join()) return false;
  const isEnglish = second.start > (near.at(-1)?.end ?? 0);
  return isEnglish || tokens.slice(last + 1).some(isAll);
}

/** Where the words for a number begin: after the number before, else at its clause or the one before that holds no number. */
export function stretchStart({ clause, sentence, index, bound }: ClauseInput): number {
  const last = bound.quantities.at(-1);
  if (last?.clause === index) return last.token.end;
  const before = sentence.clauses[index - 1];
  const isQuiet = before !== undefined && !before.some(({ kind }) => kind === "number");
  return (isQuiet ? before[0] : clause[0])?.start ?? 0;
}

/** 今开28.10元,昨收27.98元,现在28.33元: what stands now is the price, not the open or the close before. */
export function nowPriced(
  { context, lexicon }: ClauseInput,
  { tokens }: Window,
  { unit }: NumberRead,
): readonly string[] | null {
  const before = [...lexicon.opens, ...lexicon.closes.previous];
  const isPast = context.metrics.length > 0 && context.metrics.every((metric) => before.includes(metric));
  const isNow = tokens.some(({ kind, op }) => kind === "realtime" && op === "soft");
  return isPast && isNow && unit?.dimension === "CNY" ? [...lexicon.priced, ...lexicon.closes.own] : null;
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
