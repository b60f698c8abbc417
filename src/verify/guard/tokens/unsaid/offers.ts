/** 我可以继续查2025年年报, 建议查阅2025年年报, I can add 5 years of revenue: what is offered or advised to be looked up dates no number of the text, sources none and is no value. */

import type { Claim } from "#contract";
import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { kindsOf, lastOf, type Token, type TokenKind, upTo } from "../token.ts";

const borders: ReadonlySet<TokenKind> = new Set(["clause", "break", "line", "cell", "open", "close"]);
/** A clause that says how much or which way states something. */
const stating = kindsOf("number quantity direction compare superlative event count");
const dating: ReadonlySet<TokenKind> = new Set(["date", "relative", "window", "source"]);
const mostTokens = 40;
const longest = 80;

const fetching =
  /查|看|取|调|补|拉|列|(?<![a-z])(?:add|pull|fetch|get|look up|list|plot|chart|include|provide|bring|run|would)(?![a-z])/;
const moving = /[涨跌增亏]|gain|loss|growth|ris[ei]|fall/;
const span =
  /^(?:\d{1,3}|[一两二三四五六七八九十半]{1,3}|[a-z]{3,6})[ -]?个?(?:(?:trading )?(?:day|week|month|quarter|year|session)s?(?! ago)(?![a-z])|交易日|季度?|月|年(?!报)|周|日|天)/;
const numeral = kindsOf("number quantity licensed");
/** five years, 8个季度: how far back what is offered would go; of "10 quarters" also its second word. */
const isSpan = ({ kind, start }: Token, lower: string): boolean =>
  numeral.has(kind) &&
  [start, lower.lastIndexOf(" ", start - 2) + 1].some((from) => span.test(lower.slice(from, start + 20)));

const offer =
  /(?:可以|可(?!见)|能(?!看到|看出|查到|确认)|要不要|需不需要|需要(?!注意)|想要?|想看|如需|若需|希望|愿意|不妨|建议|推荐|请)[^,，。;；]{0,16}?(?:查|看|取|调|补|对比|比较|整理|列出|拉|提供|展示|阅读|关注|留意|说说|讲|分析|问)|(?:如果?|若|要是|倘若)(?:您|你)?(?:还|另外|也)?(?:需要?|想要|要|关心)(?!注意)|(?:需要|要|想要)(?=[^,，。;；]{1,16}的话)|(?<![a-z])(?:i can|i could|i'm able to|happy to|shall i|should i|want me to|would you like|if you(?:'d)? (?:like|want|need)|let me know|you can|you could|please|feel free to)(?![a-z])|(?<![a-z])would [^,;]{1,40} (?:help|be (?:useful|of use|of interest))|(?<![a-z])(?:check|see|visit|consult) [^,;]{1,40} for (?:details|more|updates|the latest)(?![a-z])/;
/** Words that turn from the offer to what the text shows. */
const ofShown =
  /以上|上述|数据来源|来自|取自|源自|显示|根据|这些|该数据|已经?|查了|查到|看到|可以看|看出|由此|(?<![a-z])(?:above|shows?|source|according|can see|could see)(?![a-z])/;

