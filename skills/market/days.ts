import {
  type Claim,
  type CompanyPart,
  cardsBy,
  draftBy,
  listedDaysNotes,
  missedPart,
  mostListedDays,
  mostListedRows,
  type ResolvedStretch,
  type SkillContext,
  type SkillResult,
  sinceOldest,
  withinBars,
} from "#contract";
import { metricsFor } from "./asked.ts";
import { dayByDay, firstOnly, notAveraged } from "./notes.ts";
import { resolveIndices } from "./resolve-indices.ts";

interface AskedDays {
  readonly words: string;
  readonly stretch: ResolvedStretch;
}

/** The finished days of one index, the newest first, each with its close and its change. */
async function rowsOf(code: string, asked: AskedDays, context: SkillContext): Promise<CompanyPart> {
  const bars = await context.tools.get_daily_bars({ code, adjust: "none", from: asked.stretch.bars_from });
  if (!bars.ok) return missedPart(bars.error, code);
  const { call, value } = bars;
  const stretch = await withinBars(asked, value, context, mostListedDays);
  if (!("metric" in stretch)) return { claims: [], missing: [{ subject: code, ...stretch }] };
  const { days = [], to } = stretch;
  const places = value.rows.flatMap(({ date }, at) => (days.includes(date) ? [at] : [])).toReversed();
  const named = metricsFor("index_close", context).filter((metric) => metric !== "index_change");
  const claims = places.flatMap((at) =>
    named.flatMap((metric) => context.select(call, `/rows/${at}/${metric}`) ?? []),
  );
  const since = value.rows[places.at(-1) ?? -1]?.date;
  return {
    claims,
    notes: to < asked.stretch.to ? [listedDaysNotes.notPublished] : [],
    missing: places.length < days.length ? [{ code: "NO_DATA", subject: code }] : [],
    ...(since === undefined ? {} : { since }),
  };
}

const average = /平均|日均|合计|总共|一共|\baverage\b|\bmean\b|\bin total\b/i;

const dayOf = (claim: Claim): string => (claim.kind === "knowledge" ? "" : claim.as_of.slice(0, 10));

/**
 * 沪深300最近5天收盘点位: a row for each trading day of the stretch that has closed, the newest first. Null where the words name no
 * stretch, `too_many` for one of more days than can be read.
 */
export async function levelsByDay(
  queries: readonly string[],
  words: string,
  context: SkillContext,
): Promise<SkillResult | "too_many" | null> {
  const found = await context.tools.resolve_stretch({ query: words, list: mostListedDays });
  if (!found.ok) return found.error.code === "BAD_DATE" ? null : { kind: "refusal", code: found.error.code };
  const { days, today_open } = found.value;
  if (days === undefined) return "too_many";
  const { codes, missing: unresolved, question } = await resolveIndices(queries, context);
  if (question !== undefined && codes.length === 0) return { kind: "question", ...question };
  const listed = codes.slice(0, Math.max(1, Math.floor(mostListedRows / days.length)));
  const asked = { words, stretch: found.value };
  const parts = await Promise.all(listed.map((code) => rowsOf(code, asked, context)));
  const claims = parts.flatMap((part) => part.claims);
  const missing = [...unresolved, ...parts.flatMap((part) => part.missing ?? [])];
  const [first] = missing;
  if (claims.length === 0 && first !== undefined) return { kind: "refusal", ...first };
  const told = claims.flatMap((claim) => (claim.kind === "numeric" ? [claim.metric] : []));
  return {
    kind: "answer",
    claims,
    draft: draftBy(claims, (view) => cardsBy(view, dayOf)),
    notes: [
      dayByDay,
      ...(average.test(context.message.text) ? [notAveraged] : []),
      ...(today_open === true ? [listedDaysNotes.todayOpen] : []),
      ...(listed.length < codes.length ? [firstOnly] : []),
      ...new Set(parts.flatMap((part) => part.notes ?? [])),
    ],
    missing,
    freshness: sinceOldest(parts, [...new Set(told)]),
  };
}
