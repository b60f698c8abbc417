import type { ToolFailure } from "#contract";
import { yearOf } from "../data/shanghai-time.ts";
import type { TradingCalendar } from "../data/trading-calendar.ts";

/** A row dated on a day without trading belongs to a broken answer; years that no calendar covers are not judged. */
export function tradingDayFault(
  rows: readonly { readonly date: string }[],
  calendar: TradingCalendar,
): ToolFailure | null {
  const isSound = rows.every(({ date }) => !calendar.covers(yearOf(date)) || calendar.isTradingDay(date));
  if (isSound) return null;
  return { code: "TOOL_ERROR", message: "answer refused: a row lies on a day without trading" };
}
