import { createMarketData, type MarketData } from "../../data/market-data.ts";
import { createSharedRateLimiter } from "../../store/rate-limiter.ts";
import type { Store } from "../../store/redis.ts";
import { createSharedAnswers } from "../../store/shared-answers.ts";
import type { Foundation } from "../foundation.ts";

/** What market data share between processes. */
const sharedBy = (store: Store) => ({
  cache: store.cache,
  limiter: createSharedRateLimiter(store),
  answers: createSharedAnswers(store),
});

/** Market data by the settings; without `store` nothing is shared with other processes. */
export const createAgentData = (
  { config, sources, clock, log }: Pick<Foundation, "config" | "sources" | "clock" | "log">,
  store?: Store,
): MarketData =>
  createMarketData({
    ...{ sources, clock, log },
    config: config.values,
    fetch: globalThis.fetch,
    crossCheck: config.core.CROSS_CHECK === "on",
    ...(store === undefined ? {} : sharedBy(store)),
  });
