import type { Freshness } from "../ports/skill.ts";

/**
 * How old a value may be when it is told, by the class of its metric. Skills name a class here instead of a figure, so that one
 * metric has one budget wherever it is shown. Sessions and trading days are counted by the exchange's calendar: lunch, nights
 * and holidays age nothing (`src/data/freshness.ts`).
 *
 * | class | metrics | budget | why |
 * | --- | --- | --- | --- |
 * | fetched_quote | a quote as it comes from its source | 90 s of trading | an older one is no current price |
 * | live | current_price, an index's level, what a quote carries | 180 s of trading | a fetched quote, and the turn around it |
 * | daily | close, open, high, low, change, volume, valuation, money flow | 5 trading days | covers a late publication; its date is said |
 * | news | headlines | 7 calendar days | |
 * | reports | analysts' reports | 180 calendar days | |
 * | filed | figures of report periods, company facts | 500 calendar days | beside the newest period the same one a year ago, half a year after which the next comes out |
 */
export const staleness = {
  fetched_quote: { sessionSeconds: 90 },
  live: { sessionSeconds: 180 },
  daily: { tradingDays: 5 },
  news: { calendarDays: 7 },
  reports: { calendarDays: 180 },
  filed: { calendarDays: 500 },
} as const satisfies Readonly<Record<string, Freshness>>;
