import { z } from "zod";
import {
  type Bilingual,
  type Claim,
  defineSkill,
  type Freshness,
  type PriceValue,
  resolveCodes,
  type SkillContext,
  type SkillMiss,
  type TemplateInput,
  type ToolCall,
} from "#contract";

const input = z.object({
  codes: z
    .array(z.string().min(1).max(40))
    .max(8)
    .optional()
    .describe("Codes or company names as the user wrote them."),
  date: z.string().max(20).optional().describe("ISO date, only for a day the user named."),
});

/** Beside the price itself: shown when the question has one of the words. */
const askedFor: readonly (readonly [metric: string, words: RegExp])[] = [
  ["open", /开盘|今开|\bopen/i],
  ["high", /最高|\bhigh/i],
  ["low", /最低|\blow/i],
  ["prev_close", /昨收|前收|previous close|prev close/i],
  ["volume", /成交量|量能|\bvolume/i],
  ["amount", /成交额|成交金额|turnover|traded value/i],
];

/** How old each metric may be when the user named no day. */
const freshness: Readonly<Record<string, Freshness>> = {
  current_price: { sessionSeconds: 180 },
  close: { tradingDays: 5 },
  prev_close: { tradingDays: 5 },
  open: { tradingDays: 5 },
  high: { tradingDays: 5 },
  low: { tradingDays: 5 },
  change: { tradingDays: 5 },
  pct_chg: { tradingDays: 5 },
  volume: { tradingDays: 5 },
  amount: { tradingDays: 5 },
};

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const phaseNotes: Readonly<Partial<Record<PriceValue["phase"], Bilingual>>> = {
  lunch: note(
    "午间休市,当前价为上午最后成交。",
    "Lunch break: the current price is the morning's last trade.",
  ),
  auction: note(
    "集合竞价中,显示的是上一交易日收盘。",
    "Opening auction: shown is the previous trading day's close.",
  ),
  pre_open: note(
    "今日尚未开盘,显示的是上一交易日收盘。",
    "Not open yet today: shown is the previous trading day's close.",
  ),
  closed_day: note(
    "今日休市,显示的是最近交易日收盘。",
    "The market is closed today: shown is the newest close.",
  ),
};

const tradingPhases: ReadonlySet<PriceValue["phase"]> = new Set([
  "morning",
  "lunch",
  "afternoon",
  "closing_auction",
]);

const noLiveQuote = note(
  "实时行情暂时取不到,显示的是上一交易日收盘。",
  "No live quote can be had right now: shown is the previous trading day's close.",
);

/** The remark on when the price is from; a live quote that is missing is said before the phase. */
function phaseNote(value: PriceValue): Bilingual | undefined {
  const isMissing = tradingPhases.has(value.phase) && !("current_price" in value) && !value.suspended;
  return isMissing ? noLiveQuote : phaseNotes[value.phase];
}

/** For a day that was asked about only its own remark counts; else the phase of the market is said. */
function notesOf(value: PriceValue, day: Day): Bilingual[] {
  const when = day.date === undefined ? phaseNote(value) : (day.note ?? undefined);
  const notes = when === undefined ? [] : [when];
  if (value.quality === "provisional")
    notes.push(note("收盘价尚待确认。", "The close is not confirmed yet."));
  if (value.suspended)
    notes.push(
      note(
        "该日停牌或无成交,显示的是此前最近收盘。",
        "No trading on that day (suspended): shown is the newest close before it.",
      ),
    );
  return notes;
}

interface Day {
  readonly date?: string;
  readonly note: Bilingual | null;
}

/** The day asked about, as a trading day; a miss where it cannot be answered. */
async function readDay(date: string | undefined, context: SkillContext): Promise<Day | SkillMiss> {
  if (date === undefined) return { note: null };
  const resolved = await context.tools.resolve_date({ query: date });
  if (!resolved.ok) return { code: resolved.error.code };
  const { relation, is_trading_day, trading_day } = resolved.value;
  if (relation === "future") return { code: "FUTURE_DATE" };
  if (relation === "today" && is_trading_day) return { note: null };
  if (is_trading_day) return { date: trading_day, note: null };
  const closed = note(
    "所问日期休市,显示的是此前最近交易日的数据。",
    "The market was closed on that day: shown is the last trading day before it.",
  );
  return { date: trading_day, note: closed };
}

/** The claims of one company, the price first. */
function claimsOf(call: ToolCall, value: PriceValue, context: SkillContext): Claim[] {
  const primary = "current_price" in value ? "current_price" : "close";
  const extras = askedFor.filter(([, words]) => words.test(context.message.text)).map(([metric]) => metric);
  const metrics = [primary, "change", "pct_chg", ...extras];
  return metrics.map((metric) => context.select(call, `/${metric}`)).filter((claim) => claim !== null);
}

