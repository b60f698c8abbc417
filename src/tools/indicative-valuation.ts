import type { ToolFailure } from "#contract";
import type { ValuationRow } from "../data/rows.ts";
import { secondsOfDay, shanghaiDate } from "../data/shanghai-time.ts";
import { openingMatchSeconds } from "../data/trading-calendar.ts";

/** A feed's valuation of today from before the opening match counts with a price that nobody has paid. Null where it does not. */
export function indicativeFault(rows: readonly ValuationRow[], now: string): ToolFailure | null {
  const today = shanghaiDate(now);
  const isIndicative = rows.some(
    ({ as_of }) =>
      as_of.includes("T") && shanghaiDate(as_of) === today && secondsOfDay(as_of) < openingMatchSeconds,
  );
  return isIndicative ? { code: "STALE", message: "the valuation is from before the opening" } : null;
}
