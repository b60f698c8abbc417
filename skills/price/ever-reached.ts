import {
  answerByCompany,
  asksOfMeasure,
  type Bilingual,
  type CompanyPart,
  comparesWithTime,
  everReachedOf,
  levelEverAsked,
  missedPart,
  type NumericClaim,
  type ResolvedStretch,
  resolveStretch,
  type SkillContext,
  type SkillResult,
  sinceOldest,
} from "#contract";
import { ofDay, ofYear, partly, placeOf, reachesBack } from "./highs.ts";
import { measures } from "./measured.ts";
import { isOlder } from "./older.ts";
import { isEver } from "./stretches.ts";

const ofBars: Bilingual = {
  zh: "高低点取自所问时段里的不复权日线,盘中价也算到过。",
  en: "Highs and lows are those of the unadjusted bars of that time; a price within a session counts.",
};

const otherMeasures = measures.filter(([metric]) => metric !== "pct_chg");

const isIso = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date);

/** The highest and the lowest price of a stretch, today's among them where its session is a part of it, and the newest price. */
interface Seen {
  readonly now: NumericClaim;
  readonly high: NumericClaim;
  readonly low: NumericClaim;
  readonly isWhole: boolean;
}

const further = (a: NumericClaim | null, b: NumericClaim | null, sign: 1 | -1): NumericClaim | null =>
  a === null || b === null ? (a ?? b) : (b.value - a.value) * sign > 0 ? b : a;

async function seenOf(
  code: string,
  stretch: ResolvedStretch,
  isOpen: boolean,
  context: SkillContext,
): Promise<Seen | CompanyPart> {
  const bars = await context.tools.get_daily_bars({ code, adjust: "none", from: stretch.from });
  if (!bars.ok) return missedPart(bars.error, code);
  const { call, value } = bars;
  const quote = isOpen ? await context.tools.get_price({ code }) : null;
  const live = quote?.ok === true && !isOlder(quote.call) ? quote.call : null;
  const extreme = (side: "high" | "low") =>
    further(
      context.select(call, `/rows/${placeOf(side, value.rows, stretch)}/${side}`),
      live === null ? null : context.select(live, `/${side}`),
      side === "high" ? 1 : -1,
    );
  const [high, low] = [extreme("high"), extreme("low")];
  const now =
    (live === null ? null : context.select(live, "/current_price")) ??
    context.select(call, `/rows/${value.rows.length - 1}/close`);
  if (high === null || low === null || now === null)
    return { claims: [], missing: [{ code: "NO_DATA", subject: code }] };
  return { now, high, low, isWhole: reachesBack(value.rows, stretch) };
}

/** 涨到过1900吗, 今年跌破过1700吗 of one company: by the extreme of that time, of the last full year where none is named; null where it is not asked. */
export async function everReached(
  queries: readonly string[],
  date: string | undefined,
  context: SkillContext,
): Promise<SkillResult | null> {
  const { text } = context.message;
  const isOfDay = date === undefined ? ofDay.test(text) : isIso(date);
  if (queries.length !== 1 || isOfDay || comparesWithTime(text)) return null;
  const isTimed = date !== undefined && !isEver(date);
  const asked = levelEverAsked(text, context.numbers, isTimed);
  if (asked === null || asksOfMeasure(otherMeasures, context)) return null;
  const query = isTimed ? date : "近一年";
  const stretch = await resolveStretch(query, context);
  if (stretch === null || !("metric" in stretch)) return null;
  const listed = await context.tools.resolve_stretch({ query, list: 1 });
  const isOpen = listed.ok && listed.value.today_open === true;
  let draft: Bilingual | undefined;
  const answer = await answerByCompany(queries, context, {
    up: async (code) => {
      const seen = await seenOf(code, stretch, isOpen, context);
      if ("claims" in seen) return seen;
      const reached = everReachedOf(asked, { ...seen, unit: { zh: "元", en: "yuan" }, isTimed });
      draft = reached.draft;
      const since = reached.claims.map(({ as_of = "" }) => as_of.slice(0, 10)).toSorted()[0];
      return {
        claims: reached.claims,
        notes: [...(isTimed ? [] : [ofYear]), ...(seen.isWhole ? [] : [partly]), ofBars],
        ...(since === undefined ? {} : { since }),
      };
    },
    freshness: (parts) => sinceOldest(parts, ["high", "low", "close"]),
  });
  return answer.kind === "answer" && draft !== undefined ? { ...answer, draft } : answer;
}
