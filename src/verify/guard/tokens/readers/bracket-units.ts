import type { UnitHint } from "../../binding/quantity.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { isLetter, lastOf, type NumberRead, type Token, token, type UnitRead, unitNote } from "../token.ts";
import { readUnitWord } from "./units.ts";

/** 按万元计, in RMB million, 写成小数是: words that say in what unit the bare numbers after them are. */
const chinese =
  /^(?:按照?|以|用)([^\s,，。;；()|\d]{1,8}?)(?:为单位|作为单位|作单位|计价|计算|计量|计|口径|表示|来?算|来说|说|来看)(?:的话)?/;
/** Written in, put into: of the unit, or the kind of number, that is named behind it. */
const into = "(?:换算?|折[算合]?|转[换化]?|化|改[写成]?|写|记|表[示述])[成为作到]";
/** 换成万元的话, 如果换成万元,: what follows is in that unit. */
const convertedTo = pattern`^(?:如果|若|要是)?${into}([^\s,，。;；()|\d]{1,8}?)(?:来?(?:表示|计算|计|算|说|看))?(?:(?:的话)[,，:]?|[,，:])`;
/** 单位已由万元换算为元: it says of two units what was done. */
const ofUnit = /[元万亿手股]/;
/** In shares, volume came to 412.58 million; BOE's volume, in lots, was…: not in shares of Moutai. */
const counted =
  /^(?:in|to) (lots|shares)(?=[,:)]| (?:is|was|came|comes|stood|stands|that is|this is)(?![a-z]))/;
const english =
  /^in (?:(?:rmb|cny|yuan|¥) ?(million|billion|trillion|thousand|mn|bn)s?|(million|billion|trillion|thousand)s(?: of (?:rmb|cny|yuan|renminbi)|(?=[,:)]| \(| (?:that|it|this) (?:is|comes))))(?![a-z])(?! ?\d)/;
const decimal = pattern`^(?:(?:${into}|用|以|即)小数(?:形式)?|小数形式)(?:表示|来写|来说|的话)?(?:就是|即为|则为|即|是|为|:)?`;
/** 换成万亿约2.49万亿元, 换算过来是1.83亿股: the unit word, or none, before a number that has it itself. */
const converted = pattern`^(?:${into}((?:万亿|亿|万|基点|百分[数比]|百分点|手|股|元|倍|bp){1,3})(?:数|口径|形式)?(?:来?(?:表示|计算|计|算|说|看|写))?(?:的话)?|[用以按]照?(百分[数比])(?:形式)?(?:来?(?:表示|计算|计|算|说|看|写))|(?:换算?|折[算合]|转换)(?:过来|下来|一下|之?后))(?:就是|即为|则为|也就是|即|是|为|:)?(?=(?:大?约|约为)?(?:净流[出入])?\s?-?[¥\d])`;
/** 换成万元是2.39亿元: it is not in the unit that is named. */
function isInUnit(unit: string, number: string): boolean {
  if (/^百分[数比]/.test(unit)) return /^\D{0,8}[\d.]+\s?%/.test(number);
  const [, scale, count] = /^\D{0,8}[\d.,]+\s?([万亿]*)([股手]?)/.exec(number) ?? [];
  const [, saidScale, saidCount] = /^([万亿]*)([股手]?)/.exec(unit) ?? [];
  return (saidScale || scale) === scale && (saidCount || count) === count;
}
/** 精确到亿是25123亿元, 取整就是267元, 保留三位是24.117倍: the number before it with other decimals. */
const rounded =
  /^(?:更?(?:精确|准确|确切)(?:地?说|来说|点说|一点说|一点|些|值)?(?:到[\u4e00-\u9fff]{1,4}?)?|取整后?|四舍五入(?:后|到[\u4e00-\u9fff]{1,4}?)?|(?:保留|取)[一两二三四\d]位(?:小数)?|带小数|要小数的话|不四舍五入)(?:就是|即为|则为|是|为|约为|约)(?=\s?[¥\d-])/;
export const announcedStarts = "按以用写记改表换折化转即小更精准确取四保带要不如若it";
const longest = 28;

/** Money, shares: what amounts are announced in. 按年计算 announces none. */
const announced: ReadonlySet<string> = new Set(["CNY", "USD", "HKD", "shares"]);

const note = (at: number, length: number, read: UnitRead): Token => unitNote(at, length, read, "announced");

