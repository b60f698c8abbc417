import { readAlike } from "./alike-words.ts";
import { joinMeasures } from "./joined-measures.ts";
import { readLastDays } from "./last-days.ts";
import { nameMoves } from "./move-nouns.ts";
import { nameIndices } from "./named-indices.ts";
import { withoutOffers } from "./offers.ts";
import { inOrdinarySense } from "./ordinary-senses.ts";
import { resolvePairs } from "./pairs.ts";
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";
import { nameWiderOwners } from "./wider-owners.ts";

/** Corrects tokens whose sense shows only in their company; hands back the same list where it finds nothing to correct. */
type Amendment = (tokens: readonly Token[], reading: Reading) => readonly Token[];

/** In this order: what says nothing is gone before owners are named, and owners are known before measures are joined to them. */
const amendments: readonly Amendment[] = [
  withoutOffers,
  readAlike,
  readLastDays,
  inOrdinarySense,
  nameWiderOwners,
  nameIndices,
  resolvePairs,
  joinMeasures,
  nameMoves,
];

/** The tokens of a text as the scan found them, each in the sense that its neighbours give it. */
export const amend: Amendment = (tokens, reading) =>
  amendments.reduce((amended, amendment) => amendment(amended, reading), tokens);
