import type { Metric, NumericClaim } from "#contract";
import { fold, stretchOf, stretchOfRelative, wordsOf } from "../lexicon/metric-keys.ts";
import { pattern } from "../lexicon/patterns.ts";
import type { Clause, Token } from "../tokens/token.ts";

interface OfClaim {
  readonly claim: NumericClaim;
}

/** A part of the year that does not begin with it: what was earned in it is not what the report of its end adds up. */
const part =
  /(?<!前)(?:第?[二三四]季度|第?[234]季度|下半年)|(?<![a-z])(?:q[2-4]|h2)(?![a-z\d])|(?:second|third|fourth)[- ]quarter|second[- ]half/;
/** 三季度末 is a day, 三季度报告 a report. */
const ofEnd = /^(?:末|底|报|财报|季报| ?(?:end|report|results|filing))/;
const until =
  /(?:截至|截止|截止到|至|到|as of|as at|through|until|by|to|end of|end-|ended|ending)(?: the)? ?$/;
const longestUntil = 12;
/** The latest report I hold is Q3 2026, 手头最近的报告期是三季度: which report it is. */
const ofReports =
  /(?:报告期?|财报|报表|[一末]期)(?:数据)?(?:就?是|为|[:,，])?$|(?<![a-z])(?:report|filing|results|reporting period)(?: (?:(?:that )?(?:i|we)(?: can)? (?:hold|have|see|find|get)|on (?:hand|file|record)|available|at hand))?(?: for [a-z' ]{1,24}?)?(?: (?:is|was)|[,:])(?: (?:for|that of|from))?(?: the)? ?$/;
const longestReport = 64;

/** the three months to, the quarter ended, the year to: how many months before the date it began. */
const span =
  /(?<![a-z\d])(?:(three|3|quarter)|(six|6|half)|(nine|9)|twelve|12|year)(?:[- ]year)?(?:[- ]months?)?(?: period)?,? (?:that )?(?:to|ended|ending|through|until)(?: on)?(?: the end of| end)?[ -]$/;
const longestSpan = 40;

/** The month in which a stretch of that length ends that begins with the year; null where the text says no length. */
function spanEnd({ start }: Token, lower: string): number | null {
  const found = span.exec(lower.slice(Math.max(0, start - longestSpan), start));
  return found === null
    ? null
    : found[1] !== undefined
      ? 3
      : found[2] !== undefined
        ? 6
        : found[3] !== undefined
          ? 9
          : 12;
}

/** True for a quarter after the first, a second half, or a month that is named without a day. */
function isPart(each: Token, lower: string): boolean {
  if (each.date === null) return false;
  const end = spanEnd(each, lower);
  if (end !== null) return each.date.month !== null && each.date.month !== end;
  const isMonth = each.date.month !== null && each.date.day === null;
  if (!isMonth && !part.test(lower.slice(each.start, each.end))) return false;
  return (
    !ofEnd.test(lower.slice(each.end, each.end + 8)) &&
    !until.test(lower.slice(Math.max(0, each.start - longestUntil), each.start)) &&
    !ofReports.test(lower.slice(Math.max(0, each.start - longestReport), each.start))
  );
}

const isCite = (each: Token | undefined): boolean => each?.kind === "source" || each?.kind === "sourceMark";

/** How far from the number, in tokens. */
const reach = 8;
const isBorder = ({ kind }: Token): boolean => kind === "number" || kind === "open" || kind === "close";

/** The nearest date of the list, up to a number or a bracket, that stands beside no source: said of the number itself. */
function saidDate(tokens: readonly Token[], from: number, step: 1 | -1): Token | null {
  for (let i = from, left = reach; left > 0; i += step, left--) {
    const each = tokens[i];
    if (each === undefined || isBorder(each)) return null;
    if (each.kind === "date") return isCite(tokens[i - 1]) || isCite(tokens[i + 1]) ? null : each;
  }
  return null;
}

/** 第四季度营收, revenue in the fourth quarter: the part of a year that the number is said to be of, or null. */
export function partOfYear(clause: Clause, at: number, seen: readonly Token[], lower: string): Token | null {
  const before = seen.slice(-reach);
  const said = saidDate(before, before.length - 1, -1) ?? saidDate(clause, at + 1, 1);
  return said !== null && isPart(said, lower) ? said : null;
}

const earned =
  /收入|营收|利润|净利|盈利|亏损|同比|现金流|毛利|净资产收益率|roe|revenue|sales|profit|income|earnings|margin|yoy|growth|cash flow/;

/** What reports add up from the start of the year. */
const isEarned = (metric: Metric | undefined): boolean =>
  metric !== undefined && wordsOf(metric).some((word) => earned.test(word));

/** 三季报(累计): what a report adds up from the start of its year; a claim of one quarter alone is none. */
export const isAddedUp = ({ claim }: OfClaim, metric: Metric | undefined): boolean =>
  isEarned(metric) && !(typeof claim.period === "string" && part.test(claim.period.toLowerCase()));

/** A part of the year is the claim's only where the claim itself is said to be of it. */
export function partFits(
  said: Token | null,
  { claim }: OfClaim,
  metric: Metric | undefined,
  lower: string,
): boolean {
  if (said === null || !isEarned(metric)) return true;
  const own = typeof claim.period === "string" ? claim.period.toLowerCase() : "";
  return own !== "" && (part.test(own) || lower.slice(said.start, said.end).includes(own));
}

// The stretch of time that a claim itself is of (近20日), and whether a text speaks of it.

const ofOneDay = /^(?:当日|当天|今日|单日|日|1日|1d|1-day|day|daily|one day|intraday|session)$/;
/** A report period or a date is no stretch that ends with the claim's day. */
const ofCalendar = /(?:19|20)\d\d/;
/** 9M: the first nine months of a year. */
const ofReport = /^\d{1,2}m$/;
const length = /[\d半一二两三四五六七八九十a-z]{1,6}[- ]?个?(?:trading )?[日天周月年a-z交易星期]{1,6}/;
const back = /(?:近|最近|过去)?|(?:over |in |for )?(?:the )?(?:past|last|trailing) /;
const plain = pattern`^(?:${back.source})(?:${length.source})(?:来|以来|内)?$`;

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
