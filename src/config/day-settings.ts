import { money, wholeNumber } from "./number-settings.ts";

const count = (example: string) =>
  wholeNumber(1, 999_999_999)
    .meta({ examples: [example] })
    .optional();

const sum = (example: string) => money.meta({ examples: [example] }).optional();

/**
 * What one person, and the whole installation, may use in one Shanghai calendar day; unset: no limit. Money is in the currency of
 * MODEL_PRICES. All of it takes effect while the service runs.
 */
export const dayShape = {
  DAY_REQUESTS: count("100"),
  /** Prompt and completion together. */
  DAY_TOKENS: count("500000"),
  DAY_COST: sum("0.50"),
  TOTAL_DAY_REQUESTS: count("5000"),
  TOTAL_DAY_TOKENS: count("20000000"),
  TOTAL_DAY_COST: sum("20"),
} as const;
