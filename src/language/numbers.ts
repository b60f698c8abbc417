/** Reading of written numbers, in digits and in Chinese numerals, from normalised (half-width) text. */
export { isArabicStart, readArabic } from "./numbers/arabic.ts";
export {
  chineseNumerals,
  hasChineseNumeral,
  isChineseNumeral,
  readChinese,
  readDigitRun,
} from "./numbers/chinese.ts";
export { roundsTo, type Shown, toDecimal } from "./numbers/decimal.ts";
