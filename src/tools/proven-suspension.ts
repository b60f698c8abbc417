import type { ToolContext } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import { shanghaiDate } from "../data/shanghai-time.ts";
import { gapOf } from "./price-gap.ts";

/**
 * Whether a company's newest row of a daily table is an older one because its trading is suspended: a record of the last finished
 * trading day says so. Without any record it may as well be the source that has stopped.
 */
export async function isProvenSuspended(
  data: Pick<MarketData, "routes" | "calendars">,
  { code, newest }: { readonly code: string; readonly newest: string },
  context: ToolContext,
): Promise<boolean> {
  const today = shanghaiDate(context.now);
  const calendar = await data.calendars.around(today, context.signal);
  const eve = calendar.previousTradingDay(today);
  if (newest >= eve || !data.routes.offers("suspensions")) return false;
  const missing = { code, day: eve, shown: newest, untraded: false, calendar };
  return (await gapOf(data, missing, context)) === "suspended";
}
