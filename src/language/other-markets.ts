import { fold, type Written } from "./fold.ts";

const market =
  "(?:(?<!a)h ?股|港股(?!通)|港交所|香港(?:上市|市场)?|美股|adrs?|gdrs?|h[- ]?shares?|hk(?:ex)?|hong kong(?: (?:shares?|stock|listing))?|us(?: (?:shares?|stock|listing)))(?![a-z])";
const own = "(?:a ?股|a[- ]shares?)";
const behind = new RegExp(
  `^ ?(?:的|在|\\(|,|'s)? ?(?:(?<own>${own})? ?(?:和|与|跟|及|、|/|and|&) ?(?:its |的)?)?(?<market>${market})`,
);
const ahead = new RegExp(
  `(?<![a-z])(?<market>${market})(?: (?:price|quote|close))?(?:的|上市的?|[- ]listed| of)? ?$`,
);

/** The listing of another market that the words beside a company speak of: 比亚迪港股, BYD H-shares, ADR of CATL. */
export interface OtherListing {
  /** UTF-16 units of the text, company and market together. */
  readonly span: readonly [number, number];
  /** The word for the market, as written. */
  readonly market: string;
  /** True where the A-share is spoken of as well: 比亚迪A股和H股. */
  readonly beside: boolean;
}

/** Each word for a market holds one of these. */
const marketSigns = /[港美]|h(?: ?股|k|ong|[- ]?share)|[ag]dr|us/;

/** False where a text can speak of no listing of another market. */
export const maySpeakOfOtherMarket = (text: Written): boolean => marketSigns.test(fold(text).text);

/** What stands beside the company at `span`, or null where nothing there speaks of another market. */
export function otherListing(text: string, [start, end]: readonly [number, number]): OtherListing | null {
  const after = fold(text.slice(end, end + 30));
  const found = behind.exec(after.text);
  if (found !== null) {
    const bare = found[0].length - (found.groups?.market ?? "").length;
    const [from, to] = [after.at[bare] ?? 0, after.at[found[0].length] ?? text.length - end];
    const beside = /[和与跟及、/&]|and/.test(found[0].slice(0, bare));
    return { span: [start, end + to], market: text.slice(end + from, end + to), beside };
  }
  const before = fold(text.slice(Math.max(0, start - 30), start));
  const led = ahead.exec(before.text);
  if (led === null) return null;
  const market = led.groups?.market ?? "";
  return { span: [Math.max(0, start - 30) + (before.at[led.index] ?? 0), end], market, beside: false };
}