/** Claims come company by company; each company begins a line, its other values follow on the next. */
function template({ claims }: TemplateInput): string {
  const lines: string[] = [];
  let rest: string[] = [];
  const flush = () => {
    if (rest.length > 0) lines.push(rest.join(","));
    rest = [];
  };
  for (const { slot, claim } of claims) {
    const isPrice =
      claim.kind === "numeric" && (claim.metric === "current_price" || claim.metric === "close");
    if (isPrice) flush();
    if (isPrice) lines.push(`{{${slot}}}`);
    else rest.push(`{{${slot}}}`);
  }
  flush();
  return lines.join("\n");
}

/** What one company came to. */
interface Quote {
  readonly claims: readonly Claim[];
  readonly notes: readonly Bilingual[];
  readonly missing: readonly SkillMiss[];
  /** True where the values are those of a live quote. */
  readonly live: boolean;
  /** The day of a value that may be old: asked for by date, or of a stock that has stopped trading. */
  readonly since?: string;
}

const asksForClose = /收盘|收市|\bclos(?:e|ed|ing)\b/i;

/** While the market trades a question for the close means the newest one there is, beside the price. */
async function newestClose(code: string, context: SkillContext): Promise<Pick<Quote, "claims" | "missing">> {
  const day = await context.tools.resolve_date({ query: "上个交易日" });
  if (!day.ok) return { claims: [], missing: [{ code: day.error.code, subject: code }] };
  const price = await context.tools.get_price({ code, date: day.value.trading_day });
  if (!price.ok)
    return { claims: [], missing: [{ code: price.error.code, subject: price.error.subject ?? code }] };
  const claim = context.select(price.call, "/close");
  return { claims: claim === null ? [] : [claim], missing: [] };
}

async function quote(code: string, day: Day, context: SkillContext): Promise<Quote> {
  const asked = day.date === undefined ? {} : { date: day.date };
  const price = await context.tools.get_price({ code, ...asked });
  if (!price.ok)
    return {
      claims: [],
      notes: [],
      missing: [{ code: price.error.code, subject: price.error.subject ?? code }],
      live: false,
    };
  const { call, value } = price;
  const wantsClose = "current_price" in value && asksForClose.test(context.message.text);
  const close = wantsClose ? await newestClose(code, context) : { claims: [], missing: [] };
  const since = value.suspended || day.date !== undefined ? (call.as_of ?? day.date) : undefined;
  return {
    claims: [...claimsOf(call, value, context), ...close.claims],
    notes: notesOf(value, day),
    missing: close.missing,
    live: "current_price" in value,
    ...(since === undefined ? {} : { since }),
  };
}

export default defineSkill<z.infer<typeof input>>({
  input,
  freshness,
  template,
  async run({ codes: queries = [], date }, context) {
    if (queries.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    const day = await readDay(date, context);
    if ("code" in day) return { kind: "refusal", ...day };
    const { codes, missing: unresolved, question } = await resolveCodes(queries, context.tools);
    if (codes.length === 0 && question !== null) return { kind: "question", ...question };
    const quotes = await Promise.all(codes.map((code) => quote(code, day, context)));
    const claims = quotes.flatMap((each) => each.claims);
    const missing = [...unresolved, ...quotes.flatMap((each) => each.missing)];
    const [onlyMiss] = missing;
    if (claims.length === 0 && missing.length === 1 && onlyMiss !== undefined && question === null)
      return { kind: "refusal", ...onlyMiss };
    return {
      kind: "answer",
      claims,
      notes: quotes.flatMap((each) => each.notes),
      missing,
      ...(question === null ? {} : { question }),
      freshness: freshnessOf(quotes),
    };
  },
});

/** The metrics that a live quote carries beside its price; `close` is never one of them. */
const dayMetrics = Object.keys(freshness).filter(
  (metric) => metric !== "current_price" && metric !== "close",
);

/**
 * The user named the day, or trading stopped on it: nothing from that day on is too old, but a live price keeps its budget. Where
 * all values are live ones, the change is as old as the price beside it and no fresher.
 */
function freshnessOf(quotes: readonly Quote[]): Record<string, Freshness> {
  const oldest = quotes.flatMap(({ since }) => since ?? []).sort()[0];
  if (oldest !== undefined)
    return Object.fromEntries(
      ["close", ...dayMetrics].map((metric) => [metric, { since: oldest.slice(0, 10) }]),
    );
  const answered = quotes.filter(({ claims }) => claims.length > 0);
  const { current_price: live } = freshness;
  if (live === undefined || !answered.every((each) => each.live)) return {};
  return Object.fromEntries(dayMetrics.map((metric) => [metric, live]));
}
