import { adjustForward } from "../../adjust-forward.ts";
import { builtinYears } from "../../calendar.ts";
import { epochMs } from "../../shanghai-time.ts";
import type { DateRange, SourceClient, SourceResult } from "../../source.ts";
import { closeSeconds } from "../../trading-calendar.ts";
import { readSampleDividends, readSampleReportDate, readSampleUnlocks } from "./read-events.ts";
import {
  readSampleBars,
  readSampleIndexBars,
  readSampleIndexSpot,
  readSampleSpot,
  readSampleValuation,
  sampleCodes,
} from "./read-sample.ts";
import {
  readSampleFinancials,
  readSampleFlow,
  readSampleIndustry,
  readSampleNews,
  readSampleReports,
  readSampleTopList,
} from "./read-tables.ts";

const isIn = (date: string, { from, to }: DateRange) => date >= from && date <= to;

/** Of a company that the sample does not hold it knows nothing, not even that there is none. */
const ofSample = <Row>(code: string, row: Row): readonly Row[] => (sampleCodes.includes(code) ? [row] : []);

/** No ex-date lies within the bars: every factor is one. */
const unadjusted = <Row extends { code: string; date: string }>(rows: readonly Row[]) =>
  rows.map(({ code, date }) => ({ code, date, factor: 1 }));

/** The sample at the market clock's instant: what lies after it is not shown. */
export function createSampleClient(marketNow: () => string): SourceClient {
  const answer = <Row>(table: string, rows: readonly Row[]): Promise<SourceResult<Row>> =>
    Promise.resolve({ ok: true, rows, table, adapter: "sample", fetched_at: marketNow() });
  const hasBegun = (instantMs: number) => instantMs <= Date.parse(marketNow());
  const isOut = (date: string) => hasBegun(epochMs(date, closeSeconds));
  const quoted = <Row extends { readonly as_of: string }>(row: Row | undefined): readonly Row[] =>
    row !== undefined && hasBegun(Date.parse(row.as_of)) ? [row] : [];
  const finished = <Row extends { readonly date: string }>(rows: readonly Row[] = [], range: DateRange) =>
    rows.filter(({ date }) => isIn(date, range) && isOut(date));
  const bars = (code: string, range: DateRange) => finished(readSampleBars(code), range);
  const valued = (code: string) => readSampleValuation(code);
  return {
    spot: (code) => answer("spot", quoted(readSampleSpot(code))),
    index_spot: (code) => answer("index_spot", quoted(readSampleIndexSpot(code))),
    daily: (code, range) => answer("daily", bars(code, range)),
    daily_qfq(code, range) {
      const days = bars(code, range);
      return answer("daily_qfq", adjustForward(days, unadjusted(days)) ?? []);
    },
    adjust_factors: (code, range) => answer("adjust_factors", unadjusted(bars(code, range))),
    index_daily: (code, range) => answer("index_daily", finished(readSampleIndexBars(code), range)),
    valuation(code, range) {
      const row = valued(code);
      return answer("valuation", row !== undefined && isIn(row.as_of, range) ? [row] : []);
    },
    market_valuation(date) {
      const rows = sampleCodes.map(valued).filter((row) => row?.as_of === date && isOut(date));
      return answer(
        "market_valuation",
        rows.filter((row) => row !== undefined),
      );
    },
    calendar(year) {
      const days = [...(builtinYears().get(year) ?? [])].toSorted();
      return answer(
        "calendar",
        days.map((date) => ({ date })),
      );
    },
    industry: (code) => answer("industry", readSampleIndustry(code)),
    money_flow: (code, range) => answer("money_flow", finished(readSampleFlow(code), range)),
    financials(code, range) {
      const rows = readSampleFinancials(code);
      return answer(
        "financials",
        rows.filter(({ period, ann_date = period }) => isIn(period, range) && isOut(ann_date)),
      );
    },
    top_list: (date) => answer("top_list", isOut(date) ? readSampleTopList(date) : []),
    reports: (code, range) => answer("reports", finished(readSampleReports(code), range)),
    dividends: (code) =>
      answer("dividends", ofSample(code, { code, dividends: readSampleDividends(code, isOut) })),
    unlocks: (code) => answer("unlocks", ofSample(code, { code, unlocks: readSampleUnlocks(code) })),
    report_dates: (code, period) =>
      answer("report_dates", ofSample(code, readSampleReportDate(code, period, isOut))),
    news: (code) =>
      answer(
        "news",
        readSampleNews(code).filter(({ time }) => hasBegun(Date.parse(time))),
      ),
  };
}
