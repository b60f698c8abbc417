import { type AktoolsFunction, fromBare, pandasDate } from "./market-aktools-tables.ts";
import { compact, dashed, shanghai } from "./market-calendar.ts";
import { bookedOn, type TrueDividend } from "./market-events.ts";
import { round, type Table, wantedCodes } from "./market-tushare-tables.ts";

const compactOr = (date: string | undefined): string | null => (date === undefined ? null : compact(date));

/** The stages of a dividend by a day, oldest first. */
function stagesOn({ planned, approved, carriedOut }: TrueDividend, today: string): readonly string[] {
  const stages = [
    [planned, "预案"],
    [approved, "股东大会通过"],
    [carriedOut?.announced, "实施"],
  ] as const;
  return stages.flatMap(([date, stage]) => (date !== undefined && date <= today ? [stage] : []));
}

/** Per share. A row for each stage. */
const dividend: Table = {
  columns:
    "ts_code end_date ann_date div_proc stk_div stk_bo_rate stk_co_rate cash_div cash_div_tax record_date ex_date pay_date div_listdate imp_ann_date".split(
      " ",
    ),
  rows: (params, view) =>
    wantedCodes(params, view).flatMap((code) =>
      view.truth.dividends(code).flatMap((each) =>
        stagesOn(each, shanghai(view.now).date).map((stage) => {
          const days = stage === "实施" ? each.carriedOut : undefined;
          return {
            ts_code: code,
            end_date: compact(each.period),
            ann_date: compact(each.planned),
            div_proc: each.cash + each.stock === 0 ? "不分配" : stage,
            stk_div: each.stock,
            stk_bo_rate: null,
            stk_co_rate: each.stock,
            cash_div: days === undefined ? 0 : round(each.cash * 0.9, 6),
            cash_div_tax: each.cash,
            record_date: compactOr(days?.record),
            ex_date: compactOr(days?.ex),
            pay_date: compactOr(days?.pay),
            div_listdate: null,
            imp_ann_date: compactOr(days?.announced),
          };
        }),
      ),
    ),
};

/** A row for each holder and day. */
const shareFloat: Table = {
  columns: "ts_code ann_date float_date float_share float_ratio holder_name share_type".split(" "),
  rows: (params, view) => {
    const from = dashed(String(params.start_date || "19900101"));
    const to = dashed(String(params.end_date || "20991231"));
    return wantedCodes(params, view).flatMap((code) =>
      view.truth
        .unlocks(code)
        .filter(({ date }) => date >= from && date <= to)
        .flatMap(({ date, announced, parts }) =>
          parts.map(({ holder, shares, percent }) => ({
            ts_code: code,
            ann_date: compact(announced),
            float_date: compact(date),
            float_share: shares,
            float_ratio: percent,
            holder_name: holder,
            share_type: "定增股份",
          })),
        ),
    );
  },
};

