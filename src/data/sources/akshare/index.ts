import { z } from "zod";
import { createHttp } from "../../http.ts";
import { defineSource, type SourceClient } from "../../source.ts";
import { xueqiuToken } from "../../xueqiu-token.ts";
import { createAkTools } from "./aktools.ts";
import type { AkConnection } from "./ask-rows.ts";
import { askDividends } from "./fhps-detail.ts";
import { askFinancials } from "./financials.ts";
import { askMoneyFlow } from "./fund-flow.ts";
import { askIndexDaily } from "./index-daily.ts";
import { askIndustry } from "./industry.ts";
import { askTopList } from "./lhb-detail.ts";
import { askCalendar, askSecurities } from "./lists.ts";
import { askNews } from "./news.ts";
import { askReports } from "./research-report.ts";
import { askUnlocks } from "./restricted-release.ts";
import { askSpot, askValuation } from "./spot-xq.ts";
import { askReportDates } from "./yysj.ts";
import { askDaily, askDailyQfq } from "./zh-a-hist.ts";

const defaultRoot = "http://127.0.0.1:8080";
const timeoutMs = 6_000;
const maxBytes = 5_000_000;

const settings = {
  schema: z.object({
    AKTOOLS_API_ROOT: z.url({ protocol: /^https?$/ }).optional(),
    XQ_A_TOKEN: xueqiuToken,
  }),
  secrets: ["XQ_A_TOKEN"],
};

const createClient = (connection: AkConnection): SourceClient => ({
  spot: (code, signal) => askSpot(connection, code, signal),
  index_spot: (code, signal) => askSpot(connection, code, signal),
  valuation: (code, range, signal) => askValuation(connection, code, range, signal),
  daily: (code, range, signal) => askDaily(connection, code, range, signal),
  daily_qfq: (code, range, signal) => askDailyQfq(connection, code, range, signal),
  index_daily: (code, range, signal) => askIndexDaily(connection, code, range, signal),
  calendar: (year, signal) => askCalendar(connection, year, signal),
  securities: (signal) => askSecurities(connection, signal),
  industry: (code, signal) => askIndustry(connection, code, signal),
  money_flow: (code, range, signal) => askMoneyFlow(connection, code, range, signal),
  financials: (code, range, signal) => askFinancials(connection, code, range, signal),
  top_list: (date, signal) => askTopList(connection, date, signal),
  reports: (code, range, signal) => askReports(connection, code, range, signal),
  news: (code, signal) => askNews(connection, code, signal),
  dividends: (code, signal) => askDividends(connection, code, signal),
  unlocks: (code, signal) => askUnlocks(connection, code, signal),
  report_dates: (code, period, signal) => askReportDates(connection, { code, period }, signal),
});

export default defineSource({
  name: "akshare",
  summary: {
    zh: "akshare(经 AKTools):实时行情、日线、指数、财务、资金流、龙虎榜、研报、新闻、分红解禁与披露日期",
    en: "akshare through AKTools: live quotes, daily bars, indices, reports, money flow, top list, research, news, days of dividends, unlocks and reports",
  },
  settings,
  provides: {
    spot: 5,
    index_spot: 5,
    valuation: 5,
    daily: 5,
    daily_qfq: 5,
    index_daily: 5,
    calendar: 5,
    securities: 5,
    industry: 5,
    money_flow: 5,
    financials: 5,
    top_list: 5,
    reports: 5,
    news: 5,
    dividends: 5,
    unlocks: 5,
    report_dates: 5,
  },
  upstreams: {
    spot: "xueqiu",
    index_spot: "xueqiu",
    valuation: "xueqiu",
    daily: "eastmoney",
    daily_qfq: "eastmoney",
    index_daily: "eastmoney",
    industry: "eastmoney",
    money_flow: "eastmoney",
    top_list: "eastmoney",
    reports: "eastmoney",
    news: "eastmoney",
    dividends: "eastmoney",
    unlocks: "eastmoney",
    report_dates: "eastmoney",
    calendar: "sina",
    financials: "sina",
  },
  limits: { all: 600 },
  isOn: (config, named) =>
    named || config.AKTOOLS_API_ROOT !== undefined
      ? { on: true }
      : { on: false, hint: "set AKTOOLS_API_ROOT, or name akshare in DATA_SOURCES" },
  create({ config, fetch, clock, identify }) {
    const http = createHttp({ fetch, timeoutMs, maxBytes });
    const call = createAkTools({ root: config.AKTOOLS_API_ROOT ?? defaultRoot, http });
    const token = config.XQ_A_TOKEN;
    return createClient({ call, now: clock.market, identify, ...(token === undefined ? {} : { token }) });
  },
});
