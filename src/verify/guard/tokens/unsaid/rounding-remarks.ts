/** 取整到亿, 保留两位小数, rounded to the nearest billion: to what place the number beside it is rounded, which must be so. */

import { spelledCount } from "../../lexicon/numerals.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { readUnit, readUnitWord } from "../readers/units.ts";
import type { Reading } from "../reading.ts";
import { matchesOf, type Token, type Unit } from "../token.ts";

const head =
  /(?:四舍五入|取整|舍入|精确|保留|取)(?:取整|保留)?(?:到|至)(?:小数点后)?|保留(?:小数点后)?|(?:按照?|以)(?=[十百千万亿元手角分]{1,4}位?(?:取整|四舍五入)|[一二两三四1-4]位小数)|(?<![a-z])to the nearest (?:whole )?|(?<![a-z])to (?=[a-z\d]{1,5} decimal)/g;
const may = rare(/位小数|取整|四舍五入|舍入|精确|保留|to the nearest|decimal/);
const decimals =
  /^(?:([一二两三四1-4])位(?:小数)?|(one|two|three|four|[1-4]) decimals?(?: places?)?(?![a-z]))/;
const fraction = /^(?:(百分之一)|(千分之一)|(tenth|hundredth)(?: of a (per ?cent(?:age point)?))?)/;
/** 0.01元, 1%, 10 billion */
const multiple = /^(?:(?:rmb|cny|¥) ?)?(1|10|100|0\.0{0,3}1|ten |hundred )?/;
const powers: Readonly<Record<string, number>> = { ten: 1, hundred: 2, 角: -1, 分: -2 };
const longest = 40;

/** What the last digit shown stands for: so many decimals, or a power of ten, of a unit where one is named. */
interface Place {
  readonly decimals: number | null;
  readonly exponent: number;
  readonly unit: Unit | null;
  readonly length: number;
}

function placeAt(ahead: string): Place | null {
  const [digits, han, latin] = decimals.exec(ahead) ?? [];
  if (digits !== undefined) {
    return { decimals: spelledCount(han ?? latin), exponent: 0, unit: null, length: digits.length };
  }
  const [part, hundredth, thousandth, latinPart, ofPercent] = fraction.exec(ahead) ?? [];
  if (part !== undefined) {
    const own = hundredth !== undefined || latinPart === "hundredth" ? 2 : thousandth !== undefined ? 3 : 1;
    const unit =
      latinPart === undefined || ofPercent !== undefined ? { dimension: "part", exponent: 0 } : null;
    const isDecimals = unit === null || ofPercent !== undefined;
    return { decimals: isDecimals ? own : null, exponent: -own, unit, length: part.length };
  }
  const [said = "", times = "1"] = multiple.exec(ahead) ?? [];
  const { exponent, unit, end } = readUnit(ahead, said.length);
  if (end === said.length) return null;
  const own: Readonly<Record<string, Unit | null>> = {
    "points of %": { dimension: "part", exponent: -2 },
    位: null,
  };
  return {
    decimals: null,
    exponent: exponent + (powers[times.trim()] ?? Math.round(Math.log10(Number(times)))),
    unit: own[unit?.dimension ?? ""] === undefined ? unit : (own[unit?.dimension ?? ""] ?? null),
    length: end,
  };
}

function isRoundedTo({ number }: Token, place: Place): boolean {
  if (number === null) return false;
  const { shown, unit } = number;
  if (place.decimals !== null) return shown.decimals === place.decimals;
  if (place.unit !== null && place.unit.dimension !== unit?.dimension) return false;
  const last = shown.exponent - shown.decimals + (unit?.exponent ?? 0);
  return unit !== null && last === place.exponent + (place.unit?.exponent ?? 0);
}

const ofAll = /(?:均|都|全部|一律|all|figures|both)[^,，。;；\n]{0,14}$/;
const mostRemarks = 8;

