import {
  asksDifference,
  type Claim,
  comparedBy,
  differencesOf,
  type MetricRegistry,
  type NumericClaim,
  repeatedClaims,
  type SkillContext,
} from "#contract";

/** How many times as large the first company's figure is as the second's. */
export const multipleMetrics: MetricRegistry = {
  peers_multiple: {
    default_unit: "x",
    zh: ["前者与后者之比"],
    en: ["ratio of the first to the second"],
    computed: true,
  },
};

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
