import {
  type AskedAverage,
  averageAsked,
  averageOf,
  type Claim,
  type CompanyPart,
  cardsBy,
  draftBy,
  everyDayWay,
  isAverage,
  ledByEveryDay,
  listedDaysNotes,
  missedPart,
  mostAveraged,
  mostListedDays,
  mostListedRows,
  ofListed,
  type ResolvedStretch,
  type SkillContext,
  type SkillResult,
  sinceOldest,
  type TemplateInput,
  withDaysOfAverages,
  withinBars,
} from "#contract";
import { metricsFor } from "./asked.ts";
import { dayByDay, firstOnly, notAveraged, ofAllBetween } from "./notes.ts";
import { resolveIndices } from "./resolve-indices.ts";

interface AskedDays {
  /** What the days are to come to together: 平均收盘点位. */
  readonly average: AskedAverage | null;
  readonly words: string;
  readonly stretch: ResolvedStretch;
}

/**
 * The finished days of one index, the newest first, each with its close and its change, behind what they come to on average or together; of
 * more days than are listed the first and the last.
 */
async function rowsOf(code: string, asked: AskedDays, context: SkillContext): Promise<CompanyPart> {
  const bars = await context.tools.get_daily_bars({ code, adjust: "none", from: asked.stretch.bars_from });
  if (!bars.ok) return missedPart(bars.error, code);
  const { call, value } = bars;
  const stretch = await withinBars(
    asked,
    value,
    context,
    asked.average === null ? mostListedDays : mostAveraged,
  );
  if (!("metric" in stretch)) return { claims: [], missing: [{ subject: code, ...stretch }] };
  const { days = [], to } = stretch;
  const places = value.rows.flatMap(({ date }, at) => (days.includes(date) ? [at] : [])).toReversed();
  const isLong = places.length > mostListedDays;
  const told =
    asked.average === null
      ? null
      : await averageOf({ call, rows: value.rows }, places, asked.average, { move: stretch.metric, context });
  const shown = isLong ? [...places.slice(0, 1), ...places.slice(-1)] : places;
  const named = metricsFor("index_close", context).filter((metric) => metric !== "index_change");
  const rows = shown.flatMap((at) =>
    named.flatMap((metric) => context.select(call, `/rows/${at}/${metric}`) ?? []),
  );
  const since = value.rows[places.at(-1) ?? -1]?.date;
  return {
    claims: told === null ? rows : [told, ...rows],
    notes: [
      ...(asked.average === null ? [] : [told === null ? notAveraged : isLong ? ofAllBetween : ofListed]),
      ...(to < asked.stretch.to ? [listedDaysNotes.notPublished] : []),
    ],
    missing: places.length < days.length ? [{ code: "NO_DATA", subject: code }] : [],
    ...(since === undefined ? {} : { since }),
  };
}

/** What is told of all days together has a line of its own. */
const dayOf = (claim: Claim): string =>
  claim.kind === "knowledge" ? "" : isAverage(claim.metric) ? "total" : claim.as_of.slice(0, 10);

/** What the days of a stretch are to come to: their average, or the sum of what was traded; null where neither is asked for. */
export const averageOfDays = (context: SkillContext): AskedAverage | null =>
  averageAsked(context, { skill: "market", close: "index_close" });

/**
 * 沪深300最近5天收盘点位: a row for each trading day of the stretch that has closed, the newest first. Null where the words name no
 * stretch, `too_many` for one of more days than can be read.
 */
export async function levelsByDay(
  queries: readonly string[],
  words: string,
  context: SkillContext,
): Promise<SkillResult | "too_many" | null> {
  const average = averageOfDays(context);
  const list = average === null ? mostListedDays : mostAveraged;
  const found = await context.tools.resolve_stretch({ query: words, list });
  if (!found.ok) return found.error.code === "BAD_DATE" ? null : { kind: "refusal", code: found.error.code };
  const { days, today_open } = found.value;
  if (days === undefined) return "too_many";
  const { codes, missing: unresolved, question } = await resolveIndices(queries, context);
  if (question !== undefined && codes.length === 0) return { kind: "question", ...question };
  const isLong = days.length > mostListedDays;
  const listed = codes.slice(0, Math.max(1, Math.floor(mostListedRows / (isLong ? 2 : days.length))));
  const asked = { words, stretch: found.value, average };
  const parts = await Promise.all(listed.map((code) => rowsOf(code, asked, context)));
  const claims = parts.flatMap((part) => part.claims);
  const missing = [...unresolved, ...parts.flatMap((part) => part.missing ?? [])];
  const [first] = missing;
  if (claims.length === 0 && first !== undefined) return { kind: "refusal", ...first };
  const told = claims.flatMap((claim) => (claim.kind === "numeric" ? [claim.metric] : []));
  const rows = (view: TemplateInput) => cardsBy(view, dayOf);
  const way = isLong || missing.length > 0 ? null : everyDayWay(context.message.text);
  const led = way === null ? null : ledByEveryDay(way, claims, rows);
  return {
    kind: "answer",
    claims,
    draft: led ?? withDaysOfAverages(draftBy(claims, rows), claims),
    notes: [
      ...(isLong ? [] : [dayByDay]),
      ...(today_open === true ? [listedDaysNotes.todayOpen] : []),
      ...(listed.length < codes.length ? [firstOnly] : []),
      ...new Set(parts.flatMap((part) => part.notes ?? [])),
    ],
    missing,
    freshness: sinceOldest(parts, [...new Set(told)]),
  };
}
