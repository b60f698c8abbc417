import type { PriceValue, ToolContext } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import type { SuspensionRow } from "../data/rows.ts";
import { epochMs, shanghaiDate } from "../data/shanghai-time.ts";
import { closeSeconds, type TradingCalendar } from "../data/trading-calendar.ts";

export type Gap = NonNullable<PriceValue["gap"]>;

/** Daily rows of a day are out by then at every source (data-sources §1: 15 to 17 h). */
const publishedSeconds = 18 * 3600;

/** Whether a whole-day suspension is on record; null where no source keeps such a record. */
async function isSuspended(
  data: Pick<MarketData, "routes">,
  code: string,
  day: string,
  context: ToolContext,
): Promise<boolean | null> {
  if (!data.routes.offers("suspensions")) return null;
  const found = await data.routes.ask<SuspensionRow>({
    capability: "suspensions",
    key: `${code} ${day}`,
    call: (client, signal) => client.suspensions?.(code, { from: day, to: day }, signal),
    excludeSources: context.excludeSources,
    signal: context.signal,
  });
  return found.ok && found.rows.some((row) => row.date === day && row.timing === undefined);
}

/**
 * Why a day has no close, so that an older one is shown: a suspension is said only where it is on record, or where no source
 * keeps a record and it is the plain reading: of a day that is not over, only where days before it have no trade either.
 * `untraded`: a quote of that day says that nothing has been traded.
 */
export async function gapOf(
  data: Pick<MarketData, "routes">,
  missing: {
    readonly code: string;
    readonly day: string;
    readonly shown: string;
    readonly untraded: boolean;
    readonly calendar: TradingCalendar;
  },
  context: ToolContext,
): Promise<Gap> {
  const { code, day, shown, untraded, calendar } = missing;
  const suspended = await isSuspended(data, code, day, context);
  if (suspended === true) return "suspended";
  const isDayBefore = shown === calendar.previousTradingDay(day);
  const isOut = Date.parse(context.now) >= epochMs(day, publishedSeconds);
  if (!untraded && isDayBefore && !isOut) return "not_published";
  const isOver = Date.parse(context.now) >= epochMs(day, closeSeconds);
  const isPlain = (untraded && isOver) || !isDayBefore || day < shanghaiDate(context.now);
  return suspended === null && isPlain ? "suspended" : "no_data";
}
