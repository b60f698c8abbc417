import type { Metric, ToolDefinition } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import { createCalculate } from "./calculate/calculate.ts";
import { createGetPrice } from "./get-price.ts";
import { createGetValuation } from "./get-valuation.ts";
import { createIndicators } from "./indicators/indicators.ts";
import { createResolveDate } from "./resolve-date.ts";
import { createResolveSecurity } from "./resolve-security.ts";

/** All tools, over the given market data. Run them through `callTool`, which makes every failure a value. */
export const createTools = (services: {
  readonly data: MarketData;
  readonly metricOf: (id: string) => Metric | undefined;
}): readonly ToolDefinition[] => [
  createResolveSecurity(services.data),
  createResolveDate(services.data),
  createGetPrice(services.data),
  createGetValuation(services.data),
  createCalculate(services),
  createIndicators(),
];
