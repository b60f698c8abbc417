import type { ToolFailure } from "#contract";
import type { Securities } from "../data/securities.ts";

/** The part of the market data that knows first days. */
export interface ListingData {
  readonly securities: Pick<Securities, "listing">;
}

/**
 * Why a company with rows after `day` (ISO) has none up to it. Only a list date after the day says that it was not listed yet: a source's
 * history may begin later, and a suspension may last longer than was looked back.
 */
export function earlierFailure({ securities }: ListingData, code: string, day: string): ToolFailure {
  const listing = securities.listing(code);
  if (listing === undefined || listing.date <= day)
    return { code: "NO_EARLIER_DATA", message: `no row up to ${day}`, subject: code };
  const { name, date, source } = listing;
  return {
    code: "NOT_LISTED_YET",
    message: `listed on ${date}`,
    subject: `${name}(${code}), ${date}, ${source}`,
  };
}
