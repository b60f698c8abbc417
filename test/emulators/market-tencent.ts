import { damage, encodeDamaged } from "./gbk.ts";
import { compact, shanghai } from "./market-calendar.ts";
import {
  type FeedAnswer,
  type FeedCall,
  type FeedQuote,
  type FeedServer,
  type FeedView,
  feedBars,
  feedQuote,
  fromSymbol,
  isIndexCode,
  jsonAnswer,
  round,
  toSymbol,
} from "./market-feeds.ts";
import { twistCell, twistCells } from "./market-twists.ts";

const marketNumber: Readonly<Record<string, string>> = { SH: "1", SZ: "51", BJ: "62" };

/** Volumes come in lots of 100 shares, on the STAR board in shares. */
const lotOf = (code: string): number => (/^68[89].*SH$/.test(code) ? 1 : 100);

/** The feed's own time goes on for a while after the close; that of a suspended stock as well. */
function feedTime(quote: FeedQuote, { now, twist }: FeedView): string {
  const { date, time } = shanghai(now);
  const runsOn = twist === undefined && quote.time.endsWith("15:00:00") && quote.time.startsWith(date);
  const shown = runsOn ? `${date} ${time < "16:14:03" ? time : "16:14:03"}` : quote.time;
  return shown.replaceAll(/[^\d]/g, "");
}

const price = (value: number | null): string => (value ?? 0).toFixed(2);

/** The cells of a line between its tildes. Unnamed ones hold what nobody reads. */
function cellsOf(quote: FeedQuote, view: FeedView): string[] {
  const lots = quote.volume / lotOf(quote.code);
  const isIndex = isIndexCode(quote.code, view.truth);
  const value = (shares: number): string =>
    isIndex ? "" : round((shares * (quote.price ?? 0)) / 1e8, 4).toFixed(2);
  const cells = new Array<string>(isIndex ? 60 : 88).fill("");
  const known: Readonly<Record<number, string>> = {
    0: marketNumber[quote.code.slice(7)] ?? "",
    1: view.twist?.kind === "gbk_garbage" ? damage : quote.name,
    2: quote.code.slice(0, 6),
    3: price(quote.price),
    4: price(quote.pre_close),
    5: price(quote.open),
    6: String(lots),
    30: feedTime(quote, view),
    31: quote.change.toFixed(2),
    32: quote.pct_chg.toFixed(2),
    33: price(quote.high),
    34: price(quote.low),
    35: `${price(quote.price)}/${lots}/${Math.round(quote.amount)}`,
    36: String(lots),
    37: String(Math.round(quote.amount / 10_000)),
    44: value(quote.shares * 0.9),
    45: value(quote.shares),
    57: round(quote.amount / 10_000, 4).toFixed(4),
    61: isIndex ? "ZS" : "GP-A",
  };
  for (const [place, cell] of Object.entries(known)) cells[Number(place)] = cell;
  if (isIndex) return cells;
  const told = quote.price ?? 0;
  const ofStocks: Readonly<Record<number, string>> = {
    38: "0.52",
    39: (told / quote.eps).toFixed(2),
    46: (told / (Math.abs(quote.eps) * 8)).toFixed(2),
    47: (Math.floor(quote.pre_close * 130) / 100).toFixed(2),
    48: (Math.ceil(quote.pre_close * 70) / 100).toFixed(2),
    52: (told / (quote.eps * 1.1)).toFixed(2),
    53: (told / (quote.eps * 0.95)).toFixed(2),
    58: "0.0000",
    59: "0",
    72: String(Math.round(quote.shares * 0.9)),
    73: String(quote.shares),
    82: quote.currency,
  };
  for (const [place, cell] of Object.entries(ofStocks)) cells[Number(place)] = cell;
  return cells;
}

function quoteLine(symbol: string, view: FeedView): string {
  const quote = feedQuote(fromSymbol(symbol), view);
  if (quote === undefined || view.fault?.kind === "empty") return 'v_pv_none_match="1";\n';
  return `v_${toSymbol(quote.code)}="${twistCells(cellsOf(quote, view), view.twist).join("~")}";\n`;
}

const quotes = ({ params }: FeedCall, view: FeedView): FeedAnswer => ({
  status: 200,
  type: "text/html; charset=GBK",
  body: encodeDamaged(
    (params.q ?? "")
      .split(",")
      .map((symbol) => quoteLine(symbol, view))
      .join(""),
  ),
});

/** Rows are date, open, close, high, low, volume; on an ex-date a seventh cell says why the price fell. */
function dayLine({ params }: FeedCall, view: FeedView): FeedAnswer {
  const [symbol = "", , from = "", to = "", count = "0", adjust = ""] = (params.param ?? "").split(",");
  const found = feedBars(fromSymbol(symbol), { from, to }, view);
  if (found === undefined) return jsonAnswer({ code: 0, msg: "", data: [] });
  const { code } = found;
  const bars = view.fault?.kind === "empty" ? [] : found.bars.slice(-Number(count));
  const dividend = view.truth.company(code)?.dividend;
  const latest = view.truth.adjustFactor(code, "2026-12-31");
  const rows = bars.map((bar) => {
    const factor = adjust === "" ? 1 : view.truth.adjustFactor(code, bar.date) / latest;
    const cells = [bar.open, bar.close, bar.high, bar.low].map((each) => (each * factor).toFixed(2));
    const row: unknown[] = [bar.date, ...cells, (bar.volume / lotOf(code)).toFixed(3)].map((cell) =>
      twistCell(cell, view.twist),
    );
    const paid = bar.date === dividend?.date ? { cqr: compact(bar.date), FHcontent: "10派3元" } : undefined;
    return paid === undefined ? row : [...row, paid];
  });
  const key = adjust === "" ? "day" : `${adjust}day`;
  return jsonAnswer({
    code: 0,
    msg: "",
    data: { [toSymbol(code)]: { [key]: rows, qt: { [toSymbol(code)]: ["", found.name] }, prec: "" } },
  });
}

/** `GET /q=sh600519,sz000858` in GBK, and `GET /appstock/app/fqkline/get?param=sh600519,day,…` */
export const tencent: FeedServer = {
  server: "tencent",
  read(url) {
    const asked = /^\/q=(.+)$/.exec(url.pathname)?.[1];
    if (asked !== undefined) return { name: "qt", params: { q: decodeURIComponent(asked) } };
    return url.pathname === "/appstock/app/fqkline/get"
      ? { name: "fqkline", params: { param: url.searchParams.get("param") ?? "" } }
      : undefined;
  },
  answer(call, view) {
    if (view.fault?.kind === "rate_minute") return { status: 501, type: "text/html", body: "" };
    return call.name === "qt" ? quotes(call, view) : dayLine(call, view);
  },
};
