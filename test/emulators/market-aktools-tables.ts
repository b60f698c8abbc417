import { shanghai } from "./market-calendar.ts";
import { type Twist, twistCode, twistPrice } from "./market-faults.ts";
import type { Truth } from "./market-truth.ts";
import type { Report } from "./market-truth-tables.ts";

export type Cell = string | number | null;
export type Row = Readonly<Record<string, Cell>>;
export type Args = Readonly<Record<string, string>>;

export interface AktoolsView {
  readonly truth: Truth;
  readonly now: string;
  readonly twist?: Twist;
}

/** Rows, or the name of what Python would raise: all but KeyError become a plain 500. */
export type AktoolsResult =
  | { readonly rows: readonly Row[] }
  | { readonly raises: "KeyError" | "TypeError" | "APIError" };

export interface AktoolsFunction {
  readonly args: readonly string[];
  run(args: Args, view: AktoolsView): AktoolsResult;
}

/** A pandas date, as `to_json(date_format="iso")` writes it: without a zone. */
export const pandasDate = (date: string): string => `${date}T00:00:00.000`;

/** akshare's own rule: everything that does not begin with 6 is taken for Shenzhen (or Beijing). */
export const fromBare = (symbol: string, truth: Truth): string | undefined =>
  truth.companies.find((company) => company.code.startsWith(`${symbol}.`))?.code;

/** The company that the rows are about, under a twist another one: only where the answer names its company, so that it shows. */
function companyOf(symbol: string | undefined, { truth, twist }: AktoolsView): string | undefined {
  const code = fromBare(symbol ?? "", truth);
  const all = truth.companies.map((company) => company.code);
  return code === undefined ? undefined : twistCode(code, all, twist);
}

const plain = (date: string): string => date.replaceAll("-", "");

/** Trading days up to today, today's unfinished one included. */
function days({ truth, now, twist }: AktoolsView): readonly string[] {
  const { date, time } = shanghai(now);
  const upToNow = truth.tradingDays.filter((day) => day < date || (day === date && time >= "09:30:00"));
  if (twist?.kind !== "wrong_date") return upToNow;
  return upToNow.map((day) => truth.tradingDays[truth.tradingDays.indexOf(day) - 1] ?? day);
}

/** Levels in points, volume in lots of 100, amount in CNY. No change, no code. */
const indexDaily: AktoolsFunction = {
  args: ["symbol", "start_date", "end_date"],
  run(args, view) {
    const { truth, now, twist } = view;
    const symbol = args.symbol ?? "";
    const code = `${symbol.slice(-6)}.${symbol.slice(0, -6).toUpperCase()}`;
    if (!truth.indices.some((index) => index.code === code)) return { rows: [] };
    const wanted = days(view).filter(
      (day) => plain(day) >= (args.start_date ?? "0") && plain(day) <= (args.end_date ?? "9"),
    );
    const today = shanghai(now).date;
    const rows = wanted.flatMap((day) => {
      const bar = day === today ? truth.partialBar(code, now) : truth.bar(code, day);
      if (bar === undefined) return [];
      const { open, high, low, volume, amount } = bar;
      const close = twistPrice(bar.close, twist);
      return [{ date: pandasDate(bar.date), open, close, high, low, volume: volume / 100, amount }];
    });
    return { rows };
  },
};

const items = (entries: readonly (readonly [string, Cell])[]): AktoolsResult => ({
  rows: entries.map(([item, value]) => ({ item, value })),
});

const individualInfo: AktoolsFunction = {
  args: ["symbol"],
  run(args, view) {
    const code = companyOf(args.symbol, view);
    const company = code === undefined ? undefined : view.truth.company(code);
    if (code === undefined || company === undefined) return { raises: "APIError" };
    return items([
      ["股票代码", code.slice(0, 6)],
      ["股票简称", company.name],
      ["总股本", company.shares * 10_000],
      ["行业", view.truth.industry(code) ?? "-"],
      ["上市时间", 20100104],
    ]);
  },
};

const industryMembers: AktoolsFunction = {
  args: ["symbol"],
  run: (args, { truth, now }) => ({
    rows: truth.companies
      .filter(({ code }) => truth.industry(code) === args.symbol)
      .map(({ code, name }, index) => ({
        序号: index + 1,
        代码: code.slice(0, 6),
        名称: name,
        最新价: truth.spot(code, now) ?? null,
        "市盈率-动态": 12.3,
      })),
  }),
};

/** Announced by now, newest first. */
const published = (code: string, { truth, now }: AktoolsView): readonly Report[] =>
  truth
    .reports(code)
    .filter(({ announced }) => announced <= shanghai(now).date)
    .toReversed();

/** Wide: a line per figure, a column per report date; some figures stand under two headings. */
const financialAbstract: AktoolsFunction = {
  args: ["symbol"],
  run(args, view) {
    const code = fromBare(args.symbol ?? "", view.truth);
    if (code === undefined) return { rows: [] };
    const reports = published(code, view);
    const line = (heading: string, item: string, value: (report: Report) => Cell): Row => ({
      选项: heading,
      指标: item,
      ...Object.fromEntries(reports.map((report) => [plain(report.end), value(report)])),
    });
    return {
      rows: [
        line("常用指标", "归母净利润", ({ profit }) => profit),
        line("常用指标", "营业总收入", ({ totalRevenue }) => totalRevenue),
        line("常用指标", "营业成本", ({ revenue }) => Math.round(revenue / 3)),
        line("常用指标", "基本每股收益", ({ eps }) => eps),
        line("常用指标", "每股净资产", ({ bps }) => bps),
        line("常用指标", "净资产收益率(ROE)", ({ roe }) => roe),
        line("常用指标", "毛利率", ({ grossMargin }) => grossMargin),
        line("常用指标", "销售净利率", ({ netMargin }) => netMargin),
        line("常用指标", "资产负债率", ({ debtRatio }) => debtRatio),
        line("盈利能力", "毛利率", () => null),
        line("成长能力", "营业总收入增长率", ({ totalRevenueYoy }) => totalRevenueYoy),
        line("成长能力", "归属母公司净利润增长率", ({ profitYoy }) => profitYoy),
      ],
    };
  },
};

