import { Decimal } from "decimal.js";
import type { Unlock } from "./company-days.ts";
import { known } from "./validate-row.ts";

/** Unlocks from this long ago on are told. */
export const unlockYears = 3;

/** A part of what becomes free on one day. */
export interface UnlockPart {
  readonly date: string;
  /** Parts announced together; parts of other announcements may say the same shares once more. */
  readonly announced: string;
  readonly shares: number | undefined;
  readonly ratio: number | undefined;
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  if (!values.every((value) => value !== undefined)) return undefined;
  return values.reduce((total, value) => total.plus(value), new Decimal(0)).toNumber();
}

/**
 * The parts of each day as one unlock, ascending. Parts of one announcement are added up; where several announcements speak of one day,
 * nobody knows whether they speak of the same shares, and only the day is told.
 */
export function sumUnlocks(parts: readonly UnlockPart[]): readonly Unlock[] {
  const days = [...new Set(parts.map(({ date }) => date))].toSorted();
  return days.map((date) => {
    const own = parts.filter((part) => part.date === date);
    // A share too small for the table's decimals stands there as none.
    const ratio = sum(own.map((part) => part.ratio)) || undefined;
    const isOne = new Set(own.map(({ announced }) => announced)).size === 1;
    return known<Unlock>({
      date,
      unlock_shares: isOne ? sum(own.map(({ shares }) => shares)) : undefined,
      unlock_ratio: isOne ? ratio : undefined,
    });
  });
}

/** No company can free more than all of its shares, or less than one. */
export const unlockFits = ({ unlock_shares: shares = 1, unlock_ratio: ratio = 1 }: Unlock): boolean =>
  shares >= 1 && ratio > 0 && ratio <= 100;
