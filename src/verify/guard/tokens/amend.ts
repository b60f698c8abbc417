import { readAlike, readAskedCrossings, readBracketSigns, readGapsToLevels } from "./asked-crossings.ts";
import { readAskedGrowth } from "./asked-growth.ts";
import { nameBareAverages, nameListedAverages } from "./averages.ts";
import { readBareProfits } from "./bare-profits.ts";
import { readEarningNouns } from "./earning-nouns.ts";
import { readEveryday } from "./everyday-comparisons.ts";
import { readExactWords } from "./exact-words.ts";
import { readFootnotes } from "./footnotes.ts";
import { readForecastScope } from "./forecast-scope.ts";
import { withoutFreeRemarks } from "./free-remarks.ts";
import { readGrowthSubjects } from "./growth-subjects.ts";
import { joinMeasures, readOwnTotals } from "./joined-measures.ts";
import { readLevelsMeant } from "./levels-meant.ts";
import { readLossSizes } from "./loss-sizes.ts";
import { readMeasureMoves } from "./measure-moves.ts";
import { readMovesFromClose } from "./moves-from-close.ts";
import { readNamedInBrackets } from "./named-in-brackets.ts";
import { nameIndices } from "./named-indices.ts";
import { readNotationRemarks } from "./notation-remarks.ts";
import { withoutOffers } from "./offers.ts";
import { readOrdinalDays } from "./ordinal-days.ts";
import { inOrdinarySense } from "./ordinary-senses.ts";
import { readOwnParameters } from "./own-parameters.ts";
import { nameDescribed, resolvePairs, withoutDeniedOwners } from "./pairs.ts";
import { readOverPeriods, readPeriodYears } from "./period-years.ts";
import { readPlainly } from "./plain-words.ts";
import { readRaces, readScores } from "./races.ts";
import type { Reading } from "./reading.ts";
import { readResultAnswers } from "./result-answers.ts";
import { readRoundingRemarks } from "./rounding-remarks.ts";
import {
  readBareNouns,
  readHeadNouns,
  readListedStretches,
  readSharedStretches,
  readSignedMeasures,
} from "./sentence-measures.ts";
import { readSeries } from "./series-words.ts";
import { readMarketStates, readShortDays } from "./short-days.ts";
import type { Token, TokenKind } from "./token.ts";
import {
  readDaysTwice,
  readLastDays,
  readSameDays,
  readWeekdaysBehind,
  readYearAgo,
  readYearsBeside,
} from "./told-times.ts";
import { readTradedBehind } from "./traded-behind.ts";
import { withoutUnstated } from "./unstated.ts";
import { nameWiderGroups, nameWiderOwners } from "./wider-owners.ts";
import { readYearOfDays } from "./year-of-days.ts";

/** Corrects tokens whose sense shows only in their company; hands back the same list where it finds nothing to correct. */
type Amend = (tokens: readonly Token[], reading: Reading) => readonly Token[];

/** With the kinds of tokens of which a text must hold one, else nothing can be corrected and the pass is left out. */
type Amendment = readonly [amend: Amend, ...needs: readonly TokenKind[]];

/** In this order: what says nothing is gone before owners are named, and owners are known before measures are joined to them. */
export const amendments: readonly Amendment[] = [
  [readYearOfDays, "date"],
  [readFootnotes, "source", "date"],
  [readOwnParameters, "metric"],
  [readTradedBehind, "number"],
  [readNamedInBrackets, "metric"],
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
  [readLastDays, "window"],
  [readYearsBeside, "relative"],
  [readYearAgo],
  [readAskedCrossings, "number"],
  [readBracketSigns, "compare"],
  [readLevelsMeant, "compare"],
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
