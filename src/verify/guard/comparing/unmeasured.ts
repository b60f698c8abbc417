/** 周期波动较大, 受海外需求影响较大, 指标偏高时: an adjective of what no claim measures, or only of the case that it were so. */
import { pattern } from "../lexicon/patterns.ts";
import type { Token, TokenKind } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseStart,
  ownBefore,
  ownClause,
  type Spot,
  type Verdict,
} from "./comparison-sides.ts";

/** A clause with any of these speaks of a company, a time or a value at hand. */
const particular: ReadonlySet<TokenKind> = new Set([
  "company",
  "entity",
  "number",
  "count",
  "quantity",
  "date",
  "relative",
  "window",
  "realtime",
  "pair",
  "user",
  "direction",
  "event",
]);
/** What swings by its own nature: a cycle, a sector, a kind of share; not the company, the day, the earnings or the price at hand. */
const bySort =
  "(?:周期|季节|行情|市场|板块|行业|赛道|品种|个股|股市|股|[品属油]价|(?:股|商品|产品|材料|金属|能源)的?价格)的?";
/** With its own subject: not of the company, the day or the price at hand. */
const ofNothing = pattern`(?:${bySort}(?:波动性?|弹性|起伏)|受[^,，。;；]{2,10}影响|(?:口径|机构|标准|方法|平台)[^,，。;；]{0,4}(?:差异|差别)|不确定性|周期性|敏感度|依赖度|难度)(?:往往|通常|一般|也|都|会|可能|相对)*$`;
const ifSo = /^(?:时|的时候|的话|之际)/;
/** What points to the company or the day at hand. */
const pointing = /它|其(?!他)|该|这[只家]|当日|当天|本股/;
const reach = 14;

export function isUnmeasured({ lower }: ComparisonInput, { flat, at }: Spot): boolean {
  const [word, next] = [flat[at], flat[at + 1]];
  if (word === undefined) return false;
  const before = lower.slice(Math.max(0, word.start - reach), word.start);
  const isCase = ifSo.test(lower.slice(word.end, word.end + 4));
  if (!isCase && (!ofNothing.test(before) || next?.kind === "metric")) return false;
  const own = ownClause({ flat, at });
  const isOfPrice = ({ kind, start, end: stop }: { kind: TokenKind; start: number; end: number }): boolean =>
    kind !== "metric" || isCase || /^(?:价格|股价)$/.test(lower.slice(start, stop));
  const beforeWord = ownBefore({ flat, at });
  if (pointing.test(lower.slice(beforeWord[0]?.start ?? word.start, word.start))) return false;
  // 与五粮液相比,波动较大
  const isBeside = flat.slice(0, at).some(({ op }, i) => {
    const [before, after] = [flat[i - 1]?.kind, flat[i + 1]?.kind];
    return (
      (op === "reference" && before === "company") ||
      ((op === "beside" || op === "than") && after === "company")
    );
  });
  if (isBeside) return false;
  const isSector = ({ kind, op, start, end: stop }: Token): boolean =>
    kind === "entity" && op !== "market" && /^(?:板块|行业)$/.test(lower.slice(start, stop));
  return (isCase ? beforeWord : own).every(
    (each) => (!particular.has(each.kind) || isSector(each)) && isOfPrice(each),
  );
}

const inGeneral =
  /^(?:的时候|时)?[,，]?(?:通常|往往|一般|常常|多半|大多)(?:会)?(?:反映|意味着|代表|体现|包含|说明)[^,，。;；]{0,16}(?:预期|期望|期待|看法|定价)|^(?:未必|(?:并)?不一定|(?:并)?不代表|(?:并)?不意味着)/;
const degree = /^(?:偏|较)[高低]$/;

/** 市盈率偏高通常反映…: what such a value means in general; in a sentence that names no company and shows no value. */
export function isOfAny({ lower }: ComparisonInput, { flat, at }: Spot): boolean {
  const word = flat[at];
  if (word === undefined || !degree.test(lower.slice(word.start, word.end))) return false;
  if (!inGeneral.test(lower.slice(word.end, word.end + 2 * reach))) return false;
  const said = flat.slice(0, at);
  return (
    said.every(({ kind }) => kind === "metric" || !particular.has(kind)) &&
    !/公司|目前|当前|现在|股价|这|如此|此|该/.test(
      lower.slice(flat[0]?.start ?? word.start, word.start).slice(-60),
    ) &&
    !pointing.test(lower.slice(flat[0]?.start ?? word.start, word.start).slice(-60))
  );
}

/** 不一定等于高估: said not to follow. */
export const isNotSo = ({ lower }: ComparisonInput, { flat, at }: Spot): boolean => {
  const start = flat[at]?.start ?? 0;
  return /(?:不一定|并不|未必|不能简单)$/.test(lower.slice(Math.max(0, start - 5), start));
};

const unlike =
  /(?:业务|模式|行业|口径|结构|情况|逻辑|定位|性质|周期|阶段|赛道|背景|特点|领域|主业|标准|方式)(?:也|都|并|各)?不(?:完全|尽|太)?$/;

