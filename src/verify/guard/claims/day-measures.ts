/** 眼下上涨2.37%, current turnover: what moves and adds up within one day, so that a word of now says that the day is today. */
import type { Lexicon } from "../lexicon/lexicon.ts";
import type { BookClaim } from "./claim-book.ts";

/** A change, a flow or trade. */
export const isDaily = (metric: string, { changes, flows, activity }: Lexicon): boolean =>
  [changes.all, flows, activity].some((ids) => ids.includes(metric));

/** As above and of a day alone, no stretch's. */
export const isOfDay = ({ claim: { metric }, window }: BookClaim, lexicon: Lexicon): boolean =>
  window === null && isDaily(metric, lexicon) && lexicon.stretchOfMove(metric) === null;
