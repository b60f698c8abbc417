import { z } from "zod";
import {
  type AskedDay,
  asksCause,
  type Bilingual,
  comparesWithTime,
  defineSkill,
  type Freshness,
  freshnessOfMoves,
  inRank,
  isOfAskedDay,
  linesByCompany,
  maxQueries,
  moveByNow,
  moveOf,
  notConverted,
  resolveDay,
  resolveStretch,
  type SkillContext,
  type SkillMiss,
  type SkillResult,
  staleness,
  tooManyToAverage,
  unsaidYear,
  withCompared,
  wordsOfMove,
} from "#contract";
import { asksEachDay, readWish, wordsOfDays } from "./asked.ts";
import { comparedDay, comparedTurnover } from "./compared-turnover.ts";
import { averageOfDays, levelsByDay } from "./days.ts";
import { extremesOver } from "./extremes.ts";
import { type Found, levelOf } from "./level-of.ts";
import { noCause, tooManyDays } from "./notes.ts";
import { mostIndices, resolveIndices } from "./resolve-indices.ts";
import { levelReached, metrics, freshness as ofWays, verdictOf, wayTo } from "./to-level.ts";

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe("Indices as the user wrote them; none for the market as a whole."),
  date: z
    .string()
    .max(64)
    .optional()
    .describe(
      "ISO date for a day the user named, or the user's words for a stretch of time (这周, year to date).",
    ),
  ranking: z
    .boolean()
    .optional()
    .describe("True where all stocks are to be ranked (top gainers, the highest turnover rate)."),
});

const freshness: Readonly<Record<string, Freshness>> = {
  index_current: staleness.live,
  index_close: staleness.daily,
  index_open: staleness.daily,
  index_high: staleness.daily,
  index_low: staleness.daily,
  index_prev_close: staleness.daily,
  index_change: staleness.daily,
  pct_chg: staleness.daily,
  amount: staleness.daily,
};

/** Dated levels are never too old; what a live level carries is as old as the level and no fresher. */
function freshnessOf(day: AskedDay, found: readonly Found[]): Readonly<Record<string, Freshness>> {
  const others = Object.keys(freshness).filter((metric) => metric !== "index_current");
  if (day.date !== undefined)
    return Object.fromEntries(others.map((metric) => [metric, { since: day.date ?? "" }]));
  const answered = found.filter(({ claims }) => claims.length > 0);
  if (!answered.every(({ live }) => live)) return {};
  const carried = others.filter((metric) => metric !== "index_close");
  return Object.fromEntries(carried.map((metric) => [metric, staleness.live]));
}

/** A level, its second reading and the turnover of another day for each index, and looks at the calendar. */
const maxToolCalls = 3 * mostIndices + 2;

/**
 * How far the indices moved over a stretch of time; null where that is not what is asked, "now" where the level of now tells it: what was
 * yesterday's close is today's reference.
 */
async function moves(
  queries: readonly string[],
  date: string | undefined,
  context: SkillContext,
): Promise<SkillResult | "now" | null> {
  const words = wordsOfMove(date, context);
  return words === undefined ? null : movesOver(queries, words, context);
}

async function movesOver(
  queries: readonly string[],
  words: string,
  context: SkillContext,
  beside: readonly Bilingual[] = [],
): Promise<SkillResult | "now" | null> {
  const stretch = await resolveStretch(words, context);
  if (stretch === null) return null;
  if (!("metric" in stretch)) {
    const isNow = stretch.code === "STRETCH_TOO_SHORT" && comparesWithTime(context.message.text);
    return isNow ? "now" : { kind: "refusal", ...stretch };
  }
  const { codes, missing, question } = await resolveIndices(queries, context);
  const asking = { words, stretch };
  const parts = await Promise.all(
    codes.map(
      async (code) => (await moveByNow(code, asking, context, true)) ?? moveOf(code, asking, context, true),
    ),
  );
  const claims = parts.flatMap((part) => part.claims);
  const missed = [...missing, ...parts.flatMap((part) => part.missing ?? [])];
  const [onlyMiss] = missed;
  if (claims.length === 0 && missed.length === 1 && onlyMiss !== undefined)
    return { kind: "refusal", ...onlyMiss };
  const answer = {
    kind: "answer",
    claims,
    notes: [
      ...(asksCause(context.message.text) ? [noCause] : []),
      ...parts.flatMap((part) => part.notes ?? []),
      ...beside,
    ],
    missing: missed,
    freshness: freshnessOfMoves(claims, parts),
    ...(question === undefined ? {} : { question }),
  } as const;
  const ranked = inRank(answer, context.message.text);
  const draft = verdictOf(ranked.claims, context);
  return draft === null ? withCompared(ranked, { codes }, context, linesByCompany) : { ...ranked, draft };
}

