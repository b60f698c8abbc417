/** 低估值不等于便宜, 单日涨跌不代表趋势, a moving average lags the price: what is said of a kind of thing, and of nothing that the text shows. */

import { pattern } from "../../lexicon/patterns.ts";
import { pointsAtThing } from "../pointing.ts";
import { withoutListMark } from "../readers/marks.ts";
import type { Reading } from "../reading.ts";
import { kindsOf, lastOf, type Token, type TokenKind } from "../token.ts";
import { type General, generalForm } from "./general-remarks.ts";
import { isBorneOut } from "./presupposed.ts";

const borders: ReadonlySet<TokenKind> = new Set(["clause", "break", "line", "cell", "open", "close"]);
const stating = kindsOf("direction compare event derived");
/** What makes a clause one of a company, a day or an amount. */
const particular = kindsOf(
  "company entity number quantity date time relative realtime superlative scope count pair user source",
);
const mostTokens = 48;
const reach = 10;
const longest = 140;

const measures =
  "估值|市盈率|市净率|股息率?|换手率?|毛利率?|净利率|负债率?|量比|增速|分红|波动|溢价|roe|pe|pb";
const states =
  "放量|缩量|破净|超买|超卖|金叉|死叉|低估|高估|扭亏|亏损|成交放大|成交萎缩|成交活跃|成交清淡|交投活跃|量能放大|量能萎缩|量价齐升|量价背离";
const short = "单日|单季度?|单月|一天|一日|一个季度|某一天|短期|短线|短期内|阶段性";
const happening =
  "涨跌幅?|下跌|上涨|跌幅|涨幅|亏损|盈利|净?流[入出]|资金(?:流[入出向]?|面|动向)?|流向|表现|波动|数据|业绩|走势|回调|反弹|放量|缩量|成交放大";
const kind = `(?:(?:量比|市净率|pb)(?:低于|高于|大于|小于|超过|不足)1倍?|[较更]?[高低]的?(?:${measures})|(?:${measures})的?(?:高低|大小|[较更]?[高低大小]|为负|为正|高企)|(?:${short})的?(?:股价)?(?:${happening})|(?:${states})(?:上涨|下跌)?|(?:便宜|昂贵)(?=的[公股])|(?:季节性?|一次性|政策|外部|短期)的?因素)(?:的?(?:公司|企业|个股|股票)|的(?:情况|时候|时))?`;
const lead =
  "(?:但是?|不过|而且|另外|此外|同时|其实|当然|要?注意的?是?|需要?(?:说明|注意|提醒)的是|提醒|提示|一般来说|通常来说|毕竟|单看|光看)?";
const adverbs = "(?:本身|并|也|都|就|绝|更|并非|往往|通常|一般|常常|常|大多|多半|单独|有时)*";
const apart =
  "无关|没有?(?:必然|直接|绝对)?的?(?:关系|联系|关联)|(?:含义|意义|性质)(?:并|也|各)?不(?:同|一样)|是两[回码]事|不是一?[回码]事";
