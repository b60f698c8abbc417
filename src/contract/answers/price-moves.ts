import type {
  Freshness,
  SkillAnswer,
  SkillContext,
  SkillMiss,
  SkillResult,
  TemplateInput,
} from "../ports/skill.ts";
import type { DailyBarsValue } from "../ports/table-tools.ts";
import type { ResolvedStretch } from "../ports/tool-values.ts";
import type { Claim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import type { ToolCall } from "../records/trace.ts";
import { answerByCompany, type CompanyPart, missedPart, suspendedNote } from "./answer-by-company.ts";
import { withCompared } from "./compared-companies.ts";
import { comparesWithTime } from "./compares-with-time.ts";
import { asksDifference, differencesOf, noteOfGaps } from "./differences.ts";

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const ofCloses = note(
  "涨跌幅按所示两个交易日的前复权收盘价计算,还没收盘的交易日不计入。",
  "The change is computed from the forward-adjusted closes of the two days shown; a session that is not over does not count.",
);
const ofLevels = note(
  "涨跌幅按所示两个交易日的收盘点位计算,还没收盘的交易日不计入。",
  "The change is computed from the closing levels of the two days shown; a session that is not over does not count.",
);
const olderBase = note(
  "起始日没有成交(停牌)的,取此前最近收盘。",
  "Where nothing was traded on the first day (suspended), the newest close before it is taken.",
);
const orders = {
  moves: {
    down: note("各行按涨跌幅从高到低排列。", "Rows are sorted by the change, largest first."),
    up: note("各行按涨跌幅从低到高排列。", "Rows are sorted by the change, smallest first."),
  },
  figures: {
    down: note("各行按第一项从高到低排列。", "Rows are sorted by their first figure, largest first."),
    up: note("各行按第一项从低到高排列。", "Rows are sorted by their first figure, smallest first."),
  },
} as const;

const unranked = note("没有这一项的排在最后。", "Those without that figure come last.");

/** True for the metric of a move over a stretch of time. */
export const isMove = (metric: string): boolean => metric.startsWith("move_");

const movement =
  /[涨跌幅]|走|收益|回报|表现|强|弱|\b(?:chang|gain|los[st]|lose|ris|rose|fall|fell|drop|return|perform|mov|climb|declin)|\b(?:up|down)\b/i;
/** Figures of one day or one instant, of which a stretch of time has none. */
const ofOneDay: ReadonlySet<string> = new Set([
  "current_price",
  "close",
  "open",
  "high",
  "low",
  "prev_close",
  "volume",
  "amount",
  "index_current",
  "index_close",
]);
/** Of these a comparison with an earlier time is the move since then. */
const levels: ReadonlySet<string> = new Set(["current_price", "close", "index_current", "index_close"]);
/** True where a message has words of a price's move. */
export const saysMove = (text: string): boolean => movement.test(text);

const vague = /最近|近期|近来|这阵子|recent|lately/i;
const isIso = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date);

/**
 * The words of a stretch of time over which a message asks how far a price moved: `date`, where it names no single day, or the message
 * itself where it says 最近. Beside 比 they say since when: 比昨天涨了多少 asks for the move from that close. Undefined where another
 * figure is asked for (上周的收盘价).
 */
export function wordsOfMove(
  date: string | undefined,
  { message, asked }: Pick<SkillContext, "message" | "asked">,
): string | undefined {
  const says = movement.test(message.text);
  if (date === undefined) return says && vague.test(message.text) ? message.text.slice(0, 200) : undefined;
  const isOfLevel = !asked.metrics.some((metric) => ofOneDay.has(metric) && !levels.has(metric));
  if (isOfLevel && asked.days === 1 && comparesWithTime(message.text)) return `比${date}`;
  if (isIso(date) || (!says && asked.metrics.some((metric) => ofOneDay.has(metric)))) return undefined;
  // April 10 and April 28 are two days, and one time behind between.
  const between = `between ${date}`;
  return message.text.toLowerCase().includes(between.toLowerCase()) ? between : date;
}

