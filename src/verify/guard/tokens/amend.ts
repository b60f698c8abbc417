import {
  readAlike,
  readAskedCrossings,
  readBracketSigns,
  readGapsToLevels,
  readLevelsMeant,
} from "./comparisons/asked-crossings.ts";
import { readEveryday } from "./comparisons/everyday-comparisons.ts";
import { readMargins, readThanVerdicts } from "./comparisons/than-verdicts.ts";
import {
  nameBareAverages,
  nameListedAverages,
  nameTermAverages,
  readAverageOrders,
} from "./measures/averages.ts";
import { readBareProfits } from "./measures/bare-profits.ts";
import { readEarningNouns, readLossSizes, readResultAnswers } from "./measures/earnings.ts";
import { readExactWords } from "./measures/exact-words.ts";
import { readFlowVerbs } from "./measures/flow-verbs.ts";
import { readAskedGrowth, readGrowthLines, readGrowthSubjects } from "./measures/growth-subjects.ts";
import { joinMeasures, readOwnTotals } from "./measures/joined-measures.ts";
import { readMeasureMoves } from "./measures/measure-moves.ts";
import { readMovesFromClose } from "./measures/moves-from-close.ts";
import { readNamedInBrackets, withoutDeniedMeasures } from "./measures/named-in-brackets.ts";
import {
  readBareNouns,
  readHeadNouns,
  readListedStretches,
  readSharedStretches,
  readSignedMeasures,
} from "./measures/sentence-measures.ts";
import { readTradedBehind } from "./measures/traded-behind.ts";
import { nameIndices } from "./owners/named-indices.ts";
import { nameDescribed, resolvePairs, withoutDeniedOwners } from "./owners/pairs.ts";
import { readRaces, readScores } from "./owners/races.ts";
import { nameWiderGroups, nameWiderOwners } from "./owners/wider-owners.ts";
import type { Reading } from "./reading.ts";
import { readBaseYears } from "./times/base-years.ts";
import { readFootnotes } from "./times/footnotes.ts";
import { readOrdinalDays } from "./times/ordinal-days.ts";
import { readOverPeriods, readPeriodYears, readYearOfDays } from "./times/period-years.ts";
import { readSeries } from "./times/series-words.ts";
import { readMarketStates, readShortDays } from "./times/short-days.ts";
import {
  readDaysTwice,
  readHolidays,
  readSameDays,
  readWeekdaysBehind,
  readYearAgo,
  readYearsBeside,
} from "./times/told-times.ts";
import type { Token, TokenKind } from "./token.ts";
import { readForecastScope } from "./unsaid/forecast-scope.ts";
import { withoutFreeRemarks } from "./unsaid/free-remarks.ts";
import { withoutOffers } from "./unsaid/offers.ts";
import { inOrdinarySense } from "./unsaid/ordinary-senses.ts";
import { readOwnParameters } from "./unsaid/own-parameters.ts";
import { readPlainly } from "./unsaid/plain-words.ts";
import { readNotationRemarks, readRoundingRemarks } from "./unsaid/rounding-remarks.ts";
import { withoutUnstated } from "./unsaid/unstated.ts";

/** Corrects tokens whose sense shows only in their company; hands back the same list where it finds nothing to correct. */
type Amend = (tokens: readonly Token[], reading: Reading) => readonly Token[];

/** With the kinds of tokens of which a text must hold one, else nothing can be corrected and the pass is left out. */
type Amendment = readonly [amend: Amend, ...needs: readonly TokenKind[]];

/** In this order: what says nothing is gone before owners are named, and owners are known before measures are joined to them. */
export const amendments: readonly Amendment[] = [
  [readYearOfDays, "date"],
  [readAverageOrders, "metric"],
  [readFootnotes, "source", "date"],
  [readOwnParameters, "metric"],
  [readTradedBehind, "number"],
  [readFlowVerbs, "metric"],
  [readNamedInBrackets, "metric"],
  [withoutDeniedMeasures, "negation", "metric"],
  [readSeries, "number"],
  [readShortDays, "date", "number"],
  [readOrdinalDays, "date"],
  [readMarketStates, "relative", "date"],
  [withoutOffers, "date", "relative", "window", "source"],
  [
    withoutUnstated,
    "number",
    "direction",
    "compare",
    "superlative",
    "event",
    "quantity",
    "derived",
    "forecast",
  ],
  [withoutFreeRemarks, "direction", "compare", "event", "derived", "metric"],
  [readRoundingRemarks],
  [readNotationRemarks],
  [readExactWords, "quantity", "number"],
  [readPlainly],
  [readEarningNouns, "direction"],
  [readResultAnswers],
  [readBareProfits, "direction", "event", "metric"],
  [readGrowthSubjects, "number"],
  [readLossSizes, "direction", "event"],
  [readForecastScope, "forecast"],
  [withoutDeniedOwners, "company"],
  [readAlike],
  [readHolidays],
  [readYearsBeside, "relative"],
  [readYearAgo],
  [readBaseYears],
  [readAskedCrossings, "number"],
  [readBracketSigns, "compare"],
  [nameTermAverages, "compare", "vague"],
  [readLevelsMeant, "compare", "vague"],
  [readWeekdaysBehind, "date"],
  [readDaysTwice, "date"],
  [readSameDays, "date", "source", "relative"],
  [readHeadNouns, "foreign"],
  [readBareNouns, "compare", "vague"],
  [readPeriodYears, "date"],
  [readOverPeriods, "vague"],
  [inOrdinarySense, "source", "entity"],
  [nameWiderGroups, "superlative"],
  [nameWiderOwners],
  [nameIndices, "entity"],
  [readRaces, "company"],
  [readScores, "compare", "superlative"],
  [readEveryday, "number"],
  [readThanVerdicts, "compare"],
  [readMargins],
  [nameListedAverages, "window", "compare"],
  [nameBareAverages, "number"],
  [resolvePairs, "pair"],
  [nameDescribed, "company"],
  [readGapsToLevels, "number"],
  [readSignedMeasures, "metric"],
  [readListedStretches, "window"],
  [readSharedStretches, "metric"],
  [readMovesFromClose, "metric"],
  [joinMeasures, "company", "metric", "event"],
  [readOwnTotals, "derived"],
  [readAskedGrowth, "growth", "count"],
  [readGrowthLines, "growth"],
  [readMeasureMoves, "direction", "event", "metric"],
];

function addKinds(kinds: Set<TokenKind>, tokens: readonly Token[]): void {
  for (const { kind } of tokens) if (!kinds.has(kind)) kinds.add(kind);
}

/** The tokens of a text as the scan found them, each in the sense that its neighbours give it. */
export const amend: Amend = (tokens, reading) => {
  let amended = tokens;
  const kinds = new Set<TokenKind>();
  addKinds(kinds, tokens);
  for (const [pass, ...needs] of amendments) {
    if (needs.length > 0 && !needs.some((kind) => kinds.has(kind))) continue;
    const before = amended;
    amended = pass(before, reading);
    if (amended !== before) addKinds(kinds, amended);
  }
  return amended;
};