/** What is only denied to follow. */
const denial = [
  "不(?:一定|见得|等于|等同|代表|意味|说明|表示|必然|宜|构成|改变|预示|保证|足以|必(?!须|要)|能?(?:替代|取代|外推)|(?:能|足以|可)(?:直接|单独|据此|就|简单|只|用来|用于)?(?:说明|代表|推算|推断|作为|当作|看作|视为|反映|判断|得出|证明))",
  "(?:未必|不是(?:好事|坏事|买入|卖出|信号|坏消息)|(?:说明|代表|证明|替代)不了)",
  "没有(?:绝对|统一|固定|明确)的?(?:标准|定义)",
  `(?:[和跟与同][^,，]{1,12})?(?:${apart})`,
].join("|");
/** What is so in general, what one has to look at besides, what it is no more than. */
const general = [
  "(?<=数据)波动(?:往往|通常)?(?:较|比较|很)大$",
  "(?:往往|通常|一般|常常)(?:[^了]{0,6})(?:反映|指|意味|说明|表示|伴随|源于|来自|对应|被|用来|不用|没有|改看|看作|视为)",
  "(?:在[^,，]{1,8}[中里])?(?:较为|比较|很|并不|相当)?(?:常见|普遍|少见|罕见)$",
  "(?:还|都|也)?(?:需要?|要|得|应当?|宜|必须)(?:再|同时)?(?:结合|综合|参考|对比|对照|放在|拉长|区分)",
  "(?:只|仅|不过)(?:是|能)?(?:反映|说明|代表|表示|体现)",
  "(?:只|仅|不过|都?)是(?:某|当|这)?(?:[一单]?[天日]|时点|技术|滞后|短期|位置|参考)?的?(?:快照|切片|截面|截图|状态|位置(?:关系|描述)?|关系|描述|指标|比值|数据?|数字|结果|参考|口径)(?:而已)?$",
  "(?:可能|未必|不一定|各自)(?:方向|口径|定义|算法)(?:各)?不(?:同|一|一样|一致)$|受[^,，]{1,10}影响(?:较|很|比较)?大$",
].join("|");
const han = pattern`^(?<lead>${lead})(?<subject>[^,，]{0,28}?)${adverbs}(?:(?<denial>${denial})|${general})`;
const hanKind = pattern`^${kind}(?:[和与、或]${kind})?$`;
/** 市盈率较高往往意味着…: of any, where it is only told what that often means. */
const hanGraded = new RegExp(`^(?:${measures})的?(?:数值)?[较偏更很]?[高低大小]$`);
/** ,但也可能只是当期利润偏低: what else it may mean, behind a remark of that kind. */
const hanElse = /^(?:但|不过|然而|当然)?(?:也|还|又)?有?可能(?:只|仅)?(?:是|因为|由于|源于|反映|意味着?)/;
const hanMay = pattern`^${lead}${kind}(?<=公司|企业|股|股票|因素)(?:也|同样|仍)?(?:有?可能|会|容易)`;
/** 跌破或站上, 流入与流出: of either, so of none. */
const either =
  /(?:站上|突破|高于|流入|上?涨)(?:均线|股价)?(?:或者?|还是|与|和|、)(?:跌破|低于|流出|下?跌)|(?:跌破|低于|流出|下?跌)(?:或者?|还是|与|和|、)(?:站上|突破|高于|流入|上?涨)/;
/** 连续上涨, 放量站上: it has gone on, or happened otherwise. */
const happened = /连[续日]|再[次度]|首次|刷新|创|新[高低]/;
/** 还需要看资产质量、盈利增长: what one has to look at, of which nothing has happened. */
const hanLook =
  /^(?:还|也|同时|此外)?(?:需要?|要|得|应当?|应该|建议|最好)(?:再|同时|进一步)?(?:看|结合|考虑|综合|参考|对比|关注)/;
const hanNeutral = /^(?:盈利|增长|利润增长|增速|增幅|增长率|方向不同|较大)$/;
/** 股价上涨时股息率会下降, 市场有涨有跌: how it goes whatever happens. */
const hanCourse =
  /^(?:当|在|而|但)?(?:股价|价格|利润|盈利|公司亏损)[^,，了]{0,6}(?:时|时候|的话),?[^,，了]{0,10}(?:会|就|则|通常|一般)|^(?:股市|市场|行情|股价|价格|投资)(?:本来就|总是|都)?有涨有跌$/;
/** 反映市场的担忧: of those who trade, and no market that moved. */
const hanPointless =
  /市场(?=对|的|情绪|预期|有涨)|行业(?=看|比|判断|对比)|(?<=[结综])合[^,，]{0,12}行业|^(?:这|以上|上述)(?:都|也|两个数|个数|些)*(?=只是|仅是|不过是|都?是)|(?<=在)[^,，]{1,3}股(?=[中里])|(?<=说明|代表|证明)不了|不了解/g;

