/**
 * Rules of our own only: chrono-node, tried behind them, loads for 40 ms and guesses days that nobody named (a weekday for 前个星期三,
 * a day for "last week"), and a guessed day is a wrong number.
 */
import { civilOf, isoOf, shanghaiOf } from "./civil.ts";
import { relativeRules } from "./dates/relative.ts";
import type { Reading, Today } from "./dates/rule.ts";
import { writtenRules } from "./dates/written.ts";
import { fold, unfold } from "./fold.ts";

interface FoundSpan {
  /** UTF-16 units of the text, end exclusive. */
  readonly span: readonly [number, number];
  /** As the user wrote it. */
  readonly text: string;
}

/** A day of Shanghai (`YYYY-MM-DD`), or the day that only the trading calendar knows. */
export type FoundDate =
  | (FoundSpan & { readonly date: string })
  | (FoundSpan & { readonly relative: "previous_trading_day" });

const rules = [...relativeRules, ...writtenRules];
const speaksOfFuture = /明年|明天|明日|后天|下周|下星期|下礼拜|下个?月|将来|未来|届时|next|tomorrow|upcoming/;

interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly reading: Exclude<Reading, null>;
}

function candidatesIn(text: string, today: Today): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const { pattern, read } of rules) {
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

interface Scan {
  readonly dates: readonly FoundDate[];
  readonly bad: readonly FoundSpan[];
}

/** Throws RangeError when `now` is no ISO 8601 date or instant. */
function scan(original: string, now: string): Scan {
  const moment = shanghaiOf(now);
  if (moment === null) throw new RangeError("the market time must be ISO 8601");
  const folded = fold(original);
  const today: Today = {
    day: moment.day,
    civil: civilOf(moment.day),
    future: speaksOfFuture.test(folded.text),
  };
  const candidates = candidatesIn(folded.text, today);
  const dates: FoundDate[] = [];
  const bad: FoundSpan[] = [];
  for (const { start, end, reading } of candidates) {
    const span = unfold(folded, start, end);
    const found = { span, text: original.slice(span[0], span[1]) };
    if (reading === "no_such_day") bad.push(found);
    else if (reading === "previous_trading_day") dates.push({ ...found, relative: reading });
    else dates.push({ ...found, date: isoOf(reading) });
  }
  return { dates, bad };
}

/**
 * Every day that a text names, in order, in Chinese or English, counted from the market's today in Shanghai. A month and day
 * without a year is the latest such day not after today, unless the text speaks of the future. Codes, prices and windows
 * (近30日, 30日均线) are never days.
 */
export const findDates = (text: string, nowMarketIso: string): readonly FoundDate[] =>
  scan(text, nowMarketIso).dates;

/** The first day that a text names; null when it names none, or one that does not exist (2月30日). */
export const readDate = (text: string, nowMarketIso: string): FoundDate | null =>
  findDates(text, nowMarketIso)[0] ?? null;

/** What is written like a date but is no day of the calendar (2026-02-30, 13月1日). */
export const findBadDates = (text: string, nowMarketIso: string): readonly FoundSpan[] =>
  scan(text, nowMarketIso).bad;
