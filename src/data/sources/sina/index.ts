import { z } from "zod";
import { refused } from "../../check-rows.ts";
import { createFeed, type Feed, feedFailure, feedRoot, feedSwitch, feedSymbol } from "../../feed.ts";
import { unprovenFault } from "../../identity-fault.ts";
import type { NameProof } from "../../name-proof.ts";
import { createQuoteBatch } from "../../quote-batch.ts";
import { readQuote } from "../../quote-rows.ts";
import type { SpotRow } from "../../rows.ts";
import { defineSource, type SourceResult } from "../../source.ts";
import { isIndex } from "../../validate-row.ts";
import { readQuoteLine } from "./quote-line.ts";

const publicRoot = "https://hq.sinajs.cn";
/** Without it every answer is a 403. */
const referer = "https://finance.sina.com.cn/";
const turnedAway = "Kinsoku jikou desu";

const settings = { schema: z.object({ SINA_API_ROOT: feedRoot }), secrets: [] };

function createSpot(feed: Feed, marketNow: () => string, identify: NameProof | undefined) {
  const ask = createQuoteBatch(
    feed,
    (symbols) => `/list=${symbols.join(",")}`,
    (text, symbol) => !["line", "foreign"].includes(readQuoteLine(text, symbol).kind),
  );
  return async (code: string, signal: AbortSignal): Promise<SourceResult<SpotRow>> => {
    const symbol = feedSymbol(code);
    const answer = await ask(symbol, signal);
    if (!answer.ok) return answer;
    if (answer.text.includes(turnedAway)) return feedFailure("SOURCE_DENIED", "turned away");
    const line = readQuoteLine(answer.text, symbol);
    if (line.kind === "foreign") return feedFailure("SOURCE_DOWN", "no quote in the answer");
    if (line.kind === "broken") return refused(line.why);
    const fetchedAt = marketNow();
    const origin = { table: "hq", adapter: "sina-http", fetched_at: fetchedAt } as const;
    if (line.kind === "unknown") return { ok: true, rows: [], ...origin };
    const fault = await unprovenFault(identify, { code, name: line.name }, signal);
    if (fault !== null) return fault;
    // Shares for stocks, 手 for indices.
    const quote = readQuote(line.quote, { code, lot: isIndex(code) ? 100 : 1, fetchedAt });
    return quote.ok ? { ...quote, ...origin } : quote;
  };
}

export default defineSource({
  name: "sina",
  summary: { zh: "新浪财经:实时行情", en: "Sina: live quotes" },
  settings,
  provides: { spot: 15, index_spot: 15 },
  isOn: (roots, named) => feedSwitch({ name: "sina", named, roots }),
  create({ config, fetch, clock, turn, identify }) {
    const feed = createFeed({
      fetch,
      turn,
      root: config.SINA_API_ROOT,
      publicRoot,
      charset: "gb18030",
      headers: { referer },
    });
    const spot = createSpot(feed, clock.market, identify);
    return { spot, index_spot: spot };
  },
});
