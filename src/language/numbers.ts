/** Reading of written numbers, in digits, in Chinese numerals and in English words, from normalised (half-width) text. */
export { isArabicStart, readArabic } from "./numbers/arabic.ts";
export {
  chineseNumerals,
  hasChineseNumeral,
  isChineseNumeral,
  readChinese,
  readDigitRun,
} from "./numbers/chinese.ts";
export { roundsTo, type Shown, toDecimal } from "./numbers/decimal.ts";
export { readEnglish } from "./numbers/english.ts";
