import {
  type Bilingual,
  bundledCalendar,
  type PriceValue,
  type SkillContext,
  shanghaiDateOf,
  type ToolCall,
} from "#contract";
import type { DayAhead, LimitDay } from "./limit-day.ts";
import { asksIfAtLimit } from "./limits.ts";

/** What the limits of a session follow from. */
export interface LimitBase {
  /** The session's day, ISO. */
  readonly session: string;
  /** Where the reference price stands in the quote: the day's own, or for the session after it the day's close. */
  readonly path: "/prev_close" | "/close";
  readonly notes: readonly Bilingual[];
}

const notTraded: Bilingual = {
  zh: "所问之日没有它的成交,不拿更早一天的涨跌停价充数。",
  en: "There is no trade of it on the day asked about; the price limits of an older day are not shown in their place.",
};

const notOpen: Bilingual = {
  zh: "休市日没有涨跌停价。",
  en: "There are no price limits on a day without trading.",
};

const nextUnknown: Bilingual = {
  zh: "没有查到下一交易日及其除权除息安排,所以没有算出涨跌停价。",
  en: "The next session and whether the stock goes ex-dividend in it could not be looked up, so the price limits are not reckoned.",
};

const exRight = (session: string): Bilingual => ({
  zh: `${session}除权除息,涨跌停价不按上一收盘算,所以没有算出。`,
  en: `It goes ex-dividend on ${session}, so that its price limits do not follow from the last close and are not reckoned.`,
});

const ofNext = (session: string): Bilingual => ({
  zh: `涨跌停价是${session}的,按上一交易日收盘价算出;已查分红,当日不除权除息(配股等未查)。`,
  en: `The price limits are those of ${session}, from the close before it; no dividend goes ex on that day (rights issues were not looked up).`,
});

const notYet = (session: string): Bilingual => ({
  zh: `${session}的涨跌停价由前一交易日的收盘价算出,要等那天收盘后才知道。`,
  en: `The price limits of ${session} follow from the close of the session before it and are known after that close.`,
});

const closedAhead = (day: string): Bilingual => ({
  zh: `${day}休市,所列是其后第一个交易日的涨跌停价。`,
  en: `The market is closed on ${day}: the price limits are those of the first session after it.`,
});

async function sessionAfter(shown: string, { tools }: SkillContext): Promise<string | undefined> {
  const calendar = await tools.trading_calendar({ date: shown, otherwise: bundledCalendar });
  return calendar.ok ? calendar.value.next_trading_day : undefined;
}

/** The session after the day shown, unless a dividend stands between the two. */
async function nextSession(
  code: string,
  { shown, session }: { readonly shown: string; readonly session: string | undefined },
  { tools }: SkillContext,
): Promise<LimitBase | Bilingual> {
  const dividends = session === undefined ? null : await tools.get_events({ code, kind: "dividends" });
  if (session === undefined || dividends?.ok !== true) return nextUnknown;
  const { coming, past } = dividends.value;
  const isEx = [...coming, ...past].some(({ ex_date: exDate = "" }) => exDate > shown && exDate <= session);
  return isEx ? exRight(session) : { session, path: "/close", notes: [ofNext(session)] };
}

/** The limits of a day ahead, where it is the session after a close that is known, or a day without trading in between. */
async function baseAhead(
  { date, isTradingDay }: DayAhead,
  { code, closed }: { readonly code: string; readonly closed: string | null },
  context: SkillContext,
): Promise<LimitBase | Bilingual> {
  if (date === undefined) return nextUnknown;
  const session = closed === null ? undefined : await sessionAfter(closed, context);
  const isNext = session !== undefined && (isTradingDay ? date === session : date < session);
  if (closed === null || !isNext) return isTradingDay ? notYet(date) : notOpen;
  const base = await nextSession(code, { shown: closed, session }, context);
  return isTradingDay || !("session" in base) ? base : { ...base, notes: [closedAhead(date), ...base.notes] };
}

/**
 * Which session's limits are meant, and what they follow from: those of the day shown, or before the open, without a quote and on a
 * closed day those of the session after the newest close. Why there are none, where the stock or the market did not trade, or the close
 * that they follow from has not come.
 */
export async function limitBaseOf(
  call: ToolCall,
  value: PriceValue,
  day: LimitDay,
  context: SkillContext,
): Promise<LimitBase | Bilingual> {
  const today = shanghaiDateOf(Date.parse(context.now));
  const shown = (call.as_of ?? today).slice(0, 10);
  const isWithout = value.gap !== undefined || value.suspended;
  if (day.ahead !== undefined) {
    const closed = isWithout || "current_price" in value ? null : shown;
    return baseAhead(day.ahead, { code: value.code, closed }, context);
  }
  if (isWithout) return notTraded;
  if (day.closed !== undefined) return notOpen;
  const isOver = value.phase === "closed_day" && asksIfAtLimit(context.message.text);
  if (day.date !== undefined || shown === today || isOver)
    return { session: shown, path: "/prev_close", notes: [] };
  return nextSession(value.code, { shown, session: await sessionAfter(shown, context) }, context);
}
