import type { NumericClaim, TextClaim } from "#contract";

const cite = {
  kind: "tool" as const,
  source: "akshare",
  table: "stock_individual_spot_xq",
  fetched_at: "2026-05-07T10:32:05+08:00",
  tool_call_id: "tc_1",
  served_by: "akshare",
  path: "/current_price",
};

/** A claim as the price skill makes it, with what a test changes. */
export const numeric = (changes: Partial<NumericClaim> = {}): NumericClaim => ({
  kind: "numeric",
  value: 1801.23,
  metric: "current_price",
  code: "600519.SH",
  unit: "CNY",
  as_of: "2026-05-07T10:32:00+08:00",
  cite,
  ...changes,
});

export const quotation = (value: string): TextClaim => ({
  kind: "text",
  type: "title",
  value,
  metric: "title",
  code: "600519.SH",
  as_of: "2026-05-06",
  cite,
});

export const change = numeric({ value: 9.5, metric: "change" });
export const percent = numeric({ value: 0.53, metric: "pct_chg", unit: "%" });
export const otherCompany = numeric({ value: 130.5, code: "000858.SZ" });