const narrow = "(?:day|session|quarter|week|month|year|reading|number|figure|indicator|ratio|data point)";
const plural =
  "(?:moving averages|averages|stocks|share prices|stock prices|prices|markets|multiples|valuations|dividend yields|yields|dividends|margins|ratios|(?:(?!both|all|these|those|its|their|which|our|the|two|three)[a-z-]+ )?(?:companies|firms|banks|earnings|profits|revenues|indicators|signals|readings|traders|investors|averages)|(?:quarterly|monthly|daily|interim|short-term|single-day|one-day|intraday) (?:figures|results|numbers|earnings|losses|moves|swings|flows|gains))";
const graded =
  "(?:high|low|higher|lower|thin|heavy|rising|falling|negative|positive) (?:valuations?|multiples?|p/es?|p/bs?|(?:dividend )?yields?|turnover|volume|leverage|(?:gross |net )?margins?)";
const subject = `(?:an? (?!look|note|reminder|few|lot|word|quick|bit|further|new|rebound|rally|recovery|sell)|any |(?:one|(?:a|any) single) ${narrow}(?:'s)?(?![a-z])|${plural}|${graded}|(?:price per share|the price of (?:a|one|a single) share|share prices? (?=alone|by itself))|(?:trading|closing|sitting|being|crossing|moving|breaking) (?:above|below|under|over|through) an? |the (?:gap|difference|distance) between an? )`;
const verb =
  "(?:(?:do|does|need|can|is|are|will|would)(?: not|n't)|cannot|is no|are no|is (?:rarely|never|only|just|often|usually|sometimes|generally)|usually|often|generally|typically|normally|commonly|sometimes|rarely|tends? to|(?:says?|tells?|proves?)(?: you| us)? (?:nothing|little|only)|makes? no|(?:treat|see|read|use|take) (?:an? |any )?[a-z ]{1,40} as|lags?|smooths?|(?:is|are) (?:an? )?(?:lagging|leading|rough|short|noisy|blunt|static|backward-looking)|depends? on|reflects?)";
