import { shanghai } from "./market-calendar.ts";
import type { Twist } from "./market-faults.ts";
import { type FeedServer, feedBars, jsonAnswer } from "./market-feeds.ts";
import type { Bar } from "./market-truth.ts";
import { twistList } from "./market-twists.ts";

/** `600519.SS` → `600519.SH`; its own `SH` and Beijing are not known. */
const fromYahoo = (symbol: string): string =>
  symbol.endsWith(".SS") ? symbol.replace("SS", "SH") : symbol.replace(/SH$|BJ$/, "");

const toYahoo = (code: string): string => code.replace(/SH$/, "SS");

/** Trading days that a span reaches back. */
const daysIn = (range: string): number => {
  const days = /^(\d+)d$/.exec(range)?.[1];
  return days === undefined ? 400 : Number(days);
};

const isOfList = (twist: Twist | undefined): boolean => /_rows$/.test(twist?.kind ?? "");

/** It leaves holes of its own. */
const holeDate = "2026-04-22";

/** Days without trade get the close before them and no volume. */
function filled(bars: readonly Bar[], days: readonly string[]): readonly Bar[] {
  return days.flatMap((date) => {
    const bar = bars.findLast((each) => each.date <= date);
    return bar === undefined ? [] : [bar.date === date ? bar : { ...bar, date, volume: 0 }];
  });
}

/** `GET /v8/finance/chart/600519.SS?range=10d&interval=1d` */
export const yahoo: FeedServer = {
  server: "yahoo",
  read(url) {
    const symbol = /^\/v8\/finance\/chart\/([^/]+)$/.exec(url.pathname)?.[1];
    return symbol === undefined
      ? undefined
      : { name: "chart", params: { symbol, ...Object.fromEntries(url.searchParams) } };
  },
  answer({ params }, view) {
    const { truth, now } = view;
    if (view.fault?.kind === "rate_minute") {
      return { status: 429, type: "text/html", body: "Too Many Requests\r\n" };
    }
    const today = shanghai(now).date;
    const days = truth.tradingDays.filter((day) => day <= today).slice(-daysIn(params.range ?? ""));
    const range = { from: days[0] ?? today, to: today };
    // A list that repeats days is made of the filled one below.
    const { twist, ...plain } = view;
    const found = feedBars(fromYahoo(params.symbol ?? ""), range, isOfList(twist) ? plain : view);
    if (found === undefined) {
      const error = { code: "Not Found", description: "No data found, symbol may be delisted" };
      return jsonAnswer({ chart: { result: null, error } }, 404);
    }
    const filledUp = view.fault?.kind === "empty" ? [] : filled(found.bars, days);
    const contradict = (bar: Bar) => ({ ...bar, close: Math.round(bar.close * 101) / 100 });
    const bars = isOfList(twist) ? twistList(filledUp, twist, contradict) : filledUp;
    const single = (value: number, date: string): number | null =>
      date === holeDate ? null : Math.fround(value);
    const quote = {
      close: bars.map(({ close, date }) => single(close, date)),
      open: bars.map(({ open, date }) => single(open, date)),
      high: bars.map(({ high, date }) => single(high, date)),
      low: bars.map(({ low, date }) => single(low, date)),
      volume: bars.map(({ volume, date }) => (date === holeDate ? null : volume)),
    };
    const latest = truth.adjustFactor(found.code, "2026-12-31");
    const adjclose = bars.map(({ close, date }) =>
      single((close * truth.adjustFactor(found.code, date)) / latest, date),
    );
    const result = {
      meta: {
        currency: view.twist?.kind === "hong_kong" ? "HKD" : "CNY",
        symbol: toYahoo(found.code),
        exchangeTimezoneName: "Asia/Shanghai",
      },
      timestamp: bars.map(({ date }) => Date.parse(`${date}T01:30:00Z`) / 1000),
      indicators: { quote: [quote], adjclose: [{ adjclose }] },
    };
    return jsonAnswer({ chart: { result: [result], error: null } });
  },
};
