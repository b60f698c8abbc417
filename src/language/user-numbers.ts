import { Decimal } from "decimal.js";
import type { UserNumber } from "#contract";
import { type FoldedText, fold, unfold, type Written } from "./fold.ts";
import { isArabicStart, isChineseNumeral, readArabic, readChinese, type Shown } from "./numbers.ts";

/** Scale words that may follow the digits; a Chinese numeral has read its own. */
const scales: readonly (readonly [word: string, power: number])[] = [
  ["万亿", 12],
  ["亿", 8],
  ["千万", 7],
  ["百万", 6],
  ["万", 4],
  ["千", 3],
  ["百", 2],
  ["w", 4],
  ["trillion", 12],
  ["billion", 9],
  ["million", 6],
  ["thousand", 3],
  ["hundred", 2],
  ["k", 3],
];

/** Unit words, longest first. The factor turns what was written into the unit named. */
const unitWords: readonly (readonly [word: string, unit: string, power: number])[] = [
  ["人民币", "CNY", 0],
  ["个百分点", "%", 0],
  ["percent", "%", 0],
  ["shares", "shares", 0],
  ["years", "年", 0],
  ["year", "年", 0],
  ["days", "日", 0],
  ["yuan", "CNY", 0],
  ["lots", "手", 0],
  ["cny", "CNY", 0],
  ["rmb", "CNY", 0],
  ["lot", "手", 0],
  ["元", "CNY", 0],
  ["块", "CNY", 0],
  ["%", "%", 0],
  ["倍", "x", 0],
  ["股", "shares", 0],
  ["手", "手", 0],
  ["天", "日", 0],
  ["日", "日", 0],
  ["年", "年", 0],
  ["点", "点", 0],
  ["bp", "bp", 0],
];

/** 10万年化 is an amount and a word, not a hundred thousand years. */
const beginsWord = /^(?:年[化利息]|日[均线])/;

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[a-z]/.test(character);

/** The word of the list at the index, not as the beginning of a longer Latin word; a space may stand before it. */
function wordAt<Entry extends readonly [string, ...unknown[]]>(
  text: string,
  at: number,
  words: readonly Entry[],
): { readonly entry: Entry; readonly end: number } | null {
  const start = text[at] === " " ? at + 1 : at;
  for (const entry of words) {
    const end = start + entry[0].length;
    if (!text.startsWith(entry[0], start) || (isLetter(text[end - 1]) && isLetter(text[end]))) continue;
    if (!beginsWord.test(text.slice(start, end + 1))) return { entry, end };
  }
  return null;
}

const decimalOf = ({ digits, decimals, exponent }: Shown): Decimal =>
  new Decimal(digits.toString()).times(Decimal.pow(10, exponent - decimals));

const percentBefore = "百分之";

/** 12块5, 3块25: the digits behind the unit are its decimals, where they are no number of their own. */
const smallDigits = /^\d{1,2}(?![\d.,]*[\d%万亿千百股手元块倍年天日个])/;
/** 三块五, 十二块八毛, 三块二毛五: numerals behind the unit are its tenths and hundredths. */
const smallNumerals =
  /^([一二两三四五六七八九])(?:[毛角]([一二三四五六七八九])?分?)?(?![零一二两三四五六七八九十百千万亿成分%股手元块倍年天日个只家])/;

/** What stands behind 块. */
function smallChange(text: string, at: number): { readonly value: Decimal; readonly end: number } | null {
  const behind = text.slice(at, at + 12);
  const digits = smallDigits.exec(behind)?.[0];
  if (digits !== undefined) return { value: new Decimal(`0.${digits}`), end: at + digits.length };
  const found = smallNumerals.exec(behind);
  if (found === null) return null;
  const [words, tenths = "", hundredths = ""] = found;
  const digit = (numeral: string): bigint => readChinese(numeral, 0)?.digits ?? 0n;
  return { value: new Decimal(`0.${digit(tenths)}${digit(hundredths)}`), end: at + words.length };
}