/** What the words come to; `null` where they name no stretch of time. */
export async function resolveStretch(
  words: string,
  { tools }: Pick<SkillContext, "tools">,
): Promise<ResolvedStretch | SkillMiss | null> {
  const found = await tools.resolve_stretch({ query: words });
  if (found.ok) return found.value;
  return found.error.code === "BAD_DATE" ? null : { code: found.error.code };
}

/** A stretch as it was asked for and resolved. */
export interface AskedMove {
  readonly words: string;
  readonly stretch: ResolvedStretch;
}

/** Calendar days without trading, at most. */
const longestClosure = 12;
/** Newer bars than this are late, not missing. */
const mostLateDays = 12;

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/**
 * The stretch as far as the bars reach: where the last finished day is not out yet, it ends a day earlier. `list`: how many days it is to
 * name at most.
 */
export async function withinBars(
  { words, stretch }: AskedMove,
  { rows, suspended }: DailyBarsValue,
  { tools }: SkillContext,
  list?: number,
): Promise<ResolvedStretch | SkillMiss> {
  const newest = rows.at(-1)?.date ?? "";
  if (suspended === true || newest >= stretch.to) return stretch;
  if (daysBetween(newest, stretch.to) > mostLateDays) return { code: "STALE" };
  const listed = list === undefined ? {} : { list };
  const again = await tools.resolve_stretch({ query: words, newest, ...listed });
  return again.ok ? again.value : { code: again.error.code };
}

function claimsOf(
  bars: ToolCall,
  move: { readonly call: ToolCall; readonly rows: readonly number[]; readonly metric: string },
  { isIndex, context }: { readonly isIndex: boolean; readonly context: SkillContext },
): readonly Claim[] {
  const close = isIndex ? "index_close" : "close";
  return [
    context.select(move.call, `/${move.metric}`),
    ...move.rows.map((row) => context.select(bars, `/rows/${row}/${close}`)),
  ].filter((claim) => claim !== null);
}

/** How far one security moved, with the two closes that say so. */
export async function moveOf(
  code: string,
  asked: AskedMove,
  context: SkillContext,
  isIndex = false,
): Promise<CompanyPart> {
  const { tools } = context;
  const adjust = isIndex ? "none" : "qfq";
  const bars = await tools.get_daily_bars({ code, adjust, from: asked.stretch.bars_from });
  if (!bars.ok) return missedPart(bars.error, code);
  const stretch = await withinBars(asked, bars.value, context);
  if (!("metric" in stretch)) return { claims: [], missing: [{ subject: code, ...stretch }] };
  const { metric, from, to } = stretch;
  const moved = await tools.price_move({ bars: bars.call.tool_call_id, metric, from, to });
  if (!moved.ok) return missedPart(moved.error, code);
  const { call, value } = moved;
  const rows = [value.since_row, value.date_row];
  const claims = claimsOf(bars.call, { call, rows, metric }, { isIndex, context });
  return {
    claims,
    notes: [
      ...(daysBetween(value.since, from) > (stretch.from_unsure === true ? longestClosure : 0)
        ? [olderBase]
        : []),
      ...(value.date < to && bars.value.suspended === true ? [suspendedNote] : []),
      isIndex ? ofLevels : ofCloses,
    ],
    since: value.since,
  };
}

const ranks =
  /[从由][高低大小多少]到|\b(?:high|low)(?:est)? to |谁|哪|最(?!近|新)|排|更|\b(?:which|who|most|best|worst|least|rank|more|better|worse)\b/i;
/** 多少 and 差多少 ask for the number, not for the least of them. */
const upwards =
  /(?<!涨)跌(?!幅榜)|(?<!多)少|差(?!多少|距|别|异|不多)|弱|低|便宜|\b(?:fell|fall|los[te]|drop|worst|worse|least|declin|down|low|cheap|small)/i;

/** 从高到低 names the least too, and asks for it last. */
const downwards = /[从由][高大多强]到[低小少弱]|\bhigh(?:est)? to low/i;

/** True where a message asks which of several moved most, or for their order. */
export const asksForRank = (text: string): boolean => ranks.test(text);

const firstOf = ([first]: readonly Claim[]) => (first?.kind === "numeric" ? first : undefined);

