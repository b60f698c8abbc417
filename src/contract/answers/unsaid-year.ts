import type { Bilingual } from "../records/json.ts";

const taken: Bilingual = {
  zh: "所问日期没有写年份,按最近过去的那一天理解,年份以所示日期为准。",
  en: "The date was asked without a year and is taken as the latest such day; its year is that of the date shown.",
};

/** 2025, 25年, 去年 …: the message says of which year it speaks. */
const saysYear =
  /(?<!\d)(?:19|20)\d{2}(?!\d{2}\b)|\d{2}\s?年|[〇零一二三四五六七八九]{2,4}年|去年|前年|今年|上年|last year|this year|year ago/i;

/** 11月20日, 11/20, 20号, Nov 20: a day by its number. 昨天 needs no year. */
const numbersDay =
  /(?:\d{1,2}|[一二三四五六七八九十]{1,3})\s?(?:月|[号日])|(?<![\d.])\d{1,2}[/-]\d{1,2}(?![\d.])|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s\d/i;

/** True where a text names a day by its number and says of no year. */
export function leavesYearOut(text: string): boolean {
  const said = text.normalize("NFKC");
  return !saysYear.test(said) && numbersDay.test(said);
}

/** The remark on a day of an earlier year that the message names by month and day alone (11月20日 asked in May). */
export function unsaidYear(date: string | undefined, now: string, text: string): readonly Bilingual[] {
  const isEarlier = date !== undefined && date.slice(0, 4) < now.slice(0, 4);
  return isEarlier && leavesYearOut(text) ? [taken] : [];
}