/**
 * 1千3 is 1,300, 2万5 is 25,000: one digit right behind the scale word counts the place below it, where it begins no number of its own.
 * 3千5百 and 1万5千 name their places.
 */
function placesBelow(text: string, { word, power, end }: ScaleWord): { value: Decimal; end: number } | null {
  let [value, at, lowest] = [new Decimal(0), end, /^[百千万]$/.test(word) ? power : 0];
  for (;;) {
    const [words = "", digit = "", place = ""] = /^([1-9])([千百十])/.exec(text.slice(at, at + 2)) ?? [];
    const named = "个十百千".indexOf(place);
    if (words === "" || named >= lowest) break;
    [value, at, lowest] = [value.plus(new Decimal(digit).times(10 ** named)), at + words.length, named];
  }
  const isElided =
    lowest > 1 && /^[1-9](?!\d|[.,]\d|[%万亿千百十股手倍年月天日号个只家点时])/.test(text.slice(at, at + 3));
  if (isElided) [value, at] = [value.plus(new Decimal(text[at] ?? "0").times(10 ** (lowest - 1))), at + 1];
  return at === end ? null : { value, end: at };
}

interface ScaleWord {
  readonly word: string;
  readonly power: number;
  readonly end: number;
}

function numberAt(folded: FoldedText, at: number): { number: UserNumber; end: number } | null {
  const { text } = folded;
  const isPercent = text.startsWith(percentBefore, at);
  const start = isPercent ? at + percentBefore.length : at;
  const shown = isArabicStart(text, start) ? readArabic(text, start) : readChinese(text, start);
  if (shown === null) return null;
  const scale = wordAt(text, shown.end, scales);
  const [word = "", power = 0] = scale?.entry ?? [];
  const below = scale === null ? null : placesBelow(text, { word, power, end: scale.end });
  const afterScale = below?.end ?? scale?.end ?? shown.end;
  const unit = isPercent ? null : wordAt(text, afterScale, unitWords);
  const small = scale === null && unit?.entry[0] === "块" ? smallChange(text, unit.end) : null;
  const end = small?.end ?? unit?.end ?? afterScale;
  const value = decimalOf(shown)
    .times(Decimal.pow(10, power))
    .plus(below?.value ?? 0)
    .plus(small?.value ?? 0);
  return {
    number: {
      literal: text.slice(at, end),
      value: value.toFixed(),
      unit: isPercent ? "%" : (unit?.entry[1] ?? null),
      span: unfold(folded, at, end),
    },
    end,
  };
}

/** True where a Latin word ends before the index, so that digits there belong to it (MA20, v2); the x of 15x23 is a sign. */
const continuesWord = (text: string, at: number): boolean =>
  isLetter(text[at - 1]) && !/[\d%) ]x$/.test(text.slice(Math.max(0, at - 2), at));

/** One sign that folds into several numbers (½, ⅐) is a number that we cannot read, and no two others. */
const withoutSplitSigns = (numbers: readonly UserNumber[]): readonly UserNumber[] =>
  numbers.filter(({ span: [start, end] }, index) => {
    const before = numbers[index - 1];
    const after = numbers[index + 1];
    return (before === undefined || before.span[1] <= start) && (after === undefined || end <= after.span[0]);
  });

/** All numbers of a message, digits and Chinese numerals, each with the unit word that follows it. Linear. */
export function readUserNumbers(message: Written): readonly UserNumber[] {
  const folded = fold(message);
  const { text } = folded;
  const numbers: UserNumber[] = [];
  for (let at = 0; at < text.length; at++) {
    const starts =
      isArabicStart(text, at) || isChineseNumeral(text.charCodeAt(at)) || text.startsWith(percentBefore, at);
    if (!starts) continue;
    const found = numberAt(folded, at);
    if (found === null) continue;
    if (!continuesWord(text, at)) numbers.push(found.number);
    at = found.end - 1;
  }
  return withoutSplitSigns(numbers);
}
