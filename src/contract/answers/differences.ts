import type { Freshness, SkillContext } from "../ports/skill.ts";
import { filedMetrics } from "../ports/table-tools.ts";
import type { Claim, NumericClaim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import { staleness } from "../records/staleness.ts";

/** Figures whose difference can be told, with how old it may be; beside a live price it is as old as that anyway. */
const budgets: Readonly<Record<string, Freshness>> = {
  ...Object.fromEntries(
    [
      "current_price",
      "close",
      "open",
      "high",
      "low",
      "pct_chg",
      "move",
      "volume",
      "amount",
      "turnover_rate",
      "pe_ttm",
      "pb",
      "ps_ttm",
      "dv_ttm",
      "total_mv",
      "circ_mv",
      "main_net",
      "index_current",
      "index_close",
    ].map((metric) => [metric, staleness.daily]),
  ),
  ...Object.fromEntries(filedMetrics.map((metric) => [metric, staleness.filed])),
};

/** The figures of which `gap_<metric>` is registered (`#language`); `move` stands for the moves over every stretch of time. */
export const comparableMetrics: readonly string[] = Object.keys(budgets);

const prefix = "gap_";

const baseOf = (metric: string): string => (metric.startsWith("move_") ? "move" : metric);

/** A price is a current one or a close, whichever there is; between one of each the difference is one of prices. */
const prices: ReadonlySet<string> = new Set(["current_price", "close"]);

const isLike = (a: string, b: string): boolean => a === b || (prices.has(a) && prices.has(b));

/** The metric of the difference between two values of a metric. */
export const gapOf = (metric: string): string => `${prefix}${baseOf(metric)}`;

/** The metric whose values a difference is of; null for a metric that is no difference. */
export const comparedBy = (metric: string): string | null =>
  metric.startsWith(prefix) ? metric.slice(prefix.length) : null;

/** How old differences may be, for a skill that tells them. */
export const gapFreshness: Readonly<Record<string, Freshness>> = Object.fromEntries(
  Object.entries(budgets).map(([metric, freshness]) => [gapOf(metric), freshness]),
);

const asks = [
  "差[价额距]|价差|相差|差(?:了|出|着)?(?:多少|几)|差[^,，。?？]{1,8}多少",
  "(?<![最至新])(?:[多少高低大小贵强弱长短快慢]|便宜)(?:了|出)?(?:多少|几个?(?:点|百分点|块|元|毛|亿|万|倍(?!市)))",
  "\\bby how much\\b|\\bhow (?:much|many points|many percentage points) (?:more|less|higher|lower|bigger|larger|smaller|cheaper|dearer|pricier|greater|better|worse)\\b",
  "\\b(?:difference|gap|spread)\\b(?! between (?:a |the )?(?:ttm|pe\\b|pb\\b))",
];
const asksGap = new RegExp(asks.join("|"), "i");

/** True where a message asks how far two figures are apart: 差多少, 高几个点, by how much. */
export const asksDifference = (text: string): boolean => asksGap.test(text.slice(0, 500));

const timeOf = ({ as_of }: NumericClaim): number =>
  Date.parse(as_of.length === 10 ? `${as_of}T15:00:00+08:00` : as_of);

/** Of three or more securities on one day the highest and the lowest; null where one of them stands there twice, or on another day. */
function extremesOf(claims: readonly NumericClaim[]): readonly [NumericClaim, NumericClaim] | null {
  const [first] = claims;
  const codes = new Set(claims.map(({ code }) => code));
  const isOneDay = claims.every(
    ({ as_of, period, metric }) =>
      as_of.slice(0, 10) === first?.as_of.slice(0, 10) && period === first.period && metric === first.metric,
  );
  if (!isOneDay || codes.has(null) || codes.size < claims.length) return null;
  const sorted = claims.toSorted((a, b) => b.value - a.value);
  const [highest, lowest] = [sorted[0], sorted.at(-1)];
  return highest === undefined || lowest === undefined ? null : [highest, lowest];
}

/**
 * The two values to subtract, first minus second: those of two securities on one day, in the order in which they are shown, or one
 * security's at two times, the later one first; of more than two securities the highest and the lowest. Null where there are none that can be
 * set against each other.
 */
function pairOf(claims: readonly NumericClaim[]): readonly [NumericClaim, NumericClaim] | null {
  const [first, second, ...others] = claims;
  if (others.length > 0) return extremesOf(claims);
  if (first === undefined || second === undefined) return null;
  if (first.code === second.code)
    return first.as_of === second.as_of
      ? null
      : timeOf(first) > timeOf(second)
        ? [first, second]
        : [second, first];
  const isOneDay = first.as_of.slice(0, 10) === second.as_of.slice(0, 10) && first.period === second.period;
  return isOneDay && first.metric === second.metric ? [first, second] : null;
}

async function gapBetween(
  [first, second]: readonly [NumericClaim, NumericClaim],
  context: SkillContext,
): Promise<NumericClaim | null> {
  const operands = [first, second].flatMap(({ cite }) =>
    cite.kind === "tool" && cite.path !== undefined
      ? [{ tool_call_id: cite.tool_call_id, path: cite.path }]
      : [],
  );
  if (operands.length < 2) return null;
  const metric = gapOf(first.metric);
  const result = await context.tools.calculate({ expression: "a-b", operands, metric });
  return result.ok ? context.select(result.call, `/${metric}`) : null;
}

/** How far two values of each of these metrics are apart: computed, one claim a metric; none where they cannot be subtracted. */
export async function differencesOf(
  claims: readonly Claim[],
  metrics: readonly string[],
  context: SkillContext,
): Promise<readonly NumericClaim[]> {
  const numbers = claims.filter((claim) => claim.kind === "numeric");
  const pairs = new Map<string, readonly [NumericClaim, NumericClaim]>();
  for (const metric of metrics.filter((each) => Object.hasOwn(budgets, baseOf(each)))) {
    const pair = pairOf(numbers.filter((claim) => isLike(claim.metric, metric)));
    if (pair !== null) pairs.set(gapOf(pair[0].metric), pair);
  }
  const gaps = await Promise.all([...pairs.values()].map((pair) => gapBetween(pair, context)));
  return gaps.filter((gap) => gap !== null);
}

/** Said beside the difference of two securities. */
const firstMinusSecond: Bilingual = {
  zh: "差值是先列的减后列的。",
  en: "A difference is the first row minus the row below it.",
};

/** Said beside the difference of three securities or more. */
const highestMinusLowest: Bilingual = {
  zh: "差值是所列各家中最高的减最低的。",
  en: "A difference is the highest of those listed minus the lowest.",
};

/** Said beside the difference of two times of one security. */
export const laterMinusEarlier: Bilingual = {
  zh: "差值是后一个时间的减前一个时间的。",
  en: "A difference is the later value minus the earlier one.",
};

/** Said where a difference is asked for and none can be computed of what is shown. */
export const notSetApart: Bilingual = {
  zh: "差值没有算出,请对照所示的数。",
  en: "The difference was not computed: please compare the values shown.",
};

/** What is said beside differences: which of the values that are shown was taken from which. */
export function noteOfGaps(gaps: readonly NumericClaim[], shown: readonly Claim[]): readonly Bilingual[] {
  if (gaps.length === 0) return [];
  if (gaps.every(({ code }) => code !== null)) return [laterMinusEarlier];
  const ofGap = (gap: NumericClaim) =>
    shown.filter((claim) => claim.kind === "numeric" && gapOf(claim.metric) === gap.metric);
  return [gaps.some((gap) => ofGap(gap).length > 2) ? highestMinusLowest : firstMinusSecond];
}
