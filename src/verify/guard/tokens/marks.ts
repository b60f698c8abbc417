import { isChineseNumeral } from "../../../language/numbers.ts";
import { readBareNumber } from "./amounts.ts";
import { isDigit, isWord } from "./characters.ts";
import { type Token, token } from "./token.ts";
import { readUnit } from "./units.ts";

const countNouns =
  /^个(?=(?:都|均|全|皆)(?:是|为|来自|出自|取自|来源))|^ ?(?:只|家|支|个|大|檔|档)?(?:股票|公司|标的|个股|银行|股|上市公司|白酒股|龙头|企业|者)|^(?:只|家|支)[\u4e00-\u9fff]{1,4}?(?:股票|公司|企业|股(?![价东息本份数权民]))|^ ?(?:只|家|支)(?![万亿])|^ (?:stocks|companies|names|firms|banks|shares listed|tickers|of them|securities)(?![a-z])|^(?= (?:of|rose|fell|gained|lost|advanced|declined|dropped|climbed|slipped|closed (?:higher|lower|up|down)|(?:are|were) (?:up|down|higher|lower))(?![a-z]))/;
export const englishCounts: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};

/** A count of companies: 两只股票, 3家公司, two stocks, 两者. */
export function readCount(lower: string, at: number): Token | null {
  const first = lower.charAt(at);
  if (!isDigit(lower.charCodeAt(at)) && !"tfseno".includes(first) && !isChineseNumeral(first)) return null;
  if (at > 0 && isWord(lower.charCodeAt(at - 1))) return null;
  const word = /^[a-z]+/.exec(lower.slice(at, at + 6))?.[0];
  const english = word === undefined ? undefined : englishCounts[word];
  const read = english === undefined ? readBareNumber(lower, at) : null;
  const value =
    english ?? (read !== null && read.decimals === 0 && read.exponent === 0 ? Number(read.digits) : 0);
  const end = english === undefined ? (read?.end ?? at) : at + (word?.length ?? 0);
  if (value < 1 || value > 99) return null;
  const noun = countNouns.exec(lower.slice(end, end + 16));
  const isDefinite =
    english !== undefined && /(?:the|all|these|those|of) $/.test(lower.slice(Math.max(0, at - 6), at));
  if (noun === null && isDefinite && !isWord(lower.charCodeAt(end))) {
    const unit = readUnit(lower, end);
    return unit.unit === null && unit.exponent === 0
      ? token("count", at, end, { count: value, op: "among" })
      : null;
  }
  // "one company" is a manner of speaking, "one fell" a count.
  if (
    noun === null ||
    (english === 1 && noun[0] !== "") ||
    (isDigit(lower.charCodeAt(at)) && noun[0] === "股")
  )
    return null;
  const after = lower.slice(end + noun[0].length, end + noun[0].length + 6);
  const isAmong =
    /^\s?(?:中|里|内|之中|当中|之首|之间|最)/.test(after) ||
    among.test(lower.slice(Math.max(0, at - 12), at));
  return token("count", at, end + noun[0].length, { count: value, op: isAmong ? "among" : "" });
}

const itemNouns =
  /^(?:项(?:指标|数据)?(?![目%])|(?:个|组|类|种|条|大)(?:指标|数据|数字|数|指数|价格|价位|结果|时点|日期|交易日|维度|方面|角度|口径|问题|要点|部分|层面|日期|来源|估值指标|财务指标)|方面|句话| (?:metrics|measures|figures|numbers|readings|indicators|sources|dates|things|sides|counts|data points|multiples)(?![a-z]))/;

const itemStarts = new Set([..."两二三四五六23456tfs"]);

/** 这两项, both measures, two figures: how many things the text itself speaks of; at most nine, so no datum. */
export function readItemCount(lower: string, at: number): Token | null {
  if (!itemStarts.has(lower.charAt(at))) return null;
  const isInside = at > 0 && isWord(lower.charCodeAt(at)) && isWord(lower.charCodeAt(at - 1));
  if (isInside) return null;
  const word = /^(?:[两二三四五六]|[2-6](?!\d)|two|three|four|five|six)/.exec(lower.slice(at, at + 5))?.[0];
  if (word === undefined) return null;
  const noun = itemNouns.exec(lower.slice(at + word.length, at + word.length + 16));
  return noun === null ? null : token("licensed", at, at + word.length + noun[0].length, { op: "mask" });
}

/** 三家公司中, of the three stocks: the whole of which the text may name a part. */
const among = /(?:among|of|between) (?:the |all |these )?$/;