/** The levels of each day of a stretch, or how far the indices moved over a long one; null where the words name none. */
async function eachDay(
  queries: readonly string[],
  date: string | undefined,
  context: SkillContext,
): Promise<SkillResult | null> {
  const words = wordsOfDays(date, context);
  if (words === undefined) return null;
  const listed = await levelsByDay(queries, words, context);
  if (listed !== "too_many") return listed;
  const tooMany = averageOfDays(context) === null ? tooManyDays : tooManyToAverage;
  const moved = await movesOver(queries, words, context, [tooMany]);
  return moved === "now" ? null : moved;
}

/** vs the index: the company that is named beside it is none. */
const saysMarket = /\bthe (?:index|market|benchmark)\b/i;

const isStock = (code: string): boolean =>
  /^\d{6}\.(?:SH|SZ|BJ)$/.test(code) && !/^(?:000\d{3}\.SH|399\d{3}\.SZ|899\d{3}\.BJ)$/.test(code);

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics,
  freshness: { ...freshness, ...ofWays },
  template: linesByCompany,
  maxToolCalls,
  async run({ codes: named = [], date, ranking = false }, context) {
    const queries = saysMarket.test(context.message.text) ? named.filter((code) => !isStock(code)) : named;
    if (ranking) return { kind: "refusal", code: "NO_RANKING_DATA" };
    const seen = asksEachDay(context) ? null : await extremesOver(queries, date, context);
    if (seen !== null) return seen;
    if (asksEachDay(context) || averageOfDays(context) !== null) {
      const listed = await eachDay(queries, date, context);
      if (listed !== null) return listed;
    }
    const moved = await moves(queries, date, context);
    if (moved !== null && moved !== "now") return moved;
    const against = await comparedDay(date, context);
    const day = moved === "now" || against !== undefined ? {} : await resolveDay(date, context);
    if ("code" in day) return (await eachDay(queries, date, context)) ?? { kind: "refusal", ...day };
    const { breadth: asksBreadth, levels: asksLevels } = readWish(context.message.text);
    if (asksBreadth && !asksLevels && queries.length === 0)
      return { kind: "refusal", code: "NO_BREADTH_DATA" };
    const breadth: readonly SkillMiss[] = asksBreadth ? [{ code: "NO_BREADTH_DATA" }] : [];
    const { codes, missing: unresolved, question } = await resolveIndices(queries, context);
    const levels = await Promise.all(codes.map((code) => levelOf(code, day, context)));
    const found = against === undefined ? levels : await comparedTurnover(levels, codes, against, context);
    const shown = found.flatMap((each) => each.claims);
    const reached = found[0] === undefined ? null : await levelReached(found[0], context);
    const claims = reached?.claims ?? [...shown, ...(await wayTo(shown, context))];
    const missing = [...breadth, ...unresolved, ...found.flatMap((each) => each.missing)];
    if (question !== undefined && claims.length === 0 && missing.length === 0)
      return { kind: "question", ...question };
    const [onlyMiss] = missing;
    if (claims.length === 0 && missing.length === 1 && onlyMiss !== undefined && question === undefined)
      return { kind: "refusal", ...onlyMiss };
    const calls = found.flatMap(({ call = [] }) => call);
    const isOfDay = isOfAskedDay(calls, day, context);
    const draft = reached?.draft ?? (isOfDay ? verdictOf(claims, context) : null);
    const answer = {
      kind: "answer",
      claims,
      ...(draft === null ? {} : { draft }),
      notes: [
        ...unsaidYear(day.date, context.now, context.message.text),
        ...(asksCause(context.message.text) ? [noCause] : []),
        ...found.flatMap((each) => each.notes),
        ...notConverted(claims, context.message.text),
      ],
      missing,
      ...(question === undefined ? {} : { question }),
      freshness: {
        ...freshnessOf(day, found),
        ...(against === undefined ? {} : { amount: { since: against } }),
      },
    } as const;
    return withCompared(answer, { codes, isOfDay }, context, linesByCompany);
  },
});
