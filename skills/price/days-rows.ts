import {
  type AskedAverage,
  averageOf,
  type Claim,
  type CompanyPart,
  listedDaysNotes,
  missedPart,
  mostAveraged,
  mostListedDays,
  moveOf,
  ofAllBetween,
  ofListed,
  type ResolvedStretch,
  type SkillContext,
  withinBars,
} from "#contract";
import type { AskedDays } from "./days-asked.ts";
import * as notes from "./days-notes.ts";
import { dayMove, isTotal } from "./days-table.ts";

/** The stretch as it was asked for and resolved. */
export interface AskedStretch extends AskedDays {
  readonly stretch: ResolvedStretch;
}

interface Changes {
  /** By day. */
  readonly claims: ReadonlyMap<string, Claim>;
  /** The day of the oldest close that one of them rests on. */
  readonly since?: string;
}

/** The change of each of these days by adjusted closes, so that a dividend is no fall; none where they cannot be had. */
async function computedChanges(
  code: string,
  dates: readonly string[],
  { stretch }: AskedStretch,
  context: SkillContext,
): Promise<Changes> {
  const claims = new Map<string, Claim>();
  if (dates.length === 0) return { claims };
  const bars = await context.tools.get_daily_bars({ code, adjust: "qfq", from: stretch.bars_from });
  if (!bars.ok) return { claims };
  const bases: string[] = [];
  for (const date of dates) {
    const from = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
    const series = bars.call.tool_call_id;
    const moved = await context.tools.price_move({ bars: series, metric: dayMove, from, to: date });
    const claim = moved.ok && moved.value.date === date ? context.select(moved.call, `/${dayMove}`) : null;
    if (!moved.ok || claim === null) continue;
    claims.set(date, claim);
    bases.push(moved.value.since);
  }
  const [since] = bases.toSorted();
  return since === undefined ? { claims } : { claims, since };
}

/** The rows of one company, the newest first, each with its close and its change. */
async function listedRows(code: string, asked: AskedStretch, context: SkillContext): Promise<CompanyPart> {
  const bars = await context.tools.get_daily_bars({ code, adjust: "none", from: asked.stretch.bars_from });
  if (!bars.ok) return missedPart(bars.error, code);
  const stretch = await withinBars(asked, bars.value, context, mostListedDays);
  if (!("metric" in stretch)) return { claims: [], missing: [{ subject: code, ...stretch }] };
  const { days = [] } = stretch;
  const { call, value } = bars;
  const places = value.rows.flatMap(({ date }, at) => (days.includes(date) ? [at] : [])).toReversed();
  const bare = places.filter((at) => value.rows[at]?.pct_chg === undefined);
  const bareDates = bare.map((at) => value.rows[at]?.date ?? "");
  const changes = await computedChanges(code, bareDates, asked, context);
  const claims = places.flatMap((at) => [
    ...[...asked.figures.filter((metric) => metric !== "change"), "close", "pct_chg"].map((metric) =>
      context.select(call, `/rows/${at}/${metric}`),
    ),
    changes.claims.get(value.rows[at]?.date ?? "") ?? null,
    asked.figures.includes("change") ? context.select(call, `/rows/${at}/change`) : null,
  ]);
  const rows = claims.filter((claim) => claim !== null);
  const average =
    asked.average === null
      ? null
      : await averageOf({ call, rows: value.rows }, places, asked.average, { move: stretch.metric, context });
  const since = value.rows[places.at(-1) ?? -1]?.date;
  if (rows.length === 0 || since === undefined)
    return { claims: [], missing: [{ code: "NO_DATA", subject: code }] };
  const told = new Set(rows.map(({ metric }) => metric));
  return {
    claims: average === null ? rows : [average, ...rows],
    notes: [
      ...(average === null ? [] : [ofListed]),
      ...(asked.figures.every((metric) => told.has(metric)) ? [] : [notes.noFigures]),
      ...(stretch.to < asked.stretch.to ? [listedDaysNotes.notPublished] : []),
      ...(places.length < days.length ? [notes.someMissing] : []),
      ...(bare.length === 0 ? [] : [changes.claims.size > 0 ? notes.changesComputed : notes.noChanges]),
    ],
    since: changes.since ?? since,
  };
}

/** What the days of a stretch come to, with the first and the last of them: of more days than are listed. */
export async function averagePart(
  code: string,
  asked: AskedStretch,
  average: AskedAverage,
  context: SkillContext,
): Promise<CompanyPart> {
  const bars = await context.tools.get_daily_bars({ code, adjust: "none", from: asked.stretch.bars_from });
  if (!bars.ok) return missedPart(bars.error, code);
  const stretch = await withinBars(asked, bars.value, context, mostAveraged);
  if (!("metric" in stretch)) return { claims: [], missing: [{ subject: code, ...stretch }] };
  const { call, value } = bars;
  const { days = [], metric: move } = stretch;
  const places = value.rows.flatMap(({ date }, at) => (days.includes(date) ? [at] : []));
  const told = await averageOf({ call, rows: value.rows }, places, average, { move, context });
  const since = value.rows[places[0] ?? -1]?.date;
  if (told === null || since === undefined)
    return { claims: [], missing: [{ code: "NO_DATA", subject: code }] };
  const ends = [places.at(-1), places[0]].flatMap((at) =>
    [...new Set([average.figure, "close"])].map((figure) => context.select(call, `/rows/${at}/${figure}`)),
  );
  return {
    claims: [told, ...ends.filter((claim) => claim !== null)],
    notes: [
      ofAllBetween,
      ...(stretch.to < asked.stretch.to ? [listedDaysNotes.notPublished] : []),
      ...(places.length < days.length ? [notes.someMissing] : []),
    ],
    since,
  };
}

/** The rows of one company, behind the move over all of them where that may be meant. */
export async function rowsOf(code: string, asked: AskedStretch, context: SkillContext): Promise<CompanyPart> {
  const part = await listedRows(code, asked, context);
  if (!asked.withMove || part.claims.length === 0) return part;
  const { claims, missing = [], since = part.since } = await moveOf(code, asked, context);
  const total = claims.filter(isTotal);
  return {
    claims: [...total, ...part.claims],
    notes: [...(part.notes ?? []), ...(total.length > 0 ? [notes.ofMove] : [])],
    missing,
    ...(since === undefined ? {} : { since }),
  };
}
