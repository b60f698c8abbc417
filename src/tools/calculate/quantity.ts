import { Decimal } from "decimal.js";

/** Numbers of the product fit in far fewer digits; intermediate results are rounded half-even beyond these. */
export const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_EVEN });

/**
 * Powers of money and days; null: a bare number of the user's, which fits wherever it stands. Shares are plain counts, since a price is
 * written in CNY and means CNY per share.
 */
export type Dimension = { readonly money: number; readonly days: number } | null;

/** A number with what it counts. */
export interface Quantity {
  readonly value: Decimal;
  readonly dimension: Dimension;
}

const none = { money: 0, days: 0 };
const money = { ...none, money: 1 };
const days = { ...none, days: 1 };

/** Factor to the base unit (CNY, days, plain) and dimension of each unit that can be computed with. */
const unitTable: Readonly<Record<string, readonly [factor: string, dimension: Dimension]>> = {
  CNY: ["1", money],
  万元: ["10000", money],
  亿元: ["100000000", money],
  shares: ["1", none],
  手: ["100", none],
  日: ["1", days],
  年: ["365", days],
  "%": ["0.01", none],
  bp: ["0.0001", none],
  pp: ["0.01", none],
  ratio: ["1", none],
  x: ["1", none],
  点: ["1", none],
  户: ["1", none],
  家: ["1", none],
  条: ["1", none],
  "": ["1", none],
};

/** The quantity that a number of a unit is; a bare number has no dimension of its own. Null for an unknown unit. */
export function quantityOf(value: string, unit: string | null): Quantity | null {
  if (unit === null) return { value: new Exact(value), dimension: null };
  const entry = Object.hasOwn(unitTable, unit) ? unitTable[unit] : undefined;
  return entry === undefined ? null : { value: new Exact(value).times(entry[0]), dimension: entry[1] };
}

export const sameDimension = (a: Dimension, b: Dimension): boolean =>
  a === null || b === null || (a.money === b.money && a.days === b.days);

/** The number to print with the unit, or null where the quantity does not count that. */
export function inUnit({ value, dimension }: Quantity, unit: string): Decimal | null {
  const entry = Object.hasOwn(unitTable, unit) ? unitTable[unit] : undefined;
  if (entry === undefined) return null;
  return sameDimension(dimension, entry[1]) ? value.div(entry[0]) : null;
}
