import { z } from "zod";
import {
  type Bilingual,
  type Claim,
  type DailyBarsValue,
  defineSkill,
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
import { type AskedSpan, barsFor, readSpan } from "./asked-span.ts";

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
const onlyDaily = note("没有分时数据,画的是日线。", "There are no intraday data; daily bars are drawn.");
const cutList = note(
  "自选较多,图里只画排在前面的几只。",
  "The watchlist is long: the picture shows the first stocks of it.",
);
const emptyList = note(
  "你的自选还是空的。可以这样加:「把茅台加入自选」。",
  "Your watchlist is empty. Add a stock like this: “add Moutai to my watchlist”.",
);
const cut = note(
  "所问时间太长,只画能取到的一段。",
  "That is too long a time; as much of it is drawn as can be had.",
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

interface Fetched {
  readonly calls: readonly ToolCall[];
  readonly claims: readonly Claim[];
  readonly missing: readonly SkillMiss[];
  /** The newest day of a stock that is suspended, the oldest of several. */
  readonly stoppedOn?: string;
}

/** The bars of each security, and the claim of its newest one. */
async function fetchBars(
  securities: Resolved["securities"],
  span: AskedSpan,
  context: SkillContext,
): Promise<Fetched> {
  const days = barsFor(span, context.now);
  const answers = await Promise.all(
    securities.map(async ({ code, isIndex }) => {
      const adjust = isIndex ? "none" : "qfq";
      return { code, isIndex, bars: await context.tools.get_daily_bars({ code, adjust, days }) };
    }),
  );
  const calls: ToolCall[] = [];
  const claims: Claim[] = [];
  const missing: SkillMiss[] = [];
  const stopped: string[] = [];
  for (const { code, isIndex, bars } of answers) {
    const claim = bars.ok
      ? context.select(bars.call, `/rows/${bars.value.rows.length - 1}/${isIndex ? "index_close" : "close"}`)
      : null;
    if (bars.ok && claim !== null) {
      calls.push(bars.call);
      claims.push(claim);
      if (bars.value.suspended === true) stopped.push(bars.value.rows.at(-1)?.date ?? "");
    } else
      missing.push(
        bars.ok
          ? { code: "NO_DATA", subject: code }
          : { code: bars.error.code, subject: bars.error.subject ?? code },
      );
  }
  const stoppedOn = stopped.toSorted()[0];
  return { calls, claims, missing, ...(stoppedOn === undefined ? {} : { stoppedOn }) };
}

/** The first day to show: so many bars back where the message counts them, else as far as it says. */
function firstDay(call: ToolCall | undefined, asked: AskedCloses | undefined, { from }: AskedSpan): string {
  const count = asked?.count;
  const rows = (call?.value as Partial<DailyBarsValue> | undefined)?.rows ?? [];
  return count === undefined ? from : (rows.at(-Math.min(count, rows.length))?.date ?? from);
}

const notes = { candles, closes: closesOnly, lines } as const;

export default defineSkill<z.infer<typeof input>>({
  input,
  freshness: { close: staleness.daily, index_close: staleness.daily },
  template: linesByCompany,
  // The list and the bars of each.
  maxToolCalls: maxSecurities + 1,
  async run({ codes = [] }, context) {
    const drawn = await drawnQueries(codes, context);
    if (drawn === null) return { kind: "text", text: emptyList };
    if ("code" in drawn) return { kind: "refusal", ...drawn };
    const { queries } = drawn;
    if (queries.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    const { securities, missing: unresolved, question } = await resolve(queries, context);
    if (securities.length === 0 && question !== null) return { kind: "question", ...question };
    const span = readSpan(context.message.text, context.now);
    const { calls, claims, missing: lacking, stoppedOn } = await fetchBars(securities, span, context);
    const missing = [...unresolved, ...lacking];
    const [onlyMiss] = missing;
    if (calls.length === 0)
      return missing.length === 1 && onlyMiss !== undefined && question === null
        ? { kind: "refusal", ...onlyMiss }
        : { kind: "answer", claims: [], missing, ...(question === null ? {} : { question }) };
    const [first, ...others] = calls;
    const asked = others.length === 0 ? readCloses(context.message.text) : undefined;
    const kind = others.length > 0 ? "lines" : asked === undefined ? "candles" : "closes";
    const plot = await context.tools.plot_chart({
      kind,
      period: span.period,
      language: context.language,
      bars: calls.map(({ tool_call_id }) => tool_call_id),
      from: firstDay(first, asked, span),
      ...(asked === undefined || asked.averages.length === 0 ? {} : { averages: asked.averages }),
    });
    return {
      kind: "answer",
      claims,
      charts: plot.ok ? [plot.call.tool_call_id] : [],
      notes: [
        ...(plot.ok ? [notes[kind]] : []),
        ...(stoppedOn === undefined ? [] : [suspendedNote]),
        ...(span.isIntraday ? [onlyDaily] : []),
        ...(span.isCut ? [cut] : []),
        ...(drawn.isCut ? [cutList] : []),
      ],
      missing: plot.ok ? missing : [...missing, { code: "CHART_FAILED" }],
      ...(stoppedOn === undefined ? {} : { freshness: { close: { since: stoppedOn } } }),
      ...(question === null ? {} : { question }),
    };
  },
});
