/**
 * Rules of our own only: chrono-node, tried behind them, loads for 40 ms and guesses days that nobody named (a weekday for 前个星期三,
 * a day for "last week"), and a guessed day is a wrong number. What names a time and is not read as a day is told, never dropped.
 */
import { civilOf, isoOf, shanghaiOf } from "./civil.ts";
import { festivalRules } from "./dates/festivals.ts";
import { type DatedSpan, settleTimes } from "./dates/neighbours.ts";
import { periodEndRules } from "./dates/period-ends.ts";
import { relativeRules } from "./dates/relative.ts";
import type { CalendarDay, Today } from "./dates/rule.ts";
import { maySpeakOfTime } from "./dates/time-signs.ts";
import { timeWords, type UnreadKind } from "./dates/unread.ts";
import { writtenRules } from "./dates/written.ts";
import { fold, unfold, type Written } from "./fold.ts";

interface FoundSpan {
  /** UTF-16 units of the text, end exclusive. */
  readonly span: readonly [number, number];
  /** As the user wrote it. */
  readonly text: string;
}

/** A day that only the trading calendar can tell; days are ISO dates. */
export type OnCalendar =
  | { readonly kind: "back"; readonly count: number }
  | { readonly kind: "until" | "from"; readonly date: string }
  | { readonly kind: "closure"; readonly side: "before" | "after" };

/** A day of Shanghai (`YYYY-MM-DD`), or one that only the trading calendar knows. */
export type FoundDate =
  | (FoundSpan & { readonly date: string })
  | (FoundSpan & { readonly onCalendar: OnCalendar });

/** A time that is no day: one that does not exist, a time of the day, a period, a window, a vague word. */
export interface UnreadTime extends FoundSpan {
  readonly kind: UnreadKind;
}

/** All that a text says of time. */
export interface FoundTimes {
  readonly dates: readonly FoundDate[];
  readonly unread: readonly UnreadTime[];
}

const rules = [...relativeRules, ...festivalRules, ...periodEndRules, ...writtenRules];
const speaksOfFuture =
  /明年|明天|明日|后天|下周|下星期|下礼拜|下个?月|将来|未来|届时|开不开市|休不休市|[开休]市[吗么嘛没不]|[开休]市安排|股开[吗么嘛不]|放假|休几天|next|tomorrow|upcoming|(?:market|exchange)s? (?:be )?(?:open|closed)|trading day\?|holiday/;

/** Whether the market is open on a day, and nothing else of that day: what it closed at on Friday asks for the last one. */
const asksIfOpen =
  /[开休][市盘门](?:了|没有)?[吗么嘛不没]|开不开|休不休|休息[吗么嘛不]|放假|放不放|交易日?[吗么嘛不]|能不能交易|\b(?:a|public|market) holiday|\b(?:is|will) .{1,30}\b(?:be )?a trading day|\b(?:is|are|will) (?:the |chinese |china's |a-share |stock )*(?:markets?|exchanges?|it|they) (?:be )?(?:open|closed|shut|trade)/;

function datedSpans(text: string, today: Today): readonly DatedSpan[] {
  const found: DatedSpan[] = [];
  for (const { pattern, read } of rules) {
    // Most rules find nothing in a text, and then this is far cheaper than to go through no matches.
    if (text.search(pattern) < 0) continue;
    for (const match of text.matchAll(pattern)) {
      const reading = read({ ...match.groups, whole: match[0] }, today);
      if (reading === null) continue;
      const start = match.index + match[0].length - match[0].trimStart().length;
      found.push({ start, end: match.index + match[0].trimEnd().length, reading });
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return found.filter((candidate) => {
    if (candidate.start < end) return false;
    end = candidate.end;
    return true;
  });
}

const calendarDay = (reading: CalendarDay): OnCalendar =>
  "day" in reading ? { kind: reading.kind, date: isoOf(reading.day) } : reading;

/**
 * Every time that a text names, in order, in Chinese or English, counted from the market's today in Shanghai: the days, and what is none.
 * A month and day without a year is the latest such day not after today, unless the next one is near or the text speaks of the
 * future. Codes, prices and parameters of indicators (30日均线) are no times. Throws RangeError when `now` is no ISO 8601 date or instant.
 */
export function findTimes(written: Written, now: string): FoundTimes {
  const moment = shanghaiOf(now);
  if (moment === null) throw new RangeError("the market time must be ISO 8601");
  const folded = fold(written);
  const { original, text } = folded;
  if (!maySpeakOfTime(text)) return { dates: [], unread: [] };
  const today: Today = {
    day: moment.day,
    civil: civilOf(moment.day),
    future: speaksOfFuture.test(text),
    asksIfOpen: asksIfOpen.test(text),
  };
  const settled = settleTimes(text, datedSpans(text, today), timeWords(text));
  const dates: FoundDate[] = [];
  const unread: UnreadTime[] = [];
  for (const each of settled) {
    const span = unfold(folded, each.start, each.end);
    const found = { span, text: original.slice(span[0], span[1]) };
    if ("kind" in each) unread.push({ ...found, kind: each.kind });
    else if (typeof each.reading === "number") dates.push({ ...found, date: isoOf(each.reading) });
    else if (each.reading === "no_such_day") unread.push({ ...found, kind: "day" });
    else dates.push({ ...found, onCalendar: calendarDay(each.reading) });
  }
  return { dates, unread };
}

export const findDates = (text: string, nowMarketIso: string): readonly FoundDate[] =>
  findTimes(text, nowMarketIso).dates;

/** The first day that a text names; null when it names none, or one that does not exist (2月30日). */
export const readDate = (text: string, nowMarketIso: string): FoundDate | null =>
  findDates(text, nowMarketIso)[0] ?? null;

/** What names a time but no day that can be looked up (2026-02-30, 去年, 10:00, 近30日). */
export const findBadDates = (text: string, nowMarketIso: string): readonly UnreadTime[] =>
  findTimes(text, nowMarketIso).unread;
