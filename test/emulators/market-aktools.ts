import {
  type AktoolsFunction,
  type AktoolsResult,
  type AktoolsView,
  type Args,
  type Cell,
  fromBare,
  furtherFunctions,
  pandasDate,
  type Row,
} from "./market-aktools-tables.ts";
import { shanghai, tradingDays2026 } from "./market-calendar.ts";
import { eventFunctions } from "./market-event-tables.ts";
import { twistCode, twistPrice } from "./market-faults.ts";
import { wideNames } from "./market-securities.ts";
import type { Bar, Quote } from "./market-truth.ts";

const secondsBefore = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) - seconds * 1000).toISOString();

/** `SH600519` → `600519.SH` */
const fromXueqiu = (symbol: string): string => `${symbol.slice(2)}.${symbol.slice(0, 2).toUpperCase()}`;

function quoteTime(quote: Quote, { twist, now }: AktoolsView): string {
  if (twist?.kind === "running_clock") return `${shanghai(now).date} ${shanghai(now).time}`;
  if (twist?.kind === "future_close") return `${shanghai(now).date} 15:00:00`;
  if (twist?.kind !== "utc_clock") return quote.time;
  const utc = new Date(Date.parse(`${quote.time.replace(" ", "T")}+08:00`)).toISOString();
  return `${utc.slice(0, 10)} ${utc.slice(11, 19)}`;
}

/** What the quote looks like under a twist that moves it in time. */
function twistedQuote(code: string, view: AktoolsView): Quote | undefined {
  const { truth, now, twist } = view;
  if (twist?.kind === "stale") {
    const quote = truth.quote(code, secondsBefore(now, twist.seconds));
    return quote;
  }
  if (twist?.kind !== "wrong_date") return truth.quote(code, now);
  const { date } = shanghai(now);
  const eve = truth.tradingDays.findLast((day) => day < date);
  return eve === undefined ? undefined : truth.quote(code, `${eve}T15:00:00+08:00`);
}

const blankIfSuspended = (quote: Quote, value: number): number | null => (quote.suspended ? null : value);

function quoteItems(code: string, quote: Quote, view: AktoolsView): [string, Cell][] {
  const company = view.truth.company(code);
  const eps = company?.eps ?? 1;
  const shares = (company?.shares ?? 1) * 10_000;
  const lots = view.twist?.kind === "wrong_unit" ? 100 : 1;
  return [
    ["代码", `${code.slice(7)}${code.slice(0, 6)}`],
    ["52周最高", null],
    ["流通股", Math.round(shares * 0.9)],
    ["跌停", Math.round(quote.pre_close * 90) / 100],
    ["最高", blankIfSuspended(quote, quote.high)],
    ["流通值", Math.round(shares * 0.9 * quote.price)],
    ["最小交易单位", 100],
    ["涨跌", quote.change],
    ["每股收益", eps],
    ["昨收", view.twist?.kind === "swapped_open" ? quote.open : quote.pre_close],
    ["成交量", quote.volume * lots],
    ["名称", company?.name ?? null],
    ["交易所", code.slice(7)],
    ["今年以来涨幅", null],
    ["市净率", Math.round((quote.price / (Math.abs(eps) * 8)) * 1000) / 1000],
    ["涨幅", Math.round(quote.pct_chg * 100) / 100],
    ["市盈率(动)", eps > 0 ? Math.round((quote.price / (eps * 1.1)) * 1000) / 1000 : null],
    ["今开", blankIfSuspended(quote, view.twist?.kind === "swapped_open" ? quote.pre_close : quote.open)],
    ["货币", view.twist?.kind === "hong_kong" ? "HKD" : "CNY"],
    ["资产净值/总市值", Math.round(shares * quote.price)],
    ["市盈率(TTM)", eps > 0 ? Math.round((quote.price / eps) * 1000) / 1000 : null],
    ["股息率(TTM)", eps > 0 ? Math.round(((eps * 32) / quote.price) * 1000) / 1000 : null],
    ["最低", blankIfSuspended(quote, quote.low)],
    ["成交额", quote.amount],
    ["涨停", Math.round(quote.pre_close * 110) / 100],
    ["现价", twistPrice(quote.price, view.twist)],
    ["基金份额/总股本", Math.round(shares)],
    ["时间", quoteTime(quote, view)],
    ["市盈率(静)", eps > 0 ? Math.round((quote.price / (eps * 0.95)) * 1000) / 1000 : null],
  ];
}

/** An index has no valuation, no limits and no shares. */
function indexItems(code: string, quote: Quote, view: AktoolsView): Row[] {
  const lacking = /流通|跌停|涨停|最小交易|每股|市净率|市盈率|资产净值|股息|基金份额|货币/;
  const name = view.truth.indices.find((index) => index.code === code)?.name ?? null;
  return quoteItems(code, quote, view)
    .filter(([item]) => !lacking.test(item))
    .map(([item, value]) => ({ item, value: item === "名称" ? name : value }));
}

