import {
  betweenAfter,
  betweenBefore,
  joinsBetween,
  levelWords,
  opensBetween,
} from "../../tokens/readers/side-words.ts";
import { claimUnit } from "../../tokens/readers/units.ts";
import type { NumberRead, Token } from "../../tokens/token.ts";
import type { ClauseInput, Context, Window } from "../context.ts";

/** What was spoken of before 在MA20与MA5之间: the two are set beside it, and what follows is of it again. */
export interface BetweenPhrase {
  readonly context: Pick<Context, "metrics" | "sign" | "metricIsOpen" | "metricIsWeak" | "barred">;
  readonly named: Token | null;
  /** True for the word before the two: between. */
  readonly isBefore: boolean;
  readonly isJoined: boolean;
}

/** The phrase that the token begins, goes on with or ends; `context` and `window` are set back where it ends. */
export function followPhrase(
  phrase: BetweenPhrase | null,
  each: Token,
  context: Context,
  window: Window,
): BetweenPhrase | null {
  const isBefore = each.op === betweenBefore;
  if (isBefore || (opensBetween(each) && phrase?.isBefore !== true)) {
    const { metrics, sign, metricIsOpen, metricIsWeak, barred } = context;
    const outer = { metrics, sign, metricIsOpen, metricIsWeak, barred };
    return { context: outer, named: window.named, isBefore, isJoined: false };
  }
  if (phrase === null) return null;
  const ends = phrase.isBefore ? phrase.isJoined && each.op === "at" : each.op === betweenAfter;
  if (!ends) return joinsBetween(each) ? { ...phrase, isJoined: true } : phrase;
  endPhrase(phrase, context, window);
  return null;
}

function endPhrase(phrase: BetweenPhrase, context: Context, window: Window): void {
  Object.assign(context, phrase.context);
  window.named = phrase.named;
}

/** `fell 1.20% to CNY 138.50`, `跌至138.50元`: the price that a move leads to. */
export function reachesLevel(
  window: Window,
  { bound, index, lexicon }: ClauseInput,
  { unit }: NumberRead,
): boolean {
  if (unit?.dimension !== "CNY" && unit?.dimension !== "点") return false;
  if (window.direction !== null) return window.direction.count === 1;
  const first = window.tokens
    .slice(0, 3)
    .find((each) => each.kind !== "relative" && each.kind !== "realtime");
  const before = bound.quantities.at(-1);
  return (
    first?.kind === "fill" &&
    levelWords.has(first.op) &&
    before !== undefined &&
    before.clause === index &&
    (before.directionIsVerb ||
      before.metrics.some((metric) => lexicon.changes.percent.includes(metric)) ||
      before.metrics.some((metric) => lexicon.basesOf(metric).length > 0))
  );
}

/** What a move leads to: the measure that moved where it is one of money, else the price or the close; of an index its level. */
export function levelMetrics(
  { context, lexicon, bound, index }: ClauseInput,
  { unit }: NumberRead,
): readonly string[] {
  const dimensionOf = (metric: string) => claimUnit(lexicon.metrics[metric]?.default_unit ?? "").dimension;
  if (unit?.dimension === "点")
    return [
      ...[...lexicon.priceLike].filter((metric) => dimensionOf(metric) === "点"),
      ...lexicon.priced,
      ...lexicon.closes.own,
    ];
  const { metricIsOpen, metrics } = context;
  const before = bound.quantities.at(-1);
  const ofPrice =
    before?.clause === index && before.metrics.some((metric) => lexicon.changes.percent.includes(metric));
  const open = [...metrics, ...metrics.flatMap(lexicon.basesOf)].filter(
    (metric) => dimensionOf(metric) === "CNY",
  );
  const prices = [...lexicon.priced, ...lexicon.closes.own];
  if (!metricIsOpen || open.length === 0 || ofPrice) return prices;
  return open.some((metric) => lexicon.priceLike.has(metric)) ? [...new Set([...open, ...prices])] : open;
}
