/** The stretch of time that a claim itself is of (近20日), and whether a text speaks of it. */
import type { NumericClaim } from "#contract";
import { fold } from "../lexicon/metric-keys.ts";
import { stretchOf, stretchOfRelative } from "../lexicon/stretches.ts";
import type { Token } from "../tokens/token.ts";

const ofOneDay = /^(?:当日|当天|今日|单日|日|1日|1d|1-day|day|daily|one day|intraday|session)$/;
/** A report period or a date is no stretch that ends with the claim's day. */
const ofCalendar = /(?:19|20)\d\d/;
/** 9M: the first nine months of a year. */
const ofReport = /^\d{1,2}m$/;
const length = /[\d半一二两三四五六七八九十a-z]{1,6}[- ]?个?(?:trading )?[日天周月年a-z交易星期]{1,6}/;
const back = /(?:近|最近|过去)?|(?:over |in |for )?(?:the )?(?:past|last|trailing) /;
const plain = new RegExp(`^(?:${back.source})(?:${length.source})(?:来|以来|内)?$`);

/** True for 近20日, past 20 days, 20d: a stretch back from the day, and neither what is to come nor a level within it. */
const isStretchBack = (text: string): boolean => plain.test(text) && stretchOf(text) !== null;

const numeral = /[\d半一二两三四五六七八九十]|one|two|three|four|five|six|ten|twelve|half/;

/** One spelling for 近20日, 20d and past 20 days, for 年内 and year to date; any other text is itself. */
const keyOf = (text: string): string =>
  isStretchBack(text) || !numeral.test(text) ? (stretchOf(text) ?? text) : text;

/**
 * The stretch that the claim says it is of, in one spelling; null where it says none, a day's, or only what the words of its metric
 * say already (市盈率(TTM)).
 */
export function windowOfClaim(claim: NumericClaim, words: readonly string[]): string | null {
  const { window } = claim as { readonly window?: unknown };
  const said = typeof claim.period === "string" ? fold(claim.period) : "";
  const period = isStretchBack(said) && !ofReport.test(said) ? said : null;
  const own = typeof window === "string" && window.trim() !== "" ? window : period;
  if (own === null) return null;
  const text = fold(own);
  if (ofOneDay.test(text) || ofCalendar.test(text)) return null;
  const key = keyOf(text);
  return words.some((word) => word.includes(text) || keyOf(word) === key || stretchOf(word) === key)
    ? null
    : key;
}

/** True where the words of the text are of the claim's stretch. */
export const saysWindow = (said: string, own: string): boolean => keyOf(said) === own;

/** All stretches that the text names. */
export function spokenWindows(tokens: readonly Token[], lower: string): ReadonlySet<string> {
  const spoken = new Set<string>();
  for (const { kind, op, start, end } of tokens) {
    const ofRelative = kind === "relative" ? stretchOfRelative(op) : null;
    if (ofRelative !== null) spoken.add(ofRelative);
    if (kind === "window" || kind === "metric") spoken.add(keyOf(lower.slice(start, end)));
  }
  return spoken;
}
