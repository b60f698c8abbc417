import { readAlike } from "./alike-words.ts";
import { readAskedCrossings } from "./asked-crossings.ts";
import { readBracketSigns } from "./bracket-signs.ts";
import { withoutDeniedOwners } from "./denied-owners.ts";
import { readEarningNouns } from "./earning-nouns.ts";
import { readExactWords } from "./exact-words.ts";
import { readHeadNouns } from "./head-nouns.ts";
import { dropIdleForecasts } from "./idle-forecasts.ts";
import { joinMeasures } from "./joined-measures.ts";
import { readLastDays } from "./last-days.ts";
import { nameListedAverages } from "./listed-averages.ts";
import { nameMoves } from "./move-nouns.ts";
import { nameIndices } from "./named-indices.ts";
import { withoutOffers } from "./offers.ts";
import { inOrdinarySense } from "./ordinary-senses.ts";
import { readOwnTotals } from "./own-totals.ts";
import { resolvePairs } from "./pairs.ts";
import { readPeriodYears } from "./period-years.ts";
import { readPlainly } from "./plain-words.ts";
import type { Reading } from "./reading.ts";
import { readRoundingRemarks } from "./rounding-remarks.ts";
import { readSameDays } from "./same-days.ts";
import type { Token } from "./token.ts";
import { withoutUnstated } from "./unstated.ts";
import { nameWiderGroups } from "./wider-groups.ts";
import { nameWiderOwners } from "./wider-owners.ts";
import { readYearsBeside } from "./years-beside.ts";

/** Corrects tokens whose sense shows only in their company; hands back the same list where it finds nothing to correct. */
type Amendment = (tokens: readonly Token[], reading: Reading) => readonly Token[];

/** In this order: what says nothing is gone before owners are named, and owners are known before measures are joined to them. */
const amendments: readonly Amendment[] = [
  withoutOffers,
  withoutUnstated,
  readRoundingRemarks,
  readExactWords,
  readPlainly,
  readEarningNouns,
  dropIdleForecasts,
  withoutDeniedOwners,
  readAlike,
  readLastDays,
  readYearsBeside,
  readAskedCrossings,
  readBracketSigns,
  readSameDays,
  readHeadNouns,
  readPeriodYears,
  inOrdinarySense,
  nameWiderGroups,
  nameWiderOwners,
  nameIndices,
  nameListedAverages,
  resolvePairs,
  joinMeasures,
  readOwnTotals,
  nameMoves,
];

/** The tokens of a text as the scan found them, each in the sense that its neighbours give it. */
export const amend: Amendment = (tokens, reading) =>
  amendments.reduce((amended, amendment) => amendment(amended, reading), tokens);
