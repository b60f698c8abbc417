import { z } from "zod";
import {
  type AskedDay,
  answerMoves,
  asksDifference,
  type Bilingual,
  type Claim,
  comparesWithTime,
  defineSkill,
  maxQueries,
  maxSecurities,
  moveByNow,
  moveOf,
  notConverted,
  type PriceValue,
  resolveCodes,
  resolveDay,
  resolveStretch,
  type SkillContext,
  type SkillMiss,
  type SkillResult,
  saysMove,
  shanghaiDateOf,
  type ToolCall,
  unsaidYear,
  wordsOfMove,
} from "#contract";
import { atLimit } from "./at-limit.ts";
import { besideIndex, besideIndexMove } from "./beside-index.ts";
import { type Aged, freshness, freshnessOf } from "./budgets.ts";
import { closeBefore } from "./close-before.ts";
import { answerDays } from "./days.ts";
import { daysAsked, saysEachDay } from "./days-asked.ts";
import { metrics as dayMetrics } from "./days-table.ts";
import { metrics as distanceMetrics, distancesOf } from "./distances.ts";
import { gapsOf } from "./gaps.ts";
import { answerHighs, highAsked, metrics as highMetrics } from "./highs.ts";
import { metrics as levelMetrics, levelReached } from "./level-reached.ts";
import { limitClaims } from "./limit-claims.ts";
import { metrics as limitMetrics, limitsAsked } from "./limits.ts";
import { withNewHigh } from "./new-high.ts";
import {
  formerNameNotes,
  noCloseWithin,
  notClosedYet,
  notesOf,
  soFarToday,
  sourcesDiffer,
  tradingPhases,
} from "./notes.ts";
import { claimsOf, tradedWords } from "./quote-claims.ts";
import { answerRuns, asksForRun, metrics as runMetrics } from "./runs.ts";
import { asksForCode, codesTold } from "./stock-code.ts";
import { firstDayOf, isEver } from "./stretches.ts";
import { template } from "./template.ts";
import { asksForTurnoverRate, notComparable, type TurnoverRate, turnoverRateOf } from "./turnover-rate.ts";
import { unavailableNotes } from "./unavailable.ts";
import { withWay } from "./way.ts";

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe("Codes or company names as the user wrote them."),
  date: z
    .string()
    .max(64)
    .optional()
    .describe(
      "ISO date for a day the user named, or the user's words for a stretch of time (这周, year to date).",
    ),
});

/** What one company came to. */
interface Quote extends Aged {
  readonly notes: readonly Bilingual[];
  readonly missing: readonly SkillMiss[];
  /** True while its market trades. */
  readonly trading: boolean;
  /** What its price was read from. */
  readonly call?: ToolCall;
}

type Part = Pick<Quote, "claims" | "notes" | "missing">;

const nothing: Part = { claims: [], notes: [], missing: [] };

const missed = (code: SkillMiss["code"], subject: string): Part => ({
  ...nothing,
  missing: [{ code, subject }],
});

/** While the market trades a question for the close means the newest one there is, beside the price. */
async function newestClose(code: string, context: SkillContext): Promise<Part> {
  const day = await context.tools.resolve_date({ query: "上个交易日" });
  if (!day.ok) return missed(day.error.code, code);
  const price = await context.tools.get_price({ code, date: day.value.trading_day });
  if (!price.ok) return missed(price.error.code, price.error.subject ?? code);
  const claim = context.select(price.call, "/close");
  return { ...nothing, claims: claim === null ? [] : [claim], notes: [notClosedYet] };
}

/** The price as a second source tells it, where it tells another one; a leg that failed is neither agreement nor a difference. */
async function secondPrice(call: ToolCall, value: PriceValue, context: SkillContext): Promise<Part> {
  const { check, code } = value;
  if (check?.state !== "differs" || check.source === undefined) return nothing;
  const metric = "current_price" in value ? "current_price" : "close";
  const date = metric === "close" ? call.as_of?.slice(0, 10) : undefined;
  const asked = { code, source: check.source, ...(date === undefined ? {} : { date }) };
  const other = await context.tools.check_price(asked);
  const claim = other.ok ? context.select(other.call, `/${metric}`) : null;
  return claim === null ? nothing : { ...nothing, claims: [claim], notes: [sourcesDiffer] };
}

const isOfToday = ({ as_of }: ToolCall, { now }: SkillContext): boolean =>
  as_of?.slice(0, 10) === shanghaiDateOf(Date.parse(now));

