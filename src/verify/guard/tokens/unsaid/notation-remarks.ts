/** 负号表示净流出, 单位为手而不是股, the minus sign means a net outflow: how the number beside it is written, which must be so. */

import { readUnitWord } from "../readers/units.ts";
import { matchesOf, type Reading, type Token } from "../token.ts";

const minus = "负号|负数|负值|(?:the|a) minus(?: sign)?|a negative (?:figure|number|value|sign)";
const plus = "正号|正数|正值|(?:the|a) plus(?: sign)?|a positive (?:figure|number|value|sign)";
const meaning =
  "(?:的?意思(?:就)?是|也?就是|就?(?:表示|代表|说明|意味着?)|即| means?| is| stands for| indicates| denotes)";
const down = "(?:净|资金)*流出|下跌|亏损|(?:net )?outflow|loss|fall";
const up = "(?:净|资金)*流入|上涨|盈利|(?:net )?inflow|profit|gain";
const ofSign = new RegExp(
  `(?<![是为]|is |was )(?:(${minus})|(?:${plus}))(并?不)?${meaning}(?:的?是| an?| the)? ?(?:(${down})|(?:${up}))`,
  "g",
);
const other = "(?:[,，]? ?(?:而?(?:不是|非|不用|并非)|not|rather than) ?(?:in )?(手|股|lots|shares))";
const ofUnit = new RegExp(
  `(?:单位(?:本来|其实|应该?|用的)?(?:是|为|用)|the unit is |(?<=[, ])in (?=(?:lots|shares),? (?:not|rather)))(手|股|lots|shares)(?:${other}|(?=[,，。;；:：)）(（\\n]|$))`,
  "g",
);
const may = /[负正][号数值]|单位|minus|negative|positive|plus|unit|lots|shares/;
/** More remarks are not read; the limit keeps the work linear. */
const mostRemarks = 8;

const exponentOf = (word: string): number | undefined => readUnitWord(word)?.unit.exponent;

/** True where the number before the remark, else the next, is in the one unit, and the other is another. */
function isUnitTrue({ index, 0: text, 1: own = "", 2: other }: RegExpExecArray, tokens: readonly Token[]) {
  const numbers = tokens.filter(({ number }) => number?.unit?.dimension === "shares");
  const beside =
    numbers.findLast(({ end }) => end <= index) ?? numbers.find(({ start }) => start >= index + text.length);
  const said = exponentOf(own);
  return beside?.number?.unit?.exponent === said && (other === undefined || exponentOf(other) !== said);
}

/** The tokens of such a remark say nothing more where it is so; otherwise they are an amount of no claim. */
export function readNotationRemarks(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!may.test(lower)) return tokens;
  const signs = [...matchesOf(ofSign, lower)].map((found) => {
    const [, isMinus, isDenied, isDown] = found;
    return { found, isTrue: isDenied === undefined && (isMinus === undefined) === (isDown === undefined) };
  });
  const units = [...matchesOf(ofUnit, lower)].map((found) => ({ found, isTrue: isUnitTrue(found, tokens) }));
  let read = tokens;
  for (const { found, isTrue } of [...signs, ...units].slice(0, mostRemarks)) {
    const [from, to] = [found.index, found.index + found[0].length];
    const kind = isTrue ? "licensed" : "quantity";
    read = read.map((each) =>
      each.start < to && each.end > from
        ? { ...each, kind, op: "", number: null, metrics: [], sign: 0 }
        : each,
    );
  }
  return read;
}