const spotXq: AktoolsFunction = {
  args: ["symbol", "token"],
  run(args, view) {
    const { truth } = view;
    const asked = fromXueqiu(args.symbol ?? "");
    const listed = truth.indices.some((index) => index.code === asked) ? truth.indices : truth.companies;
    const all = listed.map(({ code }) => code);
    const code = twistCode(asked, all, view.twist);
    const quote = all.includes(code) ? twistedQuote(code, view) : undefined;
    if (quote === undefined) return { raises: "APIError" };
    if (listed === truth.indices) return { rows: indexItems(code, quote, view) };
    return { rows: quoteItems(code, quote, view).map(([item, value]) => ({ item, value })) };
  },
};

/** Volume in lots of 100 shares, amount in CNY; the order is open, close, high, low. */
function histRow(code: string, bar: Bar, view: AktoolsView): Row {
  const lots = view.twist?.kind === "wrong_unit" ? 1 : 100;
  return {
    日期: pandasDate(bar.date),
    股票代码: code.slice(0, 6),
    开盘: bar.open,
    收盘: twistPrice(bar.close, view.twist),
    最高: bar.high,
    最低: bar.low,
    成交量: bar.volume / lots,
    成交额: bar.amount,
    振幅: Math.round(((bar.high - bar.low) / bar.pre_close) * 10_000) / 100,
    涨跌幅: Math.round(bar.pct_chg * 100) / 100,
    涨跌额: bar.change,
    换手率: 0.5,
  };
}

const factorOf = (args: Args, code: string, bar: Bar, { truth, twist }: AktoolsView): number => {
  const factor = truth.adjustFactor(code, bar.date);
  if (args.adjust === "hfq") return factor;
  if (twist?.kind === "adjusted") return factor / truth.adjustFactor(code, "2026-12-31");
  return args.adjust === "qfq" ? factor / truth.adjustFactor(code, "2026-12-31") : 1;
};

function adjusted(bar: Bar, factor: number): Bar {
  if (factor === 1) return bar;
  const scale = (price: number): number => Math.round(price * factor * 100) / 100;
  return {
    ...bar,
    open: scale(bar.open),
    high: scale(bar.high),
    low: scale(bar.low),
    close: scale(bar.close),
  };
}

const hist: AktoolsFunction = {
  args: ["symbol", "period", "start_date", "end_date", "adjust"],
  run(args, view) {
    if (args.period !== undefined && args.period !== "daily") return { raises: "KeyError" };
    const { truth } = view;
    const asked = fromBare(args.symbol ?? "", truth);
    if (asked === undefined) return { rows: [] };
    const code = twistCode(
      asked,
      truth.companies.map((company) => company.code),
      view.twist,
    );
    const from = args.start_date ?? "19700101";
    const to = args.end_date ?? "20500101";
    const today = shanghai(view.now).date;
    const inRange = truth.tradingDays.filter((day) => {
      const plain = day.replaceAll("-", "");
      return plain >= from && plain <= to && day <= today;
    });
    const days =
      view.twist?.kind === "wrong_date"
        ? inRange.map((day) => truth.tradingDays[truth.tradingDays.indexOf(day) - 1] ?? day)
        : inRange;
    const bars = days.flatMap((day) => {
      const bar = day === today ? truth.partialBar(code, view.now) : truth.bar(code, day);
      return bar === undefined ? [] : [adjusted(bar, factorOf(args, code, bar, view))];
    });
    return { rows: bars.map((bar) => histRow(code, bar, view)) };
  },
};

const codeNames: AktoolsFunction = {
  args: [],
  run: (_args, view) => ({
    rows: view.truth.companies.map((company) => ({
      code: company.code.slice(0, 6),
      name: wideNames[company.code] ?? company.name,
    })),
  }),
};

const tradeDates: AktoolsFunction = {
  args: [],
  run: () => ({ rows: tradingDays2026.map((day) => ({ trade_date: pandasDate(day) })) }),
};

export const aktoolsFunctions: Readonly<Record<string, AktoolsFunction>> = {
  stock_individual_spot_xq: spotXq,
  stock_zh_a_hist: hist,
  stock_info_a_code_name: codeNames,
  tool_trade_date_hist_sina: tradeDates,
  ...furtherFunctions,
  ...eventFunctions,
};

const manual = "请升级 AKShare 到最新版本并在文档中确认该接口的使用方式：https://akshare.akfamily.xyz";

export const unknownFunction = { error: `未找到该接口，${manual}` };
export const returnedNone = { error: "该接口返回数据为空，请确认参数是否正确：https://akshare.akfamily.xyz" };
export const keyError = (key: string): { error: string } => ({
  error: `请输入正确的参数错误 '${key}'，${manual}`,
});

/** Runs a function as Python would: an argument it does not know is a TypeError. */
export function runAktools(name: string, args: Args, view: AktoolsView): AktoolsResult | undefined {
  const known = Object.hasOwn(aktoolsFunctions, name) ? aktoolsFunctions[name] : undefined;
  if (known === undefined) return undefined;
  if (Object.keys(args).some((arg) => !known.args.includes(arg))) return { raises: "TypeError" };
  return known.run(args, view);
}
