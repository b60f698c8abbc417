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
  ["w", 4],
  ["trillion", 12],
  ["billion", 9],
  ["million", 6],
  ["thousand", 3],
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
function smallChange(text: string, at: number): { readonly value: Decimal; readonly end: number } | null {
  const digits = /^\d{1,2}(?![\d.,]*[\d%万亿千百股手元块倍年天日个])/.exec(text.slice(at, at + 12))?.[0];
  return digits === undefined ? null : { value: new Decimal(`0.${digits}`), end: at + digits.length };
}

function numberAt(folded: FoldedText, at: number): { number: UserNumber; end: number } | null {
  const { text } = folded;
  const isPercent = text.startsWith(percentBefore, at);
  const start = isPercent ? at + percentBefore.length : at;
  const shown = isArabicStart(text, start) ? readArabic(text, start) : readChinese(text, start);
  if (shown === null) return null;
  const scale = wordAt(text, shown.end, scales);
  const afterScale = scale?.end ?? shown.end;
  const unit = isPercent ? null : wordAt(text, afterScale, unitWords);
  const small = scale === null && unit?.entry[0] === "块" ? smallChange(text, unit.end) : null;
  const end = small?.end ?? unit?.end ?? afterScale;
  const value = decimalOf(shown)
    .times(Decimal.pow(10, scale?.entry[1] ?? 0))
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
      isArabicStart(text, at) || isChineseNumeral(text[at] ?? "") || text.startsWith(percentBefore, at);
    if (!starts) continue;
    const found = numberAt(folded, at);
    if (found === null) continue;
    if (!continuesWord(text, at)) numbers.push(found.number);
    at = found.end - 1;
  }
  return withoutSplitSigns(numbers);
}
