import { z } from "zod";
import { defineSource } from "../../source.ts";
import { createSampleClient } from "./client.ts";
import { noData } from "./no-data.ts";
import { sampleNow } from "./sample-now.ts";

/** Bundled, made-up numbers of a dozen stocks for one day, so that everything can be tried without any account. */
export default defineSource({
  name: "sample",
  summary: { zh: "随附的示例数据(虚构)", en: "bundled sample data (made up)" },
  settings: { schema: z.object({}), secrets: [] },
  provides: {
    spot: 1,
    index_spot: 1,
    daily: 1,
    daily_qfq: 1,
    adjust_factors: 1,
    index_daily: 1,
    valuation: 1,
    market_valuation: 1,
    calendar: 1,
    industry: 1,
    money_flow: 1,
    financials: 1,
    top_list: 1,
    reports: 1,
    news: 1,
    dividends: 1,
    unlocks: 1,
    report_dates: 1,
  },
  limits: "no-upstream",
  alone: true,
  pinnedNow: sampleNow,
  noData,
  madeUp: { zh: "示例数据,非真实行情。", en: "Sample data, not real quotes." },
  isOn: (_, named) =>
    named ? { on: true } : { on: false, hint: "set DATA_SOURCES=sample, or no data source at all" },
  create: ({ clock }) => createSampleClient(clock.market),
});
