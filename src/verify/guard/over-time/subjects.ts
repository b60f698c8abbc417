/** What the words around a word of move are said of, where all of them are known: 两项都, 净利润增速, so it, both lines. */

import { spelledCount } from "../lexicon/numerals.ts";
import { isAll } from "../tokens/readers/side-words.ts";
import { kindsOf, type Token } from "../tokens/token.ts";
import { type TimeSide, timeSideOf } from "./time-names.ts";
import { isSpeed } from "./ways.ts";

export interface Subject {
  readonly companies: readonly string[];
  readonly measures: readonly Token[];
  /** 增速: of how fast the measures grew. */
  readonly isSpeed: boolean;
  /** 都, both, 两项 */
  readonly isAll: boolean;
  /** Of how many measures; 0 where that is not said. */
  readonly count: number;
  readonly dates: readonly Token[];
  /** 亏损, outflow: of what was lost. */
  readonly loss: Token | null;
  /** No word of it is unknown. */
  readonly isKnown: boolean;
  /** 没有, did not: the word is denied. */
  readonly isDenied: boolean;
  /** 较前一日: the time that is told beside it, or null. */
  readonly than: TimeSide | null;
}

const silent = kindsOf(
  "fill text licensed join clause count realtime approximate source sourceMark quantity",
);
const plainHan =
  "[的了和与及、则也都均又在且而并是为其呈现有出所正仍还再这那此该值额度端面上比较至到由从来说看均双个项者家期年份季报天日累计中里末↑↓→⬅👆👇:：·|｜]|两[项者个]?|[二三四]项|指标|数据|数字|水平|方面|结果|期间|略有?|略微|小幅度?|稍有?|微幅?|一同|一起|同步|双双|齐齐|因此|所以|可见|说明|规模|反而|一[点些下]|约|整体|总体|口径";
const plainEnglish =
  "no|yes|a|an|the|and|but|so|while|with|it|its|their|they|them|this|that|these|those|both|all|two|three|lines?|measures?|items?|metrics?|numbers?|figures?|readings?|has|have|had|was|is|were|are|been|be|also|then|thus|therefore|hence|meaning|which|means|went|come|came|about|goes|going|gone|direction|value|level|result|one|to|from|at|of|in|on|for|slightly|modestly|marginally|now|year|years|period|periods|between|over|across|s|half-year|annual|quarterly|full-year|edged|inched|ticked|if|as|on|top|bottom|line|side|later|latest|report|reports|stock|share|shares|price|close|closed|finished|ended";
const plain = new RegExp(
  `(?:${plainHan})|(?<![a-z])(?:${plainEnglish})(?![a-z])|[\\s'’"*_,，;；、.()-]|\\p{Extended_Pictographic}|\\ufe0f`,
  "gu",
);
const counting =
  /(两|二|三|四|two|three|four|both)\s?(?:项|个|者|指标|lines?|measures?|items?|metrics?|figures?|numbers?)?/;
const lost = /^(?:net )?loss(?:es)?$/;
const longest = 60;

/** Without what stands in brackets. */
export function withoutAsides(tokens: readonly Token[]): readonly Token[] {
  let depth = 0;
  return tokens.filter(({ kind }) => {
    if (kind === "open") depth++;
    const isIn = depth > 0;
    if (kind === "close") depth = Math.max(0, depth - 1);
    return !isIn && kind !== "close";
  });
}

const isDenial = ({ kind, op }: Token): boolean =>
  kind === "negation" || (kind === "text" && /^[没未不]$/.test(op));
/** Tokens between a denial and its word. */
const nearDenial = 3;

/** Null where a word is of a time, an owner or a condition that the values do not tell of. */
export function subjectIn(all: readonly Token[], lower: string): Subject | null {
  const whole = withoutAsides(all);
  if (whole.length > longest) return null;
  const denial = whole.findLastIndex((each) => isDenial(each));
  if (denial >= 0 && denial < whole.length - nearDenial) return null;
  const beside = whole.findLastIndex(
    ({ kind, op }) => (kind === "join" && op === "beside") || (kind === "compare" && op === "than"),
  );
  const end =
    beside < 0
      ? whole.length
      : whole.findIndex(({ kind, op }, i) => i > beside && (kind === "clause" || /^[有略小]/.test(op)));
  const behind = end < 0 ? whole.length : end;
  const than = beside < 0 ? null : timeSideOf(whole.slice(beside + 1, behind), lower);
  if (beside >= 0 && (than === null || than.times.length === 0)) return null;
  const tokens = beside < 0 ? whole : whole.toSpliced(beside, behind - beside);
  const companies: string[] = [];
  const measures: Token[] = [];
  const dates: Token[] = [];
  let [speed, everyone, loss, text]: [boolean, boolean, Token | null, string] = [false, false, null, ""];
  for (const each of tokens) {
    if (each.kind === "company") companies.push(each.op);
    else if (lost.test(lower.slice(each.start, each.end))) loss = each;
    else if (each.kind === "metric") {
      if (!each.op.endsWith("verb")) measures.push(each);
    } else if (isSpeed(each, lower)) speed = true;
    else if (each.kind === "direction" && each.op === "loss") loss = each;
    else if (each.kind === "date") dates.push(each);
    else if (isDenial(each)) continue;
    else if (silent.has(each.kind) && each.op !== "asked") {
      if (isAll(each)) everyone = true;
      text += lower.slice(each.start, each.end);
      if (!/[\u4e00-\u9fff]$/.test(text)) text += " ";
    } else return null;
  }
  const counted = counting.exec(text)?.[1];
  return {
    companies: [...new Set(companies)],
    measures,
    isSpeed: speed,
    isAll: everyone || counted !== undefined,
    count: spelledCount(counted),
    dates,
    loss,
    isKnown: text.replace(plain, "") === "",
    isDenied: denial >= 0,
    than,
  };
}