type Span = readonly [number, number];
/** 精确到亿是25123亿元 */
const announces = /^位?(?:后|的话)?(?:就是|即为|则为|是|为|约为|约)\s?[¥\d-]/;
/** …;to two decimals, RMB 2.46 trillion: the remark alone before its number. */
const heads = /^位?(?:小数)?[,，:：] ?(?:it is |that is |就?是|即|为)?(?:rmb |cny |¥)?[\d-]/;
const afterBorder = /(?:^|[,，;；。(（\n]|\.(?!\d))\s?$/;

/** True where the number before the remark, else the next, is so rounded; 均取整到亿: and all others of its kind. */
function isTrue(place: Place, [index, to]: Span, tokens: readonly Token[], lower: string): boolean {
  const numbers = tokens.filter(({ number }) => number !== null);
  const isAhead =
    announces.test(lower.slice(to, to + 12)) ||
    (heads.test(lower.slice(to, to + 20)) && afterBorder.test(lower.slice(Math.max(0, index - 2), index)));
  const before = isAhead ? undefined : numbers.findLast(({ end }) => end <= index);
  const nearest = before ?? numbers.find(({ end }) => end > to);
  if (nearest === undefined || !isRoundedTo(nearest, place)) return false;
  const dimension = nearest.number?.unit?.dimension;
  return (
    !ofAll.test(lower.slice(Math.max(0, index - 24), index)) ||
    numbers.every((each) => each.number?.unit?.dimension !== dimension || isRoundedTo(each, place))
  );
}

/** The tokens of such a remark say nothing more where the number before it, else the next, is so rounded; otherwise they are an amount of no claim. */
export function readRoundingRemarks(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!may.test(lower)) return tokens;
  let read = tokens;
  let left = mostRemarks;
  for (const { index, 0: said } of matchesOf(head, lower)) {
    const from = index + said.length;
    const place = placeAt(lower.slice(from, from + longest));
    if (place === null) continue;
    if (left === 0) break;
    left--;
    const to = from + place.length;
    const outside = read.filter(({ start, end }) => end <= from || start >= to);
    const kind = isTrue(place, [index, to], outside, lower) ? "licensed" : "quantity";
    read = read.map((each) =>
      each.start < to && each.end > from && (kind === "quantity" || (each.start >= from && each.end <= to))
        ? { ...each, kind, op: "", number: null, metrics: [], sign: 0 }
        : each,
    );
  }
  return read;
}

// 负号表示净流出, 单位为手而不是股, the minus sign means a net outflow: how the number beside it is written, which must be so.

const minus = "负号|负数|负值|(?:the|a) minus(?: sign)?|a negative (?:figure|number|value|sign)";
const plus = "正号|正数|正值|(?:the|a) plus(?: sign)?|a positive (?:figure|number|value|sign)";
const meaning =
  "(?:的?意思(?:就)?是|也?就是|就?(?:表示|代表|说明|意味着?)|即| means?| is| stands for| indicates| denotes)";
const down = "(?:净|资金)*流出|下跌|亏损|(?:net )?outflow|loss|fall";
const up = "(?:净|资金)*流入|上涨|盈利|(?:net )?inflow|profit|gain";
const ofSign = rare(
  pattern.all`(?<![是为]|is |was )(?:(${minus})|(?:${plus}))(并?不)?${meaning}(?:的?是| an?| the)? ?(?:(${down})|(?:${up}))`,
);
const other = "(?:[,，]? ?(?:而?(?:不是|非|不用|并非)|not|rather than) ?(?:in )?(手|股|lots|shares))";
const ofUnit = rare(
  pattern.all`(?:单位(?:本来|其实|应该?|用的)?(?:是|为|用)|the unit is |(?<=[, ])in (?=(?:lots|shares),? (?:not|rather)))(手|股|lots|shares)(?:${other}|(?=[,，。;；:：)）(（\n]|$))`,
);
const mayNote = rare(/[负正][号数值]|单位|minus|negative|positive|plus|unit|lots|shares/);

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
  if (!mayNote.test(lower)) return tokens;
  const signs = [...ofSign.all(lower)].map((found) => {
    const [, isMinus, isDenied, isDown] = found;
    return { found, isTrue: isDenied === undefined && (isMinus === undefined) === (isDown === undefined) };
  });
  const units = [...ofUnit.all(lower)].map((found) => ({ found, isTrue: isUnitTrue(found, tokens) }));
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
