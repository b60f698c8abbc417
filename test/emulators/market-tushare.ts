import { compact, dashed, daysBetween } from "./market-calendar.ts";
import { eventTables } from "./market-event-tables.ts";
import { type MarketFault, twistPrice } from "./market-faults.ts";
import { delistedCompanies } from "./market-securities.ts";
import type { Bar } from "./market-truth.ts";
import {
  type Cell,
  furtherTables,
  type Params,
  perDay,
  round,
  type Table,
  type TushareView,
  wantedCodes,
  wantedDays,
} from "./market-tushare-tables.ts";
import { twistRows } from "./market-twists.ts";

export interface TushareReply {
  readonly request_id: string;
  readonly code: number;
  readonly msg: string;
  readonly data: { fields: string[]; items: Cell[][]; has_more: boolean; count: number } | null;
}

const maxRows = 6000;

/** As it was paid, or adjusted where that is the fault. */
function plainBar(code: string, bar: Bar, { truth, twist }: TushareView): Bar {
  if (twist?.kind !== "adjusted") return bar;
  const ratio = truth.adjustFactor(code, bar.date) / truth.adjustFactor(code, "2026-12-31");
  const adjust = (price: number) => round(price * ratio, 2);
  const { open, high, low, close } = bar;
  return { ...bar, open: adjust(open), high: adjust(high), low: adjust(low), close: adjust(close) };
}

/** Prices in CNY, `vol` in lots of 100 shares, `amount` in thousands of CNY. */
const daily: Table = {
  columns: "ts_code trade_date open high low close pre_close change pct_chg vol amount".split(" "),
  rows: (params, view) =>
    perDay(params, view, view.dailyReadyAt, (code, raw) => {
      const bar = plainBar(code, raw, view);
      return {
        ts_code: code,
        trade_date: compact(bar.date),
        open: bar.open,
        high: bar.high,
        low: bar.low,
        close: twistPrice(bar.close, view.twist),
        pre_close: bar.pre_close,
        change: bar.change,
        pct_chg: bar.pct_chg,
        vol: round((bar.volume / 100) * (view.twist?.kind === "wrong_unit" ? 100 : 1), 2),
        amount: round(bar.amount / 1000, 3),
      };
    }),
};

/** The years before 2026, of the one company that is asked for; newest first. */
function pastRows(params: Params, view: TushareView) {
  const from = dashed(String(params.start_date ?? ""));
  const to = dashed(String(params.end_date ?? ""));
  if (params.ts_code === undefined || from >= "2026") return [];
  return wantedCodes(params, view).flatMap((code) =>
    view.truth
      .past(code)
      .filter(({ date }) => date >= from && date <= to)
      .map(({ date, pe, pb, ps }) => ({
        ts_code: code,
        trade_date: compact(date),
        pe_ttm: pe,
        pb,
        ps_ttm: ps,
        total_mv: 1_000_000,
        circ_mv: 900_000,
      }))
      .reverse(),
  );
}

/** Shares in 万股, market values in 万元. `pe_ttm` is null for a loss. */
const dailyBasic: Table = {
  columns:
    "ts_code trade_date close turnover_rate turnover_rate_f volume_ratio pe pe_ttm pb ps ps_ttm dv_ratio dv_ttm total_share float_share free_share total_mv circ_mv".split(
      " ",
    ),
  rows: (params, view) => [
    ...perDay(params, view, view.basicReadyAt, (code, bar) => {
      const { eps = 1, shares = 1 } = view.truth.company(code) ?? {};
      const ratio = eps > 0 ? bar.close / eps : null;
      const floating = round(shares * 0.9, 4);
      return {
        ts_code: code,
        trade_date: compact(bar.date),
        close: twistPrice(bar.close, view.twist),
        turnover_rate: round(bar.volume / (floating * 100), 4),
        turnover_rate_f: null,
        volume_ratio: null,
        pe: ratio === null ? null : round(ratio * 1.05, 4),
        pe_ttm: ratio === null ? null : round(ratio, 4),
        pb: round(bar.close / (Math.abs(eps) * 8), 4),
        ps: round(bar.close / (Math.abs(eps) * 4), 4),
        ps_ttm: round(bar.close / (Math.abs(eps) * 4.2), 4),
        dv_ratio: eps > 0 ? round((eps * 30) / bar.close, 4) : null,
        dv_ttm: eps > 0 ? round((eps * 32) / bar.close, 4) : null,
        total_share: shares,
        float_share: floating,
        free_share: round(shares * 0.5, 4),
        total_mv: round(bar.close * shares, 4),
        circ_mv: round(bar.close * floating, 4),
      };
    }),
    ...pastRows(params, view),
  ],
};

const adjFactor: Table = {
  columns: ["ts_code", "trade_date", "adj_factor"],
  rows: (params, view) =>
    perDay(params, view, "09:20", (code, bar) => ({
      ts_code: code,
      trade_date: compact(bar.date),
      adj_factor: round(view.truth.adjustFactor(code, bar.date), 6),
    })),
};

const tradeCal: Table = {
  columns: ["exchange", "cal_date", "is_open", "pretrade_date"],
  rows(params, view) {
    const from = dashed(String(params.start_date ?? "20260101"));
    const to = dashed(String(params.end_date ?? "20261231"));
    const days = daysBetween(
      from < "2026-01-01" ? "2026-01-01" : from,
      to > "2026-12-31" ? "2026-12-31" : to,
    );
    let previous = daysBetween("2026-01-01", from).findLast(
      (day) => day < from && view.truth.isTradingDay(day),
    );
    const rows = days.map((day) => {
      const isOpen = view.truth.isTradingDay(day);
      const row = {
        exchange: String(params.exchange || "SSE"),
        cal_date: compact(day),
        is_open: isOpen ? 1 : 0,
        pretrade_date: previous === undefined ? "20251231" : compact(previous),
      };
      if (isOpen) previous = day;
      return row;
    });
    const wanted = params.is_open;
    return rows
      .filter((row) => wanted === undefined || wanted === "" || row.is_open === Number(wanted))
      .reverse();
  },
};

