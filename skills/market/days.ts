import {
  type Bilingual,
  type Claim,
  cardsBy,
  type SkillContext,
  type SkillMiss,
  type SkillResult,
  staleness,
} from "#contract";
import { metricsFor } from "./asked.ts";
import { dayByDay, firstOnly, todayOpen } from "./notes.ts";
import { resolveIndices } from "./resolve-indices.ts";

/** Rows of all indices together; a longer list is no answer to read in a chat. */
const mostRows = 10;

interface DayRow {
  readonly claims: readonly Claim[];
  readonly missing: readonly SkillMiss[];
}

/** What one index closed at on a day. */
async function rowOf(code: string, date: string, context: SkillContext): Promise<DayRow> {
  const found = await context.tools.get_index({ code, date });
  if (!found.ok) {
    const { code: reason, subject = code } = found.error;
    return { claims: [], missing: [{ code: reason, subject }] };
  }
  // A day that no source has yet would be told as the one before it.
  if (found.call.as_of?.slice(0, 10) !== date)
    return { claims: [], missing: [{ code: "NO_DATA", subject: code }] };
  const named = metricsFor("index_close", context).filter((metric) => metric !== "index_change");
  return { claims: named.flatMap((metric) => context.select(found.call, `/${metric}`) ?? []), missing: [] };
}

/** A line for each day of an index. */
function draftOf(claims: readonly Claim[]): Bilingual {
  const slotted = claims.map((claim, at) => ({ slot: `c${at + 1}`, claim }));
  const text = cardsBy({ claims: slotted }, (claim) =>
    claim.kind === "knowledge" ? "" : claim.as_of.slice(0, 10),
  );
  return { zh: text, en: text };
}

/**
 * 沪深300最近5天收盘点位: a row for each trading day of the stretch that has closed, the newest first. Null where the words name no
 * stretch, `too_many` for one of more days than can be read.
 */
export async function levelsByDay(
  queries: readonly string[],
  words: string,
  context: SkillContext,
): Promise<SkillResult | "too_many" | null> {
  const stretch = await context.tools.resolve_stretch({ query: words, list: mostRows });
  if (!stretch.ok)
    return stretch.error.code === "BAD_DATE" ? null : { kind: "refusal", code: stretch.error.code };
  const { days, today_open } = stretch.value;
  if (days === undefined) return "too_many";
  const { codes, missing, question } = await resolveIndices(queries, context);
  if (question !== undefined && codes.length === 0) return { kind: "question", ...question };
  const listed = codes.slice(0, Math.max(1, Math.floor(mostRows / days.length)));
  const places = listed.flatMap((code) => days.toReversed().map((date) => ({ code, date })));
  const rows = await Promise.all(places.map(({ code, date }) => rowOf(code, date, context)));
  const claims = rows.flatMap((row) => row.claims);
  // The same of an index on several days is said once.
  const missed = new Map(
    [...missing, ...rows.flatMap((row) => row.missing)].map((miss) => [`${miss.code} ${miss.subject}`, miss]),
  );
  const [first] = missed.values();
  if (claims.length === 0 && first !== undefined) return { kind: "refusal", ...first };
  const since = days[0] ?? "";
  return {
    kind: "answer",
    claims,
    draft: draftOf(claims),
    notes: [
      dayByDay,
      ...(today_open === true ? [todayOpen] : []),
      ...(listed.length < codes.length ? [firstOnly] : []),
    ],
    missing: [...missed.values()],
    freshness: {
      ...Object.fromEntries(
        claims.flatMap((claim) => (claim.kind === "numeric" ? [[claim.metric, { since }]] : [])),
      ),
      index_current: staleness.live,
    },
  };
}
