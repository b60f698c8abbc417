import type { Claim, MetricRegistry, NumericClaim, SkillContext, SkillResult } from "#contract";

/** How many times as large the first company's figure is as the second's. */
export const metrics: MetricRegistry = {
  valuation_multiple: {
    default_unit: "x",
    zh: ["前者与后者之比"],
    en: ["ratio of the first to the second"],
    computed: true,
  },
  valuation_total: {
    default_unit: "CNY",
    zh: ["所列各家合计"],
    en: ["total of those listed"],
    computed: true,
  },
};

const isNumeric = (claim: Claim): claim is NumericClaim => claim.kind === "numeric";

const asksTotal = /加起来|合起来|[加合]在?一起|合计|总共|一共|\b(?:combined|together|in total|altogether)\b/i;
/** Of ratios there is no total. */
const summed: ReadonlySet<string> = new Set(["total_mv", "circ_mv"]);

/** 加起来多少 behind market values: the one that was told first. */
export function summedBefore(text: string, session: SkillContext["session"]): readonly string[] {
  if (!asksTotal.test(text)) return [];
  const last = session.at(-1);
  const told = session.filter(({ turnId }) => turnId === last?.turnId).flatMap(({ claims }) => claims);
  return told
    .filter(isNumeric)
    .flatMap(({ metric }) => (summed.has(metric) ? [metric] : []))
    .slice(0, 1);
}

/** 两家加起来市值多少: the sum of the values shown, of one day, stands before them. */
export async function withTotal(
  result: SkillResult,
  metric: string | undefined,
  context: SkillContext,
): Promise<SkillResult> {
  if (result.kind !== "answer" || metric === undefined || !asksTotal.test(context.message.text))
    return result;
  const values = result.claims.filter(isNumeric).filter((claim) => claim.metric === metric);
  const operands = values.flatMap(({ cite }) =>
    cite.kind === "tool" && cite.path !== undefined
      ? [{ tool_call_id: cite.tool_call_id, path: cite.path }]
      : [],
  );
  const isOneDay = new Set(values.map(({ as_of }) => as_of)).size === 1;
  const isEach = new Set(values.map(({ code }) => code)).size === operands.length && operands.length > 1;
  if (!summed.has(metric) || !isOneDay || !isEach || (result.missing ?? []).length > 0) return result;
  const computed = await context.tools.calculate({ expression: "sum", operands, metric: "valuation_total" });
  const claim = computed.ok ? context.select(computed.call, "/valuation_total") : null;
  return claim === null ? result : { ...result, claims: [claim, ...result.claims] };
}
