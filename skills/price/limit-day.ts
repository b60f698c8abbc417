import {
  type AskedDay,
  bundledCalendar,
  resolveDay,
  type SkillContext,
  type SkillMiss,
  shanghaiDateOf,
} from "#contract";
import { asksIfAtLimit, limitsAsked, metrics } from "./limits.ts";

/** A day that has not come, of which the price limits are asked for. */
export interface DayAhead {
  /** ISO; absent where no calendar tells which day the next session is. */
  readonly date?: string;
  readonly isTradingDay: boolean;
}

/** The day that prices are shown of; with `ahead` the newest ones. */
export interface LimitDay extends AskedDay {
  readonly ahead?: DayAhead;
}

const nextSession = /下一?个?交易日|次一交易日|\bnext (?:trading )?(?:session|day)\b/i;

async function sessionAfterToday({ tools, now }: SkillContext): Promise<DayAhead> {
  const today = shanghaiDateOf(Date.parse(now));
  const calendar = await tools.trading_calendar({ date: today, otherwise: bundledCalendar });
  const date = calendar.ok ? calendar.value.next_trading_day : undefined;
  return { isTradingDay: true, ...(date === undefined ? {} : { date }) };
}

/** 涨跌停价 says 涨跌 too. */
const ofLimits: ReadonlySet<string> = new Set([...Object.keys(metrics), "change", "pct_chg"]);

/** True where limit prices are all that is asked for. */
function asksLimitsAlone(context: SkillContext): boolean {
  const { message, asked } = context;
  const isAlone = asked.metrics.every((metric) => ofLimits.has(metric));
  return isAlone && limitsAsked(context).length > 0 && !asksIfAtLimit(message.text);
}

async function dayAhead(date: string | undefined, context: SkillContext): Promise<DayAhead | null> {
  if (!asksLimitsAlone(context)) return null;
  if (date === undefined) return nextSession.test(context.message.text) ? sessionAfterToday(context) : null;
  const resolved = await context.tools.resolve_date({ query: date });
  if (!resolved.ok || resolved.value.relation !== "future") return null;
  return { date: resolved.value.date, isTradingDay: resolved.value.is_trading_day };
}

/** The day asked about: one that has not come is a miss, unless nothing but its price limits is asked for, which may be known before. */
export async function limitDayOf(
  date: string | undefined,
  context: SkillContext,
): Promise<LimitDay | SkillMiss> {
  const ahead = await dayAhead(date, context);
  return ahead === null ? resolveDay(date, context) : { ahead };
}