/** `beside`: another day of it stands in the same answer. */
async function quote(code: string, day: AskedDay, context: SkillContext, beside = false): Promise<Quote> {
  const asked = day.date === undefined ? {} : { date: day.date };
  const price = await context.tools.get_price({ code, ...asked });
  if (!price.ok)
    return { ...missed(price.error.code, price.error.subject ?? code), live: false, trading: false };
  const { call, value } = price;
  const live = "current_price" in value;
  const wantsClose = live && !beside && context.asked.metrics.includes("close");
  const close = wantsClose ? await newestClose(code, context) : nothing;
  const second = await secondPrice(call, value, context);
  const rate: TurnoverRate = asksForTurnoverRate(context)
    ? await turnoverRateOf(code, day.date, context)
    : { claims: [], notes: [] };
  const isOld = value.suspended || value.untraded === true || day.date !== undefined;
  // What now is compared with is the close before.
  const isCompared = day.date === undefined && !beside && comparesWithTime(context.message.text);
  const reference = isCompared ? ["prev_close"] : [];
  const limits = await limitClaims(limitsAsked(context), call, { value, day }, context);
  // Before the open 昨收 asks for the newest close, not for the one before it.
  const isOfEve = day.date === undefined && !isCompared && !isOfToday(call, context);
  const own = claimsOf(call, value, context, reference).filter(
    ({ metric }) => metric !== "prev_close" || (limits.claims.length === 0 && !isOfEve),
  );
  const ways = beside ? [] : await distancesOf(limits.claims, call, context);
  const eve = await closeBefore([...limits.claims, ...own], { code, call }, context);
  const since = isOld ? (eve.claims[0]?.as_of ?? call.as_of ?? day.date) : undefined;
  const told = [...limits.claims, ...own, ...ways, ...close.claims, ...second.claims, ...eve.claims];
  const leads = context.asked.metrics.every((metric) => metric === "turnover_rate");
  return {
    claims: leads ? [...rate.claims, ...told] : [...told, ...rate.claims],
    notes: [
      ...notesOf(value, day, context.asked.days > 1),
      ...limits.notes,
      ...eve.notes,
      ...close.notes,
      ...second.notes,
      ...rate.notes,
    ],
    missing: close.missing,
    live,
    trading: live && tradingPhases.has(value.phase),
    call,
    ...(since === undefined ? {} : { since }),
    ...(!isOld || rate.asOf === undefined ? {} : { rateSince: rate.asOf }),
  };
}

const traded: ReadonlySet<string> = new Set(["volume", "amount"]);

/** True where what has been traded so far today is shown, of a day that is not over. */
const isUnfinished = ({ trading, claims }: Quote): boolean =>
  trading && claims.some((claim) => claim.kind === "numeric" && traded.has(claim.metric));

/** True where the turnover rates of two days were asked for and came to one of each company. */
const isOfOneDay = (claims: readonly Claim[], companies: number): boolean => {
  const rates = claims.filter((claim) => claim.kind === "numeric" && claim.metric === "turnover_rate");
  return (
    rates.length > companies &&
    new Set(rates.map((claim) => claim.kind === "numeric" && claim.as_of)).size === 1
  );
};

/** 今天收盘价和4月30日差多少: of the two days one is now. */
const saysToday = (text: string): boolean => /今[天日]|现在|目前|\b(?:today|now)\b/i.test(text);

/**
 * 5月6日和4月28日收盘差多少: two past days make an action each, and the first of them tells both, so that the second has nothing left to say. The
 * other day of the two; nothing for the second action, and where there are more days.
 */
async function otherDay(date: string | undefined, context: SkillContext): Promise<AskedDay> {
  const [first, other, ...more] = context.asked.dates;
  if (other === undefined || first !== date || more.length > 0 || context.asked.days > 2) return {};
  const day = await resolveDay(other, context);
  return "code" in day ? {} : day;
}

/** Of each company the price, a second one, the days before it and its dividends; once the calendar. */
const maxToolCalls = 4 * maxSecurities + 1;

