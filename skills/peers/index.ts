import { z } from "zod";
import {
  type AskedDay,
  type AskedPeriods,
  answerMoves,
  askedPeriods,
  asksDifference,
  asksForMultiple,
  type Claim,
  comparedBy,
  defineSkill,
  gapFreshness,
  maxQueries,
  measuredAgainst,
  moveMeasure,
  notConverted,
  noteOfGaps,
  orEarlierPeriods,
  otherPeNotes,
  repeatedClaims,
  resolveCodes,
  resolveDay,
  resolveStretch,
  type SkillAnswer,
  type SkillContext,
  type SkillResult,
  saysMove,
  staleness,
  type TemplateInput,
  withCompared,
  withMultiple,
  wordsOfMove,
} from "#contract";
import { comparedIn, figureWithoutData, freshness, namedIn } from "./families.ts";
import { gapsOf, multipleMetrics } from "./gaps.ts";
import { amongPeers, medians, metrics } from "./industry.ts";
import { flowsAreModels, newestOnes, withoutData } from "./notes.ts";
import { type Comparison, sideBySide } from "./side-by-side.ts";

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe("Codes or company names as the user wrote them: one for its peers, several to compare them."),
  date: z
    .string()
    .max(64)
    .optional()
    .describe(
      "ISO date for a day the user named, or the user's words for a stretch of time (这周, year to date).",
    ),
});

const dayOf = (claim: Claim): string => (claim.kind === "knowledge" ? "" : claim.as_of.slice(0, 10));

const isPeriod = ({ targets, count }: AskedPeriods): boolean => targets.length > 0 || count > 1;

/** Whether changes are those of the day asked about, which without one is today. */
const isOfDay = (claims: readonly Claim[], { date }: AskedDay, { now }: SkillContext): boolean =>
  date !== undefined || claims.every((claim) => dayOf(claim) === now.slice(0, 10));

const own = [...Object.keys(metrics), ...medians];

/** Figures of the industry stand on a line of their own before the companies'. */
function lineOf(claim: Claim): string {
  if (claim.kind === "knowledge") return "";
  if (comparedBy(claim.metric) !== null || claim.metric in multipleMetrics) return "apart";
  const isIndustry = own.includes(claim.metric);
  return `${isIndustry ? "industry" : (claim.code ?? "")} ${"period" in claim ? (claim.period ?? "") : ""}`;
}

/** One company a line, in the order of the claims. */
function template({ claims }: TemplateInput): string {
  const lines = new Map<string, string[]>();
  for (const { slot, claim } of claims)
    lines.set(lineOf(claim), [...(lines.get(lineOf(claim)) ?? []), `{{${slot}}}`]);
  return [...lines.values()].map((slots) => slots.join(",")).join("\n");
}

/** How far the companies moved over a stretch of time, where that is what is compared; null where it is not. */
async function moves(
  queries: readonly string[],
  date: string | undefined,
  context: SkillContext,
): Promise<SkillResult | null> {
  const words = wordsOfMove(date, context);
  // 对比最近5天 names no figure: how they moved is what a stretch of time tells.
  if (words === undefined || namedIn(context).some(({ family }) => family !== "price")) return null;
  const stretch = await resolveStretch(words, context);
  if (stretch === null) return null;
  if (!("metric" in stretch)) return { kind: "refusal", ...stretch };
  const moved = await answerMoves(queries, { words, stretch }, context, template);
  if (moved.kind !== "answer" || moved.draft !== undefined) return moved;
  const draft = measuredAgainst([moveMeasure], moved.claims, context, template);
  return draft === null ? moved : { ...moved, draft };
}

/** What a company alone is compared with. */
const peerWords = /同行|同业|同类|行业|板块|对手|竞|龙头|peer|industr|sector|rival|compet|others/i;

const mostBefore = 3;

/**
 * 比亚迪呢 behind a comparison: one more company beside those of before, or against the first of them where their difference was told; the
 * companies as they are where the message asks for itself.
 */
