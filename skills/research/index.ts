/** For what no single skill answers: a language model picks tools in a loop and selects values; code fills them. */
import { z } from "zod";
import {
  type Claim,
  codesInput,
  datedFreshness,
  dateInput,
  defineSkill,
  type Freshness,
  linesBy,
  resolveCodes,
  resolveDay,
  type SkillMiss,
  type SkillResult,
  staleness,
} from "#contract";
import { type Studied, study } from "./study.ts";

const input = z.strictObject({ codes: codesInput, date: dateInput });

const all = (metrics: string, budget: Freshness): Readonly<Record<string, Freshness>> =>
  Object.fromEntries(metrics.split(" ").map((metric) => [metric, budget]));

/** The usual ones; whatever else a tool brings has the budget of the skill that brings its metric. */
const freshness: Readonly<Record<string, Freshness>> = {
  ...all("current_price", staleness.live),
  ...all(
    "close change pct_chg volume amount pe_ttm pb ps_ttm dv_ttm total_mv circ_mv main_net",
    staleness.daily,
  ),
  ...all(
    "revenue net_profit_parent revenue_yoy net_profit_yoy gross_margin net_margin roe debt_ratio eps",
    staleness.filed,
  ),
};

/** Quotations are as old as what they are quoted from may be. */
function quotedFreshness({ claims, calls }: Studied): Readonly<Record<string, Freshness>> {
  const texts = claims.filter((claim) => claim.kind === "text" && claim.type !== "date");
  return Object.fromEntries(
    texts.flatMap((claim) => {
      if (claim.kind === "knowledge" || claim.cite.kind !== "tool") return [];
      const isReport = calls.get(claim.cite.tool_call_id)?.tool === "get_research_reports";
      return [[claim.metric, isReport ? staleness.reports : staleness.news] as const];
    }),
  );
}

/** Values of one company, day and period stand on one line, what is quoted from one row on its own. */
function lineOf(claim: Claim): string {
  if (claim.kind === "knowledge" || claim.cite.kind !== "tool") return "";
  const row = claim.cite.path?.replace(/\/[^/]*$/, "") ?? "";
  if (claim.kind === "text") return `${claim.cite.tool_call_id} ${row}`;
  return [claim.code, claim.as_of, claim.period, claim.cite.source].join(" ");
}

function resultOf(studied: Studied, unresolved: readonly SkillMiss[]): SkillResult {
  const { claims, calls, gap } = studied;
  const missing: readonly SkillMiss[] = [...unresolved, ...(gap === undefined ? [] : [{ code: gap }])];
  if (claims.length === 0) return { kind: "refusal", ...(missing[0] ?? { code: "NO_DATA" }) };
  return {
    kind: "answer",
    claims,
    missing,
    disclaimer: true,
    freshness: { ...quotedFreshness(studied), ...datedFreshness(claims, calls) },
  };
}

export default defineSkill<z.infer<typeof input>>({
  input,
  freshness,
  // Names to resolve, and the six calls that are the model's.
  maxToolCalls: 12,
  template: (view) => linesBy(view, lineOf),
  async run({ codes = [], date }, context) {
    const day = await resolveDay(date, context);
    if ("code" in day) return { kind: "refusal", ...day };
    const resolved = await resolveCodes(codes, context.tools);
    const [missed] = resolved.missing;
    if (resolved.codes.length === 0 && resolved.question !== null)
      return { kind: "question", ...resolved.question };
    if (resolved.codes.length === 0 && missed !== undefined) return { kind: "refusal", ...missed };
    const result = resultOf(await study(resolved.codes, context), resolved.missing);
    return result.kind === "answer" && resolved.question !== null
      ? { ...result, question: resolved.question }
      : result;
  },
});
