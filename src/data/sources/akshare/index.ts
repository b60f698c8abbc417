import { z } from "zod";
import { createHttp } from "../../http.ts";
import type { DailyRow, SecurityRow, SpotRow, TradingDayRow, ValuationRow } from "../../rows.ts";
import { compactDate, secondsOfDay, shanghaiDate } from "../../shanghai-time.ts";
import { defineSource, type SourceClient, type SourceResult } from "../../source.ts";
import { dailyRowsFault, spotFault } from "../../validate-row.ts";
import { type AkTools, createAkTools, safeValue } from "./aktools.ts";
import {
  isAbout,
  readDaily,
  readDateCell,
  readItems,
  readQuoteTime,
  readSecurity,
  readSpot,
  readValuation,
  xueqiuSymbol,
} from "./read-rows.ts";

const defaultRoot = "http://127.0.0.1:8080";
const timeoutMs = 6_000;
const maxBytes = 5_000_000;
/**
 * The history holds today's unfinished bar. It is taken for the confirmed one from 17:00 on, by when official tables are out
 * (data-sources §1); until then the close is a quote that waits for confirmation.
 */
const barFinishedSeconds = 17 * 3600;

const settings = {
  schema: z.object({
    AKTOOLS_API_ROOT: z.url({ protocol: /^https?$/ }).optional(),
    XQ_A_TOKEN: z
      .string()
      .trim()
      .regex(safeValue, "must be the bare value of the cookie xq_a_token (letters and digits)")
      .optional(),
  }),
  secrets: ["XQ_A_TOKEN"],
};

const refused = (why: string, code: "TOOL_ERROR" | "STALE" = "TOOL_ERROR") =>
  ({ ok: false, error: { code, message: `answer refused: ${why}` } }) as const;

const isRow = <Row>(row: Row | null): row is Row => row !== null;

function createClient(call: AkTools, options: { token?: string; marketNow: () => string }): SourceClient {
  const { token, marketNow } = options;
  const answer = <Row>(table: string, rows: readonly Row[], fetchedAt = marketNow()): SourceResult<Row> => ({
    ok: true,
    rows,
    table,
    adapter: "aktools",
    fetched_at: fetchedAt,
  });

  /** Quote and valuation come in one table. */
  async function quote(code: string, signal: AbortSignal) {
    const params = { symbol: xueqiuSymbol(code), ...(token === undefined ? {} : { token }) };
    const result = await call("stock_individual_spot_xq", params, signal);
    if (!result.ok) return result;
    const items = readItems(result.rows);
    const fetchedAt = marketNow();
    if (items.size === 0) return { ok: true, empty: true, items, fetchedAt, asOf: "" } as const;
    if (!isAbout(items, code)) return refused("it is about another code");
    const currency = items.get("货币") ?? "CNY";
    if (currency !== "CNY") return refused("the currency is not CNY");
    const asOf = readQuoteTime(items.get("时间"), fetchedAt);
    if (asOf === null)
      return refused("the quote has no usable time (AKTools needs TZ=Asia/Shanghai)", "STALE");
    return { ok: true, empty: false, items, fetchedAt, asOf } as const;
  }

  return {
    async spot(code, signal): Promise<SourceResult<SpotRow>> {
      const found = await quote(code, signal);
      if (!found.ok) return found;
      if (found.empty) return answer<SpotRow>("stock_individual_spot_xq", []);
      const row = readSpot(found.items, code, found.asOf);
      const fault = row === null ? "price or volume make no sense" : spotFault(row, code);
      if (row === null || fault !== null) return refused(fault ?? "no row");
      return answer("stock_individual_spot_xq", [row], found.fetchedAt);
    },

    async valuation(code, range, signal): Promise<SourceResult<ValuationRow>> {
      const found = await quote(code, signal);
      if (!found.ok) return found;
      const day = found.empty ? "" : shanghaiDate(found.asOf);
      const isInRange = day >= range.from && day <= range.to;
      const rows = isInRange ? [readValuation(found.items, code, found.asOf)] : [];
      return answer("stock_individual_spot_xq", rows, found.fetchedAt);
    },

    async daily(code, range, signal): Promise<SourceResult<DailyRow>> {
      const params = {
        symbol: code.slice(0, 6),
        period: "daily",
        start_date: compactDate(range.from),
        end_date: compactDate(range.to),
        adjust: "",
      };
      const result = await call("stock_zh_a_hist", params, signal);
      if (!result.ok) return result;
      const rows = result.rows.map((cells) => readDaily(cells, code));
      if (!rows.every(isRow)) return refused("a cell is missing or its unit does not fit");
      const fault = dailyRowsFault(rows, code, range);
      if (fault !== null) return refused(fault);
      const now = marketNow();
      const unfinished = secondsOfDay(now) < barFinishedSeconds ? shanghaiDate(now) : null;
      const finished = rows.filter(({ date }) => date !== unfinished);
      return answer(
        "stock_zh_a_hist",
        finished.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
        now,
      );
    },

    async calendar(year, signal): Promise<SourceResult<TradingDayRow>> {
      const result = await call("tool_trade_date_hist_sina", {}, signal);
      if (!result.ok) return result;
      const dates = result.rows.map((cells) => readDateCell(cells.trade_date)).filter(isRow);
      const ofYear = dates.filter((date) => date.startsWith(`${year}-`)).toSorted();
      return answer(
        "tool_trade_date_hist_sina",
        ofYear.map((date) => ({ date })),
      );
    },

    async securities(signal): Promise<SourceResult<SecurityRow>> {
      const result = await call("stock_info_a_code_name", {}, signal);
      if (!result.ok) return result;
      return answer("stock_info_a_code_name", result.rows.map(readSecurity).filter(isRow));
    },
  };
}

export default defineSource({
  name: "akshare",
  summary: {
    zh: "akshare(经 AKTools):实时行情、日线",
    en: "akshare through AKTools: live quotes, daily bars",
  },
  settings,
  provides: { spot: 5, daily: 5, valuation: 5, calendar: 5, securities: 5 },
  isOn: (config, named) =>
    named || config.AKTOOLS_API_ROOT !== undefined
      ? { on: true }
      : { on: false, hint: "set AKTOOLS_API_ROOT, or name akshare in DATA_SOURCES" },
  create({ config, fetch, clock }) {
    const http = createHttp({ fetch, timeoutMs, maxBytes });
    const call = createAkTools({ root: config.AKTOOLS_API_ROOT ?? defaultRoot, http });
    const token = config.XQ_A_TOKEN;
    return createClient(call, { marketNow: clock.market, ...(token === undefined ? {} : { token }) });
  },
});
