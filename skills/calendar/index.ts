import { z } from "zod";
import {
  type Bilingual,
  bundledCalendar,
  type CalendarValue,
  type Claim,
  defineSkill,
  type Freshness,
  linesBy,
  type MetricRegistry,
  maxQueries,
  maxSecurities,
  type SkillContext,
  type SkillResult,
  staleness,
  type TemplateInput,
  type ToolCall,
} from "#contract";
import { eventMetrics } from "./event-metrics.ts";
import { answerEvents } from "./events.ts";
import { asksForMarket, isAboutCompany, readWishes } from "./wishes.ts";

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe("Codes or company names as the user wrote them, where a day of a company is asked for."),
});

const day = (zh: string, en: string) => ({ default_unit: "", zh: [zh], en: [en] });

const metrics: MetricRegistry = {
  open_day: day("开市日", "trading day"),
  closed_day: day("休市日", "day without trading"),
  previous_trading_day: day("上一交易日", "previous trading day"),
  next_trading_day: day("下一交易日", "next trading day"),
  holiday_from: day("休市首日", "first day of the closure"),
  holiday_to: day("休市末日", "last day of the closure"),
  holiday_days: { default_unit: "日", zh: ["休市天数"], en: ["length of the closure"] },
  ...eventMetrics,
};

const freshness: Readonly<Record<string, Freshness>> = Object.fromEntries(
  Object.keys(metrics).map((metric) => [metric, staleness.daily]),
);

const note = (zh: string, en: string): Bilingual => ({ zh, en });

/** From Sunday on, as dates count. */
const weekdays: readonly Bilingual[] = [
  note("所问日期是星期日。", "The day asked about is a Sunday."),
  note("所问日期是星期一。", "The day asked about is a Monday."),
  note("所问日期是星期二。", "The day asked about is a Tuesday."),
  note("所问日期是星期三。", "The day asked about is a Wednesday."),
  note("所问日期是星期四。", "The day asked about is a Thursday."),
  note("所问日期是星期五。", "The day asked about is a Friday."),
  note("所问日期是星期六。", "The day asked about is a Saturday."),
];

const weekdayOf = ({ asked_date: date }: CalendarValue): readonly Bilingual[] =>
  weekdays.slice(new Date(`${date}T00:00:00Z`).getUTCDay()).slice(0, 1);

const phases: Readonly<Record<NonNullable<CalendarValue["phase"]>, Bilingual>> = {
  pre_open: note("今天是交易日,尚未开盘。", "Today is a trading day; the market has not opened yet."),
  auction: note("今天是交易日,正在集合竞价。", "Today is a trading day; the opening auction is on."),
  gap: note("今天是交易日,马上开盘。", "Today is a trading day; the market is about to open."),
  morning: note("今天是交易日,上午正在交易。", "Today is a trading day; the morning session is on."),
  lunch: note("今天是交易日,现在午间休市。", "Today is a trading day; it is the lunch break."),
  afternoon: note("今天是交易日,下午正在交易。", "Today is a trading day; the afternoon session is on."),
  closing_auction: note(
    "今天是交易日,正在收盘集合竞价。",
    "Today is a trading day; the closing auction is on.",
  ),
  after_close: note("今天是交易日,现在已经收盘。", "Today is a trading day; the market has closed."),
  after_hours: note("今天是交易日,现在是盘后时段。", "Today is a trading day; the market has closed."),
  closed_day: note("今天休市。", "The market is closed today."),
};

const open = note("所问日期是交易日,正常开市。", "The day asked about is a trading day.");
const closed = note("所问日期休市,没有交易。", "The market is closed on the day asked about.");
const nearest = note("显示的是离今天最近的一次休市。", "Shown is the closure nearest to today.");
const unpublished = note(
  "更晚的休市安排尚未公布或不在日历里。",
  "Later closures are not published yet or not in the calendar.",
);

const uncounted = note(
  "一段时间里有多少个交易日目前不统计。",
  "How many trading days lie in a stretch of time is not counted here yet.",
);

