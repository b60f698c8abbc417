import type { Claim } from "#contract";
import { stretchOf } from "../../lexicon/metric-keys.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { type DateRead, type Token, token } from "../token.ts";

const mayBeDays = rare(/\d(?:日|(?:st|nd|rd|th)(?![a-z])|\/\d)/);

/** 8月18日涨2.15%,19日跌1.08%; on 11 September …, on the 14th; 7/2: a day without its month, or in a fraction, where claims are of it. */
export function readShortDays(tokens: readonly Token[], reading: Reading): readonly Token[] {
  const { lower, claims } = reading;
  if (!mayBeDays.test(lower)) return tokens;
  const read: Token[] = [];
  let month: DateRead | null = null;
  let until = 0;
  for (const each of tokens) {
    const { date, start, end } = each;
    if (start < until) continue;
    if (each.kind === "date" && date !== null) month = date.month !== null && date.day !== null ? date : null;
    const fraction = each.kind === "number" ? dayInFraction(start, lower) : null;
    const day = month === null ? null : dayAt(each, lower);
    const own = fraction ?? (month === null || day === null ? null : { ...month, day });
    if (own === null || !claims.some((claim) => isOn(claim, own)) || isStretchHeld(each, reading)) {
      read.push(each);
      continue;
    }
    const written = fraction === null ? null : slashed.exec(lower.slice(start, start + longest));
    // The th of the 14th is within its token.
    until =
      written !== null
        ? start + written[0].length
        : lower.startsWith("日", end)
          ? end + 1
          : endOfDay(each, lower);
    read.push(token("date", start, until, { date: own }));
  }
  return until > 0 ? read : tokens;
}

const slashed = /^(\d{1,2})\/(\d{1,2})(?![\d/.%])/;
const beginsPhrase = /(?:^|[\n,，;；:：。|(（、~至到和与及-]) ?$|(?<![a-z])(?:on|of|and|to|by) $/;

/** The day of 7/2 at the beginning of a phrase. */
function dayInFraction(start: number, lower: string): DateRead | null {
  const found = slashed.exec(lower.slice(start, start + longest));
  if (found === null || !beginsPhrase.test(lower.slice(Math.max(0, start - 5), start))) return null;
  return { year: null, month: Number(found[1]), day: Number(found[2]) };
}

const zh = /^(\d{1,2})日$/;
const en = /^(\d{1,2})(?:st|nd|rd|th)(?![a-z])/;
const longest = 6;

const endOfDay = ({ start, end }: Token, lower: string): number =>
  start + (en.exec(lower.slice(start, start + longest))?.[0].length ?? end - start);

function dayAt({ kind, start, end }: Token, lower: string): number | null {
  if (kind !== "number" && kind !== "window") return null;
  const found =
    zh.exec(lower.slice(start, end)) ??
    (/(?<![a-z])the $/.test(lower.slice(Math.max(0, start - 5), start))
      ? en.exec(lower.slice(start, start + longest))
      : null);
  const day = Number(found?.[1] ?? 0);
  return day > 0 && day < 32 ? day : null;
}

/** 20日涨9.60% where a claim is of a move over 20 days. */
function isStretchHeld({ start, end }: Token, { lower, claims, lexicon }: Reading): boolean {
  const stretch = stretchOf(`近${lower.slice(start, end)}`);
  return (
    stretch !== null &&
    claims.some((claim) => claim.kind !== "knowledge" && lexicon.stretchOfMove(claim.metric) === stretch)
  );
}

const shut = "(?:closed|finished|ended|wrapped up)";
const running =
  "(?:open|trading|under way|underway|running|in progress|going on|in session|not over|not closed|not finished|not in|not out|not available)";
/** 今天还没收盘, 今日收盘价尚未产生, the market is still open today: of the trading and not of a company; nothing but a border may follow. */
export const inSession = rare(
  pattern.all`(?:^|(?<=[,，。.;；:：!！\n(（ 于为]))(?:(?:今[天日]的?)?(?:a股|沪深两市|两市|市场|股市|盘|交易|收盘价?)?(?:目前|现在|当前)?(?:[还尚仍](?:没有?|未)(?:到|能)?(?:收盘|收市|闭市|走完|结束|(?<=价.{2,4})(?:产生|出来|出|公布|更新|确定))(?:时间)?|(?:[还仍正]|仍然|依然)?(?:是|在|处于)(?:交易|盘)(?:中|时[间段])(?:时[间段])?)|(?:today's |the |our )?(?:(?:a-share|stock|chinese|mainland|shanghai|shenzhen) )?(?:markets?|exchanges?|trading|session|close)(?: (?:of|on|for) (?:[a-z\d]{1,9}[ -]?){1,3})? ?(?:(?:is|are)(?: still| currently| now)? ${running}|(?:is|are)n't (?:over|closed|finished|in|out)|ha(?:s|ve)(?: not|n't)(?: yet)? ${shut})(?: yet)?(?: today)?)(?=[,，。.;；:：!！)）—]|\n|$| so | and | but )`,
);
/** 上一个交易日的, the latest close: the day before is spoken of behind it. */
const ofCloseBefore =
  /收[盘于报]|上一|上个|前一|昨|(?<![a-z])(?:(?:last|latest|previous|prior|most recent) (?:close|closing|session|trading)|closed)(?![a-z])/;
const afterReach = 60;

const mayBeSession = rare(/今[天日]|today|session|trading|market/);

/**
 * The market is still open today; the latest close is…, dated 2026-05-06; the session of 7 May is still in progress: the day is of the
 * market's state, not of a value.
 */
export function readMarketStates(tokens: readonly Token[], { lower, claims }: Reading): readonly Token[] {
  if (!mayBeSession.test(lower)) return tokens;
  const states = inSession.all(lower).flatMap(({ 0: words, index: start }) => {
    const end = start + words.length;
    const date = tokens.find((each) => each.kind === "date" && each.start >= start && each.end <= end)?.date;
    const isState =
      date == null
        ? /今|today/.test(words) && ofCloseBefore.test(lower.slice(end, end + afterReach))
        : !claims.some((claim) => isOn(claim, date));
    return isState ? [token("licensed", start, end)] : [];
  });
  return states.reduce<readonly Token[]>((read, state) => {
    const own = (each: Token): boolean => each.start < state.end && each.end > state.start;
    const at = read.findIndex(own);
    return at < 0 ? read : [...read.slice(0, at), state, ...read.slice(at).filter((each) => !own(each))];
  }, tokens);
}

/** The date of `as_of`, `YYYY-MM-DD` at its beginning. */
export const dateOf = (day: string): DateRead => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)),
  day: Number(day.slice(8, 10)),
});

/** The claim is of that day; a date without a year is of any. */
export const isOn = (claim: Claim, { year, month, day }: DateRead): boolean => {
  if (claim.kind === "knowledge") return false;
  const date = dateOf(claim.as_of);
  return date.month === month && date.day === day && (year === null || date.year === year);
};
