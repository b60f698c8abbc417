import type { ToolContext, ToolFailure } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import type { Answer, Question } from "../data/routing.ts";
import type { DailyRow } from "../data/rows.ts";
import { addDays, shanghaiDate } from "../data/shanghai-time.ts";
import type { DateRange } from "../data/source.ts";
import type { TradingCalendar } from "../data/trading-calendar.ts";
import { delistedFailure } from "./delisted-failure.ts";
import { earlierFailure } from "./earlier-failure.ts";
import type { Origin } from "./price-value.ts";

/** Calendar days asked for at first: longer than any holiday. */
const usualDays = 20;
/** After the day, where nothing was traded up to it: a company that came later shows rows there. */
const laterDays = 60;
/** And where nothing was traded in those: long enough for the longest suspensions. */
const longDays = 400;

export type FoundClose =
  | {
      readonly ok: true;
      readonly row: DailyRow;
      readonly origin: Origin;
      /** What was asked to find it. */
      readonly question: Question<DailyRow>;
      /** Of an older row: two independent sources know the company's days and have none of the day asked about. */
      readonly isAgreed?: boolean;
    }
  | { readonly ok: false; readonly error: ToolFailure; readonly fallback_from: readonly string[] };

export interface CloseQuestion {
  readonly code: string;
  /** A trading day. */
  readonly day: string;
  readonly calendar: TradingCalendar;
}

/** Failures of sources asked before this one. */
export const failuresBefore = (fallbackFrom: readonly string[], source: string): readonly string[] => {
  const own = fallbackFrom.findIndex((entry) => entry.startsWith(`${source}: `));
  return own < 0 ? fallbackFrom : fallbackFrom.slice(0, own);
};

/** A row dated on a day without trading belongs to a broken answer. */
function isOnTradingDays(rows: readonly DailyRow[], calendar: TradingCalendar): boolean {
  return rows.every(({ date }) => !calendar.covers(Number(date.slice(0, 4))) || calendar.isTradingDay(date));
}

/** Asks for the finished days of a range; equal ranges are one question. */
export const dailyQuestion = (
  code: string,
  range: DateRange,
  { excludeSources, signal }: ToolContext,
): Question<DailyRow> => ({
  capability: "daily",
  key: `${code} ${range.from} ${range.to}`,
  call: (client, limit) => client.daily?.(code, range, limit),
  excludeSources,
  signal,
});

/** The range in which a day's close is looked for at first. */
export const usualRange = (day: string): DateRange => ({ from: addDays(day, -usualDays), to: day });

async function askDaily(
  data: MarketData,
  { code, day, calendar }: CloseQuestion,
  context: ToolContext,
  range: DateRange,
): Promise<FoundClose> {
  const older: { source: string; answer: Answer<DailyRow> }[] = [];
  const question = dailyQuestion(code, range, context);
  if (data.crossCheck) data.routes.prepareCheck(question);
  const found = await data.routes.ask<DailyRow>({
    ...question,
    accept(answer, source) {
      if (!isOnTradingDays(answer.rows, calendar)) {
        return { code: "TOOL_ERROR", message: "answer refused: a row lies on a day without trading" };
      }
      if (answer.rows.at(-1)?.date === day) return null;
      if (answer.rows.length > 0) older.push({ source, answer });
      return { code: "NO_DATA", message: `no row for ${day}` };
    },
  });
  const row = found.ok ? found.rows.at(-1) : undefined;
  if (found.ok && row !== undefined) return { ok: true, row, origin: found, question };
  // No source has that day: the newest day before it, of the first source that knows the company.
  const [first] = older;
  const newest = first?.answer.rows.at(-1);
  if (first !== undefined && newest !== undefined) {
    const { source, answer } = first;
    const fallback_from = failuresBefore(found.fallback_from, source);
    const isAgreed = older.some(
      (other) =>
        other.answer.rows.at(-1)?.date === newest.date &&
        data.routes.areIndependent("daily", source, other.source),
    );
    return { ok: true, row: newest, origin: { ...answer, source, fallback_from }, question, isAgreed };
  }
  const error: ToolFailure = found.ok ? { code: "NO_DATA", message: "no row" } : found.error;
  return { ok: false, error, fallback_from: found.fallback_from };
}

/** Whether there are rows after the day. */
async function hasLaterRows(data: MarketData, { code, day }: CloseQuestion, context: ToolContext) {
  const today = shanghaiDate(context.now);
  const end = addDays(day, laterDays);
  const range = { from: addDays(day, 1), to: end < today ? end : today };
  if (range.from > range.to) return false;
  const found = await data.routes.ask(dailyQuestion(code, range, context));
  return found.ok;
}

const isUnlisted = ({ securities }: MarketData, code: string): boolean =>
  securities.origin() !== undefined && securities.directory().name(code) === undefined;

/**
 * The close of a trading day, or, where no source has a row for that day (nothing was traded, or it is not published
 * yet), the newest close before it: `row.date` tells. What all sources have nothing of is told apart by the list of
 * securities, where it is at hand, and by rows after the day: UNKNOWN_SECURITY, DELISTED, NOT_LISTED_YET,
 * NO_EARLIER_DATA, else NO_DATA.
 */
export async function findClose(
  data: MarketData,
  question: CloseQuestion,
  context: ToolContext,
): Promise<FoundClose> {
  const { code, day } = question;
  const gone = delistedFailure(data, code, day);
  if (gone !== null) return { ok: false, error: gone, fallback_from: [] };
  const usual = await askDaily(data, question, context, usualRange(day));
  const someHadNothing = !usual.ok && usual.fallback_from.some((entry) => entry.endsWith(": NO_DATA"));
  const long = { from: addDays(day, -longDays), to: day };
  const found = someHadNothing ? await askDaily(data, question, context, long) : usual;
  const fail = (error: ToolFailure, fallback_from: readonly string[]): FoundClose => ({
    ok: false,
    error: { ...error, subject: code },
    fallback_from,
  });
  if (found.ok) {
    if (found.row.date === day) return found;
    const delisted = delistedFailure(data, code);
    if (delisted !== null) return fail(delisted, found.origin.fallback_from);
    if (!isUnlisted(data, code)) return found;
    return fail({ code: "DELISTED", message: "not among the listed" }, found.origin.fallback_from);
  }
  if (found.error.code !== "NO_DATA") return found;
  const { message } = found.error;
  if (isUnlisted(data, code)) return fail({ code: "UNKNOWN_SECURITY", message }, found.fallback_from);
  // Since when is not on record: whatever the day, it is the likely reason.
  const left = data.securities.delisting(code);
  if (left !== undefined && left.date === undefined)
    return fail({ code: "DELISTED", message }, found.fallback_from);
  if (!(await hasLaterRows(data, question, context)))
    return fail({ code: "NO_DATA", message }, found.fallback_from);
  return { ok: false, error: earlierFailure(data, code, day), fallback_from: found.fallback_from };
}
