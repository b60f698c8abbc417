import { z } from "zod";
import {
  type Bilingual,
  type Claim,
  defineSkill,
  type Freshness,
  resolveCodes,
  type SkillMiss,
  type TemplateInput,
} from "#contract";

const input = z.object({
  codes: z
    .array(z.string().min(1).max(40))
    .max(8)
    .optional()
    .describe("Codes or company names as the user wrote them."),
});

const freshness: Readonly<Record<string, Freshness>> = {
  pe_ttm: { tradingDays: 5 },
  pb: { tradingDays: 5 },
  ps_ttm: { tradingDays: 5 },
  dv_ttm: { tradingDays: 5 },
  total_mv: { tradingDays: 5 },
  circ_mv: { tradingDays: 5 },
};

/** Beside P/E and P/B, which are always shown: shown when the question has one of the words. */
const askedFor: readonly (readonly [metric: string, words: RegExp])[] = [
  ["ps_ttm", /市销率|p\/?s\b/i],
  ["dv_ttm", /股息|分红|dividend/i],
  ["total_mv", /市值|market cap/i],
  ["circ_mv", /流通市值|流通值|float/i],
];

const lossMaking: Bilingual = {
  zh: "公司处于亏损,市盈率(TTM)不适用。",
  en: "The company is loss-making, so P/E (TTM) does not apply.",
};

/** One company a line. */
function template({ claims }: TemplateInput): string {
  const lines = new Map<string, string[]>();
  for (const { slot, claim } of claims) {
    const code = claim.kind === "numeric" ? (claim.code ?? "") : "";
    lines.set(code, [...(lines.get(code) ?? []), `{{${slot}}}`]);
  }
  return [...lines.values()].map((slots) => slots.join(",")).join("\n");
}

export default defineSkill<z.infer<typeof input>>({
  input,
  freshness,
  template,
  async run({ codes: queries = [] }, context) {
    if (queries.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    const { codes, missing: unresolved, question } = await resolveCodes(queries, context.tools);
    if (codes.length === 0 && question !== null) return { kind: "question", ...question };
    const missing: SkillMiss[] = [...unresolved];
    const values = await Promise.all(codes.map((code) => context.tools.get_valuation({ code })));
    const asked = askedFor.filter(([, words]) => words.test(context.message.text)).map(([metric]) => metric);
    const claims: Claim[] = [];
    const notes: Bilingual[] = [];
    for (const [index, found] of values.entries()) {
      if (!found.ok) {
        missing.push({ code: found.error.code, subject: found.error.subject ?? codes[index] ?? "" });
        continue;
      }
      if (found.value.pe_ttm === null) notes.push(lossMaking);
      const metrics = ["pe_ttm", "pb", ...asked];
      claims.push(
        ...metrics
          .map((metric) => context.select(found.call, `/${metric}`))
          .filter((claim) => claim !== null),
      );
    }
    const [onlyMiss] = missing;
    if (claims.length === 0 && onlyMiss !== undefined && question === null)
      return { kind: "refusal", ...onlyMiss };
    return {
      kind: "answer",
      claims,
      notes,
      missing,
      disclaimer: true,
      ...(question === null ? {} : { question }),
    };
  },
});
