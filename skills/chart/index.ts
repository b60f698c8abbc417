import { z } from "zod";
import {
  type Bilingual,
  type Claim,
  type DailyBarsValue,
  defineSkill,
  type Freshness,
  linesByCompany,
  maxQueries,
  maxSecurities,
  type SkillContext,
  type SkillMiss,
  type SkillQuestion,
  staleness,
  suspendedNote,
  type ToolCall,
} from "#contract";
import { type AskedCloses, readCloses } from "./asked-closes.ts";
import { type AskedTime, addDays, asksIntraday, onlyDaily, periodOf, resolveTime } from "./asked-time.ts";

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe(
      "Codes or names of stocks or indices as the user wrote them: one for candlesticks, several for lines.",
    ),
});

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const candles = note(
  "图中为 K 线、均线和成交量,不含今日盘中。",
  "The picture shows candlesticks, moving averages and volume of finished days.",
);
const closesOnly = note(
  "图中为收盘价和所问的均线,不含今日盘中。",
  "The picture shows closing prices and the averages asked for, on finished days.",
);
const lines = note(
  "图中为各自自首日起的涨跌幅,不含今日盘中。",
  "The picture shows each one's change since the first day, on finished days.",
);
const notCovered = note(
  "所问时间的开头没有日线可画,从有的第一天画起,起止见首末两个收盘价。",
  "There are no bars of the beginning of that time; the picture begins with the first there is, as the two closes say.",
);
const cutList = note(
  "自选较多,图里只画排在前面的几只。",
  "The watchlist is long: the picture shows the first stocks of it.",
);
const emptyList = note(
  "你的自选还是空的。可以这样加:「把茅台加入自选」。",
  "Your watchlist is empty. Add a stock like this: “add Moutai to my watchlist”.",
);

interface Resolved {
  readonly securities: readonly { readonly code: string; readonly isIndex: boolean }[];
  readonly missing: readonly SkillMiss[];
  readonly question: Omit<SkillQuestion, "kind"> | null;
}

/** Stocks and indices; an index is no stock to any other skill. */
async function resolve(queries: readonly string[], { tools }: SkillContext): Promise<Resolved> {
  const found = new Map<string, boolean>();
  const missing: SkillMiss[] = [];
  let question: Resolved["question"] = null;
  for (const query of queries) {
    const resolved = await tools.resolve_security({ query });
    if (!resolved.ok) {
      missing.push({ code: resolved.error.code, subject: query });
      continue;
    }
    const { status, kind, matches, reason } = resolved.value;
    const code = matches[0]?.code;
    if (code !== undefined && (status === "one" || kind === "index")) found.set(code, kind === "index");
    else if (status === "several") question ??= { subject: query, candidates: matches };
    else
      missing.push({
        code: reason ?? (status === "out_of_scope" ? "OUT_OF_SCOPE_MARKET" : "UNKNOWN_SECURITY"),
        subject: query,
      });
  }
  const all = [...found].map(([code, isIndex]) => ({ code, isIndex }));
  const beyond = all.slice(maxSecurities).map(({ code }) => code);
  if (beyond.length > 0) missing.push({ code: "TOO_MANY_SECURITIES", subject: beyond.join(", ") });
  return { securities: all.slice(0, maxSecurities), missing, question };
}

const ofList = /自选|自選|我(?:的)?关注|watch ?list/i;

/** What is drawn: what the input names, else the user's own list where the message speaks of it; null where that is empty. */
async function drawnQueries(
  queries: readonly string[],
  { tools, message }: SkillContext,
): Promise<{ readonly queries: readonly string[]; readonly isCut: boolean } | SkillMiss | null> {
  if (queries.length > 0 || !ofList.test(message.text)) return { queries, isCut: false };
  const read = await tools.get_watchlist({});
  if (!read.ok) return { code: read.error.code };
  const { codes } = read.value;
  if (codes.length === 0) return null;
  return { queries: codes.slice(0, maxSecurities), isCut: codes.length > maxSecurities };
}

/** One security's bars, and the places of the first and the last of them that are shown. */
interface Series {
  readonly call: ToolCall;
  readonly bars: DailyBarsValue;
  readonly first: number;
  readonly last: number;
  /** The closes that the answer tells, the newest first. */
  readonly claims: readonly Claim[];
}

interface Fetched {
  readonly series: readonly Series[];
  readonly missing: readonly SkillMiss[];
}

/** Calendar days of bars before the first one shown, for the averages. */
const daysBefore = 110;
/** Longer than the market is ever closed. */
const closureDays = 12;

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** True where the newest bars are late: an older close is then no newest one. */
const isLate = ({ rows, suspended }: DailyBarsValue, now: string): boolean =>
  suspended !== true && daysBetween(rows.at(-1)?.date ?? "", now.slice(0, 10)) > closureDays;

/** True where a picture up to a day that is named is the newest there is, and so the one that is drawn without it. */
const isNewest = ({ isOfDay }: AskedTime, { rows }: DailyBarsValue, last: number): boolean =>
  isOfDay === true && last === rows.length - 1;

