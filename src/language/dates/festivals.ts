import { dayNumber } from "../civil.ts";
import { readYear } from "./numerals.ts";
import type { DateRule, Reading, Today } from "./rule.ts";

/**
 * First day of the lunar year, Dragon Boat (5/5) and Mid-Autumn (8/15) of the Chinese calendar as `MMDD`, by year from `firstYear`;
 * the tests compare them with the platform's own Chinese calendar.
 */
const firstYear = 2015;
const lunar = {
  spring: [219, 208, 128, 216, 205, 125, 212, 201, 122, 210, 129, 217, 206, 126, 213, 203],
  dragonBoat: [620, 609, 530, 618, 607, 625, 614, 603, 622, 610, 531, 619, 609, 528, 616, 605],
  midAutumn: [927, 915, 1004, 924, 913, 1001, 921, 910, 929, 917, 1006, 925, 915, 1003, 922, 912],
} as const;

/** The solar term 清明 in this century, by the usual formula. */
const qingming = (year: number): number =>
  400 + Math.floor((year % 100) * 0.2422 + 4.81) - Math.floor((year % 100) / 4);

type Festival = keyof typeof lunar | "newYear" | "qingming" | "labour" | "national";

const names: Readonly<Record<string, Festival>> = {
  元旦: "newYear",
  春节: "spring",
  过年: "spring",
  清明: "qingming",
  五一: "labour",
  劳动: "labour",
  端午: "dragonBoat",
  中秋: "midAutumn",
  国庆: "national",
  十一: "national",
  spring: "spring",
  "chinese new": "spring",
  "lunar new": "spring",
  "new year": "newYear",
  labo: "labour",
  "may day": "labour",
  national: "national",
  "golden week": "national",
  "mid-autumn": "midAutumn",
  "mid autumn": "midAutumn",
  dragon: "dragonBoat",
  qingming: "qingming",
};

function monthDay(festival: Festival, year: number): number | undefined {
  if (festival === "newYear") return 101;
  if (festival === "labour") return 501;
  if (festival === "national") return 1001;
  return festival === "qingming" ? qingming(year) : lunar[festival][year - firstYear];
}

/** The festival's own day in a year; null outside the years of the table. */
export function festivalDay(name: string, year: number): number | null {
  const festival = Object.entries(names).find(([word]) => name.startsWith(word))?.[1];
  const found = festival === undefined ? undefined : monthDay(festival, year);
  return found === undefined ? null : dayNumber(year, Math.floor(found / 100), found % 100);
}

const yearWords: Readonly<Record<string, number>> = { 前年: -2, 去年: -1, 上年: -1, 今年: 0, 明年: 1 };

/** The festival's day of the year named, else the latest one not after today, or the next one where the text speaks of the future. */
function dayOf(
  { year, word, name }: Readonly<Record<string, string | undefined>>,
  today: Today,
): number | null {
  const { year: thisYear } = today.civil;
  if (word !== undefined) return festivalDay(name ?? "", thisYear + (yearWords[word] ?? 0));
  if (year !== undefined) return festivalDay(name ?? "", readYear(year) ?? 0);
  const days = [thisYear - 1, thisYear, thisYear + 1].map((each) => festivalDay(name ?? "", each));
  const has = (day: number | null): day is number =>
    day !== null && (today.future ? day >= today.day : day <= today.day);
  return (today.future ? days.find(has) : days.findLast(has)) ?? null;
}

const before = (day: number | null): Reading => (day === null ? null : { kind: "until", day: day - 1 });
const after = (day: number | null): Reading => (day === null ? null : { kind: "from", day: day + 1 });

const ofYear = "(?:(?:(?<year>\\d{4}|\\d{2})年|(?<word>前年|去年|上年|今年|明年))的?)?";
const anyFestival = "(?<name>元旦|春节|过年|清明|五一|劳动节|端午|中秋|国庆|十一)节?";
const surely = "(?<name>元旦|春节|清明|劳动节|端午|中秋|国庆)节?";
const holiday = "(?:小?长假|假期|放假|休市|黄金周)?";
const ahead =
  "(?:之前|以前|前)(?:的?最后一?个?(?:交易日|[天日])|一个?交易日|一[天日])?(?![\\d一二两三四五六七八九十几])";