/** What most of them begin with: values of one metric alone have an order. */
function leadingMetric(parts: readonly (readonly Claim[])[]): string | undefined {
  const metrics = parts.flatMap((part) => firstOf(part)?.metric ?? []);
  const countOf = (metric: string) => metrics.filter((each) => each === metric).length;
  return metrics.toSorted((a, b) => countOf(b) - countOf(a))[0];
}

/**
 * The securities' claims by their first value, where the message asks who moved most, with what is said of the order. Those that lack what
 * the others begin with come behind them.
 */
function rankByMove(
  parts: readonly (readonly Claim[])[],
  text: string,
): { readonly parts: readonly (readonly Claim[])[]; readonly notes: readonly Bilingual[] } {
  const leading = leadingMetric(parts);
  const isRanked = (part: readonly Claim[]) => leading !== undefined && firstOf(part)?.metric === leading;
  const ranked = parts.filter(isRanked);
  if (leading === undefined || ranked.length < 2 || !asksForRank(text)) return { parts, notes: [] };
  const sign = upwards.test(text) && !downwards.test(text) ? 1 : -1;
  const order = orders[isMove(leading) || leading === "pct_chg" ? "moves" : "figures"];
  const worthOf = (part: readonly Claim[]) => firstOf(part)?.value ?? 0;
  const sorted = ranked.toSorted((a, b) => sign * (worthOf(a) - worthOf(b)));
  const rest = parts.filter((part) => !isRanked(part));
  return {
    parts: [...sorted, ...rest],
    notes: [sign > 0 ? order.up : order.down, ...(rest.length > 0 ? [unranked] : [])],
  };
}

/** Claims of one security after the other, as runs of the same code. */
function byCode(claims: readonly Claim[]): readonly (readonly Claim[])[] {
  const runs = new Map<string, Claim[]>();
  for (const claim of claims) {
    const code = claim.kind === "knowledge" ? "" : (claim.code ?? "");
    runs.set(code, [...(runs.get(code) ?? []), claim]);
  }
  return [...runs.values()];
}

/** The budgets of an answer about moves: its values were asked for by their days. */
export function freshnessOfMoves(
  claims: readonly Claim[],
  parts: readonly CompanyPart[],
): Readonly<Record<string, Freshness>> {
  const since = parts.flatMap((part) => part.since ?? []).toSorted()[0];
  if (since === undefined) return {};
  // A current price is nobody's day, and ages as ever beside an older close.
  const metrics = claims.flatMap((claim) =>
    claim.kind === "numeric" && claim.metric !== "current_price" && claim.metric !== "index_current"
      ? claim.metric
      : [],
  );
  return Object.fromEntries(
    [...new Set([...metrics, "close", "index_close"])].map((metric) => [metric, { since }]),
  );
}

/** An answer with its rows in the order that the message asks for. */
export function inRank(answer: SkillAnswer, text: string): SkillAnswer {
  const ranked = rankByMove(byCode(answer.claims), text);
  return { ...answer, claims: ranked.parts.flat(), notes: [...ranked.notes, ...new Set(answer.notes ?? [])] };
}

/** The way of a skill about companies that is asked how far they moved over a stretch of time. */
export async function answerMoves(
  queries: readonly string[],
  asked: AskedMove,
  context: SkillContext,
  template: (view: TemplateInput) => string,
  look: (code: string) => Promise<CompanyPart> = (code) => moveOf(code, asked, context),
): Promise<SkillResult> {
  const parts: CompanyPart[] = [];
  const codes: string[] = [];
  const result = await answerByCompany(queries, context, {
    up: async (code) => {
      codes.push(code);
      const part = await look(code);
      parts.push(part);
      return part;
    },
  });
  if (result.kind !== "answer") return result;
  const ranked = inRank(result, context.message.text);
  const gaps = asksDifference(context.message.text)
    ? await differencesOf(ranked.claims, [asked.stretch.metric], context)
    : [];
  const claims = [...gaps, ...ranked.claims];
  const answer = {
    ...ranked,
    claims,
    notes: [...noteOfGaps(gaps, ranked.claims), ...(ranked.notes ?? [])],
    freshness: freshnessOfMoves(claims, parts),
  };
  return withCompared(answer, { codes }, context, template);
}
