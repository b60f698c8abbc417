import { z } from "zod";
import { createHttp } from "../../http.ts";
import { defineSource, type SourceClient } from "../../source.ts";
import { askAdjustFactors, askDailyQfq } from "./adj-factor.ts";
import { createTushareApi } from "./api.ts";
import { askCodeChanges } from "./bse-mapping.ts";
import { askDaily, askIndexDaily } from "./daily.ts";
import { askMarketValuation, askValuation, askValuationHistory } from "./daily-basic.ts";
import { askReportDates } from "./disclosure-date.ts";
import { askDividends } from "./dividend.ts";
import { askFinancials } from "./financials.ts";
import { askMoneyFlow } from "./moneyflow.ts";
import { askFormerNames } from "./namechange.ts";
import { askReports } from "./report-rc.ts";
import { askUnlocks } from "./share-float.ts";
import { askPriceLimits } from "./stk-limit.ts";
import { askDelisted, askIndustry, askSecurities } from "./stock-basic.ts";
import { askSuspensions } from "./suspend-d.ts";
import type { TushareConnection } from "./table.ts";
import { askTopList } from "./top-list.ts";
import { askCalendar } from "./trade-cal.ts";

const defaultRoot = "https://api.tushare.pro";
const timeoutMs = 6_000;
const maxBytes = 5_000_000;

const settings = {
  schema: z.object({
    TUSHARE_TOKEN: z.string().trim().min(1).optional(),
    TUSHARE_API_ROOT: z.url({ protocol: /^https?$/ }).optional(),
  }),
  secrets: ["TUSHARE_TOKEN"],
};

const createClient = (connection: TushareConnection): SourceClient => ({
  daily: (code, range, signal) => askDaily(connection, code, range, signal),
  daily_qfq: (code, range, signal) => askDailyQfq(connection, code, range, signal),
  adjust_factors: (code, range, signal) => askAdjustFactors(connection, code, range, signal),
  index_daily: (code, range, signal) => askIndexDaily(connection, code, range, signal),
  valuation: (code, range, signal) => askValuation(connection, code, range, signal),
  valuation_history: (code, range, signal) => askValuationHistory(connection, code, range, signal),
  market_valuation: (date, signal) => askMarketValuation(connection, date, signal),
  calendar: (year, signal) => askCalendar(connection, year, signal),
  securities: (signal) => askSecurities(connection, signal),
  delisted: (signal) => askDelisted(connection, signal),
  code_changes: (signal) => askCodeChanges(connection, signal),
  industry: (code, signal) => askIndustry(connection, code, signal),
  former_names: (code, signal) => askFormerNames(connection, code, signal),
  money_flow: (code, range, signal) => askMoneyFlow(connection, code, range, signal),
  financials: (code, range, signal) => askFinancials(connection, code, range, signal),
  top_list: (date, signal) => askTopList(connection, date, signal),
  reports: (code, range, signal) => askReports(connection, code, range, signal),
  dividends: (code, signal) => askDividends(connection, code, signal),
  unlocks: (code, signal) => askUnlocks(connection, code, signal),
  report_dates: (code, period, signal) => askReportDates(connection, { code, period }, signal),
  suspensions: (code, range, signal) => askSuspensions(connection, code, range, signal),
  price_limits: (code, date, signal) => askPriceLimits(connection, code, date, signal),
});

export default defineSource({
  name: "tushare",
  summary: {
    zh: "Tushare Pro:日线、复权、指数、估值、财务、资金流、龙虎榜、研报、分红解禁与披露日期、交易日历、证券列表",
    en: "Tushare Pro: daily bars, adjustment, indices, valuation, reports, money flow, top list, research, days of dividends, unlocks and reports, calendar, list",
  },
  settings,
  provides: {
    daily: 1,
    daily_qfq: 1,
    adjust_factors: 1,
    index_daily: 1,
    valuation: 1,
    valuation_history: 1,
    market_valuation: 1,
    calendar: 1,
    securities: 1,
    delisted: 1,
    code_changes: 1,
    industry: 1,
    former_names: 1,
    money_flow: 1,
    financials: 1,
    top_list: 1,
    reports: 1,
    dividends: 1,
    unlocks: 1,
    report_dates: 1,
    suspensions: 1,
    price_limits: 1,
  },
  // For every table on its own: the most that any account has; a smaller one is told its own number, which then binds.
  limits: { each: 500 },
  isOn: (config) =>
    config.TUSHARE_TOKEN === undefined ? { on: false, hint: "set TUSHARE_TOKEN" } : { on: true },
  create({ config, fetch, clock }) {
    const http = createHttp({ fetch, timeoutMs, maxBytes });
    const root = config.TUSHARE_API_ROOT ?? defaultRoot;
    return createClient({
      api: createTushareApi({ root, token: config.TUSHARE_TOKEN ?? "", http }),
      now: clock.market,
    });
  },
});
