import type { SpotRow } from "./rows.ts";

type Name = "current_price" | "prev_close" | "open" | "high" | "low" | "volume" | "amount";
type Trade = { readonly [name in Name]?: SpotRow[name] | undefined };

/**
 * True for a quote of a day on which nothing has been traded: its volume is 0, or there is neither volume, amount nor range and the
 * price is the previous close.
 */
export function isUntraded({ current_price: price, prev_close: before, volume, ...cells }: Trade): boolean {
  if (volume !== undefined) return volume === 0;
  const { open, high, low, amount = 0 } = cells;
  return (
    amount === 0 &&
    price !== undefined &&
    price === before &&
    [open, high, low].every((each) => each === undefined)
  );
}
