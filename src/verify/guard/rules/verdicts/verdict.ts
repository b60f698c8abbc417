/** What a verdict is: its words, what it is measured by, and what must be so of it. */

import { pattern } from "../../lexicon/patterns.ts";
import { type RareWords, rare } from "../../lexicon/rare-words.ts";

/** What a verdict is measured by. `measured` is what the text has shown last of several companies. */
export type Scale =
  | "move"
  | "flow"
  | "earnings"
  | "valuation"
  | "earningsMultiple"
  | "activity"
  | "candle"
  | "rsi"
  | "margin"
  | "flowWithMove"
  | "growth"
  | "holding"
  | "measured";

/**
 * `up` and `down`: the sign. `turned`: up, from below nought in an earlier period. `more` and `less`: beside all others, or beside those that the clause
 * names. `middle`: between the others. `level`: nearly the same. `alike`: of one sign. `notUp` and `notDown`: not of that sign. `passed`: out of the first that is named and into the second.
 */
export type Relation =
  | "up"
  | "down"
  | "turned"
  | "more"
  | "less"
  | "middle"
  | "level"
  | "alike"
  | "passed"
  | "notUp"
  | "notDown";

export interface Verdict {
  readonly words: RareWords;
  readonly by: Scale;
  readonly says: Relation;
}

export const verdict = (by: Scale, says: Relation, han: string, english: string): Verdict => ({
  words: rare(pattern.all`${han}|(?<![a-z])(?:${english})(?![a-z])`),
  by,
  says,
});

// What bounds the words of a clause.

export const end = "(?=[,，。;；:：!！\\n(（]|$)";
/** As `end`, where no figure of its own follows. */
export const bare = "(?=[,，。;；!！]|$)";
export const begin = "(?<=^|[,，。;；:：!！\\n])\\s?";
export const day = "(?:今[日天]|当[日天]|全天)?";
