import { z } from "zod";
import { createHttp } from "../../http.ts";
import type { DailyRow, SecurityRow, TradingDayRow, ValuationRow } from "../../rows.ts";
import { compactDate, readCompactDate } from "../../shanghai-time.ts";
import { type DateRange, defineSource, type SourceClient, type SourceResult } from "../../source.ts";
import { dailyRowsFault } from "../../validate-row.ts";
import { type Cells, createTushareApi, type Query, type TushareApi } from "./api.ts";
import { dailyFields, isOpen, readDaily, readSecurity, readValuation, valuationFields } from "./tables.ts";

const defaultRoot = "https://api.tushare.pro";
const timeoutMs = 6_000;
const maxBytes = 5_000_000;
/** More than the number of A-shares; the list comes in one piece or in a few. */
const mostPages = 4;

const settings = {
  schema: z.object({
    TUSHARE_TOKEN: z.string().trim().min(1).optional(),
    TUSHARE_API_ROOT: z.url({ protocol: /^https?$/ }).optional(),
  }),
  secrets: ["TUSHARE_TOKEN"],
};

const refused = (why: string) =>
  ({ ok: false, error: { code: "TOOL_ERROR", message: `answer refused: ${why}` } }) as const;

const isRow = <Row>(row: Row | null): row is Row => row !== null;

const rangeParams = (code: string, { from, to }: DateRange) => ({
  ts_code: code,
  start_date: compactDate(from),
  end_date: compactDate(to),
});

function createClient(api: TushareApi, marketNow: () => string): SourceClient {
  const answer = <Row>(table: string, rows: readonly Row[]): SourceResult<Row> => ({
    ok: true,
    rows,
    table,
    adapter: "tushare-http",
    fetched_at: marketNow(),
  });

  /** All pages of a table; a server that repeats itself ends after a few. */
  async function allPages(query: Query, signal: AbortSignal) {
    const rows: Cells[] = [];
    for (let page = 0; page < mostPages; page += 1) {
      const params = rows.length === 0 ? query.params : { ...query.params, offset: String(rows.length) };
      const result = await api({ ...query, params }, signal);
      if (!result.ok) return result;
      rows.push(...result.rows);
      if (!result.hasMore) break;
    }
    return { ok: true, rows } as const;
  }

  return {
    async daily(code, range, signal): Promise<SourceResult<DailyRow>> {
      const result = await api(
        { api: "daily", params: rangeParams(code, range), fields: dailyFields },
        signal,
      );
      if (!result.ok) return result;
      const rows = result.rows.map(readDaily);
      if (!rows.every(isRow)) return refused("a cell is missing or its unit does not fit");
      const fault = dailyRowsFault(rows, code, range);
      if (fault !== null) return refused(fault);
      return answer(
        "daily",
        rows.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
      );
    },

    async valuation(code, range, signal): Promise<SourceResult<ValuationRow>> {
      const query = { api: "daily_basic", params: rangeParams(code, range), fields: valuationFields };
      const result = await api(query, signal);
      if (!result.ok) return result;
      const rows = result.rows.map(readValuation);
      if (!rows.every(isRow)) return refused("a row has no date");
      if (rows.some((row) => row.code !== code)) return refused("the answer is about another code");
      if (rows.some((row) => row.as_of < range.from || row.as_of > range.to)) {
        return refused("a row lies outside the dates asked for");
      }
      return answer("daily_basic", rows.toSorted((a, b) => (a.as_of < b.as_of ? -1 : 1)).slice(-1));
    },

    async calendar(year, signal): Promise<SourceResult<TradingDayRow>> {
      const params = { exchange: "SSE", start_date: `${year}0101`, end_date: `${year}1231` };
      const result = await api({ api: "trade_cal", params, fields: ["cal_date", "is_open"] }, signal);
      if (!result.ok) return result;
      const dates = result.rows.filter(isOpen).map((cells) => readCompactDate(cells.cal_date));
      return answer(
        "trade_cal",
        dates
          .filter(isRow)
          .toSorted()
          .map((date) => ({ date })),
      );
    },

    async securities(signal): Promise<SourceResult<SecurityRow>> {
      const fields = ["ts_code", "name", "cnspell"];
      const result = await allPages({ api: "stock_basic", params: { list_status: "L" }, fields }, signal);
      if (!result.ok) return result;
      return answer("stock_basic", result.rows.map(readSecurity).filter(isRow));
    },
  };
}

export default defineSource({
  name: "tushare",
  summary: {
    zh: "Tushare Pro:日线、估值、交易日历、证券列表",
    en: "Tushare Pro: daily bars, valuation, calendar, list",
  },
  settings,
  provides: { daily: 1, valuation: 1, calendar: 1, securities: 1 },
  isOn: (config) =>
    config.TUSHARE_TOKEN === undefined ? { on: false, hint: "set TUSHARE_TOKEN" } : { on: true },
  create({ config, fetch, clock }) {
    const http = createHttp({ fetch, timeoutMs, maxBytes });
    const root = config.TUSHARE_API_ROOT ?? defaultRoot;
    return createClient(createTushareApi({ root, token: config.TUSHARE_TOKEN ?? "", http }), clock.market);
  },
});
