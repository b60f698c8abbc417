import type { Freshness, SkillContext, SkillMiss, SkillResult } from "../ports/skill.ts";
import type { Claim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import type { ToolFailure } from "../records/trace.ts";
import { notConverted } from "./not-converted.ts";
import { resolveCodes } from "./resolve-codes.ts";

/** What one company came to. */
export interface CompanyPart {
  readonly claims: readonly Claim[];
  readonly notes?: readonly Bilingual[];
  readonly missing?: readonly SkillMiss[];
  /** The day of the oldest value that was asked for by its date or period: from it on nothing is too old. */
  readonly since?: string;
}

/** A company for which a tool had nothing. */
export const missedPart = ({ code, subject }: ToolFailure, company: string): CompanyPart => ({
  claims: [],
  missing: [{ code, subject: subject ?? company }],
});

const formerName: Bilingual = {
  zh: "所问为原名(或旧代码),答案中是现在的名称和代码。",
  en: "You asked by a former name or code; the answer shows the present ones.",
};

/** Said where a company's newest figures are older ones because it is suspended. */
export const suspendedNote: Bilingual = {
  zh: "股票停牌中,显示的是停牌前最近一个交易日的数据。",
  en: "Trading in the stock is suspended: shown is the last day traded before it.",
};

/** The budgets of an answer whose values were asked for by their day. */
export function sinceOldest(
  parts: readonly CompanyPart[],
  metrics: readonly string[],
): Readonly<Record<string, Freshness>> {
  const oldest = parts.flatMap(({ since }) => since ?? []).toSorted()[0];
  return oldest === undefined ? {} : Object.fromEntries(metrics.map((metric) => [metric, { since: oldest }]));
}

/**
 * The way of every skill about companies: resolves what the user wrote, looks each company up side by side, and gathers the parts.
 * An ambiguous name is asked back, alone or beside the rest; where all that there is to say is one miss, it is the refusal.
 */
export async function answerByCompany(
  queries: readonly string[],
  context: Pick<SkillContext, "tools" | "message">,
  look: {
    up(code: string, companies: number): Promise<CompanyPart>;
    /** Whether the short disclaimer is due. */
    readonly disclaimer?: boolean;
    freshness?(parts: readonly CompanyPart[]): Readonly<Record<string, Freshness>>;
  },
): Promise<SkillResult> {
  const { codes, missing: unresolved, question, formerNames } = await resolveCodes(queries, context.tools);
  if (codes.length === 0 && question !== null) return { kind: "question", ...question };
  const parts = await Promise.all(codes.map((code) => look.up(code, codes.length)));
  const claims = parts.flatMap((part) => part.claims);
  const missing = [...unresolved, ...parts.flatMap((part) => part.missing ?? [])];
  const [only] = missing;
  if (claims.length === 0 && missing.length === 1 && only !== undefined && question === null)
    return { kind: "refusal", ...only };
  const isFormer = formerNames.some((name) => context.message.text.includes(name));
  return {
    kind: "answer",
    claims,
    notes: [
      ...(isFormer ? [formerName] : []),
      ...parts.flatMap((part) => part.notes ?? []),
      ...notConverted(claims, context.message.text),
    ],
    missing,
    ...(look.disclaimer === true ? { disclaimer: true } : {}),
    freshness: look.freshness?.(parts) ?? {},
    ...(question === null ? {} : { question }),
  };
}