const yearBefore = (date: string): string => `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;

const disclosureDate: Table = {
  columns: "ts_code ann_date end_date pre_date actual_date".split(" "),
  rows: (params, view) => {
    const asked = String(params.end_date ?? "");
    const isWrong = view.twist?.kind === "wrong_date";
    return wantedCodes(params, view).flatMap((code) =>
      view.truth.bookings(code).flatMap((each) => {
        const booked = bookedOn(each, shanghai(view.now).date);
        if (booked === undefined || (asked !== "" && asked !== compact(each.period))) return [];
        return [
          {
            ts_code: code,
            ann_date: compact(booked.announced),
            end_date: isWrong ? yearBefore(compact(each.period)) : compact(each.period),
            pre_date: compact(booked.changed ?? booked.first),
            actual_date: compactOr(booked.published),
            modify_date: compactOr(booked.changed),
          },
        ];
      }),
    );
  },
};

export const eventTables: Readonly<Record<string, Table>> = {
  dividend,
  share_float: shareFloat,
  disclosure_date: disclosureDate,
};

const progress: Readonly<Record<string, string>> = {
  预案: "董事会决议通过",
  股东大会通过: "股东大会决议通过",
  实施: "实施分配",
};

const dateOr = (date: string | undefined): string | null => (date === undefined ? null : pandasDate(date));

const tenth = (value: number): number => round(value * 10, 5);

/** Per ten shares, one row a period in its newest stage; a TypeError where there is none. */
const fhpsDetail: AktoolsFunction = {
  args: ["symbol"],
  run(args, view) {
    const code = fromBare(args.symbol ?? "", view.truth);
    const all = code === undefined ? [] : view.truth.dividends(code);
    const rows = all.flatMap((each) => {
      const stage = stagesOn(each, shanghai(view.now).date).at(-1);
      if (stage === undefined) return [];
      const days = stage === "实施" ? each.carriedOut : undefined;
      const [cash, stock] = [tenth(each.cash), tenth(each.stock)];
      const isNothing = cash + stock === 0;
      const stockWords = stock === 0 ? "" : `转${stock.toFixed(2)}`;
      return [
        {
          报告期: pandasDate(each.period),
          业绩披露日期: pandasDate(each.planned),
          "送转股份-送转总比例": stock === 0 ? null : stock,
          "送转股份-送股比例": null,
          "送转股份-转股比例": stock === 0 ? null : stock,
          "现金分红-现金分红比例": cash === 0 ? null : cash,
          "现金分红-现金分红比例描述": isNothing
            ? null
            : `10${stockWords}${cash === 0 ? "" : `派${cash}元(含税)`}`,
          "现金分红-股息率": 0.0123,
          总股本: 1_000_000,
          预案公告日: pandasDate(each.planned),
          股权登记日: dateOr(days?.record),
          除权除息日: dateOr(days?.ex),
          方案进度: isNothing ? "不分配不转增" : (progress[stage] ?? stage),
          最新公告日期: dateOr(days?.announced ?? each.planned),
        },
      ];
    });
    return rows.length === 0 ? { raises: "TypeError" } : { rows };
  },
};

/** Shares made of 万股, newest first. */
const releaseQueue: AktoolsFunction = {
  args: ["symbol"],
  run(args, view) {
    const code = fromBare(args.symbol ?? "", view.truth);
    const all = code === undefined ? [] : view.truth.unlocks(code);
    const rows = all.toReversed().map(({ date, parts }, index) => {
      const shares = parts.reduce((sum, part) => sum + part.shares, 0);
      return {
        序号: index + 1,
        解禁时间: pandasDate(date),
        解禁股东数: parts.length,
        解禁数量: (shares / 10_000) * 10_000,
        实际解禁数量: (shares / 20_000) * 10_000,
        未解禁数量: 0,
        实际解禁数量市值: shares * 10,
        占总市值比例: 0.0123,
        占流通市值比例: 0.02,
        解禁前一交易日收盘价: null,
        限售股类型: "定向增发机构配售股份",
        解禁前20日涨跌幅: null,
        解禁后20日涨跌幅: null,
      };
    });
    return { rows };
  },
};

const markets: Readonly<Record<string, string>> = { SH: "沪市A股", SZ: "深市A股", BJ: "京市A股" };

/** A whole exchange; a TypeError where nothing is booked yet. */
const bookings: AktoolsFunction = {
  args: ["symbol", "date"],
  run(args, view) {
    const rows = view.truth.companies
      .filter(({ code }) => markets[code.slice(7)] === args.symbol)
      .flatMap(({ code, name }, index) => {
        const each = view.truth.bookings(code).find(({ period }) => compact(period) === args.date);
        const booked = each === undefined ? undefined : bookedOn(each, shanghai(view.now).date);
        if (booked === undefined) return [];
        return [
          {
            序号: index + 1,
            股票代码: code.slice(0, 6),
            股票简称: name,
            首次预约时间: pandasDate(booked.first),
            一次变更日期: dateOr(booked.changed),
            二次变更日期: null,
            三次变更日期: null,
            实际披露时间: dateOr(booked.published),
          },
        ];
      });
    return rows.length === 0 ? { raises: "TypeError" } : { rows };
  },
};

export const eventFunctions: Readonly<Record<string, AktoolsFunction>> = {
  stock_fhps_detail_em: fhpsDetail,
  stock_restricted_release_queue_em: releaseQueue,
  stock_yysj_em: bookings,
};