const behind = "(?:之后|以后|后)的?(?:(?:第一|首)个?(?:交易日|[天日])|(?=收盘|开盘))";
const english =
  "(?<name>spring festival|(?:chinese|lunar) new year|new year(?:'?s(?: day)?)?|labou?r day|may day|national day|golden week|mid[- ]autumn(?: festival)?|dragon boat(?: festival)?|qingming(?: festival)?)(?: holidays?)?";

const aloneZh = new RegExp(`^${ofYear}(?:${anyFestival}${holiday}|节|小?长假|假期|黄金周)过?$`);
const aloneEn = new RegExp(`^(?:the )?(?:${english}|(?:public )?holidays?)$`);

/** The words of the day before a holiday that stands alone, as in 五一 of 五一后 or 节 of 节后; null for anything else. */
export function eveOf(words: string): string | null {
  if (aloneZh.test(words)) return `${words.replace(/过$/, "")}前`;
  return aloneEn.test(words) ? `before ${words}` : null;
}

const during = /(?:期间|放假期间|假期里|那几天|的时候)$/;

/** 国庆期间, during Labour Day: the words of the day before the holiday and of the first one after it; null for anything else. */
export function aroundFeast(words: string): readonly [before: string, after: string] | null {
  const feast = words.replace(during, "").replace(/^during (?:the )?/, "");
  const eve = feast === words ? null : eveOf(feast);
  if (eve === null) return null;
  return [eve, eve.startsWith("before") ? `first trading day after ${feast}` : `${feast}后首个交易日`];
}

/** Days beside and on public holidays: 春节前最后一个交易日, 国庆后首个交易日, 劳动节当天, 节前, the last trading day before National Day. */
export const festivalRules: readonly DateRule[] = [
  {
    pattern: new RegExp(ofYear + anyFestival + holiday + ahead, "g"),
    read: (groups, today) => before(dayOf(groups, today)),
  },
  {
    pattern: new RegExp(ofYear + anyFestival + holiday + behind, "g"),
    read: (groups, today) => after(dayOf(groups, today)),
  },
  {
    pattern: new RegExp(
      `${ofYear}${surely}(?:当[天日]|那[天日]|(?=的?(?:收盘|开盘|股价|价格|现价|成交)))`,
      "g",
    ),
    read: (groups, today) => dayOf(groups, today),
  },
  {
    pattern: new RegExp(`(?<![季环细情章关调字月])(?:节|小?长假|假期)${ahead}`, "g"),
    read: () => ({ kind: "closure", side: "before" }),
  },
  {
    pattern: new RegExp(`(?<![季环细情章关调字月])(?:节|小?长假|假期)${behind}`, "g"),
    read: () => ({ kind: "closure", side: "after" }),
  },
  {
    pattern: new RegExp(
      `(?<![a-z])(?:the )?(?:last )?(?:(?:trading )?(?:day|session) )?(?:right |just )?before (?:the )?${english}(?![a-z])`,
      "g",
    ),
    read: (groups, today) => before(dayOf(groups, today)),
  },
  {
    pattern: new RegExp(
      `(?<![a-z])(?:the )?first (?:trading )?(?:day|session) after (?:the )?${english}(?![a-z])`,
      "g",
    ),
    read: (groups, today) => after(dayOf(groups, today)),
  },
  {
    pattern:
      /(?<![a-z])(?:the )?(?:last )?(?:(?:trading )?(?:day|session) )?(?:right |just )?before the (?:public )?holidays?(?![a-z])/g,
    read: () => ({ kind: "closure", side: "before" }),
  },
  {
    // The eve of the lunar new year.
    pattern: new RegExp(`${ofYear}除夕(?:当[天日]|那[天日])?`, "g"),
    read: ({ year, word }, today) => {
      const spring = dayOf({ year, word, name: "春节" }, today);
      return spring === null ? null : spring - 1;
    },
  },
];
