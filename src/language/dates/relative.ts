import { civilOf, weekdayOf } from "../civil.ts";
import { englishNumber, readEnglishNumber, readSmallNumber, readYear, smallNumber } from "./numerals.ts";
import { type DateRule, dayOr, monthEnd, monthStart, monthsBefore, type Today } from "./rule.ts";

const chineseDays: Readonly<Record<string, number>> = {
  今天: 0,
  今日: 0,
  今儿: 0,
  今晚: 0,
  今早: 0,
  昨天: -1,
  昨日: -1,
  昨儿: -1,
  昨晚: -1,
  前天: -2,
  前日: -2,
  大前天: -3,
  明天: 1,
  明日: 1,
  明早: 1,
  后天: 2,
  大后天: 3,
};

const englishDays: Readonly<Record<string, number>> = {
  today: 0,
  yesterday: -1,
  tomorrow: 1,
  "day before yesterday": -2,
  "day after tomorrow": 2,
};

/** As they are typed without a Chinese keyboard. */
const pinyinDays: Readonly<Record<string, number>> = { jintian: 0, zuotian: -1, qiantian: -2, mingtian: 1 };

const chineseWeekdays = "一二三四五六日天";
const englishWeekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

const startOfWeek = (today: Today): number => today.day - weekdayOf(today.day);

/** The latest such weekday not after today. */
const latestWeekday = (weekday: number, today: Today): number =>
  today.day - ((weekdayOf(today.day) - weekday + 7) % 7);

const nextWeekday = (weekday: number, today: Today): number =>
  today.day + ((weekday - weekdayOf(today.day) + 7) % 7);

/** Friday alone is the last one, but who asks whether the market opens on Friday has the coming one in mind. */
const bareWeekday = (weekday: number, today: Today): number =>
  today.asksIfOpen ? nextWeekday(weekday, today) : latestWeekday(weekday, today);

const englishShift: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 };
const weekShift: Readonly<Record<string, number>> = { 上上: -2, 上: -1, 本: 0, 这: 0, 下: 1, 下下: 2 };

function chineseWeekday(which: string | undefined, name: string, today: Today): number {
  const weekday = Math.min(chineseWeekdays.indexOf(name), 6);
  if (which === undefined || which === "") return bareWeekday(weekday, today);
  return startOfWeek(today) + (weekShift[which] ?? 0) * 7 + weekday;
}

function englishWeekday(which: string | undefined, name: string, today: Today): number {
  const weekday = englishWeekdays.indexOf(name.slice(0, 3));
  const latest = latestWeekday(weekday, today);
  if (which === "last") return latest === today.day ? latest - 7 : latest;
  if (which === "next") return startOfWeek(today) + 7 + weekday;
  if (which === "this") return startOfWeek(today) + weekday;
  return bareWeekday(weekday, today);
}

/** As old as the exchanges. */
const mostYears = 40;

function ago(count: number | null, unit: string, today: Today): number | null {
  if (count === null || count > 400) return null;
  if (/^(天|日|day)/.test(unit)) return today.day - count;
  if (/^(周|星期|礼拜|week)/.test(unit)) return today.day - count * 7;
  if (/^(年|year)/.test(unit)) return count > mostYears ? null : monthsBefore(today, count * 12);
  return /^(月|month)/.test(unit) ? monthsBefore(today, count) : null;
}

const yearEnds: Readonly<Record<string, number>> = { 前年: -2, 去年: -1, 上年: -1, 今年: 0 };
const monthEnds: Readonly<Record<string, number>> = { 上: -1, 本: 0, 这: 0 };

const monthShift: Readonly<Record<string, number>> = { 上上: -2, 上一: -1, 上: -1, 这: 0, 本: 0, 下: 1 };

const wordMonths: Readonly<Record<string, number>> = { 去年: 12, 前年: 24, 上月: 1, 上个月: 1 };

function readMonths(count: string, unit: string): number | null {
  const number = readSmallNumber(count);
  return number === null || number > 99 ? null : number * (unit === "年" ? 12 : 1);
}