/** The bars of each security, and the claims of the last one shown, and of the first where a time is named. */
async function fetchBars(
  securities: Resolved["securities"],
  time: AskedTime,
  context: SkillContext,
): Promise<Fetched> {
  const answers = await Promise.all(
    securities.map(async ({ code, isIndex }) => {
      const adjust = isIndex ? "none" : "qfq";
      const from = addDays(time.from, -daysBefore);
      return { code, isIndex, answer: await context.tools.get_daily_bars({ code, adjust, from }) };
    }),
  );
  const series: Series[] = [];
  const missing: SkillMiss[] = [];
  for (const { code, isIndex, answer } of answers) {
    if (!answer.ok) {
      missing.push({ code: answer.error.code, subject: answer.error.subject ?? code });
      continue;
    }
    const { call, value: bars } = answer;
    const isShown = ({ date }: { readonly date: string }) =>
      date >= time.from && (time.to === undefined || date <= time.to);
    const [first, last] = [bars.rows.findIndex(isShown), bars.rows.findLastIndex(isShown)];
    const tellsFirst = time.isNamed && !isNewest(time, bars, last) && !isLate(bars, context.now);
    const ends = tellsFirst && first < last ? [last, first] : [last];
    const claims = ends.map((at) => context.select(call, `/rows/${at}/${isIndex ? "index_close" : "close"}`));
    const told = claims.filter((claim) => claim !== null);
    const isAfter = (bars.rows[0]?.date ?? "") > (time.to ?? context.now);
    if (first < 0 || told.length === 0)
      missing.push({ code: isAfter ? "NO_EARLIER_DATA" : "NO_DATA", subject: code });
    else series.push({ call, bars, first, last, claims: told });
  }
  return { series, missing };
}

const dayOf = ({ bars }: Series, at: number): string => bars.rows[at]?.date ?? "";

/** The first day to show: so many bars back where the message counts them, else as far as it says. */
function firstDay(series: Series | undefined, asked: AskedCloses | undefined, { from }: AskedTime): string {
  if (series === undefined || asked?.count === undefined) return from;
  return dayOf(series, Math.max(0, series.last + 1 - asked.count)) || from;
}

/** A day that was asked for is not too old, and neither is the last one of a stock that is suspended. */
function freshnessOf(series: readonly Series[], time: AskedTime, now: string): Record<string, Freshness> {
  const days = series.flatMap((each) => {
    if (time.isNamed && !isLate(each.bars, now)) return dayOf(each, each.first);
    return each.bars.suspended === true ? dayOf(each, each.last) : [];
  });
  const since = days.toSorted()[0];
  return since === undefined ? {} : { close: { since }, index_close: { since } };
}

const notes = { candles, closes: closesOnly, lines } as const;

export default defineSkill<z.infer<typeof input>>({
  input,
  freshness: { close: staleness.daily, index_close: staleness.daily },
  template: linesByCompany,
  // The list, the day, and the bars of each.
  maxToolCalls: maxSecurities + 2,
  async run({ codes = [] }, context) {
    const { text } = context.message;
    const drawn = await drawnQueries(codes, context);
    if (drawn === null) return { kind: "text", text: emptyList };
    if ("code" in drawn) return { kind: "refusal", ...drawn };
    const { queries } = drawn;
    if (queries.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    const { securities, missing: unresolved, question } = await resolve(queries, context);
    if (securities.length === 0 && question !== null) return { kind: "question", ...question };
    const period = periodOf(context);
    const time = await resolveTime(period, context);
    if ("code" in time) return { kind: "refusal", ...time };
    const { series, missing: lacking } = await fetchBars(securities, time, context);
    const missing = [...unresolved, ...lacking];
    const [onlyMiss] = missing;
    if (series.length === 0)
      return missing.length === 1 && onlyMiss !== undefined && question === null
        ? { kind: "refusal", ...onlyMiss }
        : { kind: "answer", claims: [], missing, ...(question === null ? {} : { question }) };
    const [first, ...others] = series;
    const asked = others.length === 0 ? readCloses(text) : undefined;
    const kind = others.length > 0 ? "lines" : asked === undefined ? "candles" : "closes";
    const plot = await context.tools.plot_chart({
      kind,
      period,
      language: context.language,
      bars: series.map(({ call }) => call.tool_call_id),
      from: firstDay(first, asked, time),
      ...(time.to === undefined ? {} : { to: time.to }),
      ...(asked === undefined || asked.averages.length === 0 ? {} : { averages: asked.averages }),
    });
    const isShort = series.some((each) => daysBetween(time.from, dayOf(each, each.first)) > closureDays);
    const isOther = !series.every(({ bars, last }) => isNewest(time, bars, last));
    const isStopped = series.some(
      ({ bars, last }) => bars.suspended === true && last === bars.rows.length - 1,
    );
    return {
      kind: "answer",
      claims: series.flatMap(({ claims }) => claims),
      charts: plot.ok ? [plot.call.tool_call_id] : [],
      notes: [
        ...(plot.ok ? [notes[kind]] : []),
        ...(isStopped ? [suspendedNote] : []),
        ...new Set([
          ...(time.note === undefined || !isOther ? [] : [time.note]),
          ...(asksIntraday(text) ? [onlyDaily] : []),
        ]),
        ...(time.isNamed && time.note === undefined && isShort ? [notCovered] : []),
        ...(drawn.isCut ? [cutList] : []),
      ],
      missing: plot.ok ? missing : [...missing, { code: "CHART_FAILED" }],
      freshness: freshnessOf(series, time, context.now),
      ...(question === null ? {} : { question }),
    };
  },
});
