import { damage, encodeDamaged, encodeGbk } from "./gbk.ts";
import {
  type FeedQuote,
  type FeedServer,
  type FeedView,
  feedQuote,
  fromSymbol,
  isIndexCode,
  toSymbol,
} from "./market-feeds.ts";
import { twistCells } from "./market-twists.ts";

const price = (value: number | null): string => (value ?? 0).toFixed(3);

/** Prices in CNY, volume in shares (an index: lots of 100), amount in CNY. */
function cellsOf(quote: FeedQuote, view: FeedView): string[] {
  const lot = isIndexCode(quote.code, view.truth) ? 100 : 1;
  const [date = "", time = ""] = quote.time.split(" ");
  const bids = new Array<string>(20).fill("0");
  return [
    view.twist?.kind === "gbk_garbage" ? damage : quote.name,
    price(quote.open),
    price(quote.pre_close),
    price(quote.price),
    price(quote.high),
    price(quote.low),
    price(quote.pre_close),
    price(quote.pre_close),
    String(quote.volume / lot),
    quote.amount.toFixed(3),
    ...bids,
    date,
    time,
    quote.suspended ? "03" : "00",
    "",
  ];
}

function quoteLine(symbol: string, view: FeedView): string {
  const quote = feedQuote(fromSymbol(symbol), view);
  if (quote === undefined || view.fault?.kind === "empty") return `var hq_str_${symbol}="";\n`;
  // Its line holds no code: whatever it is about stands under the key that was asked for.
  const key = view.twist?.kind === "index_row" ? symbol : toSymbol(quote.code);
  return `var hq_str_${key}="${twistCells(cellsOf(quote, view), view.twist).join(",")}";\n`;
}

/** `GET /list=sh600519,sz000858` in GBK; turned away without its own page as Referer. */
export const sina: FeedServer = {
  server: "sina",
  read(url) {
    const asked = /^\/list=(.+)$/.exec(url.pathname)?.[1];
    return asked === undefined ? undefined : { name: "hq", params: { list: decodeURIComponent(asked) } };
  },
  answer({ params }, view) {
    const type = "application/javascript; charset=GBK";
    if (view.fault?.kind === "forbidden" || !view.header("referer").includes("finance.sina.com.cn")) {
      return { status: 403, type, body: encodeGbk("Kinsoku jikou desu!") };
    }
    const lines = (params.list ?? "").split(",").map((symbol) => quoteLine(symbol, view));
    return { status: 200, type, body: encodeDamaged(lines.join("")) };
  },
};
