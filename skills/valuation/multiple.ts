import type { Claim, MetricRegistry, NumericClaim, SkillContext, SkillResult } from "#contract";

/** How many times as large the first company's figure is as the second's. */
export const metrics: MetricRegistry = {
  valuation_multiple: {
    default_unit: "x",
    zh: ["前者与后者之比"],
    en: ["ratio of the first to the second"],
    computed: true,
  },
};

const asksMultiple = /[是为](?!多少倍)[^,，。?？]{1,24}(?:几|多少)倍|比值|\bhow many times\b/i;

const isNumeric = (claim: Claim): claim is NumericClaim => claim.kind === "numeric";

/** The two companies' figures of one metric and day; null where there are not exactly these. */
function pairOf(claims: readonly Claim[], metric: string): readonly [NumericClaim, NumericClaim] | null {
  const [first, second, ...others] = claims.filter(isNumeric).filter((claim) => claim.metric === metric);
  if (first === undefined || second === undefined || others.length > 0) return null;
  return first.code !== second.code && first.as_of === second.as_of ? [first, second] : null;
}

/** 茅台市值是五粮液的几倍: the quotient of the two figures shown stands before them. */
export async function withMultiple(
  result: SkillResult,
  metric: string | undefined,
  context: SkillContext,
): Promise<SkillResult> {
  if (result.kind !== "answer" || metric === undefined || !asksMultiple.test(context.message.text))
    return result;
  const operands = (pairOf(result.claims, metric) ?? []).flatMap(({ cite }) =>
    cite.kind === "tool" && cite.path !== undefined
      ? [{ tool_call_id: cite.tool_call_id, path: cite.path }]
      : [],
  );
  if (operands.length < 2) return result;
  const computed = await context.tools.calculate({
    expression: "a/b",
    operands,
    metric: "valuation_multiple",
  });
  const claim = computed.ok ? context.select(computed.call, "/valuation_multiple") : null;
  return claim === null ? result : { ...result, claims: [claim, ...result.claims] };
}
