import { compact, dashed, shanghai } from "./market-calendar.ts";
import { type Twist, twistCode, twistPrice } from "./market-faults.ts";
import type { Bar, Truth } from "./market-truth.ts";
import { sizes } from "./market-truth-tables.ts";

export type Cell = string | number | null;
export type Row = Readonly<Record<string, Cell>>;
export type Params = Readonly<Record<string, unknown>>;

export interface TushareView {
  readonly truth: Truth;
  /** ISO instant of the emulated clock. */
  readonly now: string;
  /** Times of day (`16:30`) from which today's rows of `daily` and `daily_basic` exist. */
  readonly dailyReadyAt: string;
  readonly basicReadyAt: string;
  readonly twist?: Twist;
}

export interface Table {
  /** Columns given when `fields` is empty. */
  readonly columns: readonly string[];
  rows(params: Params, view: TushareView): Row[];
}

export const round = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits) / 10 ** digits;

/** Of these codes, those that are asked for; without a filter, or one that is not understood, all. */
export function wantedOf(all: readonly string[], params: Params, { twist }: TushareView): readonly string[] {
  const asked = String(params.ts_code ?? "");
  if (asked === "" || twist?.kind === "ignores_params") return all;
  return asked
    .split(",")
    .filter((code) => all.includes(code))
    .map((code) => twistCode(code, all, twist));
}

export const wantedCodes = (params: Params, view: TushareView): readonly string[] =>
  wantedOf(
    view.truth.companies.map((company) => company.code),
    params,
    view,
  );

/** Trading days the parameters ask for, newest first, as far as they are published at the view's clock. */
export function wantedDays(params: Params, view: TushareView, readyAt: string): string[] {
  const { date: today, time } = shanghai(view.now);
  const published = (day: string): boolean => day < today || (day === today && time.slice(0, 5) >= readyAt);
  const exact = String(params.trade_date ?? "");
  const from = exact === "" ? dashed(String(params.start_date ?? "20260101")) : dashed(exact);
  const to = exact === "" ? dashed(String(params.end_date ?? "20261231")) : dashed(exact);
  const days = view.truth.tradingDays.filter((day) => day >= from && day <= to && published(day));
  if (view.twist?.kind !== "wrong_date") return days.reverse();
  return days.map((day) => view.truth.tradingDays[view.truth.tradingDays.indexOf(day) - 1] ?? day).reverse();
}

/** Rows of every wanted day and security that traded on it. */
export function perDay(
  params: Params,
  view: TushareView,
  readyAt: string,
  build: (code: string, bar: Bar) => Row,
  codes = wantedCodes(params, view),
): Row[] {
  return wantedDays(params, view, readyAt).flatMap((day) =>
    codes.flatMap((code) => {
      const bar = view.truth.bar(code, day);
      return bar === undefined ? [] : [build(code, bar)];
    }),
  );
}

/** Levels in points, `vol` in lots of 100 shares, `amount` in thousands of CNY. `ts_code` is demanded. */
const indexDaily: Table = {
  columns: "ts_code trade_date close open high low pre_close change pct_chg vol amount".split(" "),
  rows: (params, view) => {
    const all = view.truth.indices.map(({ code }) => code);
    const build = (code: string, bar: Bar) => ({
      ts_code: code,
      trade_date: compact(bar.date),
      close: twistPrice(bar.close, view.twist),
      open: bar.open,
      high: bar.high,
      low: bar.low,
      pre_close: bar.pre_close,
      change: bar.change,
      pct_chg: bar.pct_chg,
      vol: round((bar.volume / 100) * (view.twist?.kind === "wrong_unit" ? 100 : 1), 2),
      amount: round(bar.amount / 1000, 3),
    });
    return perDay(params, view, view.dailyReadyAt, build, wantedOf(all, params, view));
  },
};

/** Amounts in 万元. Shanghai and Shenzhen only. */
const moneyflow: Table = {
  columns: [
    "ts_code",
    "trade_date",
    ...sizes.flatMap((size) => [`buy_${size}_amount`, `sell_${size}_amount`]),
    "net_mf_amount",
  ],
  rows: (params, view) => {
    const codes = wantedCodes(params, view).filter((code) => !code.endsWith(".BJ"));
    const build = (code: string, { date }: Bar) => {
      const flow = view.truth.flow(code, date);
      const cells = sizes.flatMap((size) => [
        [`buy_${size}_amount`, flow?.buy[size] ?? null] as const,
        [`sell_${size}_amount`, flow?.sell[size] ?? null] as const,
      ]);
      return {
        ts_code: code,
        trade_date: compact(date),
        ...Object.fromEntries(cells),
        net_mf_amount: flow?.net ?? null,
      };
    };
    return perDay(params, view, "19:00", build, codes);
  },
};

/** Reports asked for and announced by now, newest first; a wrong date shows a report of another year under its own date. */
function wantedReports(params: Params, view: TushareView) {
  const today = shanghai(view.now).date;
  const from = dashed(String(params.start_date || "19900101"));
  const to = dashed(String(params.end_date || "20991231"));
  return wantedCodes(params, view).flatMap((code) =>
    view.truth
      .reports(code)
      .filter(({ end, announced }) => end >= from && end <= to && announced <= today)
      .map((report) => ({
        code,
        report: view.twist?.kind === "wrong_date" ? { ...report, end: `2019${report.end.slice(4)}` } : report,
      }))
      .reverse(),
  );
}

