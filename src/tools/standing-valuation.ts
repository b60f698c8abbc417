import type { ToolContext } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import type { ValuationRow } from "../data/rows.ts";
import { shanghaiDate } from "../data/shanghai-time.ts";
import type { Phase } from "../data/trading-calendar.ts";
import { findClose } from "./find-close.ts";
import { gapOf } from "./price-gap.ts";
import { isProvenSuspended } from "./proven-suspension.ts";

/** Nothing traded yet is nothing unusual in these. */
const early: ReadonlySet<Phase> = new Set<Phase>(["pre_open", "auction", "gap"]);

/** A valuation's moment, and whether it stands still because trading does. */
export interface Standing {
  readonly asOf: string;
  readonly suspended: boolean;
}

/** A feed whose clock runs on stamps a price that nobody has paid today: it is that of the last day traded. */
async function lastTraded(data: MarketData, row: ValuationRow, context: ToolContext): Promise<string> {
  const today = shanghaiDate(context.now);
  if (shanghaiDate(row.as_of) !== today) return row.as_of;
  const calendar = await data.calendars.around(today, context.signal);
  const close = await findClose(
    data,
    { code: row.code, day: calendar.previousTradingDay(today), calendar },
    context,
  );
  return close.ok ? close.row.date : row.as_of;
}

/** Of the newest valuation of a company: a suspension is told by the record of it or, where nobody keeps one, by a quote without any trade. */
export async function standingOf(
  data: MarketData,
  row: ValuationRow,
  context: ToolContext,
): Promise<Standing> {
  const { code } = row;
  const newest = shanghaiDate(row.as_of);
  if (await isProvenSuspended(data, { code, newest }, context)) return { asOf: row.as_of, suspended: true };
  const today = shanghaiDate(context.now);
  const calendar = await data.calendars.around(today, context.signal);
  const isEarly = early.has(calendar.phaseAt(context.now));
  const day = isEarly ? calendar.previousTradingDay(today) : calendar.lastTradingDayOnOrBefore(today);
  if (row.untraded !== true || (isEarly && newest >= day)) return { asOf: row.as_of, suspended: false };
  const asOf = await lastTraded(data, row, context);
  const missing = { code, day, shown: shanghaiDate(asOf), untraded: true, calendar };
  const suspended = (await gapOf(data, missing, context)) === "suspended";
  return { asOf: suspended ? asOf : row.as_of, suspended };
}
