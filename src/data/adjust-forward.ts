import { Decimal } from "decimal.js";
import type { AdjustedDailyRow, AdjustFactorRow, DailyRow } from "./rows.ts";
import { known } from "./validate-row.ts";

/** Finer than any tick; the rounding for the reader comes at the very end. */
const decimals = 8;

/**
 * The forward-adjusted series of one source's own days and factors: price × factor ÷ the newest factor given. Null where a day has no
 * factor, since a series with a hole in it would show a jump that never was.
 */
export function adjustForward(
  days: readonly DailyRow[],
  factors: readonly AdjustFactorRow[],
): readonly AdjustedDailyRow[] | null {
  const byDate = new Map(factors.map(({ date, factor }) => [date, factor]));
  const newest = factors.reduce<AdjustFactorRow | undefined>(
    (best, each) => (best === undefined || each.date > best.date ? each : best),
    undefined,
  );
  if (days.some(({ date }) => !byDate.has(date))) return null;
  return days.map(({ code, date, open, high, low, close, volume, amount }) => {
    const ratio = new Decimal(byDate.get(date) ?? 1).div(newest?.factor ?? 1);
    const adjusted = (price: number) => ratio.times(price).toDecimalPlaces(decimals).toNumber();
    const maybe = (price: number | undefined) => (price === undefined ? undefined : adjusted(price));
    return known<AdjustedDailyRow>({
      code,
      date,
      currency: "CNY",
      adjust: "qfq",
      open: maybe(open),
      high: maybe(high),
      low: maybe(low),
      close: adjusted(close),
      paid_close: close,
      volume,
      amount,
    });
  });
}