/** CNY. Each period twice: as first published, and as corrected later on the same day. */
const income: Table = {
  columns:
    "ts_code ann_date f_ann_date end_date report_type update_flag revenue total_revenue n_income_attr_p rd_exp".split(
      " ",
    ),
  rows: (params, view) =>
    wantedReports(params, view).flatMap(({ code, report }) => {
      const isQuarter = String(params.report_type ?? "1") === "2";
      const revenue = isQuarter ? report.quarterRevenue : report.revenue;
      const row = {
        ts_code: code,
        ann_date: compact(report.announced),
        f_ann_date: compact(report.announced),
        end_date: compact(report.end),
        report_type: isQuarter ? "2" : "1",
        update_flag: "1",
        revenue,
        total_revenue: isQuarter ? null : report.totalRevenue,
        n_income_attr_p: isQuarter ? report.quarterProfit : report.profit,
        rd_exp: isQuarter ? null : report.research,
      };
      return [{ ...row, update_flag: "0", revenue: Math.round(revenue * 0.99) }, row];
    }),
};

/** Percent numbers; `gross_margin` is money. Each period twice. */
const finaIndicator: Table = {
  columns:
    "ts_code ann_date end_date update_flag eps bps roe roe_waa gross_margin grossprofit_margin netprofit_margin debt_to_assets or_yoy tr_yoy netprofit_yoy".split(
      " ",
    ),
  rows: (params, view) =>
    wantedReports(params, view).flatMap(({ code, report }) => {
      const row = {
        ts_code: code,
        ann_date: compact(report.announced),
        end_date: compact(report.end),
        update_flag: "1",
        eps: report.eps,
        bps: report.bps,
        roe: report.roe,
        roe_waa: report.weightedRoe,
        gross_margin: Math.round((report.revenue * report.grossMargin) / 100),
        grossprofit_margin: report.grossMargin,
        netprofit_margin: report.netMargin,
        debt_to_assets: report.debtRatio,
        or_yoy: report.revenueYoy,
        tr_yoy: report.totalRevenueYoy,
        netprofit_yoy: report.profitYoy,
      };
      return [row, { ...row, update_flag: "0", roe: report.roe + 1 }];
    }),
};

/** 元; out in the evening. */
const topList: Table = {
  columns: "trade_date ts_code name close pct_change amount l_sell l_buy net_amount reason".split(" "),
  rows: (params, view) =>
    wantedDays(params, view, "19:00").flatMap((day) =>
      view.truth.topList(day).map(({ code, name, reason, bar, buy, sell }) => ({
        trade_date: compact(day),
        ts_code: code,
        name,
        close: twistPrice(bar.close, view.twist),
        pct_change: bar.pct_chg,
        amount: bar.amount,
        l_sell: sell,
        l_buy: buy,
        net_amount: round(buy - sell, 2),
        reason,
      })),
    ),
};

/** One row per report and year of forecast; revenue and profit in 万元. */
const reportRc: Table = {
  columns: "ts_code name report_date report_title org_name quarter op_rt np eps pe rating".split(" "),
  rows: (params, view) => {
    const from = dashed(String(params.start_date || "19900101"));
    const to = dashed(String(params.end_date || "20991231"));
    return wantedCodes(params, view).flatMap((code) =>
      view.truth
        .research(code)
        .filter(({ date }) => date >= from && date <= to)
        .flatMap(({ date, title, org, rating, years }) =>
          years.map(({ year, eps, pe, revenue, profit }) => ({
            ts_code: code,
            name: view.truth.company(code)?.name ?? null,
            report_date: compact(date),
            report_title: title,
            org_name: org,
            quarter: `${year}Q4`,
            op_rt: round(revenue / 10_000, 4),
            np: round(profit / 10_000, 4),
            eps,
            pe,
            rating,
          })),
        ),
    );
  },
};

const stkLimit: Table = {
  columns: ["trade_date", "ts_code", "up_limit", "down_limit"],
  rows: (params, view) =>
    perDay(params, view, "08:40", (code, bar) => ({
      trade_date: compact(bar.date),
      ts_code: code,
      up_limit: round(bar.pre_close * 1.1, 2),
      down_limit: round(bar.pre_close * 0.9, 2),
    })),
};

/** The name in force stands twice, as it happens. */
const namechange: Table = {
  columns: ["ts_code", "name", "start_date", "end_date"],
  rows: (params, view) =>
    wantedCodes(params, view).flatMap((code) => {
      const rows = view.truth.formerNames(code).map(({ name, from, to }) => ({
        ts_code: code,
        name,
        start_date: compact(from),
        end_date: to === null ? null : compact(to),
      }));
      return [...rows, ...rows.slice(-1)];
    }),
};

const bseMapping: Table = {
  columns: ["name", "o_code", "n_code", "list_date"],
  rows: () => [
    { name: "艾融软件", o_code: "830799.BJ", n_code: "920799.BJ", list_date: "20200727" },
    { name: "万达轴承", o_code: "430002.BJ", n_code: "920002.BJ", list_date: "20240530" },
  ],
};

/** The tables beside prices, valuation, calendar and list. */
export const furtherTables: Readonly<Record<string, Table>> = {
  index_daily: indexDaily,
  moneyflow,
  income,
  fina_indicator: finaIndicator,
  top_list: topList,
  report_rc: reportRc,
  stk_limit: stkLimit,
  namechange,
  bse_mapping: bseMapping,
};
