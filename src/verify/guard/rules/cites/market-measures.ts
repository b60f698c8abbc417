/** Of which claims the day's trading is told, and of which a report. */
import type { Bench } from "../../bench.ts";
import type { BookClaim } from "../../claims/claim-book.ts";

/** How the days end on which a report's period does. */
export const reportEnd = /-(?:03-31|06-30|09-30|12-31)/;

/** The claim is of what is traded: a price, its moves and averages, flows and volumes. */
export function isOfMarket({ claim: { metric } }: BookClaim, { input: { lexicon } }: Bench): boolean {
  const { priceLike, changes, flows, activity, averages } = lexicon;
  return (
    [...priceLike, ...changes.all, ...flows, ...activity, ...averages].includes(metric) || /rsi/.test(metric)
  );
}
