import type { Claim } from "#contract";
import { spelledCount } from "../../lexicon/numerals.ts";
import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { type NumberRead, type Token, token } from "../token.ts";

/** What amounts in words say: 翻倍 is growth of 100 %, 一半 a share of 50 %. */

/** What such a word says: a growth of so many per cent, a share of so many, or how many digits a number has before its point. */
export interface Meaning {
  readonly of: "growth" | "share" | "digits";
  readonly value: number;
}

const meaning = (of: Meaning["of"], value: number, words: string): readonly (readonly [string, Meaning])[] =>
  words.split("|").map((word) => [word, { of, value }]);

export const meanings: ReadonlyMap<string, Meaning> = new Map([
  ...meaning(
    "growth",
    100,
    "翻倍|翻番|翻一番|翻一倍|翻了一番|翻了一倍|一倍|double|doubled|doubles|doubling|twofold|two-fold",
  ),
  ...meaning("growth", 200, "triple|tripled|triples|tripling|threefold"),
  ...meaning("growth", -50, "腰斩|减半|halve|halved|halves|halving"),
  ...meaning("share", 50, "一半|half|a half|one-half"),
  ...meaning("share", 100 / 3, "third|one-third"),
  ...meaning("share", 200 / 3, "two-thirds"),
  ...meaning("share", 25, "quarter|a quarter|fourth"),
  ...meaning("share", 20, "fifth|one-fifth"),
  ...meaning("share", 10, "一成|tenth"),
  ...meaning("digits", 1, "个位数|单位数|single-digit|single digit|single digits"),
  ...meaning("digits", 2, "两位数|双位数|double-digit|double digit|double digits"),
  ...meaning("digits", 3, "三位数|triple-digit|triple digits"),
]);

/** What may follow a share that is one of the measure named before it, and of nothing else. */
export const ofNothingElse =
  /^(?:整|左右|上下|的水平|水平|了|吧|$|[\s]?[,，。;；:：)(、.|\n]| or | i\.e\.| in (?:q|h|fy|\d|the |20)| year[- ]on[- ]year)/;

/** 毛利率为三成 of exactly 30 %, 同比翻倍 of exactly 100 %: an amount in words that a claim holds, as the number that it is. */

/** Decimals of the per cent that the word becomes, so that no rounded value is taken for it. */
const decimals = 4;
/** 五 of 三成五: half of a tenth more. */
export const half = /^[一二三四五六七八九](?![\u4e00-\u9fff\d])/;
const reach = 24;

/** 三成五 as [35, 1]: the per cent and how many characters more it takes; null for other words. */
function percentOf({ kind, number, start, end }: Token, lower: string): readonly [number, number] | null {
  if (kind === "number") {
    if (number?.unit?.dimension !== "tenths" || number.shown.decimals > 0 || number.sign !== "") return null;
    const more = half.exec(lower.slice(end, end + 2))?.[0] ?? "";
    return [Number(number.shown.digits) * 10 + spelledCount(more), more.length];
  }
  const meaning = kind === "quantity" ? meanings.get(lower.slice(start, end)) : undefined;
  return meaning === undefined || meaning.of === "digits" ? null : [meaning.value, 0];
}

const holds = (percent: number, { value, unit }: { value: number; unit?: string | undefined }): boolean =>
  (unit === "%" || unit === "ratio") &&
  Math.abs(Math.abs(unit === "%" ? value : value * 100) - Math.abs(percent)) < 1e-9;

/** 翻倍 says which way it went; of 增长一倍 the word before says it. */
function numberOf(percent: number, word: string): NumberRead {
  const isMove = /^(?:翻|doubl|tripl)/.test(word);
  return {
    shown: { digits: BigInt(Math.round(Math.abs(percent) * 10 ** decimals)), decimals, exponent: 0 },
    sign: percent < 0 ? "-" : isMove ? "+" : "",
    unit: { dimension: "part", exponent: -2 },
    malformed: false,
  };
}

/** 三成(30.0%): shown in digits too, which the word is then judged beside. */
const shows = (percent: number, { number }: Token): boolean =>
  number?.unit?.dimension === "part" &&
  Number(number.shown.digits) * 10 ** (number.unit.exponent + 2 - number.shown.decimals) ===
    Math.abs(percent);

const isNumeric = (claim: Claim) => claim.kind === "numeric";

/** 58家银行 are none of all. */
const ofAny = /^\d+(?:[家只](?:个股|公司|股票)?| (?:stocks|companies|shares))$/;
const unitOfCount = { dimension: "家", exponent: 0 };
/** 涨停, 封住涨停, closed limit-up, hit their upper limit, right behind the count. */
const limitBehind =
  /^(?:收盘|封住|封死|封上|封)?了?(?:(涨停)|跌停)板?(?!家数)|^ (?:(?:closed|finished|ended|went|were|are|hit|locked) )?(?:at )?(?:(?:the|their) )?(?:daily )?(?:(limit[- ]?up|upper limit)|(?:limit[- ]?down|lower limit))(?![a-z])/;
const longestLimit = 40;

const mayBeLimit = rare(/[涨跌]停|limit/);

/** 58家涨停: the count and the words as the number of a registered measure, 涨停家数, of which there is a claim. */
function readLimitCounts(tokens: readonly Token[], { lower, claims, lexicon }: Reading): readonly Token[] {
  if (!mayBeLimit.test(lower)) return tokens;
  let until = -1;
  return tokens.flatMap((each) => {
    if (each.start < until) return [];
    if (each.kind !== "count" || !ofAny.test(lower.slice(each.start, each.end))) return [each];
    const found = limitBehind.exec(lower.slice(each.end, each.end + longestLimit));
    if (found === null) return [each];
    const isUp = (found[1] ?? found[2]) !== undefined;
    const metrics = lexicon.match(isUp ? "涨停家数" : "跌停家数", 0)?.entry.metrics ?? [];
    if (!claims.some((claim) => claim.kind === "numeric" && metrics.includes(claim.metric))) return [each];
    const shown = { digits: BigInt(each.count), decimals: 0, exponent: 0 };
    const number = { shown, sign: "" as const, unit: unitOfCount, malformed: false };
    until = each.end + found[0].length;
    return [{ ...each, kind: "number", op: "", number }, token("metric", each.end, until, { metrics })];
  });
}

/** The tokens, such words read as numbers where a claim of the answer has exactly that value and nothing follows that they could be of. */
export function readExactWords(all: readonly Token[], reading: Reading): readonly Token[] {
  const { lower, claims } = reading;
  const tokens = readLimitCounts(all, reading);
  const isWord = ({ kind, number }: Token): boolean =>
    kind === "quantity" || number?.unit?.dimension === "tenths";
  if (!tokens.some(isWord)) return tokens;
  const numeric = claims.filter(isNumeric);
  let taken = 0;
  return tokens.flatMap((each) => {
    if (each.end <= taken) return [];
    const found = isWord(each) ? percentOf(each, lower) : null;
    if (found === null) return [each];
    const [percent, more] = found;
    const end = each.end + more;
    const isHeld =
      numeric.some((claim) => holds(percent, claim)) && !tokens.some((other) => shows(percent, other));
    if (!isHeld || !ofNothingElse.test(lower.slice(end, end + reach))) return [each];
    taken = end;
    return [
      { ...each, kind: "number", op: "", end, number: numberOf(percent, lower.slice(each.start, end)) },
    ];
  });
}