const financialIndicators: AktoolsFunction = {
  args: ["symbol", "start_year"],
  run(args, view) {
    const code = fromBare(args.symbol ?? "", view.truth);
    if (code === undefined || args.start_year === undefined) return { rows: [] };
    const reports = published(code, view).filter(({ end }) => end >= `${args.start_year}-01-01`);
    return {
      rows: reports.toReversed().map(({ end, eps, weightedRoe }) => ({
        日期: pandasDate(end),
        "摊薄每股收益（元）": eps,
        "加权净资产收益率（%）": weightedRoe,
      })),
    };
  },
};

/** 元; the row of today is a part of a day. */
const fundFlow: AktoolsFunction = {
  args: ["stock", "market"],
  run(args, view) {
    const code = fromBare(args.stock ?? "", view.truth);
    if (code === undefined || args.market !== code.slice(7).toLowerCase()) return { raises: "TypeError" };
    const rows = days(view).flatMap((day) => {
      const flow = view.truth.flow(code, day);
      if (flow === undefined) return [];
      const net = (...sizes: ("sm" | "md" | "lg" | "elg")[]) =>
        Math.round(sizes.reduce((sum, size) => sum + flow.buy[size] - flow.sell[size], 0) * 10_000);
      return [
        {
          日期: pandasDate(day),
          收盘价: view.truth.close(code, day) ?? null,
          "主力净流入-净额": net("lg", "elg"),
          "主力净流入-净占比": 1.2,
          "超大单净流入-净额": net("elg"),
          "大单净流入-净额": net("lg"),
          "中单净流入-净额": net("md"),
          "小单净流入-净额": net("sm"),
        },
      ];
    });
    return { rows };
  },
};

/** 元; once per reason, a fund among the stocks. */
const topList: AktoolsFunction = {
  args: ["start_date", "end_date"],
  run(args, view) {
    const { date: today, time } = shanghai(view.now);
    const wanted = view.truth.tradingDays.filter(
      (day) =>
        plain(day) >= (args.start_date ?? "") &&
        plain(day) <= (args.end_date ?? "") &&
        (day < today || (day === today && time >= "18:30:00")),
    );
    const rows = wanted.flatMap((day) => {
      const shown = view.twist?.kind === "wrong_date" ? (days(view).at(0) ?? day) : day;
      return view.truth.topList(day).map(({ code, name, reason, bar, buy, sell }) => ({
        代码: code.slice(0, 6),
        名称: name,
        上榜日: pandasDate(shown),
        收盘价: bar.close,
        涨跌幅: bar.pct_chg,
        龙虎榜净买额: Math.round((buy - sell) * 100) / 100,
        龙虎榜买入额: buy,
        龙虎榜卖出额: sell,
        上榜原因: reason,
      }));
    });
    const fund = rows[0] === undefined ? [] : [{ ...rows[0], 代码: "159915", 名称: "创业板ETF" }];
    return { rows: [...rows, ...fund] };
  },
};

const research: AktoolsFunction = {
  args: ["symbol"],
  run(args, view) {
    const code = companyOf(args.symbol, view);
    if (code === undefined) return { raises: "KeyError" };
    const rows = view.truth.research(code).map(({ date, title, org, rating, url, years }, index) => ({
      序号: index + 1,
      股票代码: code.slice(0, 6),
      股票简称: view.truth.company(code)?.name ?? null,
      报告名称: title,
      东财评级: rating,
      机构: org,
      ...Object.fromEntries(
        years.flatMap(({ year, eps, pe }) => [
          [`${year}-盈利预测-收益`, eps],
          [`${year}-盈利预测-市盈率`, pe],
        ]),
      ),
      日期: pandasDate(date),
      报告PDF链接: url,
    }));
    return { rows };
  },
};

const news: AktoolsFunction = {
  args: ["symbol"],
  run(args, view) {
    const code = companyOf(args.symbol, view);
    if (code === undefined) return { rows: [] };
    const { date, time: clock } = shanghai(view.now);
    const rows = view.truth
      .headlines(code)
      .filter(({ time }) => time <= `${date} ${clock}`)
      .map(({ time, title, text, outlet, url }) => ({
        关键词: code.slice(0, 6),
        新闻标题: title,
        新闻内容: text,
        发布时间: time,
        文章来源: outlet,
        新闻链接: url,
      }));
    return { rows };
  },
};

/** The functions beside quotes, bars, list and calendar. */
export const furtherFunctions: Readonly<Record<string, AktoolsFunction>> = {
  stock_zh_index_daily_em: indexDaily,
  stock_individual_info_em: individualInfo,
  stock_board_industry_cons_em: industryMembers,
  stock_financial_abstract: financialAbstract,
  stock_financial_analysis_indicator: financialIndicators,
  stock_individual_fund_flow: fundFlow,
  stock_lhb_detail_em: topList,
  stock_research_report_em: research,
  stock_news_em: news,
};
