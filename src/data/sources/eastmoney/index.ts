import { z } from "zod";
import { joinAdjusted } from "../../adjusted-rows.ts";
import { isRow, refused } from "../../check-rows.ts";
import { createFeed, type Feed, feedFailure, feedRoot, feedSwitch } from "../../feed.ts";
import { parseJson } from "../../http.ts";
import { foreignFault } from "../../identity-fault.ts";
import type { NameProof } from "../../name-proof.ts";
import { readBars, readQuote } from "../../quote-rows.ts";
import { quoteMethods, type ToldQuote } from "../../quote-valuation.ts";
import type { AdjustedDailyRow, DailyRow } from "../../rows.ts";
import { compactDate } from "../../shanghai-time.ts";
import { type DateRange, defineSource, type SourceResult } from "../../source.ts";
import {
  field,
  isAbout,
  lot,
  marketOf,
  mayBeScaled,
  readBar,
  readQuoteCells,
  readValuationCells,
  secidOf,
} from "./read-rows.ts";
import { createLookup } from "./suggest.ts";

const publicRoot = "https://push2.eastmoney.com";
const publicSearchRoot = "https://searchapi.eastmoney.com";
const publicHistoryRoot = "https://push2his.eastmoney.com";
const adapter = "eastmoney-http";
const quoteFields = Object.values(field).join(",");
const barFields = "fields1=f1,f2,f3,f4,f5,f6&fields2=f51,f52,f53,f54,f55,f56,f57,f58,f59,f60,f61";

const settings = {
  schema: z.object({
    EASTMONEY_API_ROOT: feedRoot,
    EASTMONEY_HIS_API_ROOT: feedRoot,
    EASTMONEY_SEARCH_API_ROOT: feedRoot,
  }),
  secrets: [],
};

const quoteAnswer = z.object({ data: z.record(z.string(), z.unknown()).nullable() });
const told = z.union([z.string(), z.number()]).nullish();
const barsAnswer = z.object({
  data: z
    .object({
      code: z.union([z.string(), z.number()]),
      name: z.string().nullish(),
      market: told,
      klines: z.array(z.string()).nullish(),
    })
    .nullable(),
});

/** Data of an answer whose shape is known; null where it says that there is none for this code. */
async function askData<Answer extends { data: unknown }>(
  feed: Feed,
  question: { path: string; shape: z.ZodType<Answer> },
  signal: AbortSignal,
) {
  const answer = await feed(question.path, signal);
  if (!answer.ok) return answer;
  const parsed = question.shape.safeParse(parseJson(answer.text));
  if (!parsed.success) return feedFailure("SOURCE_DOWN", "no data in the answer");
  return { ok: true, data: parsed.data.data as Answer["data"] } as const;
}

function createQuotes(feed: Feed, marketNow: () => string, identify: NameProof | undefined) {
  return async (code: string, signal: AbortSignal): Promise<ToldQuote> => {
    // fltt=2: decimal numbers instead of scaled integers.
    const path = `/api/qt/stock/get?secid=${secidOf(code)}&fltt=2&invt=2&fields=${quoteFields}`;
    const found = await askData(feed, { path, shape: quoteAnswer }, signal);
    if (!found.ok) return { quote: found };
    const fetchedAt = marketNow();
    const origin = { table: "stock/get", adapter, fetched_at: fetchedAt } as const;
    const { data: cells } = found;
    if (cells === null) return { quote: { ok: true, rows: [], ...origin } };
    if (!isAbout(cells, code)) return { quote: refused("it is about another code") };
    const fault = await foreignFault(identify, { code, name: cells[field.name] }, signal);
    if (fault !== null) return { quote: fault };
    const read = readQuoteCells(cells);
    if (read.price !== undefined && mayBeScaled(read)) {
      return { quote: refused("prices may be scaled integers") };
    }
    const quote = readQuote(read, { code, lot, fetchedAt });
    return quote.ok ? { quote: { ...quote, ...origin }, told: readValuationCells(cells) } : { quote };
  };
}

/** Day lines. `fqt`: 0 is not adjusted, 1 forward-adjusted. */
function createDays(feed: Feed, marketNow: () => string, identify: NameProof | undefined) {
  async function bars(code: string, range: DateRange, fqt: 0 | 1, signal: AbortSignal) {
    const span = `beg=${compactDate(range.from)}&end=${compactDate(range.to)}`;
    // klt=101: days.
    const path = `/api/qt/stock/kline/get?secid=${secidOf(code)}&klt=101&fqt=${fqt}&${span}&${barFields}`;
    const found = await askData(feed, { path, shape: barsAnswer }, signal);
    if (!found.ok) return found;
    const { data } = found;
    if (data === null) return { ok: true, bars: [] } as const;
    const isOfMarket = String(data.market ?? marketOf(code)) === marketOf(code);
    if (String(data.code) !== code.slice(0, 6) || !isOfMarket) return refused("it is about another code");
    const fault = await foreignFault(identify, { code, name: data.name }, signal);
    if (fault !== null) return fault;
    const lines = (data.klines ?? []).map(readBar);
    return lines.every(isRow) ? ({ ok: true, bars: lines } as const) : refused("a row has another shape");
  }

  async function daily(code: string, range: DateRange, signal: AbortSignal): Promise<SourceResult<DailyRow>> {
    const found = await bars(code, range, 0, signal);
    if (!found.ok) return found;
    const now = marketNow();
    const checked = readBars(found.bars, { code, lot, range, now });
    return checked.ok ? { ...checked, table: "kline/get", adapter, fetched_at: now } : checked;
  }

  async function adjusted(
    code: string,
    range: DateRange,
    signal: AbortSignal,
  ): Promise<SourceResult<AdjustedDailyRow>> {
    const found = bars(code, range, 1, signal);
    return joinAdjusted(await daily(code, range, signal), await found, { code, range });
  }

  return { daily, daily_qfq: adjusted };
}

export default defineSource({
  name: "eastmoney",
  summary: {
    zh: "东方财富:实时行情、日线、估值、名称查代码",
    en: "Eastmoney: live quotes, daily bars, valuation, codes by name",
  },
  settings,
  provides: { spot: 20, valuation: 4, daily: 3, daily_qfq: 3, index_spot: 20, index_daily: 3, lookup: 1 },
  isOn: (roots, named) => feedSwitch({ name: "eastmoney", named, roots }),
  create({ config, fetch, clock, turn, identify }) {
    const quotes = createFeed({ fetch, turn, root: config.EASTMONEY_API_ROOT, publicRoot });
    const history = createFeed({
      fetch,
      turn,
      root: config.EASTMONEY_HIS_API_ROOT,
      publicRoot: publicHistoryRoot,
    });
    const live = quoteMethods(createQuotes(quotes, clock.market, identify));
    const days = createDays(history, clock.market, identify);
    const search = createFeed({
      fetch,
      turn,
      root: config.EASTMONEY_SEARCH_API_ROOT,
      publicRoot: publicSearchRoot,
    });
    const lookup = createLookup(search, clock.market);
    return { ...live, ...days, lookup, index_spot: live.spot, index_daily: days.daily };
  },
});
