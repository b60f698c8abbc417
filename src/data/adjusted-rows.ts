import { isRow, refused, seriesFault } from "./check-rows.ts";
import type { FeedFailure } from "./feed.ts";
import type { BarCells } from "./quote-rows.ts";
import type { AdjustedDailyRow, DailyRow } from "./rows.ts";
import type { DateRange, SourceResult } from "./source.ts";
import { known } from "./validate-row.ts";

/** Half a 分: forward-adjusted prices are rounded. */
const rounding = 0.0051;

/**
 * Days as they were paid, joined with the upstream's own forward-adjusted prices of the same days. Forward adjustment only
 * lowers prices of the past, so a price above the paid one says that it is adjusted in another way.
 */
export function joinAdjusted(
  days: SourceResult<DailyRow>,
  adjusted: { readonly ok: true; readonly bars: readonly BarCells[] } | FeedFailure,
  about: { readonly code: string; readonly range: DateRange },
): SourceResult<AdjustedDailyRow> {
  if (!days.ok) return days;
  if (!adjusted.ok) return adjusted;
  const { code, range } = about;
  const byDate = new Map(adjusted.bars.map((bar) => [bar.date, bar]));
  const rows = days.rows.map(({ date, close: paid_close, volume, amount }) => {
    const { open, high, low, close } = byDate.get(date) ?? {};
    if (close === undefined || close > paid_close + rounding) return null;
    const facts = { open, high, low, close, paid_close, volume, amount };
    return known<AdjustedDailyRow>({ code, date, currency: "CNY", adjust: "qfq", ...facts });
  });
  if (!rows.every(isRow)) return refused("a day has no forward-adjusted price");
  const fault = seriesFault(rows, code, range);
  return fault === null ? { ...days, rows } : refused(fault);
}