/** Days told from today: 昨天, 上周五, 3天前, 去年底, yesterday, last Friday, 2 days ago. */
export const relativeRules: readonly DateRule[] = [
  {
    pattern:
      /(?:上上|前前|大前)一?个?交易日|(?<![a-z])(?:trading day|session) before (?:the )?(?:last|previous)(?: (?:one|trading day|session))?(?! ?[a-z])/g,
    read: () => ({ kind: "back", count: 2 }),
  },
  {
    pattern:
      /(?<![上前])上(?:一)?个?交易日|(?<![上前])前一?个?交易日|上日(?=的?(?:收|开|成交|最|涨|跌))|(?<![a-z])(?:last|previous|prior) (?:trading (?:day|session)|session)(?![a-z])/g,
    read: () => ({ kind: "back", count: 1 }),
  },
  {
    pattern: /(?<![a-z\d+.&])t-(?<count>[1-9]|[1-9]\d)(?!\d|\.\d)(?: ?[日天])?/g,
    read: ({ count }) => ({ kind: "back", count: Number(count) }),
  },
  {
    pattern: new RegExp(
      `(?<![\\d.,第〇零一二三四五六七八九十])(?<count>${smallNumber}) ?个?交易日(?:之前|以前|前)(?!\\d)|(?<![a-z\\d.,])(?<english>${englishNumber}) (?:trading days?|sessions?) (?:ago|earlier|before)(?![a-z])`,
      "g",
    ),
    read: ({ count, english }) => {
      const days = count === undefined ? readEnglishNumber(english ?? "") : readSmallNumber(count);
      return days === null || days < 1 || days > 99 ? null : { kind: "back", count: days };
    },
  },
  {
    pattern: new RegExp(
      `(?<which>上上|上一|上|这|本|下)个?月(?:份)?的? ?(?<count>${smallNumber}) ?[日号](?!线|均)`,
      "g",
    ),
    read: ({ which, count }, today) => {
      const { year, month } = civilOf(monthStart(today, monthShift[which ?? ""] ?? 0));
      const day = readSmallNumber(count ?? "");
      return day === null ? null : dayOr(year, month, day);
    },
  },
  {
    pattern: new RegExp(
      `(?:(?<word>去年|前年|上个?月)|(?<![\\d.])(?<count>${smallNumber}) ?(?<unit>年|个月)前)的?(?:今天|今日|同日)`,
      "g",
    ),
    read: ({ word, count, unit }, today) => {
      const months = word === undefined ? readMonths(count ?? "", unit ?? "") : (wordMonths[word] ?? 1);
      return months === null ? null : monthsBefore(today, months);
    },
  },
  {
    pattern:
      /(?<!大)大前天|(?<!大)大后天|今[天日儿晚早]|昨[天日儿晚]|(?<![\d大])前[天日]|明[天日早](?!子)|(?<!以|之|最|大)后天/g,
    read: ({ whole }, today) => today.day + (chineseDays[whole ?? ""] ?? 0),
  },
  {
    pattern: /昨(?=收盘|开盘|的收)/g,
    read: (_, today) => today.day - 1,
  },
  {
    pattern:
      /(?<![前每个近])(?:(?<which>上上|上|本|这|下下|下)个?)?(?:周|星期|礼拜)(?<name>[二三四五六日天]|一(?!共))(?!线|均|报|期)/g,
    read: ({ which, name }, today) => chineseWeekday(which, name ?? "", today),
  },
  {
    pattern: new RegExp(
      `(?<![\\d.,〇零一二三四五六七八九十])(?<count>${smallNumber}) ?(?:个)?(?<unit>天|日|周|星期|礼拜|月|年)(?:之前|以前|前(?!复权|[十百\\d]+大))(?!的?(?:今天|今日|同日|同期))`,
      "g",
    ),
    read: ({ count, unit }, today) => ago(readSmallNumber(count ?? ""), unit ?? "", today),
  },
  {
    pattern:
      /(?<year>前年|去年|上年|今年|(?<!\d)(?:\d{4}|\d{2})(?=年[底末]))?(?:年底|年末|(?<=[去前上今]年)[底末](?![部价线牌仓气])|底(?=收|的|$|[ ,。?])|末(?=收|的|$|[ ,。?]))/g,
    read: ({ year, whole }, today) => {
      if (year === undefined && !(whole ?? "").startsWith("年")) return null;
      const written = readYear(year ?? "");
      return dayOr(written ?? today.civil.year + (yearEnds[year ?? "今年"] ?? 0), 12, 31);
    },
  },
  {
    pattern: /(?<which>上|本|这)个?月(?:底|末)/g,
    read: ({ which }, today) => monthEnd(today, monthEnds[which ?? ""] ?? 0),
  },
  {
    pattern:
      /(?<![a-z])(?:the )?(?<name>day before yesterday|day after tomorrow|yesterday|today|tomorrow)(?![a-z])/g,
    read: ({ name }, today) => today.day + (englishDays[name ?? ""] ?? 0),
  },
  {
    pattern: /(?<![a-z])(?<name>jintian|zuotian|qiantian|mingtian)(?![a-z])/g,
    read: ({ name }, today) => today.day + (pinyinDays[name ?? ""] ?? 0),
  },
  {
    // Thursday last week, last week's Thursday.
    pattern:
      /(?<![a-z])(?:on )?(?:(?<name>mon|tues|wednes|thurs|fri|satur|sun)day (?:of )?(?<which>last|this|next) week|(?<first>last|this|next) week(?:'s| on)? (?<second>mon|tues|wednes|thurs|fri|satur|sun)day)(?![a-z])/g,
    read: ({ name, which, first, second }, today) =>
      startOfWeek(today) +
      (englishShift[which ?? first ?? ""] ?? 0) * 7 +
      englishWeekdays.indexOf((name ?? second ?? "").slice(0, 3)),
  },
  {
    pattern:
      /(?<![a-z])(?:(?<which>last|this|next|on) )?(?<name>mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)(?![a-z])/g,
    read: ({ which, name, whole }, today) =>
      which !== undefined || (whole ?? "").endsWith("day") ? englishWeekday(which, name ?? "", today) : null,
  },
  {
    pattern: new RegExp(
      `(?<![a-z\\d.,])(?<count>${englishNumber}) (?<unit>days?|weeks?|months?|years?) (?:ago|earlier|before)(?![a-z])`,
      "g",
    ),
    read: ({ count, unit }, today) => ago(readEnglishNumber(count ?? ""), unit ?? "", today),
  },
  {
    pattern: new RegExp(
      `(?<![\\d.,a-z〇零一二三四五六七八九十])(?:(?<count>${smallNumber}) ?天(?:之后|以后|后)|in (?<english>${englishNumber}) days?(?![a-z]))`,
      "g",
    ),
    read: ({ count, english }, today) => {
      const days = count === undefined ? readEnglishNumber(english ?? "") : readSmallNumber(count);
      return days === null || days > 400 ? null : today.day + days;
    },
  },
];
