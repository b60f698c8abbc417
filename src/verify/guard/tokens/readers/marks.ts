import { chineseNumerals } from "../../../../language/numbers.ts";
import { englishCounts, spelledCount } from "../../lexicon/numerals.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { isDigit, isLetter, isWord, type Token, token } from "../token.ts";
import { readBareNumber } from "./amounts.ts";
import { readUnit } from "./units.ts";

const countNouns =
  /^个(?=["“「『])|^个(?:价位?|价格|数字?)?(?=(?:里|中|当中|之中)[^,，。;；]{0,6}最)|^个(?=(?:都|均|全|皆)(?:是|为|来自|出自|取自|来源))|^ ?(?:只|家|支|个|大|檔|档)?(?:股票|公司|标的|个股|银行(?:股(?![价东息本份数权民]))?|股|上市公司|白酒股|龙头|企业|者)|^(?:只|家|支)[\u4e00-\u9fff]{1,4}?(?:股票|公司|企业|股(?![价东息本份数权民]))|^大[\u4e00-\u9fff]{1,4}?(?:龙头|巨头)|^ ?(?:只|家|支)(?![万亿])|^ (?:(?:different|separate|distinct|unrelated|chinese|a-share|listed|liquor|baijiu|bank|banking|brokerage|insurance|battery|tech|ev|chip|solar|mining|drug|pharma|consumer|home-appliance|appliance|car) ){0,2}(?:stocks|companies|names|firms|banks|makers|brokers|insurers|listings|shares listed|tickers|of them|securities)(?![a-z])|^(?= (?:of|rose|fell|gained|lost|advanced|declined|dropped|climbed|slipped|closed (?:higher|lower|up|down)|(?:are|were) (?:up|down|higher|lower))(?![a-z]))/;
/** What these begin with: told before the pattern is tried. */
const countStops = " 个只家支大檔档股公标银上白龙企者";

export const countStarts = ["0123456789tfseno", ...chineseNumerals].join("");

/** Three digits and more count no companies that a text names; told before the number is read. */
const isLarge = (lower: string, at: number): boolean =>
  isDigit(lower.charCodeAt(at + 2)) && isDigit(lower.charCodeAt(at + 1)) && lower.charAt(at) !== "0";

/** A count of companies: 两只股票, 3家公司, two stocks, 两者. */
export function readCount(lower: string, at: number): Token | null {
  const code = lower.charCodeAt(at);
  if ((at > 0 && isWord(lower.charCodeAt(at - 1))) || (isDigit(code) && isLarge(lower, at))) return null;
  const word = isLetter(code) ? /^[a-z]+/.exec(lower.slice(at, at + 6))?.[0] : undefined;
  const english = word === undefined ? undefined : englishCounts.get(word);
  const read = english === undefined ? readBareNumber(lower, at) : null;
  const value =
    english ?? (read !== null && read.decimals === 0 && read.exponent === 0 ? Number(read.digits) : 0);
  const end = english === undefined ? (read?.end ?? at) : at + (word?.length ?? 0);
  if (value < 1 || value > 99) return null;
  const noun = countStops.includes(lower.charAt(end) || "?")
    ? countNouns.exec(lower.slice(end, end + 40))
    : null;
  const isDefinite =
    english !== undefined && /(?:the|all|these|those|of) $/.test(lower.slice(Math.max(0, at - 6), at));
  if (noun === null && isDefinite && !isWord(lower.charCodeAt(end))) {
    const unit = readUnit(lower, end);
    return unit.unit === null && unit.exponent === 0
      ? token("count", at, end, { count: value, op: "among" })
      : null;
  }
  // "one company" is a manner of speaking, "one fell" a count.
  if (noun === null || (english === 1 && noun[0] !== "") || (isDigit(code) && noun[0] === "股")) return null;
  const after = lower.slice(end + noun[0].length, end + noun[0].length + 6);
  const isAmong =
    /^\s?(?:中|里|内|之中|当中|之首|之间|最)/.test(after) ||
    among.test(lower.slice(Math.max(0, at - 12), at));
  return token("count", at, end + noun[0].length, { count: value, op: isAmong ? "among" : "" });
}

const itemNouns =
  /^(?:项(?:指标|数据)?(?![目%])|(?:个|组|类|种|条|大)(?:指标|数据|数字|(?:估值|财务|行情|价格)?数值?|指数|价格|价位|结果|时点|日期|交易日|维度|方面|角度|口径|问题|要点|部分|层面|日期|来源|估值指标|财务指标|说法|看法|算法|方法|情况|含义|解释|比率|报告期|期间|结论|科目)|边(?=的?(?:口径|价格|股价|数据|数字|来源|单位|市场|定义|算法|时间|日期)(?!都|均|也))|(?:期|份|张)(?:数据|数字|报告|财报|年报|季报|报表|(?=(?:都|均|也都|之间|相比|对比|比较)))|条(?=(?:都|均|也都)(?:来自|取自|源自|出自|引自))|方面|句话| (?:metrics|measures|figures|numbers|readings|indicators|sources|dates|things|sides|counts|data points|facts|inputs|ingredients|multiples|decimals?|decimal places)(?![a-z])|(?= (?:come|comes|are|were|is) (?:from|as of|via|sourced|taken|dated|quoted)(?![a-z]))|(?= ?: ?[a-z]+,))/;

/** The operator of 这两期, 两天相比: how many times a text has spoken of, which is checked against the days that it shows. */
export const timesOp = "times";
const times = /^(?:期|天|日|年|个?季度|个(?:交易日|报告期|月)|次(?=收盘))/;
const timesAround =
  /^(?:相比|对比|对照|一览|比较|比起来|之间|来看|看|而言|来说|持平|一样|相同|的(?![\d一二两三四五六七八九十]))/;

function readTimesCount(lower: string, at: number, word: string): Token | null {
  const noun = times.exec(lower.slice(at + word.length, at + word.length + 6));
  if (noun === null) return null;
  const end = at + word.length + noun[0].length;
  const isSpoken =
    /(?:这|上述|以上|前后)$/.test(lower.slice(Math.max(0, at - 2), at)) ||
    (!isDigit(word.charCodeAt(0)) && timesAround.test(lower.slice(end, end + 3)));
  return isSpoken ? token("licensed", at, end, { op: timesOp, count: spelledCount(word) }) : null;
}

export const itemStarts = "两二三四五六23456tfs";

/** 这两项, both measures, two figures: how many things the text itself speaks of; at most nine, so no datum. */
export function readItemCount(lower: string, at: number): Token | null {
  const isInside = at > 0 && isWord(lower.charCodeAt(at)) && isWord(lower.charCodeAt(at - 1));
  if (isInside) return null;
  const word = /^(?:[两二三四五六]|[2-6](?!\d)|two|three|four|five|six)/.exec(lower.slice(at, at + 5))?.[0];
  if (word === undefined) return null;
  const ofTimes = readTimesCount(lower, at, word);
  if (ofTimes !== null) return ofTimes;
  const noun = itemNouns.exec(lower.slice(at + word.length, at + word.length + 16));
  // All three come from tushare; of "two come from" no more is known.
  if (noun?.[0] === "" && !/(?:all|both|these) $/.test(lower.slice(Math.max(0, at - 6), at))) return null;
  return noun === null ? null : token("licensed", at, at + word.length + noun[0].length, { op: "mask" });
}

/** 三家公司中, of the three stocks: the whole of which the text may name a part. */
const among = /(?:among|of|between) (?:the |all |these )?$/;

const parameter =
  /^(?:(?:近|过去|最近|前|未来)?\d{1,3}(?:个)?(?:交易日|日|天|周|月|年|个月)(?:均线|线|期|来|内|以来|移动平均|高点|低点)?|(?:近|过去|最近)[一二两三四五六七八九十]+(?:个)?(?:交易日|日|天|周|月|年)|前(?:十|五|二十|三|\d{1,2})(?:大(?:流通)?(?:股东|客户|供应商|重仓股)?|名|位|股东|客户)|每(?:十|\d{1,3})股|(?:past|last|previous|trailing) (?:\d{1,3}|two|three|four|five|ten|twenty|sixty|couple of)(?: (?:trading )?(?:days|weeks|months|years|sessions)|(?= (?:daily )?(?:closes|closing prices)))|\d{1,3}-(?:day|week|month|year)|(?:ma|ema|rsi|boll|kdj|cci|wr|atr)(?:\(\d{1,3}\)|\d{1,3})|t ?\+ ?1(?![\d.%元])|top[ -](?:10|5|20|ten|five)|per (?:10|ten) shares)/;
const parameterOnly = /^(?:前|每|top|per|t ?\+|(?:ma|ema|rsi|boll|kdj|cci|wr|atr))/;
/** A stretch of time with nothing that makes it a parameter: 3日, 52周. */
export const isBareStretch = (text: string): boolean =>
  /^\d{1,3}(?:个)?(?:交易日|日|天|周|月|年)$/.test(text);
export const parameterStarts = "近过最前每未0123456789plmerbkcwat";

/** What goes on behind the digits of a stretch of time: told before the pattern is tried. */
const stretchMarks = "个交日天周月年-";
function mayBeStretch(lower: string, at: number): boolean {
  let end = at;
  while (end - at < 4 && isDigit(lower.charCodeAt(end))) end++;
  return end - at < 4 && stretchMarks.includes(lower.charAt(end) || "?");
}

/** MA20, 近30日, 52周, 前十大, 每10股, 10年期: licensed as what they are. Those that name a stretch of time are windows. */
export function readParameter(lower: string, at: number): Token | null {
  if (at > 0 && isWord(lower.charCodeAt(at - 1))) return null;
  if (isDigit(lower.charCodeAt(at)) && !mayBeStretch(lower, at)) return null;
  const match = parameter.exec(lower.slice(at, at + 32));
  if (match === null) return null;
  // 近5年46.2%: a Chinese word needs no border.
  const [last, next] = [at + match[0].length - 1, at + match[0].length];
  if (isWord(lower.charCodeAt(last)) && isWord(lower.charCodeAt(next))) return null;
  if (!/[\d一二两三四五六七八九十]|two|three|four|five|ten|sixty|couple/.test(match[0])) return null;
  const kind = parameterOnly.test(match[0])
    ? /^(?:ma|ema|rsi|boll|kdj|cci|wr|atr)/.test(match[0])
      ? "foreign"
      : "licensed"
    : "window";
  return token(kind, at, at + match[0].length, { op: /^t ?\+/.test(match[0]) ? "mask" : match[0] });
}

export const listMarkStarts = " \t0123456789一二三四五六七八九十其(-+•·▪◦‣#>表图tfecn↑";

/** What begins a name in digits right behind a mark: (2)5日均线, 3、600519 贵州茅台, ① 14-day RSI. */
const nameInDigits = String.raw`\d{6}(?![\d元股手%倍万亿,])|\d{1,3}(?:[日周](?!元)|-(?:day|week))|\d{1,2}月|20\d\d[年-]`;
const numbered = String.raw`\(?(?:\d{1,2}|[一二三四五六七八九十]{1,2})(?:(?:[.．]|⃣)(?!\d)|[)、](?=${nameInDigits}|\D|$))`;
const monthNames =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const lineMark = pattern`^[ \t]*(?:(?:[一二三四五六七八九]是|其[一二三四五六])|(?:[-+•·▪◦‣#>]+ +)?${numbered}|[-+•·▪◦‣#>]+(?= )|>+(?=\n|$|[\u4e00-\u9fff—*_([]|(?!cny|rmb|usd|hkd)[a-z])|\d{1,2}(?= [^\d\s%元倍万亿手股年月日点.,x])(?! ?(?:[只家支个项条户次天周名位成]|(?:stocks?|compan(?:y|ies)|names?|firms?|banks?|shares?|tickers?|securities|lots?|days?|points?|times|per|percent|bps?|billion|million|yuan|of|rose|fell|${monthNames})(?![a-z]))))`;

/** 表1, Table 2:, NO.1, ↑ 图注: the number of a caption or of a rank, or what points at the table. */
const caption =
  /^(?:[表图] ?\d{1,2}(?![\d.元%倍])|(?:table|figure|fig\.?|exhibit|chart) ?\d{1,2}(?=[ .:)-]|\n|$)|(?:no\.?|top) ?\d{1,2}(?=[ 、.:]|[\u4e00-\u9fff])(?!\.\d)|↑ ?(?=[表图注]))/;

/** `1.`, `2)`, `(3)`, `①`, `一、`, `- `, `## 二、`, the `>` of a quoted block at the start of a line; `>30元` is more than that. */
export function readListMark(lower: string, at: number): Token | null {
  const ahead = lower.slice(at, at + 20);
  const match = caption.exec(ahead) ?? lineMark.exec(ahead);
  return match === null ? null : token("licensed", at, at + match[0].length);
}

const onlyMark = /^[^a-z\u4e00-\u9fff]*(?:[一二三四五六七八九十]{1,2}、)?[^a-z\u4e00-\u9fff]*$/;

/** The words of a point without the mark of its list or the sign that stands for one. */
export function withoutListMark(own: readonly Token[], lower: string): readonly Token[] {
  const isMark = ({ kind, start, end }: Token): boolean =>
    (kind === "licensed" || kind === "text") && onlyMark.test(lower.slice(start, end));
  const from = own.findIndex((each) => !isMark(each));
  return from <= 0 ? own : own.slice(from);
}

const innerMark = pattern`^(?:(?:[一二三四五六七八九]是|其[一二三四五六])(?=[^\d\s])|[二三四五六七八九]、(?=[^〇零一二三四五六七八九十\d\s])|\(?(?:\d{1,2}|[一二三四五六七八九十]{1,2})\)(?=\s?(?:${nameInDigits}|(?!\d|\s|元|%|倍|亿|万[元亿手股户]|手|股(?![价东息票])|年|月|日|\.)\S)))`;

const counted = /^(\d{1,2})(?:、|\. ?)(?=[^\d\s])/;
const [reachBack, reachAhead] = [400, 200];
const beginsItem = "(?:^|[;；:。,，\\n] ?)";

/** 1、…；2、…: one of a row of such marks, each at the start of a clause. */
function readCounted(lower: string, at: number): Token | null {
  const found = counted.exec(lower.slice(at, at + 6));
  if (found === null) return null;
  const own = Number(found[1]);
  const [other, text] =
    own === 1
      ? [2, lower.slice(at, at + reachAhead)]
      : [own - 1, lower.slice(Math.max(0, at - reachBack), at)];
  const isRow = pattern`${beginsItem}${other}(?:、|\. ?)(?=[^\d\s])`.test(text);
  return isRow ? token("licensed", at, at + found[0].length) : null;
}

/** `(2)`, `2)`, or `2、` of a row, at the start of a clause inside a line. */
export function readInnerMark(lower: string, at: number): Token | null {
  const [next, after] = [lower.charAt(at + 1), lower.charAt(at + 2)];
  // Most clauses that begin with a digit begin with an amount or a date.
  if (isDigit(lower.charCodeAt(at)) && next !== ")" && after !== ")")
    return "、.".includes(next || "?") || "、.".includes(after || "?") ? readCounted(lower, at) : null;
  const match = innerMark.exec(lower.slice(at, at + 16));
  return match === null ? null : token("licensed", at, at + match[0].length);
}

export const ordinalStarts = "第";

const ordinal =
  /^第[一二三四五六七八九十]{1,2}(?:(?=[，,、:])|(?:个问题|个方面|方面|点|问|条|部分)(?=[，,、:是]))/;
const beginsPoint =
  /(?:^|[\s,，、。;；:!！?？)）*]|关于|对于|至于|针对|先说|再说|先看|再看|先答|再答|回答|您的|你的)$/;

/** 第一,… 第二,…; 第一个问题,…: the order of the speech, not a rank; 净利润第一,… is one. */
export function readOrdinal(lower: string, at: number): Token | null {
  const match = ordinal.exec(lower.slice(at, at + 8));
  if (match === null || !beginsPoint.test(lower.slice(Math.max(0, at - 2), at))) return null;
  return token("licensed", at, at + match[0].length);
}
