import {
  type FeedQuote,
  type FeedServer,
  feedQuote,
  fromSymbol,
  jsonAnswer,
  round,
  toSymbol,
} from "./market-feeds.ts";
import { twistRows } from "./market-twists.ts";

const expired = {
  error_description: "遇到错误，请刷新页面或者重新登录帐号后再试",
  error_uri: "/v5/stock/realtime/quotec.json",
  error_data: null,
  error_code: "400016",
};

const toMs = (time: string): number => Date.parse(`${time.replace(" ", "T")}+08:00`);

/** Prices in CNY, volume in shares, percent numbers, epoch milliseconds. */
const cellsOf = (quote: FeedQuote) => ({
  symbol: toSymbol(quote.code).toUpperCase(),
  current: quote.price,
  percent: round(quote.pct_chg, 2),
  chg: quote.change,
  timestamp: toMs(quote.time),
  volume: quote.volume,
  amount: quote.amount,
  market_capital: round(quote.shares * (quote.price ?? 0), 0),
  float_market_capital: null,
  turnover_rate: null,
  amplitude: round(((quote.high - quote.low) / quote.pre_close) * 100, 2),
  open: quote.open,
  last_close: quote.pre_close,
  high: quote.high,
  low: quote.low,
  avg_price: quote.volume === 0 ? quote.price : round(quote.amount / quote.volume, 3),
  trade_session: null,
  is_trade: true,
  level: 1,
});

/** `GET /v5/stock/realtime/quotec.json?symbol=SH600519,SZ000858` */
export const xueqiu: FeedServer = {
  server: "xueqiu",
  read: (url) =>
    url.pathname === "/v5/stock/realtime/quotec.json"
      ? { name: "quotec", params: { symbol: url.searchParams.get("symbol") ?? "" } }
      : undefined,
  answer({ params }, view) {
    const cookie = /xq_a_token=([^;]*)/.exec(view.header("cookie"))?.[1];
    const isKnown = view.xueqiuToken === undefined || cookie === view.xueqiuToken;
    if (!isKnown || view.fault?.kind === "expired_token") return jsonAnswer(expired, 400);
    const symbols = (params.symbol ?? "").split(",");
    const quotes =
      view.fault?.kind === "empty" ? [] : symbols.map((each) => feedQuote(fromSymbol(each), view));
    const data = quotes.map((quote) =>
      quote === undefined ? null : twistRows([cellsOf(quote)], view.twist)[0],
    );
    return jsonAnswer({ data, error_code: 0, error_description: null });
  },
};
