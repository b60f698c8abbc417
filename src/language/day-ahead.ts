import { dayNumber, isoOf } from "./civil.ts";
import { type FoundDate, findDates } from "./dates.ts";
import { fold } from "./fold.ts";

/** A word that makes `findDates` look ahead. */
const ahead = "届时";

/** Words that keep a day in the past. */
const looksBack =
  /上周|上星期|上个?月|去年|前年|昨|前天|last (?:week|month|year|mon|tue|wed|thu|fri|sat|sun)|yesterday|\bago\b/;

const holiday =
  /((?:\d{4}年|今年|明年)的?)?(元旦|春节|过年|清明|五一|劳动节|端午|中秋|国庆|十一(?=节|假|放|休|长假|黄金周)|new year|spring festival|qingming|labou?r day|may day|dragon boat|mid-autumn|national day|golden week)/;

/** The festival's own day in words that `findDates` reads. */
const festivals: Readonly<Record<string, string>> = {
  过年: "春节",
  五一: "劳动节",
  十一: "国庆",
  "new year": "元旦",
  "spring festival": "春节",
  qingming: "清明",
  "labor day": "劳动节",
  "labour day": "劳动节",
  "may day": "劳动节",
  "dragon boat": "端午",
  "mid-autumn": "中秋",
  "national day": "国庆",
  "golden week": "国庆",
};

const bareWeekday = /^(?:on )?(?:周|星期|礼拜|mon|tue|wed|thu|fri|sat|sun)/i;

const dayOf = (iso: string): number =>
  dayNumber(Number(iso.slice(0, 4)), Number(iso.slice(5, 7)), Number(iso.slice(8, 10)));

/** A weekday that has passed this week is the one of the next. */
const nextWeekday = (found: FoundDate, today: string): FoundDate =>
  "date" in found && found.date < today && bareWeekday.test(found.text)
    ? { ...found, date: isoOf(dayOf(found.date) + 7) }
    : found;

/** A day or festival that has just passed is still the one spoken of. */
const recentDays = 15;

const isRecentDay = (date: string, now: string): boolean =>
  date < now.slice(0, 10) && dayOf(now) - dayOf(date) <= recentDays;

/** 5月1日 a week later is the one that was, not that of the next year. */
function orRecent(found: FoundDate, now: string): FoundDate {
  if (!("date" in found) || found.date < now || bareWeekday.test(found.text)) return found;
  // Its own words alone look neither ahead nor back.
  const [alone] = findDates(found.text, now);
  return alone !== undefined && "date" in alone && isRecentDay(alone.date, now)
    ? { ...found, date: alone.date }
    : found;
}

function festivalIn(folded: string, now: string): readonly FoundDate[] {
  const [, year = "", name] = holiday.exec(folded) ?? [];
  if (name === undefined) return [];
  const words = `${year}${festivals[name] ?? name}当天`;
  const [last] = findDates(words, now);
  const isRecent = last !== undefined && "date" in last && isRecentDay(last.date, now);
  return year === "" && !isRecent ? findDates(`${words} ${ahead}`, now) : findDates(words, now);
}

/**
 * The days of a question about the calendar: as `findDates`, but a day without a year or week (周六, 10月1日) is the next to come
 * unless it has just been, and a festival named alone (国庆放假安排) is its own day.
 */
export function daysAhead(said: string, now: string): readonly FoundDate[] {
  const text = said.replace(/周末|weekend/gi, "周六");
  const folded = fold(text).text;
  if (looksBack.test(folded)) return findDates(text, now);
  const dates = findDates(`${text} ${ahead}`, now);
  if (dates.length > 0) return dates.map((found) => orRecent(nextWeekday(found, now.slice(0, 10)), now));
  return festivalIn(folded, now);
}
