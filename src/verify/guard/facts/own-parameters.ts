import { matchesOf } from "../matches.ts";
import type { Mask } from "../tokens/word-readers.ts";

const named =
  /(?:(?<![a-z])(?:rsi|ma|ema) ?\(?(\d{1,3})\)?|(?<!\d)(\d{1,3}) ?(?:日|天|-day )(?:移动平均线?|均线|rsi|ma|ema|moving average))(?![a-z0-9])/g;
/** What the sentence goes on with where it says how the measure is made: 是以14日为窗口, is computed over 14 days. */
const zh =
  /^(?:\([^()\d]{1,20}\))? ?(?:是|指|即|用|以|取|衡量|反映|统计|表示|由)[^。!?;；\n\d]{0,16}?(?<span>(\d{1,3}) ?(?:个交易日|日|天))(?=为|内|的|里|中|窗口|周期|平均|收盘价?的?平均)/;
const zhWindow =
  /^的(?:计算|统计)?(?:窗口|周期|参数|区间)(?:是|为)?(?<span>(\d{1,3}) ?(?:个交易日|日|天))(?![\u4e00-\u9fff])/;
const en =
  /^(?: \([^()\d]{1,30}\))? (?:is|measures|averages|compares|gauges|tracks|looks|uses|takes)(?: [a-z-]+){0,12}? (?<span>(?:over|of|last|past|previous|latest|on|back|a|an)(?: the)?(?: last| past| previous| latest)? (\d{1,3})(?: |-)(?:trading )?(?:days?|sessions?|closing prices|closes))(?![a-z-])/;
const reach = 140;

/** The days that a measure is made of, where the text says what it is: the 14日 of RSI14, and no other number. */
export function ownParameters(lower: string): Mask[] {
  const found: Mask[] = [];
  for (const match of matchesOf(named, lower)) {
    const end = match.index + match[0].length;
    const rest = lower.slice(end, end + reach);
    const said = zh.exec(rest) ?? zhWindow.exec(rest) ?? en.exec(rest);
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
