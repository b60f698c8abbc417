import { z } from "zod";
import { joinAdjusted } from "../../adjusted-rows.ts";
import { refused } from "../../check-rows.ts";
import { createFeed, type Feed, feedFailure, feedRoot, feedSwitch, feedSymbol } from "../../feed.ts";
import { foreignFault } from "../../identity-fault.ts";
import type { NameProof } from "../../name-proof.ts";
import { type AskSymbol, createQuoteBatch } from "../../quote-batch.ts";
import { readBars, readQuote } from "../../quote-rows.ts";
import { quoteMethods, type ToldQuote } from "../../quote-valuation.ts";
import type { DailyRow } from "../../rows.ts";
import { type DateRange, defineSource, type SourceResult } from "../../source.ts";
import { askKline } from "./kline.ts";
import { place, readQuoteLine } from "./quote-line.ts";
import { lotOf, readQuoteCells, readValuationCells } from "./read-rows.ts";

const publicRoot = "https://qt.gtimg.cn";
const publicKlineRoot = "https://web.ifzq.gtimg.cn";
const adapter = "tencent-http";

const settings = {
  schema: z.object({ TENCENT_API_ROOT: feedRoot, TENCENT_KLINE_API_ROOT: feedRoot }),
  secrets: [],
};

async function askLine(ask: AskSymbol, symbol: string, signal: AbortSignal) {
  const answer = await ask(symbol, signal);
  if (!answer.ok) return answer;
  const line = readQuoteLine(answer.text, symbol);
  if (line.kind === "foreign") return feedFailure("SOURCE_DOWN", "no quote in the answer");
  if (line.kind === "broken") return refused(line.why);
  return { ok: true, cells: line.kind === "line" ? line.cells : null } as const;
}

function createQuotes(feed: Feed, marketNow: () => string, identify: NameProof | undefined) {
  const ask = createQuoteBatch(
    feed,
    (symbols) => `/q=${symbols.join(",")}`,
    (text, symbol) => !["line", "foreign"].includes(readQuoteLine(text, symbol).kind),
  );
  return async (code: string, signal: AbortSignal): Promise<ToldQuote> => {
    const found = await askLine(ask, feedSymbol(code), signal);
    if (!found.ok) return { quote: found };
    const fetchedAt = marketNow();
    const origin = { table: "qt", adapter, fetched_at: fetchedAt } as const;
    const { cells } = found;
    if (cells === null) return { quote: { ok: true, rows: [], ...origin } };
    const fault = await foreignFault(identify, { code, name: cells[place.name] }, signal);
    if (fault !== null) return { quote: fault };
    const quote = readQuote(readQuoteCells(cells), { code, lot: lotOf(code), fetchedAt });
    return quote.ok ? { quote: { ...quote, ...origin }, told: readValuationCells(cells) } : { quote };
  };
}

function createDays(feed: Feed, marketNow: () => string, identify: NameProof | undefined) {
  async function daily(code: string, range: DateRange, signal: AbortSignal): Promise<SourceResult<DailyRow>> {
    const found = await askKline(feed, { code, range, adjust: "", identify }, signal);
    if (!found.ok) return found;
    const now = marketNow();
    const bars = readBars(found.bars, { code, lot: lotOf(code), range, now });
    return bars.ok ? { ...bars, table: "fqkline", adapter, fetched_at: now } : bars;
  }

  return {
    daily,
    async daily_qfq(code: string, range: DateRange, signal: AbortSignal) {
      const adjusted = askKline(feed, { code, range, adjust: "qfq", identify }, signal);
      return joinAdjusted(await daily(code, range, signal), await adjusted, { code, range });
    },
  };
}

export default defineSource({
  name: "tencent",
  summary: { zh: "腾讯财经:实时行情、日线、估值", en: "Tencent: live quotes, daily bars, valuation" },
  settings,
  provides: { spot: 10, valuation: 3, daily: 7, daily_qfq: 7, index_spot: 10, index_daily: 7 },
  isOn: (roots, named) => feedSwitch({ name: "tencent", named, roots }),
  create({ config, fetch, clock, turn, identify }) {
    const quotes = createFeed({
      fetch,
      turn,
      root: config.TENCENT_API_ROOT,
      publicRoot,
      charset: "gb18030",
    });
    const klines = createFeed({
      fetch,
      turn,
      root: config.TENCENT_KLINE_API_ROOT,
      publicRoot: publicKlineRoot,
    });
    const live = quoteMethods(createQuotes(quotes, clock.market, identify));
    const days = createDays(klines, clock.market, identify);
    return { ...live, ...days, index_spot: live.spot, index_daily: days.daily };
  },
});