const english = pattern`^(?:but |and |also |still |note that |remember that |remember,? |in general |generally |keep in mind that |please note that )?${subject}[a-z' /-]{0,70}? ?(?<![a-z])${verb}(?![a-z])`;
/** Prices can go down as well as up: what may always be; that of a plural, for a sell-off can only go on. */
const englishCourse = pattern`^(?:but |and |also |still |remember,? |note that )?(?:${plural}|an? (?:stock|company|firm|share|price)|(?:share )?prices|the (?:gap|difference|distance) between an? [a-z -]{1,40}) (?:can|may|could|do|often|also|always)(?![a-z])`;
const englishPointless =
  /(?<=between an? [a-z]{1,12} and )its(?= )|(?<=(?<![a-z])an? (?:price|close|stock|share|company) (?:above|below|under|over) )its(?= )|(?<=(?<![a-z])(?:not|n't) (?:necessarily |automatically )?(?:mean|imply|guarantee) )(?:that|the (?:price|stock|shares?|trend))(?= )|(?<=(?<![a-z])can )have(?= )|(?<=(?<![a-z])tells? )you(?= )/g;
const mayRemark =
  /不|影响|反映|衡量|体现|看|差异|没有|无关|[只仅是]|受|可能|会|指|未必|往往|通常|一般|常常?见|普遍|少见|罕见|要|得|应|宜|时|有涨有跌|两回事|n't|(?<![a-z])(?:not|no|nothing|little|only|usually|often|generally|typically|normally|commonly|sometimes|rarely|never|tends?|lags?|lagging|smooths?|can|may|could|is|are|depends?|reflects?|expect|means|implies|weigh|look|focus|care|consider|balance|compare)(?![a-z])/;

/** A stretch of any time, none of it at hand. */
const ofStretch = /^(?:[一1](?:天|日|个季度)|单日|单季度?|全年|full[- ]year)$/;
/** 不能外推到一个月: of no time at hand. */
const ofSpan = /^[一1]个?(?:[天日周月年]|季度?|星期)$/;
const ofParity = /(?:量比|市净率|pb)(?:低于|高于|大于|小于|超过|不足)1倍?$/;
/** 去年基数, 结合行业看: of whatever it is set beside. */
const isOfAny = ({ kind, end }: Token, lower: string): boolean =>
  (kind === "relative" && /^(?:同期)?的?基数/.test(lower.slice(end, end + 5))) ||
  (kind === "entity" &&
    lower.endsWith("行业", end) &&
    /^(?:来?看|对?比|判断)/.test(lower.slice(end, end + 2)));
/** 您的风险偏好: of whoever reads it. */
const ofReader = /^的?(?:自己的?)?(?:风险|偏好|判断|情况|目标|投资|需求|资金)/;
const denying = /(?:n't|(?<![a-z])not)$/;
/** 不代表会继续上涨: what goes on has begun, and the claims must say so. */
const goesOn =
  /继续|进一步|持续|延续|加速|还会|[再又仍][会将]?[涨跌升降上下亏]|(?<![a-z])(?:keeps?|continues?|further|again|extends?|stays?|remains?)(?![a-z])/;
const ofEarnings = /loss|亏|盈利|profit/;

/** A word of move or a measure that carries a sign. */
const saysWay = ({ kind, sign }: Token): boolean =>
  sign !== 0 && (kind === "direction" || kind === "metric" || kind === "event");
/** The noun alone says no way. */
const isNounOfGrowth = ({ start, end }: Token, lower: string): boolean =>
  /^(?:增速|增幅)$/.test(lower.slice(start, end));

const mayState = (each: Token): boolean => stating.has(each.kind) || saysWay(each);
const saysAny = (each: Token | undefined): boolean =>
  each !== undefined && (each.kind === "number" || mayState(each));

/** No claim of what the word is about goes the other way: 一天的下跌 beside a rise would be of another day. */
function fitsClaims(
  { start, end, sign }: Token,
  isOn: boolean,
  { lower, claims, lexicon }: Reading,
): boolean {
  const isOfDay = /day's $/.test(lower.slice(Math.max(0, start - 8), start));
  const isOfEarnings = ofEarnings.test(lower.slice(start, end)) && !isOfDay;
  const isOfFlow = /流[入出]/.test(lower.slice(start, end));
  const metrics = isOfFlow ? lexicon.flows : isOfEarnings ? lexicon.profits : lexicon.changes.percent;
  const own = claims.filter((claim) => claim.kind === "numeric" && metrics.includes(claim.metric));
  return own.every(({ value }) => Math.sign(Number(value)) === Math.sign(sign)) && (own.length > 0 || !isOn);
}

/** 站上均线不等于…: what the clause speaks of is a kind of thing, or the claims bear out each word of it that states something. */
function isSubjectSound(subject: string, own: readonly Token[], reading: Reading): boolean {
  if (either.test(subject)) return true;
  if (happened.test(subject)) return false;
  return own.every((each) => {
    if (each.kind === "event" || each.kind === "derived") return false;
    if (each.kind === "compare") return /^[<>]=?(?:post)?$/.test(each.op) && isBorneOut(each, own, reading);
    return !saysWay(each) || isNounOfGrowth(each, reading.lower) || fitsClaims(each, true, reading);
  });
}

const hedging = /往往|通常|一般|常常/;

/** 提示:低估值不等于便宜: what stands before the colon is no part of it. */
const isBorder = (each: Token | undefined): boolean =>
  each === undefined || borders.has(each.kind) || each.op === ":";

/** The clause is about a kind of thing. */
function isFree(point: readonly Token[], reading: Reading, isBehind: boolean): boolean {
  const { lower } = reading;
  const own = withoutListMark(point, lower);
  const [first, last] = [own[0], lastOf(own)];
  if (first === undefined || last === undefined || own.length > mostTokens) return false;
  const isOne = ({ start, end }: Token): boolean => ofStretch.test(lower.slice(start, end));
  const isSpan = ({ start, end }: Token): boolean => ofSpan.test(lower.slice(start, end));
  if (last.end - first.start > longest || !own.some((each) => mayState(each) || isOne(each) || isSpan(each)))
    return false;
  const text = lower.slice(first.start, last.end);
  const isCourse = hanCourse.test(text) || englishCourse.test(text);
  const isLook = hanLook.test(text);
  const said = han.exec(text);
  const isKind =
    hanMay.test(text) || english.test(text) || (isBehind && hanElse.test(text) && !own.some(saysWay));
  if (!isCourse && !isLook && said === null && !isKind) return false;
  if (pointsAtThing(text.replace(hanPointless, "").replace(englishPointless, ""))) return false;
  const { lead: led = "", subject = "", denial: denied } = said?.groups ?? {};
  const before = first.start + led.length + subject.length;
  const isParticular = (each: Token): boolean =>
    particular.has(each.kind) &&
    !isOne(each) &&
    !(denied !== undefined && each.start >= before && isSpan(each)) &&
    !isOfAny(each, lower) &&
    !(each.kind === "user" && ofReader.test(lower.slice(each.end, each.end + reach))) &&
    !(each.kind === "number" && ofParity.test(lower.slice(first.start, each.end)));
  if (own.some(isParticular)) return false;
  if (isLook && own.some((each) => mayState(each) && !hanNeutral.test(lower.slice(each.start, each.end))))
    return false;
  const isOn = goesOn.test(text);
  const isGraded =
    denied === undefined &&
    hanGraded.test(subject) &&
    hedging.test(text) &&
    !own.some(({ kind, start }) => kind === "event" || (kind === "metric" && start >= before));
  if (said !== null && !isKind && !isCourse && !isGraded && !hanKind.test(subject)) {
    const isOfSubject = ({ start }: Token): boolean => start < before;
    if (!isSubjectSound(subject, own.filter(isOfSubject), reading)) return false;
    const isNeutral = (each: Token): boolean =>
      isOfSubject(each) || !mayState(each) || hanNeutral.test(lower.slice(each.start, each.end));
    if (denied === undefined && !own.every(isNeutral)) return false;
  }
  // 成交活跃不等于资金流入: what is denied to follow has not happened.
  const until = said?.[0] ?? english.exec(text)?.[0] ?? "";
  const isDenied = denied !== undefined || (said === null && denying.test(until));
  const end = isDenied && !isOn ? first.start + until.length : last.end;
  const fits = (each: Token): boolean =>
    !saysWay(each) || each.start >= end || isNounOfGrowth(each, lower) || fitsClaims(each, isOn, reading);
  return (isCourse && !isOn) || own.every(fits);
}

const notSaid = (each: Token): Token =>
  saysAny(each) || each.kind === "vague"
    ? { ...each, kind: "licensed", op: "", sign: 0, metrics: [], number: null }
    : each;

/** The words of such clauses taken for what they are there, which is nothing that a claim would have to bear out. */
export function withoutFreeRemarks(tokens: readonly Token[], reading: Reading): readonly Token[] {
  if (!mayRemark.test(reading.lower)) return tokens;
  let changed: Token[] | null = null;
  let wasFree = false;
  /** Where the clause begins that is free only if the next one is; its own place where there is none. */
  let begin = 0;
  for (let from = 0; from < tokens.length; ) {
    let to = from;
    let isWorth = begin < from;
    for (; to < tokens.length && !isBorder(tokens[to]); to++) isWorth ||= saysAny(tokens[to]);
    const own = tokens.slice(from, to);
    const form: General = isWorth ? generalForm(own, reading, begin < from || wasFree) : null;
    const isBefore = tokens[to]?.kind === "clause";
    wasFree = form === "alone" || (isWorth && isFree(own, reading, wasFree));
    if (wasFree) {
      changed ??= [...tokens];
      for (let at = begin; at < to; at++) changed[at] = notSaid(tokens[at] as Token);
    }
    if (wasFree || form !== "ahead" || !isBefore) begin = to + 1;
    wasFree &&= isBefore;
    from = to + 1;
  }
  return changed ?? tokens;
}