/** 业务并不完全相同: two of what no claim measures are said not to be the same. */
export const isUnlike = ({ lower }: ComparisonInput, { flat, at }: Spot): boolean => {
  const start = flat[at]?.start ?? 0;
  return unlike.test(lower.slice(Math.max(0, start - reach), start));
};

const manner = /(?:弹性|波动性?|起伏|振幅|分歧|(影响|差异|差距|差别))(?:相对|也|都|仍|还|则|一般)*$/;
const pointed = /它|该股|当日|当天|今[日天]|日内|盘中|全天|短期|与|和|机构|同行/;
const longestSaid = 40;

/** 该股弹性较大, 与五粮液的差距较大: of the company or the day at hand, and of no measure. */
export function judgeUnmeasured(input: ComparisonInput, { flat, at }: Spot): Verdict {
  const word = flat[at];
  const from = clauseStart(flat, at);
  const first = flat[from];
  if (word === undefined || first === undefined || word.start - first.start > longestSaid) return null;
  const before = input.lower.slice(first.start, word.start);
  const isOfCompany = ownBefore({ flat, at }).some(({ kind }) => kind === "company");
  const said = manner.exec(before);
  // 一般来说波动较小: as a rule, and nothing of the day.
  if (said === null || (/一般来说|通常|往往/.test(before) && !isOfCompany && !pointed.test(before)))
    return null;
  return said[1] === undefined || isOfCompany || pointed.test(before) ? "comparison_unsupported" : null;
}

// The biggest gain in a month, 本周最大涨幅: a superlative over a stretch of time, of which the claims of single days say nothing.

/** How far on either side of the superlative its stretch may be said, in characters. */
const stretchReach = 80;

const span = "(?:day|session|week|fortnight|month|quarter|year|decade)s?(?![a-z])";
const some =
  "(?:an?|one|two|three|four|five|six|nine|ten|twelve|many|several|some|the (?:past|last|previous|prior)|almost|nearly|over|at least|more than|about|around)";
/** in a month, since March, so far this year: of whatever measure. */
const always = pattern`(?<![a-z])(?:(?:in|for|over|within) (?:${some} ){1,2}(?:of )?(?:[a-z]+ ){0,2}?${span}|since (?:(?:the )?(?:start|beginning|end|middle|turn)|last|early|mid|late|its|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|spring|summer|autumn|winter|\d{4})|so far(?: this| in)|to date|in (?:days|weeks|months|quarters|years|decades|a while|ages|memory|recent (?:weeks|months|years|memory)))`;
/** of the quarter, the year's: of what is measured each day; a report may be a quarter's. */
const ofDays =
  /(?<![a-z])(?:(?:of|in|for|over) (?:the|this) |this |all )(?:week|month|quarter|year|season)(?![a-z'])/;
const daysBefore =
  /(?<![a-z])(?:(?:this|the|last|a) (?:week|month|quarter|year)'?s |(?:weekly|monthly|quarterly|yearly|[a-z]+-(?:week|month|quarter|year)) )(?:single |clear )?$/;
const hanDays =
  /(?:本|这|这个|当|上|上个|整个?|全|一|两|三|半|数|近|多)个?(?:周|星期|月|季度?|年度?)|今年|去年|年初|春节|国庆|节后|以来|迄今|至今|多日|阶段性?/;

/** True where the words around the superlative name such a stretch; `ofDay` where its measure is one of single days. */
export function isOverTime({ start, end }: Token, ofDay: boolean, lower: string): boolean {
  const after = (
    /^(?:[^.;:。;；\n]|\.(?=\d))*/.exec(lower.slice(end, end + stretchReach))?.[0] ?? ""
  ).toString();
  if (always.test(after)) return true;
  if (!ofDay) return false;
  if (ofDays.test(after)) return true;
  const before = /[^.,;:，。；\n]*$/.exec(lower.slice(Math.max(0, start - stretchReach), start))?.[0] ?? "";
  return daysBefore.test(before) || hanDays.test(before) || hanDays.test(/^[^,，]*/.exec(after)?.[0] ?? "");
}

/** 市场份额第一: said of what no registered word names. */
export function isOfSomethingElse(flat: readonly Token[], at: number): boolean {
  const own = ownBefore({ flat, at });
  const words = own.slice(-2);
  const isNamed = own.some((each) => ["metric", "company", "number", "count", "pair"].includes(each.kind));
  return !isNamed && words.length === 2 && words.every((each) => each.kind === "text");
}

/** 家电股中最便宜的, not 三只白酒股中: of more than the companies spoken of. */
export function isOfSector({ lower }: ComparisonInput, { flat, at }: Spot): boolean {
  const from = clauseStart(flat, at);
  const [start, end] = [flat[from]?.start ?? 0, flat[at]?.start ?? 0];
  return sector.test(lower.slice(Math.max(start, end - farthestSector), end));
}
const sector =
  /(?<![只家支个])(?:(?![只家支个些这那])[\u4e00-\u9fff]){2}个?股(?:中|里|当中|之中)|(?<![a-z])among (?:all )?(?:liquor|bank|banking|broker|brokerage|ev|battery|tech|appliance|home-appliance)/;
const farthestSector = 40;
