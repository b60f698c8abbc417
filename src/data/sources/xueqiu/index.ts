import { z } from "zod";
import { refused } from "../../check-rows.ts";
import {
  createFeed,
  type Feed,
  feedFailure,
  feedRoot,
  feedSwitch,
  feedSymbol,
  statusFailure,
} from "../../feed.ts";
import { parseJson } from "../../http.ts";
import { type AskSymbol, createQuoteBatch } from "../../quote-batch.ts";
import { readQuote } from "../../quote-rows.ts";
import type { SpotRow } from "../../rows.ts";
import { toShanghaiIso } from "../../shanghai-time.ts";
import { defineSource, type SourceResult } from "../../source.ts";
import { readNumber, readPositive } from "../../validate-row.ts";
import { xueqiuToken } from "../../xueqiu-token.ts";

const publicRoot = "https://stock.xueqiu.com";
const table = "quotec";
/** What Xueqiu answers instead of data where the cookie is missing or has expired: every few weeks. */
const expiredCode = "400016";

const settings = {
  schema: z.object({ XUEQIU_API_ROOT: feedRoot, XQ_A_TOKEN: xueqiuToken }),
  secrets: ["XQ_A_TOKEN"],
};

const text = z.union([z.string(), z.number()]).nullish();
const envelope = z.object({
  error_code: text,
  data: z.array(z.record(z.string(), z.unknown()).nullable()).nullish(),
});

type Cells = Readonly<Record<string, unknown>>;

/** Epoch milliseconds; seconds would be another century. */
function readTimestamp(cell: unknown): string | null {
  const ms = readNumber(cell);
  return ms !== undefined && ms > 1e12 && ms < 1e13 ? toShanghaiIso(ms) : null;
}

const createAsk = (feed: Feed): AskSymbol =>
  createQuoteBatch(
    feed,
    (symbols) => `/v5/stock/realtime/quotec.json?symbol=${symbols.join(",")}`,
    (text, symbol) => text.includes('"symbol"') && !text.includes(`"${symbol}"`),
  );

/** The cells of a symbol; where nothing is there under it, what the one other entry is. */
const entryOf = (data: readonly (Cells | null)[], symbol: string): Cells | null =>
  data.find((cells) => cells?.symbol === symbol) ?? data[0] ?? null;

async function askQuote(ask: AskSymbol, code: string, signal: AbortSignal) {
  const symbol = feedSymbol(code).toUpperCase();
  const answer = await ask(symbol, signal);
  if (!answer.ok) return answer;
  // Its own errors come with HTTP 200 or 400.
  const parsed = envelope.safeParse(parseJson(answer.text));
  const errorCode = String(parsed.data?.error_code ?? "0");
  if (errorCode === expiredCode) {
    return feedFailure("SOURCE_DENIED", "the cookie xq_a_token is missing or has expired");
  }
  const failure = statusFailure(answer.status);
  if (failure !== null) return failure;
  if (!parsed.success || errorCode !== "0") return feedFailure("SOURCE_DOWN", "no quote in the answer");
  const { data } = parsed.data;
  if (data === undefined) return feedFailure("SOURCE_DOWN", "an answer without data");
  const cells = entryOf(data ?? [], symbol);
  if (cells !== null && cells.symbol !== symbol) return refused("it is about another code");
  return { ok: true, cells } as const;
}

/** Units of quotec: 元, shares, percent numbers. */
function createSpot(feed: Feed, marketNow: () => string) {
  const ask = createAsk(feed);
  return async (code: string, signal: AbortSignal): Promise<SourceResult<SpotRow>> => {
    const found = await askQuote(ask, code, signal);
    if (!found.ok) return found;
    const { cells } = found;
    const fetchedAt = marketNow();
    const answer = { table, adapter: "xueqiu-http", fetched_at: fetchedAt } as const;
    if (cells === null) return { ok: true, rows: [], ...answer };
    const quote = readQuote(
      {
        price: readPositive(cells.current),
        time: readTimestamp(cells.timestamp),
        open: readPositive(cells.open),
        high: readPositive(cells.high),
        low: readPositive(cells.low),
        prevClose: readPositive(cells.last_close),
        change: readNumber(cells.chg),
        pctChg: readNumber(cells.percent),
        volume: readNumber(cells.volume),
        amount: readNumber(cells.amount),
      },
      { code, lot: 1, fetchedAt },
    );
    return quote.ok ? { ...quote, ...answer } : quote;
  };
}

export default defineSource({
  name: "xueqiu",
  summary: { zh: "雪球:实时行情", en: "Xueqiu: live quotes" },
  settings,
  provides: { spot: 1, index_spot: 1 },
  isOn: ({ XUEQIU_API_ROOT }, named) => feedSwitch({ name: "xueqiu", named, roots: { XUEQIU_API_ROOT } }),
  create({ config, fetch, clock, turn }) {
    const token = config.XQ_A_TOKEN;
    const feed = createFeed({
      fetch,
      turn,
      root: config.XUEQIU_API_ROOT,
      publicRoot,
      anyStatus: true,
      ...(token === undefined ? {} : { headers: { cookie: `xq_a_token=${token};` } }),
    });
    const spot = createSpot(feed, clock.market);
    return { spot, index_spot: spot };
  },
});