const parameter =
  /^(?:(?:近|过去|最近|前|未来)?\d{1,3}(?:个)?(?:交易日|日|天|周|月|年|个月)(?:均线|线|期|来|内|以来|移动平均|高点|低点)?|(?:近|过去|最近)[一二两三四五六七八九十]+(?:个)?(?:交易日|日|天|周|月|年)|前(?:十|五|二十|三|\d{1,2})(?:大(?:流通)?(?:股东|客户|供应商|重仓股)?|名|位|股东|客户)|每(?:十|\d{1,3})股|(?:past|last|previous|trailing) \d{1,3} (?:trading )?(?:days|weeks|months|years)|\d{1,3}-(?:day|week|month|year)|(?:ma|ema|rsi|boll|kdj|cci|wr|atr)\(?\d{1,3}\)?|top[ -](?:10|5|20|ten|five)|per (?:10|ten) shares)/;
const parameterOnly = /^(?:前|每|top|per|(?:ma|ema|rsi|boll|kdj|cci|wr|atr))/;
/** A stretch of time with nothing that makes it a parameter: 3日, 52周. */
export const isBareStretch = (text: string): boolean =>
  /^\d{1,3}(?:个)?(?:交易日|日|天|周|月|年)$/.test(text);
const parameterStart = new Set([..."近过最前每未0123456789plmerbkcwat"]);

/** MA20, 近30日, 52周, 前十大, 每10股, 10年期: licensed as what they are. Those that name a stretch of time are windows. */
export function readParameter(lower: string, at: number): Token | null {
  if (!parameterStart.has(lower.charAt(at)) || (at > 0 && isWord(lower.charCodeAt(at - 1)))) return null;
  const match = parameter.exec(lower.slice(at, at + 32));
  if (match === null) return null;
  // 近5年46.2%: a Chinese word needs no border.
  const [last, next] = [at + match[0].length - 1, at + match[0].length];
  if (isWord(lower.charCodeAt(last)) && isWord(lower.charCodeAt(next))) return null;
  if (!/[\d一二两三四五六七八九十]|ten|five/.test(match[0])) return null;
  const kind = parameterOnly.test(match[0])
    ? /^(?:ma|ema|rsi|boll|kdj|cci|wr|atr)/.test(match[0])
      ? "foreign"
      : "licensed"
    : "window";
  return token(kind, at, at + match[0].length, { op: match[0] });
}

/** `1.`, `2)`, `(3)`, `①`, `一、`, `- ` at the start of a line. */
export function readListMark(lower: string, at: number): Token | null {
  const match =
    /^[ \t]*(?:(?:[一二三四五六七八九]是|其[一二三四五六])|\(?(?:\d{1,2}|[一二三四五六七八九十]{1,2})(?:[.)、．]|⃣)(?!\d)|[-+•·▪◦‣#>]+(?= )|\d{1,2}(?= [^\d\s%元倍万亿手股年月日点.,x])(?! ?(?:[只家支个项条户次天周名位成]|(?:stocks?|compan(?:y|ies)|names?|firms?|banks?|shares?|tickers?|securities|lots?|days?|points?|times|per|percent|bps?|billion|million|yuan|of|rose|fell)(?![a-z]))))/.exec(
      lower.slice(at, at + 20),
    );
  return match === null ? null : token("licensed", at, at + match[0].length);
}

/** `[1]` where a line of the text begins with the same mark: a footnote and the places that it stands for. */
export function readFootnote(lower: string, at: number, defined: ReadonlySet<string>): Token | null {
  const mark = /^\[\d{1,2}\]/.exec(lower.slice(at, at + 4))?.[0];
  return mark !== undefined && defined.has(mark) ? token("licensed", at, at + mark.length) : null;
}

/** The footnotes that lines of the text begin with. */
export const footnotesOf = (lower: string): ReadonlySet<string> =>
  new Set([...lower.matchAll(/(?:^|\n)(\[\d{1,2}\])/g)].map((match) => match[1] ?? ""));

/** `(2)` or `2)` at the start of a clause inside a line. */
export function readInnerMark(lower: string, at: number): Token | null {
  const match =
    /^(?:(?:[一二三四五六七八九]是|其[一二三四五六])(?=[^\d\s])|\(?(?:\d{1,2}|[一二三四五六七八九十]{1,2})\)(?=\s?(?!\d|\s|元|%|倍|亿|万[元亿手股户]|手|股|年|月|日|\.)\S))/.exec(
      lower.slice(at, at + 8),
    );
  return match === null ? null : token("licensed", at, at + match[0].length);
}

/** 第一,… 第二,…: the order of the speech, not a rank. */
export function readOrdinal(lower: string, at: number): Token | null {
  if (lower.charAt(at) !== "第") return null;
  const match = /^第[一二三四五六七八九十]{1,2}(?=[，,、:])/.exec(lower.slice(at, at + 5));
  return match === null ? null : token("licensed", at, at + match[0].length);
}
