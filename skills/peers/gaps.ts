import {
  asksDifference,
  type Claim,
  comparedBy,
  differencesOf,
  type NumericClaim,
  repeatedClaims,
  type SkillContext,
} from "#contract";

/** 比亚迪呢 behind a difference asks for the next one. */
const toldGap = (context: SkillContext): boolean =>
  repeatedClaims("peers", context).some(({ metric }) => comparedBy(metric) !== null);

/** How far two companies are apart in what is asked for, else in what stands first; nothing where no difference is asked for. */
export async function gapsOf(
  claims: readonly Claim[],
  context: SkillContext,
): Promise<readonly NumericClaim[]> {
  if (!asksDifference(context.message.text) && !toldGap(context)) return [];
  const first = claims.find((claim) => claim.kind === "numeric");
  const shown = new Set(claims.flatMap((claim) => (claim.kind === "knowledge" ? [] : [claim.metric])));
  const asked = context.asked.metrics.filter((metric) => shown.has(metric));
  const metrics = asked.length > 0 ? asked : first === undefined ? [] : [first.metric];
  return differencesOf(claims, metrics, context);
}
