import { type Claim, type MetricRegistry, repeatedClaims, type SkillContext } from "#contract";

/** How far the price of the first of two companies is above the second's. */
export const gapMetrics: MetricRegistry = {
  price_gap: {
    default_unit: "CNY",
    zh: ["股价差额"],
    en: ["price difference"],
    computed: true,
    exact: true,
    signed: true,
  },
};

const asksGap =
  /差价|价差|[多贵高低差便宜少]多少[钱元块]|[贵宜]多少[?？。呢]*$|(?:股价|价格)[^,，]{0,4}(?:差|相差)多少|price (?:gap|difference)/;

/** 比亚迪呢 behind a difference of prices asks for the next one. */
const toldGap = (context: SkillContext): boolean =>
  repeatedClaims("peers", context).some(({ metric }) => metric === "price_gap");

/** The difference of two companies' prices where it is asked for, both current ones or both closes of one day; else nothing. */
export async function priceGap(claims: readonly Claim[], context: SkillContext): Promise<readonly Claim[]> {
  if (!asksGap.test(context.message.text) && !toldGap(context)) return [];
  const prices = claims.flatMap((claim) =>
    claim.kind === "numeric" && (claim.metric === "current_price" || claim.metric === "close") ? [claim] : [],
  );
  const [first, second, ...others] = prices;
  if (first === undefined || second === undefined || others.length > 0) return [];
  const isLike = first.metric === second.metric && first.as_of.slice(0, 10) === second.as_of.slice(0, 10);
  const operands = [first, second].flatMap(({ cite }) =>
    cite.kind === "tool" && cite.path !== undefined
      ? [{ tool_call_id: cite.tool_call_id, path: cite.path }]
      : [],
  );
  if (!isLike || operands.length < 2) return [];
  const result = await context.tools.calculate({ expression: "a-b", operands, metric: "price_gap" });
  const claim = result.ok ? context.select(result.call, "/price_gap") : null;
  return claim === null ? [] : [claim];
}
