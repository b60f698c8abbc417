import {
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
  saysEver,
  sinceOldest,
} from "#contract";
import { notOfAllTime, ofStretch, ofYear, partly } from "./notes.ts";
import { resolveIndices } from "./resolve-indices.ts";

type Side = "high" | "low";

const ends: readonly (readonly [Side, RegExp])[] = [
  ["high", /最高(?!收盘)|新高|高点|高位|顶部|\b(?:highest|high|peak)\b/i],
  ["low", /最低(?!收盘)|新低|低点|低位|底部|\b(?:lowest|low|bottom)\b/i],
];
const ofDay = /[今昨前当][天日]|盘中|日内|intraday|today|yesterday/i;
const ofAllTime = /历史|歷史|[曾从從][经經来來]|all[- ]time|\bever\b/i;
/** The end of what is counted by whole days, or of another figure. */
const ofOthers = /收盘|成交|换手|市盈|涨幅|跌幅|涨跌|\bclos(?:e|es|ing)\b|\bturnover\b|\bvolume\b|\bp\/?e\b/i;
const yearly = /(?:52|五十二)周|52[- ]week/i;
const isIso = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date);
/** Calendar days without trading, at most. */
const longestClosure = 12;
const dayLength = 86_400_000;

/** The newest level of one index, and its extremes over a stretch; today's are among them where its session is a part of it. */
interface Seen {
  readonly now: NumericClaim;
  readonly high: NumericClaim;
  readonly low: NumericClaim;
  readonly isWhole: boolean;
}

async function seenOf(
  code: string,
  { from, to }: ResolvedStretch,
  isOpen: boolean,
  context: SkillContext,
): Promise<Seen | CompanyPart> {
  const bars = await context.tools.get_daily_bars({ code, adjust: "none", from });
  if (!bars.ok) return missedPart(bars.error, code);
  const { rows } = bars.value;
  const level = isOpen ? await context.tools.get_index({ code }) : null;
  const live = level?.ok === true && level.value.index_current !== undefined ? level.call : null;
  const extreme = (side: Side): NumericClaim | null => {
    const own = rows.flatMap(({ date }, at) =>
      date > from && date <= to ? (context.select(bars.call, `/rows/${at}/index_${side}`) ?? []) : [],
    );
    const ofToday = live === null ? null : context.select(live, `/index_${side}`);
    const [first, ...others] = ofToday === null ? own : [...own, ofToday];
    const sign = side === "high" ? 1 : -1;
    return others.reduce(
      (best, each) => ((each.value - (best?.value ?? 0)) * sign > 0 ? each : best),
      first ?? null,
    );
  };
  const [high, low] = [extreme("high"), extreme("low")];
  const now =
    (live === null ? null : context.select(live, "/index_current")) ??
    context.select(bars.call, `/rows/${rows.length - 1}/index_close`);
  if (high === null || low === null || now === null)
    return { claims: [], missing: [{ code: "NO_DATA", subject: code }] };
  const begins = rows[0]?.date ?? to;
  return { now, high, low, isWhole: (Date.parse(begins) - Date.parse(from)) / dayLength <= longestClosure };
}

/** 上证今年最高多少点, 沪深300近三个月最低, 上证到过4000点吗: the extremes of a time, of the last full year where none is named; null where none is asked for. */
export async function extremesOver(
  queries: readonly string[],
  date: string | undefined,
  context: SkillContext,
): Promise<SkillResult | null> {
  const { text } = context.message;
  const isOfDay = date === undefined ? ofDay.test(text) : isIso(date);
  if (isOfDay || comparesWithTime(text) || ofOthers.test(text)) return null;
  const isEver = ofAllTime.test(text);
  const isTimed = date !== undefined && !isEver;
  const level = levelEverAsked(text, context.numbers, isTimed);
  const isOfTime = isTimed || isEver || yearly.test(text) || saysEver(text);
  const sides = isOfTime ? ends.flatMap(([side, words]) => (words.test(text) ? [side] : [])) : [];
  if (level === null && sides.length === 0) return null;
  const query = isTimed && !yearly.test(text) ? date : "近一年";
  const stretch = await resolveStretch(query, context);
  if (stretch === null || !("metric" in stretch)) return null;
  const listed = await context.tools.resolve_stretch({ query, list: 1 });
  const isOpen = listed.ok && listed.value.today_open === true;
  const { codes, missing: unresolved, question } = await resolveIndices(queries, context);
  if (question !== undefined && codes.length === 0) return { kind: "question", ...question };
  let draft: Bilingual | undefined;
  const parts = await Promise.all(
    codes.map(async (code): Promise<CompanyPart> => {
      const seen = await seenOf(code, stretch, isOpen, context);
      if ("claims" in seen) return seen;
      const unit = { zh: "点", en: "points" };
      const reached =
        level === null || codes.length > 1 ? null : everReachedOf(level, { ...seen, unit, isTimed });
      draft = reached?.draft;
      const claims = reached?.claims ?? [...sides.map((side) => seen[side]), seen.now];
      const since = claims.flatMap(({ as_of = [] }) => as_of).toSorted()[0];
      return {
        claims,
        notes: seen.isWhole ? [] : [partly],
        ...(since === undefined ? {} : { since: since.slice(0, 10) }),
      };
    }),
  );
  const claims = parts.flatMap((part) => part.claims);
  const missing = [...unresolved, ...parts.flatMap((part) => part.missing ?? [])];
  const [first] = missing;
  if (claims.length === 0) return first === undefined ? null : { kind: "refusal", ...first };
  return {
    kind: "answer",
    claims,
    ...(draft === undefined ? {} : { draft }),
    notes: [
      ...(isEver ? [notOfAllTime] : isTimed || yearly.test(text) ? [] : [ofYear]),
      ...new Set(parts.flatMap((part) => part.notes ?? [])),
      ofStretch,
    ],
    missing,
    freshness: sinceOldest(parts, ["index_high", "index_low", "index_close"]),
  };
}
