import { reportsBookedAheadDays } from "#contract";
import { addDays } from "../data/shanghai-time.ts";

const quarterEnds = ["03-31", "06-30", "09-30", "12-31"];

/**
 * The newest two report periods that days can be booked for, newest first: the annual report and that of the first quarter come out in
 * the same weeks.
 */
export function bookablePeriods(today: string): readonly string[] {
  const last = addDays(today, reportsBookedAheadDays);
  const year = Number(today.slice(0, 4));
  return [year + 1, year, year - 1]
    .flatMap((each) => quarterEnds.toReversed().map((end) => `${each}-${end}`))
    .filter((end) => end <= last)
    .slice(0, 2);
}
