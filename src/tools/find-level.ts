import type { ToolContext, ToolFailure } from "#contract";
import type { Question } from "../data/routing.ts";
import type { DailyRow, SpotRow } from "../data/rows.ts";
import { addDays } from "../data/shanghai-time.ts";
import type { TradingCalendar } from "../data/trading-calendar.ts";
import { type QuoteAge, quoteSignal } from "./find-quote.ts";
import { tradingDayFault } from "./on-trading-days.ts";

/** Longer than any holiday. */
const days = 20;

/** Asks for the level of an index now. */
export const levelQuestion = (
  { code, age }: { readonly code: string; readonly age: QuoteAge },
  context: ToolContext,
): Question<SpotRow> => ({
  capability: "index_spot",
  key: code,
  call: (client, signal) => client.index_spot?.(code, signal),
  accept({ rows: [row] }) {
    const fault = row === undefined ? null : age(row);
    return fault === null ? null : { code: "STALE", message: fault, subject: code };
  },
  excludeSources: context.excludeSources,
  signal: quoteSignal(context),
});

interface CloseAsked {
  readonly code: string;
  readonly day: string;
  readonly calendar: TradingCalendar;
  /** Called where a source has rows, of whatever days. */
  readonly onRows?: (() => void) | undefined;
}

/** Asks for the finished days up to a trading day, whose own row must be the last. */
export const indexCloseQuestion = (
  { code, day, calendar, onRows }: CloseAsked,
  context: ToolContext,
): Question<DailyRow> => {
  const range = { from: addDays(day, -days), to: day };
  const missing: ToolFailure = { code: "NO_DATA", message: `no row for ${day}` };
  return {
    capability: "index_daily",
    key: `${code} ${range.from} ${range.to}`,
    call: (client, signal) => client.index_daily?.(code, range, signal),
    accept({ rows }) {
      if (rows.length > 0) onRows?.();
      return tradingDayFault(rows, calendar) ?? (rows.at(-1)?.date === day ? null : missing);
    },
    excludeSources: context.excludeSources,
    signal: context.signal,
  };
};
