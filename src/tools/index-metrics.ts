/** An index's prices are points: what the rows call by the words of a stock has metrics of its own. */
export const indexMetrics = [
  ["open", "index_open"],
  ["high", "index_high"],
  ["low", "index_low"],
  ["prev_close", "index_prev_close"],
  ["change", "index_change"],
  ["pct_chg", "pct_chg"],
  ["amount", "amount"],
] as const;
