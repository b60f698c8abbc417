import type { ToolContext, ToolFailure } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import type { Answer } from "../data/routing.ts";
import type { DailyRow } from "../data/rows.ts";
import { addDays } from "../data/shanghai-time.ts";
import type { TradingCalendar } from "../data/trading-calendar.ts";
import type { Origin } from "./price-value.ts";

/** Calendar days asked for at first: longer than any holiday. */
const usualDays = 20;
/** And where nothing was traded in those: long enough for the longest suspensions. */
const longDays = 400;

export type FoundClose =
  | { readonly ok: true; readonly row: DailyRow; readonly origin: Origin }
  | { readonly ok: false; readonly error: ToolFailure; readonly fallback_from: readonly string[] };

export interface CloseQuestion {
  readonly code: string;
  /** A trading day. */
  readonly day: string;
  readonly calendar: TradingCalendar;
}

/** Failures of sources asked before this one. */
const before = (fallbackFrom: readonly string[], source: string): readonly string[] => {
  const own = fallbackFrom.findIndex((entry) => entry.startsWith(`${source}: `));
  return own < 0 ? fallbackFrom : fallbackFrom.slice(0, own);
};

/** A row dated on a day without trading belongs to a broken answer. */
function isOnTradingDays(rows: readonly DailyRow[], calendar: TradingCalendar): boolean {
  return rows.every(({ date }) => !calendar.covers(Number(date.slice(0, 4))) || calendar.isTradingDay(date));
}

async function askDaily(
  data: MarketData,
  { code, day, calendar }: CloseQuestion,
  context: ToolContext,
  days: number,
): Promise<FoundClose> {
  const range = { from: addDays(day, -days), to: day };
  const older: { source: string; answer: Answer<DailyRow> }[] = [];
  const found = await data.routes.ask<DailyRow>({
    capability: "daily",
    key: `${code} ${range.from} ${range.to}`,
    call: (client, signal) => client.daily?.(code, range, signal),
    accept(answer, source) {
      if (!isOnTradingDays(answer.rows, calendar)) {
        return { code: "TOOL_ERROR", message: "answer refused: a row lies on a day without trading" };
      }
      if (answer.rows.at(-1)?.date === day) return null;
      if (answer.rows.length > 0) older.push({ source, answer });
      return { code: "NO_DATA", message: `no row for ${day}` };
    },
    excludeSources: context.excludeSources,
    signal: context.signal,
  });
  const row = found.ok ? found.rows.at(-1) : undefined;
  if (found.ok && row !== undefined) return { ok: true, row, origin: found };
  // No source has that day: the newest day before it, of the first source that knows the company.
  const [first] = older;
  const newest = first?.answer.rows.at(-1);
  if (first !== undefined && newest !== undefined) {
    const { source, answer } = first;
    const fallback_from = before(found.fallback_from, source);
    return { ok: true, row: newest, origin: { ...answer, source, fallback_from } };
  }
  const error: ToolFailure = found.ok ? { code: "NO_DATA", message: "no row" } : found.error;
  return { ok: false, error, fallback_from: found.fallback_from };
}

/**
 * The close of a trading day, or, where no source has a row for that day (nothing was traded, or it is not published
 * yet), the newest close before it: `row.date` tells. An empty answer of all sources is NO_DATA, or UNKNOWN_SECURITY
 * where the list of securities is at hand and does not hold the code.
 */
export async function findClose(
  data: MarketData,
  question: CloseQuestion,
  context: ToolContext,
): Promise<FoundClose> {
  const usual = await askDaily(data, question, context, usualDays);
  const someHadNothing = !usual.ok && usual.fallback_from.some((entry) => entry.endsWith(": NO_DATA"));
  const found = someHadNothing ? await askDaily(data, question, context, longDays) : usual;
  if (found.ok || found.error.code !== "NO_DATA") return found;
  const { code } = question;
  const { securities } = data;
  const isUnlisted = securities.origin() !== undefined && securities.directory().name(code) === undefined;
  return {
    ...found,
    error: { ...found.error, code: isUnlisted ? "UNKNOWN_SECURITY" : "NO_DATA", subject: code },
  };
}
