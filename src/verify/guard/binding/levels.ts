import { levelWords } from "../tokens/side-words.ts";
import type { NumberRead } from "../tokens/token.ts";
import { claimUnit } from "../tokens/units.ts";
import type { ClauseInput, Window } from "./clause-input.ts";

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
