/** (akshare,2026-05-07),为五日累计; The figure excludes one-off items: what is said behind a cite of the figures before it, beside the claims that they show. */

import type { Bench, Match } from "../../bench.ts";
import type { Quantity } from "../../binding/quantity.ts";
import { isAfterTrading, secondsOf } from "../../claims/calendar-match.ts";
import { type BookClaim, claimsOf } from "../../claims/claim-book.ts";
import { isHolidayBetween, isSessionBetween, weeksBetween } from "../../claims/trading-days.ts";
import { englishMonths } from "../../lexicon/numerals.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { type Clause, type Token, textOf, upTo } from "../../tokens/token.ts";
import { isOfMarket, reportEnd } from "./market-measures.ts";

/** A label of the figures, and whether the claim is what it says; null where it is of another kind. */
type Label = readonly [
  words: RegExp,
  fits: (entry: BookClaim, bench: Bench, said: string, quantity: Quantity) => boolean | null,
];

/** A valuation is of a day as much as a price. */
const isOfDay = (entry: BookClaim, bench: Bench): boolean =>
  isOfMarket(entry, bench) || !reportEnd.test(entry.claim.as_of);
const noClaim = (): boolean => false;
const ofBooks =
  (fits: (day: string, bench: Bench) => boolean) =>
  (entry: BookClaim, bench: Bench): boolean | null =>
    isOfMarket(entry, bench)
      ? false
      : reportEnd.test(entry.claim.as_of)
        ? fits(entry.claim.as_of, bench)
        : null;
const ofMarket =
  (fits: (entry: BookClaim, bench: Bench) => boolean) =>
  (entry: BookClaim, bench: Bench): boolean | null =>
    isOfDay(entry, bench) ? fits(entry, bench) : null;

const ofMarketSaid =
  (fits: (entry: BookClaim, said: string) => boolean) =>
  (entry: BookClaim, bench: Bench, said: string): boolean | null =>
    isOfDay(entry, bench) ? fits(entry, said) : null;
const monthSaid = (said: string): number =>
  Number.parseInt(said, 10) || englishMonths.findIndex((month) => said.endsWith(` ${month}`)) + 1;
const isToday = ({ asOf }: BookClaim, { now }: Bench): boolean => asOf.day === now.day;
const isOfYear = (day: string, { input: { now } }: Bench, ago = 0): boolean =>
  Number(now.slice(0, 4)) - Number(day.slice(0, 4)) === ago;

/** Another basis than that of a claim, or another stretch of time. */
const zhBasis =
  /复权|除[权息]|扣除分红|扣非|剔除|一次性|非经常|预[测期告估]|快报|指引|估算|测算|年化|折年|[均中]值|加权|母公司|单体|少数股东|[bh]股|港[元币]|美元|流通|备考|内生|有机|可比|同店|调整后|[周月季年]线|小时线|分钟线|(?<!收)盘后|大宗|北向|机构|散户|单[月周笔]|税[前后]|超额|大盘|相对开盘|环比|[日天周月年](?:累计|合计|均(?!线))|周度|月度|年初至今|今年以来|每手|前复权|每(?:隔)?(?:几|数|一)?(?:秒|分钟)(?:刷新|更新)?/;
const enBasis =
  /(?<![a-z])(?:adjusted|ex-dividend|ex-rights|forecasts?|estimates?|consensus|guidance|annuali[sz]ed|one-?offs?|one-time|exceptionals?|unaudited|preliminary|provisional|per lot|per hundred shares|daily averages?|non-recurring|parent-company|standalone|pre-?tax|after-?tax|minority|organic|free[- ]float|floating|sequential|hong kong|[bh][- ]shares?|weekly|monthly|hourly|on average|averages? (?:of|over)|cumulative|single month|one month|excess|block trades?|for dividends|morning session only|shares, not|year[- ]to[- ]date|from the open|against the open)(?![a-z])/;

/** Days that a clause with the number itself may tell; nothing is traded on a holiday. */
const told: readonly Label[] = [
  [/[少多][赚亏]了?约?(?=[¥\d])/, noClaim],
  [
    /最新(?:一?个)?交易日|(?:most recent|latest) (?:session|trading day)/,
    ofMarket(
      ({ asOf }, { now }) =>
        !isSessionBetween(asOf.day, now.day + (isAfterTrading({ asOf: now }, now) ? 1 : 0)),
    ),
  ],
  [/本交易日|收盘后最新|this evening|tonight/, ofMarket(isToday)],
  [
    /last (?:trading )?day before the (?:[a-z]+ (?:day )?)?holiday/,
    ofMarket(({ asOf }, { now }) => isHolidayBetween(asOf.day, now.day)),
  ],
  [/at month-end/, ofMarket(({ claim }) => Number(claim.as_of.slice(8, 10)) > 26)],
  [
    /(?:at the )?(?:start|beginning) of the year/,
    ofMarket(({ claim }) => /^\d{4}-01-(?:0\d|1[0-5])/.test(claim.as_of)),
  ],
  [
    /(?:五一|劳动节|节日|假期|长假|国庆|春节)(?:期间|当天|当日)|(?:during|over) the holiday|on (?:labou?r|may) day/,
    ofMarket(noClaim),
  ],
  [
    /节后|after the (?:may day |labou?r day |national day )?(?:holiday|break)/,
    ofMarket(({ asOf }, { now }) => !isHolidayBetween(asOf.day, now.day)),
  ],
];