const markets: Readonly<Record<string, string>> = { "68": "科创板", "30": "创业板", "92": "北交所" };
const exchanges: Readonly<Record<string, string>> = { SH: "SSE", SZ: "SZSE", BJ: "BSE" };

const stockBasic: Table = {
  columns: "ts_code symbol name area industry cnspell market list_date".split(" "),
  rows(params, view) {
    if (params.list_status === "D" && view.twist?.kind !== "ignores_params")
      return delistedCompanies.map(({ code, name, date }) => ({
        ts_code: code,
        name,
        list_status: "D",
        delist_date: compact(date),
      }));
    if (
      view.twist?.kind !== "ignores_params" &&
      params.list_status !== undefined &&
      !String(params.list_status || "L").includes("L")
    )
      return [];
    const codes = new Set(wantedCodes({ ts_code: params.ts_code }, view));
    return view.truth.companies
      .filter((company) => codes.has(company.code))
      .filter((company) => !params.name || company.name === params.name)
      .map((company) => ({
        ts_code: company.code,
        symbol: company.code.slice(0, 6),
        name: company.name,
        area: null,
        industry: view.truth.industry(company.code) ?? null,
        cnspell: company.cnspell.toLowerCase(),
        market: markets[company.code.slice(0, 2)] ?? "主板",
        exchange: exchanges[company.code.slice(7)] ?? null,
        list_status: "L",
        delist_date: null,
        list_date: compact(company.listed ?? "2010-01-04"),
      }))
      .filter((row) => !params.exchange || row.exchange === params.exchange);
  },
};

const suspendD: Table = {
  columns: ["ts_code", "trade_date", "suspend_timing", "suspend_type"],
  rows: (params, view) =>
    wantedDays(params, view, "00:00").flatMap((day) =>
      wantedCodes(params, view)
        .filter((code) => {
          const range = view.truth.company(code)?.suspended;
          return range !== undefined && day >= range[0] && day <= range[1];
        })
        .map((code) => ({
          ts_code: code,
          trade_date: compact(day),
          suspend_timing: null,
          suspend_type: "S",
        })),
    ),
};

const tables: Readonly<Record<string, Table>> = {
  daily,
  daily_basic: dailyBasic,
  adj_factor: adjFactor,
  trade_cal: tradeCal,
  stock_basic: stockBasic,
  suspend_d: suspendD,
  ...furtherTables,
  ...eventTables,
};

const helpUrl = "权限的具体详情访问：https://tushare.pro/document/1?doc_id=108。";

/** Tushare's business errors: HTTP 200, the code alone does not tell them apart. */
const businessErrors: Readonly<Partial<Record<MarketFault["kind"], readonly [code: number, msg: string]>>> = {
  rate_minute: [40203, `抱歉，您每分钟最多访问该接口200次，${helpUrl}`],
  rate_frequency: [40203, "频率超限(200次/分钟)"],
  rate_hour: [40203, `抱歉，您每小时最多访问该接口1次，${helpUrl}`],
  rate_day: [40203, `抱歉，您每天最多访问该接口100次，${helpUrl}`],
  no_permission: [40203, `抱歉，您没有接口访问权限，${helpUrl}`],
  bad_token: [40101, "您的token不对，请确认。"],
  ip_limit: [40204, "抱歉，您的IP数量超限，最大数量为2个！"],
};

const failed = (code: number, msg: string): TushareReply => ({
  request_id: "emulated",
  code,
  msg,
  data: null,
});

export function tushareError(kind: MarketFault["kind"]): TushareReply | undefined {
  const known = businessErrors[kind];
  return known === undefined ? undefined : failed(known[0], known[1]);
}

/** Columns in an order of the server's own: never that of the request. */
function disorder(columns: readonly string[]): string[] {
  const middle = Math.ceil(columns.length / 2);
  return [...columns.slice(middle).reverse(), ...columns.slice(0, middle)];
}

/** Answers one API call; unknown parameters are ignored, as Tushare does it. `empty` gives no rows. */
export function answerTushare(
  request: { readonly api: string; readonly params: Params; readonly fields: string },
  view: TushareView,
  empty: boolean,
): TushareReply {
  const table = tables[request.api];
  if (table === undefined) return failed(-2001, "请指定正确的接口名");
  const rows = empty ? [] : twistRows(table.rows(request.params, view), view.twist);
  const first = rows[0];
  const known = new Set([...table.columns, ...Object.keys(first ?? {})]);
  const asked = request.fields.split(",").map((field) => field.trim());
  const wanted = asked.filter((field) => known.has(field));
  const fields = disorder(request.fields.trim() === "" ? table.columns : wanted);
  const offset = Number(request.params.offset || 0);
  const limit = Math.min(maxRows, Number(request.params.limit || maxRows));
  const page = rows.slice(offset, offset + limit);
  return {
    request_id: "emulated",
    code: 0,
    msg: "",
    data: {
      fields,
      items: page.map((row) => fields.map((field) => row[field] ?? null)),
      has_more: offset + limit < rows.length,
      count: -1,
    },
  };
}
