/** What the words beside a number make of it: a bound, and for a stretch of time its place. */

import { pattern } from "../lexicon/patterns.ts";

/** `up`: at least or more (高于70, 至少100股, 70以上); `down`: at most or less; empty where the number stands for itself. */
export type Bound = "up" | "down" | "";

/**
 * What a stretch of time is: `first` (头3个月), `fore` (前3个月, which may be first or last), `span` (最近12个月), `within` (14日内, which may be either), `ahead` (提前15日), `after`
 * (6个月后), `nth` (第6日), `start` and `end` of a time of day; empty where nothing says so.
 */
export type Mark = "fore" | "first" | "span" | "within" | "ahead" | "after" | "nth" | "start" | "end" | "";

const gap = "(?:[^为是按应须则至到,，\\d\\s%]{1,10})?";
const reachOf = "[\\u4e00-\\u9fff]{0,5}";
const verb = "\\s*(?:为|是|以|按|达到?|设在|不|rmb|cny|¥|￥|\\$|is|are|of|at|a|an|the)?\\s*$";
const before: readonly (readonly [RegExp, Bound])[] = [
  [
    pattern`(?:(?:不得?|不能|不可|不应|不宜|无法)(?:低于|少于|小于)${gap}|(?:no|not|never)(?: be| fall)? (?:less|fewer|lower|below|under)(?: than)?)${verb}`,
    "up",
  ],
  [
    pattern`(?:(?:不得?|不能|不可|不应|不宜|不会)(?:高于|超过|多于|大于|超出)${gap}|(?:no|not|never)(?: be)? (?:more|higher|above|over|exceed|longer|greater)(?: than)?)${verb}`,
    "down",
  ],
  [
    pattern`(?:(?:高于|超过|大于|多于|超出|突破|上了|升破|站上)${gap}|(?:至少|最低|最少|最小|最短|下限)${reachOf}|起点|门槛|满|(?<!cross(?:es|ing|ed)? )(?:above|over)|beyond|(?:more|higher|longer|greater) than|at least|exceed(?:s|ing)?|from|minimum(?: \w+){0,2})${verb}`,
    "up",
  ],
  [
    pattern`(?:(?:低于|小于|少于|不足|不到|未满|跌破)${gap}|(?:至多|最多|最高|最大|最长|上限)${reachOf}|封顶|(?<!cross(?:es|ing|ed)? )(?:below|under)|(?:less|lower|fewer|shorter) than|at most|up to|within|capped at|cap(?:s|ped)?(?: \w+){0,2}|maximum(?: \w+){0,2}|longest(?: \w+){0,2})${verb}`,
    "down",
  ],
];
const after: readonly (readonly [RegExp, Bound])[] = [
  [/^(?:及其?|或)?(?:以上|起|之上|的?上[方面])|^ ?(?:or|and) (?:more|above|higher|longer|over)/, "up"],
  [
    /^(?:及其?|或)?(?:以下|以内|之内|之下|的?下[方面]|内|封顶)|^ ?or (?:less|below|lower|shorter|under)/,
    "down",
  ],
];
const marksBefore: readonly (readonly [RegExp, Mark])[] = [
  [/第$/, "nth"],
  [/提前\s?$|(?:advance(?: by)?|ahead by) $/, "ahead"],
  [/前\s?$/, "fore"],
  [/[头首]\s?$|(?<![a-z])first $/, "first"],
  [
    /(?:最近|近|过去|连续|此前|任意)\s?$|(?<![a-z])(?:last|past|latest|previous|prior|trailing|preceding|recent|consecutive|over the|over any|in any|any|during the|over) $/,
    "span",
  ],
  [/(?<![a-z])after $/, "after"],
];
const marksAfter: readonly (readonly [RegExp, Mark])[] = [
  [/^(?:之?后|后的|以后)|^ later/, "after"],
  [/^(?:之前|前)?(?:提前)|^ (?:in advance|beforehand|ahead|before(?!hand))/, "ahead"],
  [/^内/, "within"],
];
const stretches: ReadonlySet<string> = new Set([
  "working day",
  "trading day",
  "day",
  "month",
  "quarter",
  "year",
  "week",
  "minute",
  "hour",
]);

export function boundOf(left: string, right: string): Bound {
  const found = after.find(([words]) => words.test(right)) ?? before.find(([words]) => words.test(left));
  return found?.[1] ?? "";
}

export function markOf(kind: string, left: string, right: string): Mark {
  if (kind === "time") {
    if (
      /^\s?(?:至|到|-|—|~|to|until|才?开始|才?起|till)/.test(right) ||
      /(?:从|自|from|starts? at|opens? at|starting at|begins? at|not (?:start|open|begin) until) ?$/.test(
        left,
      )
    )
      return "start";
    return /(?:至|到|-|—|~|to|until|till|ends? at|closes? at) ?$/.test(left) ||
      /^\s?(?:结束|为止|收)/.test(right)
      ? "end"
      : "";
  }
  if (/第 ?$/.test(left)) return "nth";
  if (!stretches.has(kind)) return "";
  const found =
    marksBefore.find(([words]) => words.test(left)) ?? marksAfter.find(([words]) => words.test(right));
  return found?.[1] ?? "";
}
