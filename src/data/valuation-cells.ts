import type { ValuationRow } from "./rows.ts";
import { readNumber } from "./validate-row.ts";

/**
 * A P/E cell: null says that there is none, below zero that the company makes a loss. 0 and anything else say nothing: sources write 0
 * where they have no figure, and some where it is negative.
 */
export function readPeTtm(cell: unknown): Pick<ValuationRow, "pe_ttm" | "below_zero"> {
  if (cell === null) return { pe_ttm: null };
  const told = readNumber(cell) ?? 0;
  if (told === 0) return {};
  return told < 0 ? { pe_ttm: null, below_zero: true } : { pe_ttm: told };
}

/** A ratio to equity or sales, which may be below zero; 0 is no figure. */
export const readRatio = (cell: unknown): number | undefined => readNumber(cell) || undefined;
