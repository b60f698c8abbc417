import { Decimal } from "decimal.js";

/** Fewer are no industry to compare with. */
const least = 3;

/** The middle of the numbers, of two middles their mean; undefined for fewer than three. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (sorted.length < least || upper === undefined || lower === undefined) return undefined;
  return new Decimal(upper).plus(lower).div(2).toNumber();
}
