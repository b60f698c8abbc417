import type { Metric, ToolDefinition } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import { createCalculate } from "./calculate/calculate.ts";
import { createCheckPrice } from "./check-price.ts";
import { createCountRun } from "./count-run.ts";
import { createGetDailyBars } from "./get-daily-bars.ts";
import { createGetEvents } from "./get-events.ts";
import { createGetFinancials } from "./get-financials.ts";
import { createGetIndex } from "./get-index.ts";
import { createGetMoneyFlow } from "./get-money-flow.ts";
import { createGetNews } from "./get-news.ts";
import { createGetPeers } from "./get-peers.ts";
import { createGetPrice } from "./get-price.ts";
import { createGetReminders, type ReminderReader } from "./get-reminders.ts";
import { createGetResearchReports } from "./get-research-reports.ts";
import { createGetSources, type ListSources } from "./get-sources.ts";
import { createGetTopList } from "./get-top-list.ts";
import { createGetValuation } from "./get-valuation.ts";
import { createGetValuationHistory } from "./get-valuation-history.ts";
import { createGetWatchlist } from "./get-watchlist.ts";
import { createIndicators } from "./indicators/indicators.ts";
import { createListSources } from "./list-sources.ts";
import { createPercentile } from "./percentile.ts";
import { createPlotChart } from "./plot-chart/plot-chart.ts";
import { createPriceMove } from "./price-move.ts";
import { createResolveDate } from "./resolve-date.ts";
import { createResolveSecurity } from "./resolve-security.ts";
import { createResolveStretch } from "./resolve-stretch.ts";
import { createTradingCalendarTool } from "./trading-calendar-tool.ts";

/** All tools, over the given market data. Run them through `callTool`, which makes every failure a value. */
export const createTools = (services: {
  readonly data: MarketData;
  readonly metricOf: (id: string) => Metric | undefined;
  /** What conversations have left; a run that keeps nothing leaves them out. */
  readonly readWatchlist?: (owner: string) => Promise<readonly string[]>;
  readonly reminders?: ReminderReader;
  readonly listSources?: ListSources;
}): readonly ToolDefinition[] => [
  createResolveSecurity(services.data),
  createResolveDate(services.data),
  createResolveStretch(services.data),
  createGetPrice(services.data),
  createCheckPrice(services.data),
  createGetValuation(services.data),
  createGetValuationHistory(services.data),
  createGetDailyBars(services.data),
  createGetIndex(services.data),
  createGetFinancials(services.data),
  createGetMoneyFlow(services.data),
  createGetTopList(services.data),
  createGetResearchReports(services.data),
  createGetNews(services.data),
  createGetEvents(services.data),
  createGetPeers(services.data),
  createTradingCalendarTool(services.data),
  createCalculate(services),
  createIndicators(),
  createPlotChart(),
  createCountRun(services),
  createPercentile(services),
  createPriceMove(services),
  createGetWatchlist(services.readWatchlist),
  createGetReminders(services.reminders),
  createGetSources(services.listSources),
  createListSources(services.data),
];
