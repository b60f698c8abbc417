/** The biggest gain in a month, 本周最大涨幅: a superlative over a stretch of time, of which the claims of single days say nothing. */
import type { Token } from "../tokens/token.ts";

/** How far on either side of the superlative its stretch may be said, in characters. */
const reach = 80;

const span = "(?:day|session|week|fortnight|month|quarter|year|decade)s?(?![a-z])";
const some =
  "(?:an?|one|two|three|four|five|six|nine|ten|twelve|many|several|some|the (?:past|last|previous|prior)|almost|nearly|over|at least|more than|about|around)";
/** in a month, since March, so far this year: of whatever measure. */
const always = new RegExp(
  `(?<![a-z])(?:(?:in|for|over|within) (?:${some} ){1,2}(?:of )?(?:[a-z]+ ){0,2}?${span}|since (?:(?:the )?(?:start|beginning|end|middle|turn)|last|early|mid|late|its|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|spring|summer|autumn|winter|\\d{4})|so far(?: this| in)|to date|in (?:days|weeks|months|quarters|years|decades|a while|ages|memory|recent (?:weeks|months|years|memory)))`,
);
/** of the quarter, the year's: of what is measured each day; a report may be a quarter's. */
const ofDays =
  /(?<![a-z])(?:(?:of|in|for|over) (?:the|this) |this |all )(?:week|month|quarter|year|season)(?![a-z'])/;
const daysBefore =
  /(?<![a-z])(?:(?:this|the|last|a) (?:week|month|quarter|year)'?s |(?:weekly|monthly|quarterly|yearly|[a-z]+-(?:week|month|quarter|year)) )(?:single |clear )?$/;
const hanDays =
  /(?:本|这|这个|当|上|上个|整个?|全|一|两|三|半|数|近|多)个?(?:周|星期|月|季度?|年度?)|今年|去年|年初|春节|国庆|节后|以来|迄今|至今|多日|阶段性?/;

/** True where the words around the superlative name such a stretch; `ofDay` where its measure is one of single days. */
export function isOverTime({ start, end }: Token, ofDay: boolean, lower: string): boolean {
  const after = (/^(?:[^.;:。;；\n]|\.(?=\d))*/.exec(lower.slice(end, end + reach))?.[0] ?? "").toString();
  if (always.test(after)) return true;
  if (!ofDay) return false;
  if (ofDays.test(after)) return true;
  const before = /[^.,;:，。；\n]*$/.exec(lower.slice(Math.max(0, start - reach), start))?.[0] ?? "";
  return daysBefore.test(before) || hanDays.test(before) || hanDays.test(/^[^,，]*/.exec(after)?.[0] ?? "");
}