/** Of the morning, at the open, just before the close: beside when the figures were fetched; nothing is known of what was not fetched on its own day. */
const gotBefore =
  (hours: number) =>
  ({ asOf, fetchedAt }: BookClaim): boolean =>
    fetchedAt !== null && fetchedAt.day === asOf.day && secondsOf(fetchedAt) < hours * 3600;

/** Of the day's last trade: a close, or a price that was got behind it. */
const isOfEnd = ({ claim, asOf, fetchedAt }: BookClaim, { input: { lexicon } }: Bench): boolean => {
  const got = asOf.dateOnly ? (fetchedAt ?? asOf) : asOf;
  return !lexicon.priced.includes(claim.metric) || got.day > asOf.day || isAfterTrading({ asOf: got }, asOf);
};

/** An hour at least, by when they were fetched. */
const isHourOld = ({ asOf, fetchedAt }: BookClaim, { now }: Bench): boolean =>
  (fetchedAt ?? asOf).day < now.day || secondsOf(now) - secondsOf(fetchedAt ?? now) >= 1800;

const labels: readonly Label[] = [
  [zhBasis, noClaim],
  [enBasis, noClaim],
  [/上午|早盘|午盘|(?<![a-z])(?:the|this) morning(?![a-z])/, ofMarket(gotBefore(13))],
  [/开盘时|开盘价位|(?:at|from|since) the (?:open(?:ing)?(?: bell)?)(?![a-z])/, ofMarket(gotBefore(9.6))],
  [
    /昨[晚夜]|(?<![a-z])(?:last night|yesterday evening)(?![a-z])/,
    ofMarket(({ asOf, fetchedAt }, { now }) => (fetchedAt ?? asOf).day === now.day - 1),
  ],
  [
    /开[盘市]之?前|盘前|(?:before|ahead of) (?:the )?(?:market opened|market opens|open(?:ing)?)(?![a-z])/,
    ofMarket(gotBefore(9.5)),
  ],
  [
    /收盘价格?$|收盘定价|最终价|(?<![a-z])(?:(?:final|closing) price|(?:finished|ended|closed) (?:the )?(?:session|day))(?![a-z])/,
    ofMarket(isOfEnd),
  ],
  [
    /(?:last|past|trailing) (?:twelve|12) months|近(?:四|4)个?季度?|近(?:12|十二)个?月|过去一年|(?:四|4)个季度之和/,
    (entry, bench) =>
      entry.unit.dimension === "times" || ofBooks((day) => day.includes("-12-31"))(entry, bench),
  ],
  [/收盘前|尾盘|(?:before|ahead of) the close(?![a-z])/, ofMarket(gotBefore(15))],
  [
    /(?<![a-z])(?:counts?|counted in|measured in|quoted in|stated in|given in|is in|are in) shares(?![a-z])|以股(?:为单位)?计?|(?:单位)?[为是按]股(?![份价东票本权指息])/,
    ({ unit }, _bench, _said, { number }) =>
      unit.dimension === "shares" && number.unit !== null ? number.unit.exponent === 0 : null,
  ],
  [
    /(?<![a-z])(?:where|at which) it (?:also )?opened(?![a-z])|(?:也是|等于|即为?)(?:今[天日]的?|当[天日]的?)?开盘价?$/,
    ({ claim: { metric }, company, base }, { input: { lexicon }, book }) =>
      lexicon.priceLike.has(metric)
        ? claimsOf(company, lexicon.opens, book).some((open) => open.base === base)
        : null,
  ],
  [/trailing|twelve-month|滚动|(?<![a-z])ttm/, ({ unit }) => unit.dimension === "times"],
  [
    /昨[天日]|yesterday/,
    ofMarket(({ asOf }, { now }) => !isSessionBetween(asOf.day, now.day) && asOf.day < now.day),
  ],
  [
    /最[近新]的?(?:一?个)?交易日|(?:most recent|latest) (?:session|trading day)|the last (?:trading day|session)(?! before)/,
    ofMarket(({ asOf }, { now }) => !isSessionBetween(asOf.day, now.day)),
  ],
  [
    /[上前]一?个?交易日|(?:previous|prior) (?:session|trading day)|one (?:trading )?day (?:ago|old)|滞后一天/,
    ofMarket(({ asOf }, { now }) => asOf.day < now.day && !isSessionBetween(asOf.day, now.day)),
  ],
  [/本周|this week/, ofMarket(({ asOf }, { now }) => weeksBetween(asOf.day, now.day) === 0)],
  [/last week|上周/, ofMarket(({ asOf }, { now }) => weeksBetween(asOf.day, now.day) === 1)],
  [
    /上个?月|last month/,
    ({ claim }, { input: { now } }) =>
      (Number(now.slice(0, 4)) - Number(claim.as_of.slice(0, 4))) * 12 +
        Number(now.slice(5, 7)) -
        Number(claim.as_of.slice(5, 7)) ===
      1,
  ],
  [/本月|this month/, ofMarket(({ claim }, { input }) => claim.as_of.slice(0, 7) === input.now.slice(0, 7))],
  [
    pattern`(?<!\d)(?:\d{1,2})月(?=最?新|的|数据|行情|$)|(?<![a-z])in (?:${englishMonths.join("|")})(?![a-z])`,
    ofMarketSaid((entry, said) => monthSaid(said) === Number(entry.claim.as_of.slice(5, 7))),
  ],
  ...told,
  [/(?<!非)今[天日早晨]|盘中|this morning|intraday|(?<!not )today/, ofMarket(isToday)],
  [
    /(?:半|[一两二三几数])(?:个多?)?(?:小时|钟头|天|周|星期|月|季度?|年)(?:多|之|以)?前|(?:半|[一两二三几数])(?:个多?)?(?:小时|钟头)(?:多)?(?:的)?(?:延[时迟]|滞后|旧)|(?<![a-z])(?:(?:half )?an|one|two|three|several|a few) hours?(?: old| ago| late| behind| earlier| delayed)|half an hour (?:old|ago)/,
    (entry, bench) => isHourOld(entry, bench),
  ],
  [
    /新鲜|未过期|没有?过期|同步|延[时迟](?:很|极|较)短|滞后(?:几|数)(?:分钟|秒)|与?(?:现价|当前价)(?:一致|相同)|等同于现价|至今(?:未变|没有?变)|没有?变化|仍(?:是|为|维持|在)[^,，]{0,4}(?:价|水平)|(?:依旧|依然|仍然?)有效|(?:按|以)此价|成交价|(?<![a-z])(?:fresh|minutes? old|current|going (?:rate|price)|recent enough|still (?:the same|holds|trades?|stands?)|(?:has|have) not (?:moved|changed)|would pay now)(?![a-z])/,
    ofMarket(isToday),
  ],
  [/全年|(?<!半)年报|full[- ]year|annual report/, ofBooks((day) => day.includes("-12-31"))],
  [/半年|中报|中期|interim|half-year/, ofBooks((day) => day.includes("-06-30"))],
  [/(?<!第?[一二四])三季|third[- ]quarter/, ofBooks((day) => day.includes("-09-30"))],
  [/二季|second[- ]quarter/, ofBooks((day) => day.includes("-06-30"))],
  [/四季|fourth[- ]quarter/, ofBooks((day) => day.includes("-12-31"))],
  [
    /(?<![较比与和同])[去上]年(?:同期)?|year-ago|prior[- ]year|year before/,
    ofBooks((day, bench) => isOfYear(day, bench, 1)),
  ],
  [/[上前下]一?个?季度?|[上下]期|(?:previous|prior|last|next) quarter/, ofBooks(noClaim)],
];

