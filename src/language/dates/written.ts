import { readSmallNumber, readYear, smallNumber } from "./numerals.ts";
import { type DateRule, dayOfMonth, dayOr, dayWithoutYear } from "./rule.ts";

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthWord =
  "(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";

/** A quantity begins here, so that the digits before were no day. */
const notCounted = "(?! ?(?:元|块|%|倍|股|手|万|亿|个|年|月|天|日|号|[a-z]))";
const yearShift: Readonly<Record<string, number>> = { 前年: -2, 去年: -1, 今年: 0, 本年: 0, 明年: 1 };

/** Dates written out, with a year, without one, or as a day of the month alone. */
export const writtenRules: readonly DateRule[] = [
  {
    pattern:
      /(?<![\d.])(?<year>(?:19|20)\d{2}) ?(?<joint>[-/.]) ?(?<month>\d{1,2}) ?\k<joint> ?(?<day>\d{1,2})(?![\d])/g,
    read: ({ year, month, day }) => dayOr(Number(year), Number(month), Number(day)),
  },
  {
    // 26.5.5: points twice are no decimal, and no version of anything here.
    pattern:
      /(?<![\d.])(?<year>[12]\d)(?<joint>[.-])(?<month>0?[1-9]|1[0-2])\k<joint>(?<day>0?[1-9]|[12]\d|3[01])(?![\d.-])/g,
    read: ({ year, month, day }) => dayOr(2000 + Number(year), Number(month), Number(day)),
  },
  {
    // Eight digits are a date only where they can be one: anything else is left as a number.
    pattern:
      /(?<![\d.,])(?<year>(?:19[9]|20\d)\d)(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])(?![\d]|\.\d)/g,
    read: ({ year, month, day }) => dayOr(Number(year), Number(month), Number(day)),
  },
  {
    pattern: new RegExp(
      `(?<![\\d.〇零一二三四五六七八九十])(?:(?<year>\\d{4}|\\d{2}|[〇零一二三四五六七八九]{4}|[〇零一二三四五六七八九]{2}) ?年的?|(?<word>前年|去年|今年|本年|明年)的?)? ?(?<month>${smallNumber}) ?月份?的? ?(?<day>${smallNumber})(?: ?[日号]|(?![\\d年个月万亿元块%倍.〇零一二三四五六七八九十]))`,
      "g",
    ),
    read: ({ year, word, month, day }, today) => {
      const [monthNumber, dayOfIt] = [readSmallNumber(month ?? ""), readSmallNumber(day ?? "")];
      if (monthNumber === null || dayOfIt === null) return null;
      if (word !== undefined) return dayOr(today.civil.year + (yearShift[word] ?? 0), monthNumber, dayOfIt);
      if (year === undefined) return dayWithoutYear(monthNumber, dayOfIt, today);
      const yearNumber = readYear(year);
      return yearNumber === null ? "no_such_day" : dayOr(yearNumber, monthNumber, dayOfIt);
    },
  },
  {
    // The American order; where the first number is no month, the day stands first.
    pattern: /(?<![\d./-])(?<first>\d{1,2})\/(?<second>\d{1,2})\/(?<year>(?:19|20)\d{2})(?![\d/])/g,
    read: ({ first, second, year }) =>
      Number(first) > 12
        ? dayOr(Number(year), Number(second), Number(first))
        : dayOr(Number(year), Number(first), Number(second)),
  },
  {
    pattern: new RegExp(
      `(?<![\\d./\\-了约近超占])(?<month>0?[1-9]|1[0-2])/(?<day>0?[1-9]|[12]\\d|3[01])(?![\\d/]|\\.\\d)${notCounted}`,
      "g",
    ),
    read: ({ month, day }, today) => dayWithoutYear(Number(month), Number(day), today),
  },
  {
    pattern: new RegExp(
      `(?<![\\d./-])(?<month>0[1-9]|1[0-2])-(?<day>0[1-9]|[12]\\d|3[01])(?![\\d-]|\\.\\d)${notCounted}`,
      "g",
    ),
    read: ({ month, day }, today) => dayWithoutYear(Number(month), Number(day), today),
  },
  {
    pattern: new RegExp(
      `(?<![a-z])${monthWord} ?(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d.%a-z]|:\\d)(?:,? ?(?<year>(?:19|20)\\d{2})(?!\\d))?`,
      "g",
    ),
    read: readEnglish,
  },
  {
    pattern: new RegExp(
      `(?<![\\d.])(?<day>\\d{1,2})(?:st|nd|rd|th)? ?(?:of )?${monthWord}(?![a-z])(?:,? ?(?<year>(?:19|20)\\d{2})(?!\\d))?`,
      "g",
    ),
    read: readEnglish,
  },
  {
    // 30号; 30日 only where no window of days is meant (近30日, 30日均线).
    pattern: new RegExp(
      `(?<![\\d.近第前后过连续每月\\-/〇零一二三四五六七八九十])(?<day>${smallNumber}) ?(?:号(?!线|楼|店|机)|日(?=$|[ ,，、。.?？!！和与跟及]|的|收盘|开盘|股价|价|最高|最低|成交|那天|是|涨(?!幅)))`,
      "g",
    ),
    read: ({ day, whole }, today) => {
      const number = readSmallNumber(day ?? "");
      if (number === null || number > 99) return null;
      // 60日 is a window; 60号 would be a day that does not exist.
      return number > 31 && (whole ?? "").endsWith("日") ? null : dayOfMonth(number, today);
    },
  },
  {
    pattern: /(?<![a-z])the (?<day>\d{1,2})(?:st|nd|rd|th)(?![a-z\d]| (?:place|quarter|time|of))/g,
    read: ({ day }, today) => dayOfMonth(Number(day), today),
  },
];

function readEnglish(
  { month, day, year }: Readonly<Record<string, string | undefined>>,
  today: Parameters<DateRule["read"]>[1],
) {
  const monthNumber = monthNames.indexOf((month ?? "").slice(0, 3)) + 1;
  return year === undefined
    ? dayWithoutYear(monthNumber, Number(day), today)
    : dayOr(Number(year), monthNumber, Number(day));
}