/** Companies whose figures of two days are within the calls of an answer. */
const mostCompared = 2;

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics: {
    ...limitMetrics,
    ...runMetrics,
    ...dayMetrics,
    ...highMetrics,
    ...distanceMetrics,
    ...levelMetrics,
  },
  freshness,
  template,
  maxToolCalls,
  async run({ codes: queries = [], date }, context) {
    const { asked, message } = context;
    const told = asksForCode(message.text, asked.metrics) ? await codesTold(queries, context.tools) : null;
    if (told !== null) return told;
    const isEachDay = saysEachDay(context);
    if (queries.length > 0 && !isEachDay && asksForRun(context)) return answerRuns(queries, context);
    const high = queries.length > 0 && !isEachDay ? highAsked(date, context) : null;
    if (high !== null) return withNewHigh(await answerHighs(queries, high, context), high, context);
    const days = daysAsked(date, context);
    if (days !== null && queries.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    const rows = days === null ? null : await answerDays(queries, days, context);
    if (rows !== null && rows !== "too_short") return rows;
    // 比昨天放量了吗 sets what was traded beside that day's, and asks for no move.
    const isTraded = tradedWords.test(message.text) && comparesWithTime(message.text);
    const isOfFirst =
      firstDayOf(date) !== undefined && !saysMove(message.text) && !comparesWithTime(message.text);
    const words = isTraded || isOfFirst || rows !== null ? undefined : wordsOfMove(date, context);
    // A stretch of time is understood: what is missing is the company.
    if (words !== undefined && queries.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    const stretch = words === undefined ? null : await resolveStretch(words, context);
    // On the first day of a week there is the quote of that day alone.
    const isNew =
      rows !== null || (stretch !== null && "code" in stretch && stretch.code === "STRETCH_TOO_SHORT");
    if (stretch !== null && words !== undefined && !isNew) {
      if (!("metric" in stretch)) return { kind: "refusal", ...stretch };
      const asking = { words, stretch };
      const lookUp = async (code: string) =>
        (await moveByNow(code, asking, context)) ?? moveOf(code, asking, context);
      const moved = await answerMoves(queries, asking, context, template, lookUp);
      const lacking = unavailableNotes(message.text);
      const noted =
        moved.kind === "answer" ? { ...moved, notes: [...(moved.notes ?? []), ...lacking] } : moved;
      return (await besideIndexMove(noted, asking, context)) ?? withWay(noted, context);
    }
    const day = isNew || isEver(date) ? {} : await resolveDay(firstDayOf(date) ?? date, context);
    if ("code" in day) return { kind: "refusal", ...day };
    if (queries.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    const resolved = await resolveCodes(queries, context.tools);
    const { codes, missing: unresolved, question, formerNames } = resolved;
    if (codes.length === 0 && question !== null) return { kind: "question", ...question };
    // 成交量和昨天比: a figure of one day has no move, so that both days are shown.
    const isCompared = comparesWithTime(message.text) || asksDifference(message.text);
    const isBoth = day.date !== undefined && codes.length <= mostCompared && isCompared;
    const isWithNow = asked.days === 1 || saysToday(message.text);
    const second = isWithNow || !isBoth ? {} : await otherDay(date, context);
    const shownDays = isBoth && isWithNow ? [{}, day] : "date" in second ? [day, second] : [day];
    const quotes = await Promise.all(
      shownDays.flatMap((each) => codes.map((code) => quote(code, each, context, shownDays.length > 1))),
    );
    const shown = quotes.flatMap((each) => each.claims);
    const apart = await gapsOf(shown, shownDays.length > 1 && quotes.some(isUnfinished), context);
    const [only] = quotes.length === 1 ? quotes : [];
    const reached = only?.call === undefined ? null : await levelReached(only.call, only.claims, context);
    const claims = reached?.claims ?? [...apart.claims, ...shown];
    const draft = reached?.draft ?? (only?.call === undefined ? null : atLimit(only.call, claims, context));
    const missing = [...unresolved, ...quotes.flatMap((each) => each.missing)];
    const [onlyMiss] = missing;
    if (claims.length === 0 && missing.length === 1 && onlyMiss !== undefined && question === null)
      return { kind: "refusal", ...onlyMiss };
    const result: SkillResult = {
      kind: "answer",
      claims,
      ...(draft === null ? {} : { draft }),
      notes: [
        ...apart.notes,
        ...(shownDays.length > 1 && isOfOneDay(shown, codes.length) ? [notComparable] : []),
        ...(isNew && !comparesWithTime(message.text) ? [noCloseWithin] : []),
        ...unsaidYear(day.date, context.now, context.message.text),
        ...formerNameNotes(formerNames, context.message.text),
        ...new Set(quotes.flatMap((each) => each.notes)),
        ...(shownDays.length > 1 && quotes.some(isUnfinished) ? [soFarToday] : []),
        ...unavailableNotes(context.message.text),
        ...notConverted(claims, context.message.text),
      ],
      missing,
      ...(question === null ? {} : { question }),
      freshness: freshnessOf(quotes),
    };
    const found = { calls: quotes.flatMap(({ call = [] }) => call), day };
    return (await besideIndex(result, found, context)) ?? withWay(result, context, found);
  },
});
