/** What can go wrong at a data source. The first group is met by the server, the second twists the data. */
export type MarketFault =
  | { readonly kind: "slow"; readonly ms: number }
  | { readonly kind: "hang" }
  | { readonly kind: "drop" }
  /** An HTML page from a proxy in between. */
  | { readonly kind: "html_502" }
  /** 200 and a body that is no JSON. */
  | { readonly kind: "garbage" }
  /** 200 and a page instead of data; the true answer cut off in its middle; the true answer with a byte order mark behind it. */
  | { readonly kind: "html_200" | "truncated" | "trailing_bom" }
  | { readonly kind: "empty" }
  /** AKTools' plain-text 500; for Tushare the same body. */
  | { readonly kind: "server_error" }
  /** Tushare's business errors, in its own words. */
  | { readonly kind: "rate_minute" | "rate_frequency" | "rate_hour" | "rate_day" }
  | { readonly kind: "no_permission" | "bad_token" | "ip_limit" }
  /** An expired Xueqiu token: 404 KeyError on an older akshare, error 400016 at Xueqiu itself. */
  | { readonly kind: "expired_token" }
  /** AKTools' 404 for a function that returned None. */
  | { readonly kind: "none" }
  /** A feed that turns the caller away. */
  | { readonly kind: "forbidden" }
  | Twist;

export type Twist =
  /** Rows of another company than the one asked for, under that company's own code. */
  | { readonly kind: "wrong_code" }
  /** Rows of the trading day before the one asked for. */
  | { readonly kind: "wrong_date" }
  /** Quotes, and their time, as of so many seconds ago. */
  | { readonly kind: "stale"; readonly seconds: number }
  /** Quote times written in UTC, as a container without TZ does it. */
  | { readonly kind: "utc_clock" }
  | { readonly kind: "zero_price" }
  | { readonly kind: "null_price" }
  /** Volumes a hundred times too large. */
  | { readonly kind: "wrong_unit" }
  /** Prices a little too high, as a broken feed has them. */
  | { readonly kind: "off_by"; readonly percent: number }
  /** Eastmoney's integers, as if `fltt=2` were not understood. */
  | { readonly kind: "scaled_integers" }
  /** A name whose last byte is missing, so that it swallows what follows it. */
  | { readonly kind: "gbk_garbage" }
  /** A name that gives orders. */
  | { readonly kind: "hostile_name" }
  /** Numbers as a broken serialiser writes them: "1801.23", "1,801.23", "NaN", "Infinity". */
  | { readonly kind: "string_numbers" | "thousands" | "nan_strings" | "infinity_strings" }
  /** Lists out of order, every row twice, or every row followed by one of the same date with another price. */
  | { readonly kind: "shuffled_rows" | "double_rows" | "conflicting_rows" }
  | { readonly kind: "negative_volume" }
  /** 1801,23. */
  | { readonly kind: "decimal_comma" }
  /** The names of the columns once more, as the first row. */
  | { readonly kind: "header_row" }
  /** The newest day's row is that of the day before it, under the newest date. */
  | { readonly kind: "repeated_day" }
  /** Volumes a hundredth of what they are. */
  | { readonly kind: "volume_hundredth" }
  /** The row of the company's listing in Hong Kong, in its currency. */
  | { readonly kind: "hong_kong" }
  /** 0.0053 for 0.53 %; 0 for a P/E below zero. */
  | { readonly kind: "fraction_percent" | "zero_pe" }
  /** Today's close as the quote's time before it has come; a clock a whole day ahead. */
  | { readonly kind: "future_close" | "day_ahead" }
  /** A table of days lacks all of 2024. */
  | { readonly kind: "missing_year" }
  /** The clock of a quote runs on while nothing is traded. */
  | { readonly kind: "running_clock" }
  /** Open and reference price in each other's place. */
  | { readonly kind: "swapped_open" }
  /** An index's quote, or another company's, for a stock: where the feed writes a code of its own, that of the index, or the one asked for. */
  | { readonly kind: "index_row" | "other_content" }
  /** Forward-adjusted prices where plain ones were asked for. */
  | { readonly kind: "adjusted" }
  /** 2026/05/07. */
  | { readonly kind: "other_dates" }
  /** The filter is not understood: rows of the whole market. */
  | { readonly kind: "ignores_params" };

const twists: ReadonlySet<string> = new Set<Twist["kind"]>([
  "wrong_code",
  "wrong_date",
  "stale",
  "utc_clock",
  "zero_price",
  "null_price",
  "wrong_unit",
  "off_by",
  "scaled_integers",
  "gbk_garbage",
  "hostile_name",
  "ignores_params",
  "string_numbers",
  "thousands",
  "nan_strings",
  "infinity_strings",
  "shuffled_rows",
  "double_rows",
  "conflicting_rows",
  "negative_volume",
  "other_dates",
  "decimal_comma",
  "header_row",
  "repeated_day",
  "volume_hundredth",
  "hong_kong",
  "fraction_percent",
  "zero_pe",
  "future_close",
  "day_ahead",
  "missing_year",
  "running_clock",
  "swapped_open",
  "index_row",
  "other_content",
  "adjusted",
]);

export const isTwist = (fault: MarketFault): fault is Twist => twists.has(fault.kind);

/** The price as the twist shows it. */
export function twistPrice(price: number, twist: Twist | undefined): number | null {
  if (twist?.kind === "hong_kong") return Math.round(price * 108.57) / 100;
  if (twist?.kind === "zero_price") return 0;
  if (twist?.kind === "off_by") return Math.round(price * (100 + twist.percent)) / 100;
  return twist?.kind === "null_price" ? null : price;
}

/** The company whose rows are shown when another one is asked for. */
export function twistCode(code: string, codes: readonly string[], twist: Twist | undefined): string {
  if (twist?.kind === "index_row") return "000001.SH";
  if (twist?.kind !== "wrong_code" && twist?.kind !== "other_content") return code;
  return codes[(codes.indexOf(code) + 1) % codes.length] ?? code;
}
