import type { Lexicon } from "../lexicon/lexicon.ts";
import { claimUnit } from "../tokens/readers/units.ts";
import type { NumberRead, Token } from "../tokens/token.ts";
import type { ClauseInput, Context, Window } from "./context.ts";
import type { UnitHint } from "./quantity.ts";

export const isOfUnit = (metrics: readonly string[], { unit }: NumberRead, lexicon: Lexicon): boolean =>
  metrics.some((metric) => {
    const own = lexicon.metrics[metric];
    return unit === null || own === undefined || claimUnit(own.default_unit).dimension === unit.dimension;
  });

export const mayHaveUnit = ({ kind, metrics }: Token, number: NumberRead, lexicon: Lexicon): boolean =>
  kind !== "metric" || number.unit === null || isOfUnit(metrics, number, lexicon);

/**
 * The measure left open could have the number's unit; 31,650 lots are of no price, whatever was spoken of before. What a
 * heading or a table's header names holds for every number below it.
 */
export const isOfMeasure = (number: NumberRead, { metrics, heading }: Context, input: ClauseInput): boolean =>
  (metrics.length > 0 && (heading.length > 0 || input.place.row >= 0 || number.unit?.dimension === "CNY")) ||
  isOfUnit(metrics, number, input.lexicon);

/** 按美元计,成交额为104.38亿: the number takes the currency; 按手计为38.65万 the lots, of the first number or of what they count. */
function takesAnnounced(
  number: NumberRead,
  hint: UnitHint,
  { bound, lexicon }: ClauseInput,
  { named }: Window,
) {
  if (hint.announcedAt === undefined || hint.unit.dimension === "CNY") return false;
  const isFirst = (bound.quantities.at(-1)?.token.start ?? -1) < hint.announcedAt;
  return isFirst || (named !== null && mayHaveUnit(named, { ...number, unit: hint.unit }, lexicon));
}

/** A bare number of a table takes the unit of its header. */
export function withHint(each: Token, input: ClauseInput, window: Window) {
  const number = each.number;
  if (number === null) throw new TypeError("no number token");
  const hint = input.context.unit;
  if (hint === null || number.unit !== null) return number;
  if (number.shown.exponent === 0)
    return { ...number, unit: hint.unit, shown: { ...number.shown, exponent: hint.scale } };
  return takesAnnounced(number, hint, input, window) ? { ...number, unit: hint.unit } : number;
}
