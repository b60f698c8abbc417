import { pattern } from "../../lexicon/patterns.ts";
import { isWord, type Token, token } from "../token.ts";

/** Times that are named by their order or by their bare year beside a comparison: 后一年度高于前一年度, 2025 was higher than 2024. */

/** Operators of the tokens for the later and the earlier of two times. */
const laterTime = "后一期";
export const earlierTime = "前一期";

const comparing = "(?:高于|低于|大于|小于|多于|少于|高过|超过|不及|持平|更高|更低|更多|更少|比|较)";
const unit = "(?:年度?|天|日|期|季度?|个?月|周|个?交易日|个?季度)";
const later = `后一${unit}|次日|本期|本报告期|当期`;
const earlier = `前一${unit}|上一?期|上年同期|去年同期|上一年同期|同期|首日`;
const word = pattern`^(?:(${later})|(?:${earlier}))`;
const before = pattern`^(?:${later}|${earlier})(?=的?[\u4e00-\u9fff]{0,6}?${comparing})`;
const after = pattern`${comparing}(?:[\u4e00-\u9fff]{0,4}的)?$`;
export const turnStarts = "后前次本当上去同首近最这过两三连";
const longest = 16;

/** The operator of the days over which something went 先扬后抑; `count` is how many they are, 0 where that is not said. */
export const severalDays = "several days";
const days =
  /^(?:近来|近日|近期|最近|连日来?|(?:[这近]|最近|过去)?(?:[这近]?([两三])(?:个交易日|天|日)|[这近]几(?:个交易日|天|日))(?:来|里|内|中)?)(?=(?:的?(?:股价|走势|收盘价?))?(?:呈现?|表现为)?先[涨升扬跌降抑][后再][涨升扬跌降抑])/;
const longestDays = 24;

/** 后一年度高于前一年度: no stretch of time and no number, but the two times that were spoken of. */
export function readTurn(lower: string, at: number): Token | null {
  const span = days.exec(lower.slice(at, at + longestDays));
  if (span !== null) {
    const count = span[1] === undefined ? 0 : span[1] === "两" ? 2 : 3;
    return token("fill", at, at + span[0].length, { op: severalDays, count });
  }
  const ahead = lower.slice(at, at + longest);
  const isRight = after.test(lower.slice(Math.max(0, at - longest), at));
  const found = isRight ? word.exec(ahead) : before.test(ahead) ? word.exec(ahead) : null;
  if (found === null) return null;
  return token("fill", at, at + found[0].length, { op: found[1] === undefined ? earlierTime : laterTime });
}

/** Words that would be read as moves or stretches of time, and are none where they stand so. */
export const phrasalStarts = "ud";
const object =
  "(?:(?:it|them|this|these|those|that|one|any|anything|something|nothing|things|another|the|an?|two|my|your|all|figures?|numbers?|values?|amounts?|prices?|targets?|forecasts?|answers?|data|caps|stock|company|code|name) ){1,3}";
const make = "make|makes|making|made";
const phrasal = pattern`(?<![a-z])(?:(?:${make}|look|looking|add|adding|added|sum|think|thinking|dream|dreaming|cook|cooking|conjure|conjuring) ${object}up|look(?:ing)? (?:the|your|its|their) [a-z]{3,20} up|(?:break|breaking|write|writing|narrow|boil) ${object}down)$`;
/** make up a number, made-up figures: what is made up is named behind it; a stock makes up ground. */
const invented = pattern`(?<![a-z])(?:(?:${make}) up(?= (?:an? |any |my own |the )?(?:number|figure|value|price|target|forecast|estimate|answer|multiple|ratio)s?(?![a-z]))|made[ -]up(?= (?:by|here)(?![a-z])|[ -]?(?:number|figure|value|price|target|forecast|estimate|answer|one)s?(?![a-z]))|(?:be|been|being|is|are|not) made[ -]up(?=$|[.,;:!?)]))`;
/** making it up on the day: how a stock moved. */
const goesOn =
  /^ (?:\d|(?:today|yesterday|this|so far|from|by|about|nearly|almost|over|(?:on|for) the (?:day|week|month|year|session))(?![a-z]))/;
const invention = "made-up figures".length;
const reach = 56;
const border = 32;

/** True where the particle that ends at the index is a verb's (look one up, make anything up, break it down) and says no move. */
export const endsPhrasal = (lower: string, end: number): boolean =>
  phrasal.test(lower.slice(Math.max(0, end - reach), end));

const isInvention = (lower: string, end: number): boolean => {
  const from = Math.max(0, end - invention);
  const found = invented.exec(lower.slice(from, end + border));
  return found !== null && from + found.index + found[0].length === end;
};

/** look one up, add these figures up, make up a number: no move. */
export function readPhrasal(lower: string, at: number, before: readonly Token[]): Token | null {
  const said = /^(?:up|down)(?![a-z])/.exec(lower.slice(at, at + 5))?.[0];
  if (said === undefined || isWord(lower.charCodeAt(at - 1))) return null;
  const end = at + said.length;
  if (!isInvention(lower, end)) {
    if (!endsPhrasal(lower, end) || goesOn.test(lower.slice(end, end + border))) return null;
    const near = before.slice(-4);
    if (near.some(({ kind }) => kind === "company" || kind === "metric" || kind === "number")) return null;
  }
  return token("licensed", at, end, { op: "idiom" });
}

export const placeInTextStarts = "ab";
const shownThings =
  "results?|answers?|details|figures|numbers|readings|data|table|list|summary|breakdown|overview|information|findings|quotes";
const listed = pattern`(?<![a-z])(?:listed|shown|see|given|covered|detailed|summarised|summarized|follow|prices|values|(?:the|each|every|any|one) (?:(?:one|single|moving) )?(?:quote|price|value|row|figure|number|average|close|multiple|entry)|(?:the|all|both|these) (?:moving )?(?:averages|closes|multiples|quotes|entries)|everything|rows|${shownThings}|(?:${shownThings})(?: you (?:asked for|requested|wanted)| (?:for|on|of) [a-z0-9 &'-]{2,24})? (?:is|are|can be found|appears?)|find [a-z ]{1,30}) $`;
const longestLead = 72;

/** The figures are listed below, below you find, the above is from akshare: of the text. */
export function readPlaceInText(lower: string, at: number): Token | null {
  const word = /^(?:below|above)/.exec(lower.slice(at, at + 5))?.[0];
  if (word === undefined || (at > 0 && isWord(lower.charCodeAt(at - 1)))) return null;
  const after = lower.slice(at + 5, at + 24);
  const before = lower.slice(Math.max(0, at - longestLead), at);
  const isHead = /^ you(?:'ll| will)? find(?![a-z])/.test(after) || /(?<![a-z])the $/.test(before);
  const isEnd =
    /^ ?(?:[.,:;)\n]|$|(?:are|is|come|comes|was|were|refers?|belongs?) )/.test(after) && listed.test(before);
  return isHead || isEnd ? token("licensed", at, at + 5, { op: "idiom" }) : null;
}

export const monthSpanStarts = "ifd";
const beforeMonths = /^(?:in|for|during)(?= (?:the )?(?:months? )?jan(?:uary)?\.? ?(?:to|through|and|-|–))/;

/** for January to March 2026: the report period that follows, not a month. */
export function readBeforeMonths(lower: string, at: number): Token | null {
  const found = beforeMonths.exec(lower.slice(at, at + 32));
  return found === null ? null : token("fill", at, at + found[0].length, { op: found[0] });
}
