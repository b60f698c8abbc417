/** 市净率偏低不必然代表低估, 通常意味着市场预期较高, a touch is not the same as a break, best read together with volume: remarks on such things in general. */
import { kindsOf, type Token } from "../tokens/token.ts";
import { clauseStart } from "./comparison-sides.ts";

/** A remark with any of these speaks of what is at hand. */
const particular = kindsOf(
  "company entity number count quantity date relative window realtime pair user scope",
);
const reach = 90;

const measured = /^(?:偏|较|过|很)?[高低大小](?:时|本身)?$/;
const needNot =
  /^(?:也|并|绝)?(?:不必然|不一定|未必|不等于|不等同于?|不代表|不意味着?|不能说明|不能简单地?|不能直接|不应简单|不宜简单|不宜直接)[^,，。;；]{0,8}(?:便宜|低估|高估|昂贵|贵|划算|安全)(?=[,，。;；!！\n]|$)/;

/** Of the guess behind it: 较高, not 较高于. */
const guessed =
  /(?:通常|往往|一般|多半|常常|大多)(?:会|也|都)?(?:意味着?|反映|说明|对应|代表|体现)[了着]?(?:的是)?[^。;；]{0,24}(?:预期|期望|期待|基数)(?:相对|也|都)?$/;
const atHand = /它|该[股司]|公司的|同行|同业|历史|股价|均线|当前|目前|超过|高于|低于/;

const unlikeBefore =
  /(?:^|[.;,:\n] ?|(?<![a-z])(?:that|so|but|and|as) )(?:an? |being |trading |any |one )(?:(?!(?:it|its|which|that|and|the stock)(?![a-z]))[a-z'/-]+ ){1,8}(?:is|are)(?: simply| quite)? not (?:quite |exactly |necessarily )?(?:the )?$/;
const unlikeBehind = /^ (?:an? |being |staying |any )/;

const advised = /(?:(?:is|are|be|it's)|(?<![a-z])(?:usually|generally|often|always)) $/;
const advice =
  /^ (?:(?:read|used|viewed|interpreted|seen|considered|judged|understood|assessed|looked at|combined|paired|weighed)(?: (?:together|alongside|along|in (?:combination|conjunction|context|tandem))| with| next to| over)|to (?:read|use|look at|view|consider|combine|pair|check|weigh) )/;

/** The word at the index belongs to such a remark and compares nothing that is at hand. */
export function isInRemark(flat: readonly Token[], at: number, lower: string): boolean {
  const word = flat[at];
  if (word === undefined) return false;
  // (Source: akshare, 16 June 2026.) Bear in mind…: behind the bracket that ends with its own full stop.
  const from = Math.max(
    clauseStart(flat, at),
    flat.slice(0, at).findLastIndex(({ kind }) => kind === "close") + 1,
  );
  const end = flat.findIndex(({ kind }, i) => i > at && kind === "clause");
  const own = flat.slice(from, end < 0 ? flat.length : end);
  if (own.some(({ kind }) => particular.has(kind))) return false;
  const start = flat[from]?.start ?? word.start;
  const before = lower.slice(Math.max(start, word.start - reach), word.start);
  const behind = lower.slice(word.end, word.end + reach);
  const said = lower.slice(word.start, word.end);
  if (said === "best") return advised.test(before) && advice.test(behind);
  if (said === "same as") return unlikeBefore.test(before) && unlikeBehind.test(behind);
  if (!measured.test(said)) return false;
  const isOfMeasure = flat[at - 1]?.kind === "metric" && !own.slice(0, at - from - 1).some(isTold);
  if (needNot.test(behind)) return isOfMeasure && !atHand.test(before);
  return guessed.test(before) && !atHand.test(before);
}

const isTold = ({ kind }: Token): boolean => kind !== "fill" && kind !== "text" && kind !== "join";
