import { z } from "zod";
import {
  type AskedDay,
  type Bilingual,
  type Claim,
  defineSkill,
  type Freshness,
  maxQueries,
  resolveCodes,
  resolveDay,
  type SkillContext,
  type SkillMiss,
  staleness,
  type TemplateInput,
} from "#contract";

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe("Codes or company names as the user wrote them."),
  date: z.string().max(64).optional().describe("ISO date, only for a day the user named."),
});

/** Always shown, the one asked for first. */
const usual = ["pe_ttm", "pb"] as const;
const metrics = [...usual, "ps_ttm", "dv_ttm", "total_mv", "circ_mv"] as const;

const freshness: Readonly<Record<string, Freshness>> = Object.fromEntries(
  metrics.map((metric) => [metric, staleness.daily]),
);

/** Words that ask for a metric without naming it as it is printed. */
const alsoAsks: readonly (readonly [metric: string, words: RegExp])[] = [
  ["dv_ttm", /股息|分红|dividend/i],
  ["circ_mv", /流通值|\bfloat\b/i],
];

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const lossMaking = note(
  "公司处于亏损,市盈率(TTM)不适用。",
  "The company is loss-making, so P/E (TTM) does not apply.",
);

const olderThanAsked = note(
  "所问日期没有估值数据,显示的是此前最近交易日的数据。",
  "There is no valuation of that day: shown is the newest one before it.",
);

/** The metrics to show, those that the message asks for first and in its order. */
function metricsFor({ asked, message }: SkillContext): readonly string[] {
  const named = asked.metrics.filter((metric) => metric in freshness);
  const meant = alsoAsks.filter(([, words]) => words.test(message.text)).map(([metric]) => metric);
  return [...new Set([...named, ...meant, ...usual])];
}

/** One company a line. */
function template({ claims }: TemplateInput): string {
  const lines = new Map<string, string[]>();
  for (const { slot, claim } of claims) {
    const code = claim.kind === "numeric" ? (claim.code ?? "") : "";
    lines.set(code, [...(lines.get(code) ?? []), `{{${slot}}}`]);
  }
  return [...lines.values()].map((slots) => slots.join(",")).join("\n");
}

/** What one company came to. */
interface Found {
  readonly claims: readonly Claim[];
  readonly notes: readonly Bilingual[];
  readonly missing: readonly SkillMiss[];
  /** The date of the values. */
  readonly asOf?: string;
}

async function valuationOf(code: string, day: AskedDay, context: SkillContext): Promise<Found> {
  const found = await context.tools.get_valuation({
    code,
    ...(day.date === undefined ? {} : { date: day.date }),
  });
  if (!found.ok)
    return {
      claims: [],
      notes: [],
      missing: [{ code: found.error.code, subject: found.error.subject ?? code }],
    };
  const { call, value } = found;
  const claims = metricsFor(context)
    .map((metric) => context.select(call, `/${metric}`))
    .filter((claim) => claim !== null);
  const asOf = call.as_of?.slice(0, 10);
  const isOlder = day.closed !== undefined || (day.date !== undefined && asOf !== day.date);
  return {
    claims,
    notes: [...(isOlder ? [olderThanAsked] : []), ...(value.pe_ttm === null ? [lossMaking] : [])],
    missing: [],
    ...(asOf === undefined ? {} : { asOf }),
  };
}

/** The user named the day: nothing from the oldest value's day on is too old. */
function freshnessOf(day: AskedDay, found: readonly Found[]): Record<string, Freshness> {
  const oldest = found.flatMap(({ asOf }) => asOf ?? []).sort()[0];
  if (day.date === undefined || oldest === undefined) return {};
  return Object.fromEntries(metrics.map((metric) => [metric, { since: oldest }]));
}

export default defineSkill<z.infer<typeof input>>({
  input,
  freshness,
  template,
  async run({ codes: queries = [], date }, context) {
    const day = await resolveDay(date, context);
    if ("code" in day) return { kind: "refusal", ...day };
    if (queries.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    const { codes, missing: unresolved, question } = await resolveCodes(queries, context.tools);
    if (codes.length === 0 && question !== null) return { kind: "question", ...question };
    const found = await Promise.all(codes.map((code) => valuationOf(code, day, context)));
    const claims = found.flatMap((each) => each.claims);
    const missing = [...unresolved, ...found.flatMap((each) => each.missing)];
    const [onlyMiss] = missing;
    if (claims.length === 0 && missing.length === 1 && onlyMiss !== undefined && question === null)
      return { kind: "refusal", ...onlyMiss };
    return {
      kind: "answer",
      claims,
      notes: found.flatMap((each) => each.notes),
      missing,
      disclaimer: true,
      freshness: freshnessOf(day, found),
      ...(question === null ? {} : { question }),
    };
  },
});
