import { civilOf } from "../civil.ts";
import { readEnglishNumber, readSmallNumber, smallNumber } from "./numerals.ts";
import { type Bounds, boundsOf, monthsOf, partOfYear, years } from "./period-ends.ts";
import type { Today } from "./rule.ts";

type Groups = Readonly<Record<string, string | undefined>>;

/** 去年下半年, 今年前三季度. */
const chinese = new RegExp(
  `(?:${years} ?的?)?(?:(?<half>[上下])半年|(?:前|头)(?<count>${smallNumber}) ?个?(?<unit>季度|月))`,
);
const english =
  /(?<![a-z\d])(?<nth>first|second|third|fourth|1st|2nd|3rd|4th) (?<part>half|quarter)(?![a-z])|(?<![a-z])first (?<count>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten) (?<unit>quarter|month)s?(?![a-z])|(?<![a-z])(?<letter>[hq])(?<number>[1-4])(?!\d)/;
const englishYear = /(?<!\d)(?<year>(?:19|20)\d{2})(?!\d)|(?<which>last|previous|this|the) year/;

const nths: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4 };

function chinesePart(groups: Groups, today: Today): Bounds | null {
  const { half, count = "", unit, year, yearWord } = groups;
  if (half !== undefined) return boundsOf(groups, today);
  const isNamed = year !== undefined || yearWord !== undefined;
  // 前三个月 alone counts back from today.
  if (!isNamed && unit === "月") return null;
  const whole = boundsOf({ year, yearWord: isNamed ? yearWord : "今年" }, today);
  const months = (readSmallNumber(count) ?? 0) * (unit === "月" ? 1 : 3);
  return whole === null || months < 1 || months > 12 ? null : monthsOf(civilOf(whole[0]).year, 1, months);
}

function englishPart(groups: Groups, text: string, today: Today): Bounds | null {
  const { year, which } = englishYear.exec(text)?.groups ?? {};
  const shift = which === "last" || which === "previous" ? -1 : 0;
  const named = year !== undefined ? Number(year) : which === undefined ? null : today.civil.year + shift;
  const { nth, part, count, unit, letter, number } = groups;
  if (count !== undefined) {
    const months = (readEnglishNumber(count) ?? 0) * (unit === "month" ? 1 : 3);
    const isYears = named !== null && months >= 1 && months <= 12;
    return isYears ? monthsOf(named, 1, months) : null;
  }
  const size = part === "half" || letter === "h" ? 6 : 3;
  const place = nth === undefined ? Number(number) : (nths[nth] ?? Number.parseInt(nth, 10));
  return place * size > 12 ? null : partOfYear(named, (place - 1) * size + 1, size, today);
}

/** First and last day of the part of a year that a folded text names beside its quarters in Chinese and its months; null for none. */
export function partOfYearIn(text: string, today: Today): Bounds | null {
  const han = chinese.exec(text)?.groups;
  const found = han === undefined ? null : chinesePart(han, today);
  if (found !== null) return found;
  const latin = english.exec(text)?.groups;
  return latin === undefined ? null : englishPart(latin, text, today);
}
