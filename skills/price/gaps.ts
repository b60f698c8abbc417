import {
  asksDifference,
  type Bilingual,
  type Claim,
  differencesOf,
  type NumericClaim,
  noteOfGaps,
  notSetApart,
  type SkillContext,
} from "#contract";

export interface Gaps {
  readonly claims: readonly NumericClaim[];
  readonly notes: readonly Bilingual[];
}

const none: Gaps = { claims: [], notes: [] };

/** What the first hour has traded is not set against a whole day. */
const traded: ReadonlySet<string> = new Set(["volume", "amount"]);

/**
 * How far two companies, or two days of one, are apart in what is asked for, else in their prices. `isUnfinished`: one of the days is not
 * over.
 */
export async function gapsOf(
  claims: readonly Claim[],
  isUnfinished: boolean,
  context: SkillContext,
): Promise<Gaps> {
  if (!asksDifference(context.message.text)) return none;
  const shown = new Set(claims.flatMap((claim) => (claim.kind === "numeric" ? claim.metric : [])));
  const asked = context.asked.metrics.filter((metric) => shown.has(metric));
  const metrics = asked.length > 0 ? asked : ["current_price", "close"];
  const found = await differencesOf(
    claims,
    metrics.filter((metric) => !isUnfinished || !traded.has(metric)),
    context,
  );
  const others = claims.filter((claim) => claim.kind === "numeric" && metrics.includes(claim.metric));
  if (found.length === 0 && others.length < 2) return none;
  if (found.length === 0)
    return { claims: [], notes: claims.length > 0 && !isUnfinished ? [notSetApart] : [] };
  return {
    claims: found,
    notes: noteOfGaps(found, claims),
  };
}