/** The announcement that stands at the index, or null. */
export function readAnnouncedUnit(lower: string, at: number): Token | null {
  if (at > 0 && "it".includes(lower.charAt(at)) && isLetter(lower.charCodeAt(at - 1))) return null;
  const ahead = lower.slice(at, at + longest);
  const ratio = decimal.exec(ahead);
  if (ratio !== null)
    return note(at, ratio[0].length, { unit: { dimension: "part", exponent: 0 }, scale: 0 });
  const first = lower.charAt(at);
  const other = "写记改表换折化转用以按".includes(first)
    ? converted.exec(ahead)
    : "更精准确取四保带要不".includes(first)
      ? rounded.exec(ahead)
      : null;
  const isSaid =
    other === null ||
    isInUnit(other[1] ?? other[2] ?? "", lower.slice(at + other[0].length, at + longest * 2));
  if (other !== null && isSaid) return token("fill", at, at + other[0].length, { op: "换算成" });
  const count = counted.exec(ahead);
  const found =
    count ??
    chinese.exec(ahead) ??
    (ofUnit.test(lower.charAt(at - 1)) ? null : convertedTo.exec(ahead)) ??
    english.exec(ahead);
  if (found === null) return null;
  const scale = found[1] ?? found[2] ?? "";
  const read = readUnitWord(count === null && /^[a-z]/.test(ahead) ? `rmb ${scale}` : scale);
  return read !== null && announced.has(read.unit.dimension) ? note(at, found[0].length, read) : null;
}

export const unitWordStarts = "万亿百千";
const unitWord = /^(?:万亿|千万|百万|亿|万)(?:元|手|股)(?!(?:口径)?(?:就是|即?是|[即约为])\s?\d)/;
const asUnit = /(?:(?<![元万亿手股])[换折化转改写][算合换]?[成为到作]|按照?|[用以]|看|单位[是为:]?|还是)$/;

/** 想看万元口径,需要换成亿元请告诉我: a unit that is spoken of, and no amount. */
export function readUnitSpokenOf(lower: string, at: number): Token | null {
  const found = unitWord.exec(lower.slice(at, at + 12));
  if (found === null || !asUnit.test(lower.slice(Math.max(0, at - 4), at))) return null;
  return token("licensed", at, at + found[0].length, { op: "unit" });
}

const currencies: ReadonlySet<string> = new Set(["CNY", "USD", "HKD"]);
/** 万 and above: what amounts are counted in, where a price beside them is in plain 元. */
const counting = 4;

/** 按亿元计,成交额为323,373万元: the number's own unit is not the announced one. */
export function contradicts({ unit, shown }: NumberRead, hint: UnitHint | null): boolean {
  if (hint?.announcedAt === undefined || unit === null) return false;
  const [own, said] = [unit.dimension, hint.unit.dimension];
  if (own !== said) return currencies.has(own) && currencies.has(said);
  const isCounted = shown.exponent >= counting && hint.scale >= counting;
  return announced.has(own) && isCounted && shown.exponent !== hint.scale;
}

/** (万元,akshare), (akshare, CNY million), volume, lots (akshare): the unit of the bare numbers, told once among what is told of them. */
export interface Seen {
  /** Normalised text, lower-case. */
  readonly lower: string;
  /** What has been read of it. */
  readonly tokens: readonly Token[];
  readonly claimSources: ReadonlySet<string>;
}

export const bracketUnitStarts = "百千万亿元手股倍%cyrmbtlsu";
const word = /^(?:unit: ?|units: ?)?([^()\d,;:，；：、]{1,16})(?=[),;，；])/;
const afterMeasure =
  /^(lots|shares|(?:cny|rmb)(?: (?:million|billion|trillion|bn|mn|m))?|(?:百|千)?(?:万亿|亿|万)?元|万?手|万?股)(?= \(([a-z_.-]{2,40})|:| ?(?:[|\n]|$))/;
/** How far back the bracket may have been opened, in tokens. */
const reach = 12;
const noted: ReadonlySet<string> = new Set(["CNY", "USD", "HKD", "shares", "times", "part"]);

const isInBracket = (tokens: readonly Token[]): boolean =>
  tokens.slice(-reach).findLast(({ kind }) => kind === "open" || kind === "close")?.kind === "open";

/** The unit note that stands at the index, or null. */
export function readBracketUnit({ lower, tokens, claimSources }: Seen, at: number): Token | null {
  // (人民币) names the currency of a number that has its unit.
  if (!bracketUnitStarts.includes(lower.charAt(at))) return null;
  const last = lastOf(tokens);
  const isNext = last !== undefined && at - last.end <= 1;
  if (!isNext || (last.kind !== "open" && last.kind !== "clause")) return null;
  const isOfMeasure = last.kind === "clause" && tokens.at(-2)?.kind === "metric";
  const found = isInBracket(tokens)
    ? word.exec(lower.slice(at, at + 24))
    : isOfMeasure
      ? afterMeasure.exec(lower.slice(at, at + 40))
      : null;
  // Of the source that follows in a bracket, and not of a word that goes on: lots (of 100).
  if (found?.[2] !== undefined && !claimSources.has(found[2])) return null;
  const read = found?.[1] === undefined ? null : readUnitWord(found[1]);
  return found === null || read === null || !noted.has(read.unit.dimension)
    ? null
    : unitNote(at, found[0].length, read);
}
