import type { Claim } from "#contract";
import type { DateRead } from "../token.ts";

/** The date of `as_of`, `YYYY-MM-DD` at its beginning. */
export const dateOf = (day: string): DateRead => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)),
  day: Number(day.slice(8, 10)),
});

/** The claim is of that day; a date without a year is of any. */
export const isOn = (claim: Claim, { year, month, day }: DateRead): boolean => {
  if (claim.kind === "knowledge") return false;
  const date = dateOf(claim.as_of);
  return date.month === month && date.day === day && (year === null || date.year === year);
};