function withThoseBefore(queries: readonly string[], context: SkillContext): readonly string[] {
  const [only, ...others] = queries;
  const told = repeatedClaims("peers", context);
  const before = [...new Set(told.flatMap(({ code }) => code ?? []))].filter((code) => code !== only);
  // The peers of one company are told with its industry, and another one has peers of its own.
  const isOfOne = context.session.at(-1)?.claims.some(({ kind }) => kind === "text") === true;
  if (only === undefined || others.length > 0 || before.length < 2 || isOfOne) return queries;
  if (context.asked.metrics.length > 0) return queries;
  const first = told.every(({ metric }) => comparedBy(metric) === null) ? mostBefore : 1;
  return [...before.slice(0, first), only];
}

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics: { ...metrics, ...multipleMetrics },
  freshness: {
    ...freshness,
    ...gapFreshness,
    ...Object.fromEntries(
      [...own, ...Object.keys(multipleMetrics)].map((metric) => [metric, staleness.daily]),
    ),
  },
  maxToolCalls: 20,
  template,
  async run({ codes: written = [], date }, context) {
    const queries = withThoseBefore(written, context);
    const moved = queries.length === 0 ? null : await moves(queries, date, context);
    if (moved !== null) return moved;
    const named = await resolveDay(date, context);
    // 哪个市值大,今年涨了多少: the time is the price's, and companies are compared by what is newest.
    const isOfNow = "code" in named && saysMove(context.message.text);
    const families = comparedIn(context);
    const said = askedPeriods(`${context.message.text} ${date ?? ""}`, context.now);
    const isOfReport = families.some(({ family }) => family === "financials") && isPeriod(said);
    if ("code" in named && !isOfNow && !isOfReport) return { kind: "refusal", ...named };
    const day: AskedDay = "code" in named ? {} : named;
    if (queries.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    const { codes, missing: unresolved, question } = await resolveCodes(queries, context.tools);
    if (codes.length === 0 && question !== null) return { kind: "question", ...question };
    const unknown = codes.length > 1 ? figureWithoutData(context) : null;
    if (unknown !== null) return { kind: "text", text: withoutData(unknown), missing: unresolved };
    const [code, other] = codes;
    const valuation = families.find(({ family }) => family === "valuation")?.metrics ?? [
      "pe_ttm",
      "pb",
      "total_mv",
    ];
    // 比亚迪和特斯拉谁市值大: one that is out of reach leaves the other, not its industry.
    // 差多少 behind one company alone: its industry is not what is asked about.
    if (
      codes.length === 1 &&
      new Set(queries).size === 1 &&
      asksDifference(context.message.text) &&
      !peerWords.test(context.message.text)
    )
      return { kind: "refusal", code: "COMPARED_WITH_WHAT" };
    const reports = await orEarlierPeriods(said, { name: "peers", codes }, context);
    const isAlone = code !== undefined && other === undefined && new Set(queries).size === 1;
    const found: Comparison = isAlone
      ? await amongPeers(code, valuation, day.date !== undefined, context)
      : await sideBySide(codes, families, { day, reports }, context);
    const missing = [...unresolved, ...found.missing];
    const isMultiple = asksForMultiple(context.message.text);
    const gap = isMultiple ? [] : await gapsOf(found.claims, context);
    const [onlyMiss] = missing;
    if (found.claims.length === 0 && missing.length === 1 && onlyMiss !== undefined && question === null)
      return { kind: "refusal", ...onlyMiss };
    const since = found.claims.map(dayOf).toSorted()[0];
    const answer: SkillAnswer = {
      kind: "answer",
      claims: [...gap, ...found.claims],
      notes: [
        ...noteOfGaps(gap, found.claims),
        ...(families.some(({ family }) => family === "flow") ? [flowsAreModels] : []),
        ...otherPeNotes(context.message.text),
        ...(isOfNow ? [newestOnes] : []),
        ...found.notes,
        ...notConverted(found.claims, context.message.text),
      ],
      missing,
      disclaimer: true,
      ...((day.date === undefined && !isPeriod(reports)) || since === undefined
        ? {}
        : {
            freshness: Object.fromEntries(
              Object.keys({ ...freshness, ...gapFreshness }).map((metric) => [metric, { since }]),
            ),
          }),
      ...(question === null ? {} : { question }),
    };
    if (isAlone) return answer;
    const asked = { codes, isOfDay: isOfDay(found.claims, day, context) };
    const first = families[0]?.metrics[0];
    const ofMultiple = { metric: first, quotient: "peers_multiple" };
    return withMultiple(withCompared(answer, asked, context, template), ofMultiple, context, template);
  },
});
