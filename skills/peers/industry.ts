import type { MetricRegistry, NumericClaim, SkillContext } from "#contract";
import { byList, byValue, noMedian, noPeers, onlyNewest } from "./notes.ts";
import { type Comparison, inOrder, lossOf } from "./side-by-side.ts";

/** What the industry has beside its companies' figures. */
export const metrics: MetricRegistry = {
  industry: { default_unit: "", zh: ["所属行业"], en: ["industry"] },
};

export const medians = ["pe_ttm", "pb", "ps_ttm", "dv_ttm", "total_mv"].map(
  (metric) => `industry_median_${metric}`,
);

const limit = 6;

/** A company and its peers by valuation, with the industry's medians where the whole industry is at hand. */
export async function amongPeers(
  code: string,
  wanted: readonly string[],
  isDated: boolean,
  context: SkillContext,
): Promise<Comparison> {
  const found = await context.tools.get_peers({ code, limit });
  if (!found.ok)
    return {
      claims: [],
      notes: [],
      missing: [{ code: found.error.code, subject: found.error.subject ?? code }],
    };
  const { call, value } = found;
  const rowOf = (peer: string): readonly NumericClaim[] =>
    wanted.flatMap((metric) => context.select(call, `/peers/${peer}/${metric}`) ?? []);
  const peers = Object.keys(value.peers);
  const ordered = inOrder(
    peers.map(rowOf).filter((row) => row.length > 0),
    context.message.text,
  );
  const middle = wanted.flatMap((metric) => context.select(call, `/industry_median_${metric}`) ?? []);
  const industry = context.quote(call, "/industry", "label");
  const losses = peers.filter((peer) => value.peers[peer]?.pe_ttm === null);
  return {
    claims: [...(industry === null ? [] : [industry]), ...middle, ...ordered.rows.flat()],
    notes: [
      peers.length < 2 ? noPeers : value.by_value ? byValue : byList,
      ...ordered.notes,
      ...(middle.length === 0 && peers.length > 1 ? [noMedian] : []),
      ...(isDated ? [onlyNewest] : []),
    ],
    missing: wanted.includes("pe_ttm") ? losses.map(lossOf) : [],
  };
}
