import { addDays, isIsoDate, yearOf } from "../data/shanghai-time.ts";

/** The first day of the window of so many years that ends with the date: 2026-05-06 → 2025-05-07. */
export function yearsBefore(date: string, years: number): string {
  const same = `${yearOf(date) - years}${date.slice(4)}`;
  // 29 February has no counterpart in a common year.
  return isIsoDate(same) ? addDays(same, 1) : addDays(`${same.slice(0, 8)}28`, 1);
}