/** 2026年一季报的数据没有查到, 与一季报不可直接比较: a report that is not at hand or not set beside. */
const missing =
  /(?:没有?|未能?|尚未|暂未|还没有?|无法)(?:能|被|成功|公布|披露)?(?:查|取|找|拿|获|返回|检索|收录|公布|披露)|(?:缺失|暂缺|暂无)|(?:不可|不能|不宜|无法|不便|不应|难以)(?:直接|简单)?(?:比较|对比)|(?<![a-z])(?:not (?:directly )?comparable|(?:cannot|can't|should not|shouldn't) be (?:directly )?compared)(?![a-z])|(?<![a-z])(?:isn't|is not|aren't|are not|hasn't been|has not been|not yet) (?:in my|in the|in this|yet|available|out|published|released|covered|among)(?![a-z])/;
/** 不含今年一季度, 不是一季报的数: a report that the values shown are not of. */
const excluded =
  /(?:不|未|没有?)(?:包?含|包括|涉及|计入|覆盖)|不在(?:其中|其内|内|此列)|[与和跟][^,，。;；]{1,10}无关|(?:不是|并非|而非)|另(?:算|计|看|说)|我(?:这里|手头)?(?:也|还)?没有/;
/** 去年一季度 lies in the year that a report may be of. */
const earlier = /去年|上年|前年|同期/;

/** 我没有自行计算: what was not done. */
const undone = /(?:不|没有?|未|不会|不再|不便|无法|不能|不做|不作)(?:再|去|做|作|进行|擅自)?$/;

/** 不是akshare的数据: a source that is denied covers nothing. */
const otherSource =
  /(?:不是|并非|没有?来自|未来自|不来自|不取自|(?<![a-z])not (?:taken |sourced )?from)(?: the)?[\s“"]*$/;

const mayOffer = rare(
  /[可能要想请需希愿妨议推如没未无缺不非]|not|n't|you|would|i can|i could|happy|shall|please|want|let me| for (?:details|more|updates|the latest)/,
);

/** The tokens, times and sources of such clauses taken for what they are there, words that say nothing. */
export function withoutOffers(tokens: readonly Token[], reading: Reading): readonly Token[] {
  const { lower } = reading;
  if (!mayOffer.test(lower)) return tokens;
  const mayDate = (each: Token): boolean => dating.has(each.kind) || isSpan(each, lower);
  const result: Token[] = [];
  for (let from = 0; from < tokens.length; ) {
    let to = from;
    while (to < tokens.length && !borders.has(tokens[to]?.kind ?? "break")) to++;
    const own = tokens.slice(from, to);
    const isPlain = own.some(mayDate) && isApart(tokens, to) ? plainIn(own, reading) : null;
    for (const each of own) result.push(isPlain?.(each) === true ? plain(each) : each);
    const border = tokens[to];
    if (border !== undefined) result.push(border);
    from = to + 1;
  }
  return result;
}

/** How far ahead a number may lean on the clause, in tokens. */
const leaning = 60;

/** 可以看5月6日的走势,上涨1.20%: what follows in the sentence has a date of its own before its first value, or no value. */
function isApart(tokens: readonly Token[], from: number): boolean {
  const rest = tokens.slice(from, from + leaning);
  const said = upTo(rest, ({ kind }) => kind === "break" || kind === "line").find(
    ({ kind, sign }) => kind === "date" || stating.has(kind) || sign !== 0,
  );
  return said === undefined || said.kind === "date";
}

/** Which words of the clause say nothing there. */
function plainIn(own: readonly Token[], { lower, claims }: Reading): (each: Token) => boolean {
  if (isOffer(own, lower)) return (each) => dating.has(each.kind) || isSpan(each, lower);
  if (saysOf(missing, own, lower)) return (each) => isReport(each, lower);
  if (saysOf(excluded, own, lower) && !earlier.test(lower.slice(own[0]?.start, own.at(-1)?.end)))
    return (each) => isReport(each, lower) && !claims.some((claim) => isOfPeriod(each, claim));
  return (each) => isUndone(each, lower);
}

function isOffer(own: readonly Token[], lower: string): boolean {
  const [first, last] = [own[0], lastOf(own)];
  if (first === undefined || last === undefined || own.length > mostTokens) return false;
  if (last.end - first.start > longest) return false;
  const text = lower.slice(first.start, last.end);
  const isFetched = fetching.test(text) && !moving.test(text);
  const isPart = (each: Token): boolean => isFetched && isSpan(each, lower);
  if (own.some((each) => (stating.has(each.kind) || each.sign !== 0) && !isPart(each))) return false;
  const found = offer.exec(text);
  // The time stands behind the offer: not 2025年年报可以看.
  const at = first.start + (found?.index ?? 0);
  const isBehind = own.every(({ kind, start }) => !dating.has(kind) || start > at);
  return found !== null && isBehind && !ofShown.test(text);
}

const isReport = ({ kind, start, end }: Token, lower: string): boolean =>
  kind === "date" &&
  (/^ (?:annual |full-year )?(?:report|results|accounts|figures)(?![a-z])/.test(lower.slice(end, end + 24)) ||
    /(?:报告?|季度?|年度?|q[1-4]|report)$/.test(lower.slice(Math.max(start, end - 6), end)));

/** The claim's period is the report's, or holds it: 2025年一季度 lies in the year 2025. */
function isOfPeriod({ date }: Token, claim: Claim): boolean {
  if (claim.kind !== "numeric" || date === null) return false;
  const [year, month, day] = claim.as_of.slice(0, 10).split("-").map(Number);
  if (date.month === month && (date.day === null || date.day === day)) return true;
  return month === 12 && (date.year === null ? date.month === null : date.year === year);
}

/** What a report lacks is no date of the numbers around it; a day may be, for the clauses that lean on it. */
function saysOf(words: RegExp, own: readonly Token[], lower: string): boolean {
  const [first, last] = [own[0], lastOf(own)];
  if (first === undefined || last === undefined || last.end - first.start > longest) return false;
  if (!own.some((each) => isReport(each, lower)) || own.some(({ kind }) => stating.has(kind))) return false;
  return words.test(lower.slice(first.start, last.end));
}

const isUndone = ({ kind, op, start }: Token, lower: string): boolean =>
  kind === "source" &&
  ((op === "computed" && undone.test(lower.slice(Math.max(0, start - 6), start))) ||
    otherSource.test(lower.slice(Math.max(0, start - 24), start)));

const plain = (each: Token): Token => ({ ...each, kind: "licensed", op: "", date: null, number: null });