const zhFigures =
  "(?:数据(?:时间)?|(?:取数|获取|更新|查询)时间|时点|快照|数字|数值|价格?|价位|报价|行情|收盘价|成交[量额]|涨跌?幅|口径|净利润|营业?收入?|市值|换手率|毛利率|市[盈净]率|主力净流[入出])";
const zhHead = pattern`^[(（]?(?:注意?|说明|备注)?[:： ]?(?:其中|也)?(?:(?:以上|上述|该|此|这|其|本)[一个些]?${zhFigures}?|${zhFigures}|实际|基本|主要|至今|今天|目前|盘中|当前|您?可以?)?(?:今[天日]|目前|当前|盘中)?(?:均|都|全部|仅|只|已|做|实际|基本|主要)*(?:即|就是|也就是|也即|为|系|是|属于?|以|按|不?含|包含|取[自于]|获取于|采自|昨[晚夜]|来自|就?在|截至|基于|相对|与(?=[^,]{0,8}一致)|等同|仍|依旧|依然|至今|延[时迟]|滞后|同步|未|维持|做|扣|剔)`;
const figures =
  "(?:figures?|numbers?|prices?|quotes?|values?|volume|turnover|net profit|data|readings?|snapshots?)";
/** Its subject is the figures, or it stands in apposition to them. */
const enHead = pattern`^[("]?(?:note:? )?(?:(?:and |so )?(?:the ${figures}|(?:this|that|it|these|those|which|both|all)(?: ${figures})?|${figures})(?: of the above)? (?:still |only |both |all )*(?:is|are|was|were|has|have|covers?|excludes?|includes?|counts?|comes?|dates?|remains?|holds?)(?![a-z])|(?:and (?:is|has|have)|the|an?|its|this|still|only|just|one|yesterday|from|in|on|at|during|after|both as of|recent|organic|free|measured|year|adjusted|before)(?![a-z]))`;
/** The current session is still open: of no figure. */
const ofSession = /^(?:the )?(?:(?:current|regular|today's|trading) )*(?:session|market|exchange)s? /;
/** Denied, asked or supposed; 不含, 未过期 are none. */
const apart =
  /[?？]|之[比差]|除以|衡量|反映|越|不含[^,]{0,12}[季年]|不[是能可宜应代等要会]|并非|而非|没有?(?:取到|查到|返回|拿到)|无法|n't|[如若]|是否|暂|尚|还没|未(?!过期|变)|会(?!计)|再|(?<![a-z])(?:not?(?! (?:moved|changed))|never|cannot|can't|without|whether|if|rather|measures?|unavailable|(?<!(?:in|of|since) )may(?! day)|might|can|could|do|does)(?![a-z])/;
const longest = 90;

interface Glossed {
  /** The figures that it may be of. */
  readonly own: readonly Match[];
  readonly token: Token;
  readonly bench: Bench;
}

/** 上个月的数据 */
const zhBare =
  /^[(（]?(?:[上本去昨前今半]|[一两三几]个?)[^,，]{0,8}(?:数据|数字|价格|报价|行情|口径|水平)[)）]?$/;
/** Excluding one-offs, for the morning only, block trades only, unaudited: the clause begins with the basis itself. */
const enBare =
  /^[("]?(?:(?:but |and |all )?(?:excluding|including|before|after|for|under|based|on|as|as of|unaudited|preliminary|provisional|estimated|block trades?|morning|adjusted|quoted|previous|prior|taken|captured|snapped|per|refreshed|updated|where|since|roughly|about|nearly|some|half|an hour|one hour|two hours|several hours|last month|last week|last year)(?![a-z]))/;

/** A clause of words alone, behind the number that it is of. */
const isGloss = (clause: Clause): boolean =>
  !clause.some(({ kind }) => kind === "number" || kind === "company");

/** Reports the words of the first label that none of the entries bears out. */
function judge(text: string, among: readonly Label[], { own, token, bench }: Glossed): void {
  if (text.length > longest || apart.test(text)) return;
  const isOfAll = /[均都]|(?<![a-z])(?:both|all)(?![a-z])/.test(text);
  const { lexicon } = bench.input;
  for (const [words, fits] of among) {
    const said = words.exec(text)?.[0];
    if (said === undefined) continue;
    const known = own.flatMap(({ options: [entry], quantity }) => {
      if (entry === undefined) return [];
      // A measure that is registered with the word, or a claim of its stretch.
      const isRegistered =
        fits === noClaim &&
        (entry.window !== null || lexicon.wordsOf(entry.claim.metric).some((word) => word.includes(said)));
      return isRegistered ? [true] : (fits(entry, bench, said, quantity) ?? []);
    });
    if (known.length > 0 && (isOfAll ? known.includes(false) : !known.includes(true))) {
      bench.report(token, "wrong_date");
      return;
    }
  }
}

const isOpen = ({ kind }: Token): boolean => kind === "open";

/** Reports labels that none of the figures before them bears out. */
export function checkGlosses(bench: Bench): void {
  const byPart = Map.groupBy(bench.matches, ({ part }) => part);
  const { lower } = bench.input;
  let own: readonly Match[] = [];
  for (const part of bench.reading.parts) {
    const shown = byPart.get(part) ?? [];
    if (part.coverage.hasNumber) own = shown;
    const last = Math.max(-1, ...shown.map(({ quantity }) => quantity.clause));
    for (const [at, clause] of part.sentence.clauses.entries()) {
      const [token] = clause;
      if (token === undefined || own.length === 0) continue;
      const text = textOf(at > last ? clause : upTo(clause, isOpen), lower).trim();
      const isLabel =
        at > last &&
        isGloss(clause) &&
        !ofSession.test(text) &&
        (/^["(]?[a-z]/.test(text)
          ? enHead.test(text) || enBare.test(text)
          : zhHead.test(text) || zhBare.test(text));
      if (isLabel) judge(text, labels, { own, token, bench });
      else if (at <= last)
        judge(text, told, { own: shown.filter(({ quantity }) => quantity.clause === at), token, bench });
    }
  }
}
