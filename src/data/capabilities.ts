/**
 * What a source may offer, with how long an answer is used again and how long a source may take for one question (its repetition
 * included), both in wall milliseconds. An answer used again keeps its original `fetched_at`. 0: kept elsewhere, or never.
 */
export const capabilityTable = {
  spot: { ttlMs: 3_000, limitMs: 7_000 },
  daily: { ttlMs: 60_000, limitMs: 7_000 },
  valuation: { ttlMs: 60_000, limitMs: 7_000 },
  calendar: { ttlMs: 3_600_000, limitMs: 7_000 },
  /** Fetched behind everyone's back. */
  securities: { ttlMs: 0, limitMs: 60_000 },
  lookup: { ttlMs: 3_600_000, limitMs: 5_000 },
  delisted: { ttlMs: 0, limitMs: 60_000 },
  daily_qfq: { ttlMs: 60_000, limitMs: 10_000 },
  valuation_history: { ttlMs: 600_000, limitMs: 15_000 },
  market_valuation: { ttlMs: 600_000, limitMs: 15_000 },
  index_spot: { ttlMs: 3_000, limitMs: 7_000 },
  index_daily: { ttlMs: 60_000, limitMs: 7_000 },
  adjust_factors: { ttlMs: 600_000, limitMs: 7_000 },
  money_flow: { ttlMs: 60_000, limitMs: 7_000 },
  financials: { ttlMs: 600_000, limitMs: 10_000 },
  top_list: { ttlMs: 300_000, limitMs: 10_000 },
  reports: { ttlMs: 600_000, limitMs: 10_000 },
  news: { ttlMs: 60_000, limitMs: 10_000 },
  suspensions: { ttlMs: 60_000, limitMs: 7_000 },
  price_limits: { ttlMs: 600_000, limitMs: 7_000 },
  former_names: { ttlMs: 600_000, limitMs: 7_000 },
  code_changes: { ttlMs: 3_600_000, limitMs: 7_000 },
  dividends: { ttlMs: 600_000, limitMs: 10_000 },
  unlocks: { ttlMs: 600_000, limitMs: 10_000 },
  /** One source gives the list of a whole exchange, page after page. */
  report_dates: { ttlMs: 600_000, limitMs: 15_000 },
  industry: { ttlMs: 3_600_000, limitMs: 15_000 },
} as const satisfies Readonly<Record<string, { readonly ttlMs: number; readonly limitMs: number }>>;

export type Capability = keyof typeof capabilityTable;

export const capabilities = Object.keys(capabilityTable) as readonly Capability[];
