import { rare } from "../lexicon/rare-words.ts";
import type { Mask } from "../tokens/readers/word-readers.ts";
import { matchesOf } from "../tokens/token.ts";

const named =
  /(?<![a-z])(?:rsi|ma|ema) ?\(?(\d{1,3})(?![a-z0-9])\)?|(?<!\d)(\d{1,3}) ?(?:日|天|-day )(?:移动平均线?|均线|rsi|ma|ema|(?:moving )?average)(?![a-z])/g;
/** What the sentence goes on with where it says how the measure is made: 是以14日为窗口, is computed over 14 days. */
const zh =
  /^(?:\([^()\d]{1,20}\))? ?(?:是|指|即|用|以|取|衡量|反映|统计|表示|由)[^。!?;；\n\d]{0,16}?(?<span>(\d{1,3}) ?(?:个交易日|日|天))(?=为|内|的|里|中|窗口|周期|平均|收盘价?的?平均)/;
const en =
  /^(?: \([^()\d]{1,30}\))? (?:is|measures|averages|compares|gauges|tracks|looks|uses|takes)(?: [a-z-]+){0,12}? (?<span>(?:over|of|last|past|previous|latest|on|back|a|an)(?: the)?(?: last| past| previous| latest)? (\d{1,3})(?: |-)(?:trading )?(?:days?|sessions?|closing prices|closes))(?![a-z-])/;
const reach = 140;

const days = "(\\d{1,3}) ?(?:个交易日|日|天)";
const frame = "(?:计算|统计|回看|默认)?(?:窗口|周期|参数|区间)";
/** 该指标以14日为计算窗口, 计算周期为14日, a 14-day window: how a measure is made, told again without its name. */
const again = new RegExp(
  [
    `(?:以|按|取|用|基于)(?:的是)?(?:最近|过去|近)?(?<a>${days})(?=(?:为|作为|作|的)?${frame}|(?:来)?(?:为周期)?(?:计算|平均|测算)(?![\u4e00-\u9fff]))`,
    `${frame}(?:长度|天数)?(?:是|为|取|用|设为|:)? ?(?<b>${days})(?![\u4e00-\u9fff])`,
    "(?<![a-z])(?:an?|the|its) (?<c>(\\d{1,3})-(?:trading-)?(?:day|week|month)) (?:window|look-?back|period|span)(?![a-z])",
    "(?<![a-z])(?:window|look-?back(?: (?:period|window))?|parameter|setting|averaging period) (?:is|of|covers|spans|length is) (?<d>(\\d{1,3}) (?:trading )?(?:days?|sessions))(?![a-z])",
    "(?<![a-z])(?:based on|(?:calculated|computed|averaged|measured) (?:over|from|on|across|with)) (?<e>(\\d{1,3}) (?:trading )?(?:days?|sessions|closes))(?![a-z])",
  ].join("|"),
  "g",
);
const mayTell = rare(
  /窗口|周期|参数|区间|[日天](?:来)?(?:计算|平均|测算)|window|look-?back|period|span|setting|parameter|based on|(?:calculat|comput|averag|measur)ed/,
);
const pronoun = /(?:[该这其此]|(?<![a-z])(?:the|this|it)(?![a-z]))[^。!?\n]{0,24}$/;
const denied = /不|没|无|非|只|如|若|(?<![a-z])(?:not?|n't|only|cannot|if|for)(?![a-z])/;

/** Where the text tells the days again, and whether they are the measure's that it has named. */
function toldAgain(lower: string): readonly (Mask & { readonly isOwn: boolean | null })[] {
  if (!mayTell.test(lower)) return [];
  const measures = matchesOf(named, lower);
  if (measures.length === 0) return [];
  return matchesOf(again, lower).flatMap((found) => {
    const { a, b, c, d, e } = found.groups ?? {};
    const span = a ?? b ?? c ?? d ?? e ?? "";
    const start = found.index + found[0].indexOf(span);
    const from =
      Math.max(
        ...[..."。!?\n;"].map((mark) => lower.lastIndexOf(mark, start)),
        lower.lastIndexOf(". ", start),
      ) + 1;
    const own = measures.findLast(({ index }) => index >= from && index < start);
    const said = Number.parseInt(span, 10);
    const isSame = (each: RegExpExecArray): boolean => Number(each[1] ?? each[2]) === said;
    const isDay = !/week|month/.test(span);
    const isOwn = isDay && (own === undefined ? measures.some(isSame) : isSame(own));
    const head = lower.slice(from, start);
    const isSaidOfIt = (own !== undefined || pronoun.test(head)) && !denied.test(head);
    return [{ start, end: start + span.length, isOwn: isOwn || (isSaidOfIt ? false : null) }];
  });
}

/** Days that are told to be a measure's own, and are those of another. */
export const otherParameters = (lower: string): readonly Mask[] =>
  toldAgain(lower).filter(({ isOwn }) => isOwn === false);

/** The days that a measure is made of, where the text says what it is: the 14日 of RSI14, and no other number. */
export function ownParameters(lower: string): Mask[] {
  const found: Mask[] = toldAgain(lower).filter(({ isOwn }) => isOwn === true);
  for (const match of matchesOf(named, lower)) {
    const end = match.index + match[0].length;
    const rest = lower.slice(end, end + reach);
    const said = zh.exec(rest) ?? en.exec(rest);
    const span = said?.groups?.span;
    if (said === null || span === undefined || said[2] !== (match[1] ?? match[2])) continue;
    // 20日均线反映20日内上涨1.20%: a statement with a number of its own is no definition.
    const tail = /^[^。!?！？\n]*?(?=[。!?！？\n]|\. |$)/.exec(rest.slice(said[0].length))?.[0] ?? "";
    if (/\d/.test(tail)) continue;
    const start = end + said[0].lastIndexOf(span);
    found.push({ start, end: start + span.length });
  }
  return found;
}