/** The days to show, in the order of their telling. */
function metricsFor(value: CalendarValue, text: string): readonly string[] {
  const wishes = readWishes(text);
  const asked = value.is_trading_day ? "open_day" : "closed_day";
  const also = wishes.open ? [asked] : [];
  if (wishes.holiday) return [...also, "holiday_from", "holiday_to", "holiday_days"];
  if (wishes.previous) return [...also, "previous_trading_day"];
  if (wishes.next) return [...also, "next_trading_day"];
  return value.is_trading_day
    ? [asked, "next_trading_day"]
    : [asked, "previous_trading_day", "next_trading_day"];
}

const claimOf = (metric: string, call: ToolCall, context: SkillContext): Claim | null =>
  metric === "holiday_days" ? context.select(call, `/${metric}`) : context.quote(call, `/${metric}`, "date");

const noteOf = (value: CalendarValue): Bilingual =>
  value.phase === undefined ? (value.is_trading_day ? open : closed) : phases[value.phase];

/** Three kinds of days for each company, and the calendar. */
const maxToolCalls = 3 * maxSecurities + 1;

/** The exchange's days on one line; of companies each event on its own. */
const template = (view: TemplateInput): string =>
  linesBy(view, (claim) => {
    const { cite } = claim;
    if (cite.kind !== "tool" || !("code" in claim) || claim.code === null) return "";
    const path = cite.path ?? "";
    return `${claim.code} ${cite.tool_call_id} ${path.slice(0, path.lastIndexOf("/"))}`;
  });

/** Days of the exchange: the one asked about, or those beside it. */
async function answerMarket(context: SkillContext): Promise<SkillResult> {
  const { text } = context.message;
  const wishes = readWishes(text);
  // 下个交易日 is counted from today, and is no day that the question names.
  const isFromToday = (wishes.previous || wishes.next) && (!wishes.open || /今[天日]|today/i.test(text));
  const asked = isFromToday ? {} : { question: text };
  const found = await context.tools.trading_calendar({ ...asked, otherwise: bundledCalendar });
  if (!found.ok) return { kind: "refusal", code: found.error.code };
  const { call, value } = found;
  const wanted = metricsFor(value, text);
  const claims = wanted.map((metric) => claimOf(metric, call, context));
  const shown = claims.filter((claim) => claim !== null);
  if (shown.length === 0) return { kind: "refusal", code: "CALENDAR_UNKNOWN" };
  const isNearest = wishes.holiday && value.phase !== undefined;
  const isDay = wishes.open || (!wishes.holiday && !wishes.previous && (!wishes.next || wishes.reopening));
  return {
    kind: "answer",
    claims: shown,
    notes: [
      ...(wishes.weekday && isDay ? weekdayOf(value) : []),
      ...(isDay ? [noteOf(value)] : []),
      ...(wishes.count ? [uncounted] : []),
      ...(isNearest ? [nearest] : []),
      ...(shown.length < wanted.length ? [unpublished] : []),
    ],
  };
}

/** Two answers as one; of a part that came to nothing the reason is said beside the other. */
function joined(first: SkillResult, second: SkillResult): SkillResult {
  if (second.kind === "refusal" && first.kind === "answer") {
    const { kind: _, ...miss } = second;
    return { ...first, missing: [...(first.missing ?? []), miss] };
  }
  if (first.kind !== "answer" || second.kind !== "answer") return second;
  return {
    ...second,
    claims: [...first.claims, ...second.claims],
    notes: [...(first.notes ?? []), ...(second.notes ?? [])],
  };
}

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics,
  freshness,
  template,
  maxToolCalls,
  async run({ codes = [] }, context) {
    const { text } = context.message;
    if (!isAboutCompany(text, codes)) return answerMarket(context);
    const events = await answerEvents(codes, context);
    return asksForMarket(text) ? joined(await answerMarket(context), events) : events;
  },
});
