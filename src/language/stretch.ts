import { civilOf, isoOf, shanghaiOf, weekdayOf } from "./civil.ts";
import { namesDayOfMonth } from "./dates/day-of-month.ts";
import { aroundFeast, eveOf } from "./dates/festivals.ts";
import { readEnglishNumber, readSmallNumber } from "./dates/numerals.ts";
import { type Bounds, periodIn } from "./dates/period-ends.ts";
import { type Ends, sharedEnds } from "./dates/range-ends.ts";
import { monthEnd, monthStart, monthsBefore, type Today } from "./dates/rule.ts";
import { spelt } from "./dates/spelt.ts";
import { partOfYearIn } from "./dates/year-parts.ts";
import { findTimes } from "./dates.ts";
import { fold } from "./fold.ts";
import { countedMove, type NamedStretch, namedMove, type StretchUnit } from "./move-metrics.ts";
import { isBackward, onlyDay, type StretchEdge } from "./stretch-edges.ts";

/** A stretch of time over which a price moves, as words name it. */
export interface AskedStretch {
  /** The metric of a move over it. */
  readonly metric: string;
  /** It is measured from the last close on or before this day … */
  readonly from?: StretchEdge;
  /** True where `from` is a day that the words name, and so is itself a day of the stretch. */
  readonly isNamed?: boolean;
  /** … or from the close that lies so many trading days before the newest. */
  readonly days?: number;
  /** So many whole weeks back, where they are counted. */
  readonly weeks?: number;
  /** To the last close on or before this day; the newest where it is absent. */
  readonly to?: StretchEdge;
}

const day = (number: number): StretchEdge => ({ date: isoOf(number) });

const weekBounds = (today: Today, shift: number): Bounds => {
  const monday = today.day - weekdayOf(today.day) + shift * 7;
  return [monday, monday + 6];
};
const monthBounds = (today: Today, shift: number): Bounds => [
  monthStart(today, shift),
  monthEnd(today, shift),
];
const quarterBounds = (today: Today, shift: number): Bounds => {
  const back = ((today.civil.month - 1) % 3) - shift * 3;
  return [monthStart(today, -back), monthEnd(today, 2 - back)];
};
const yearBounds = (today: Today, shift: number): Bounds => {
  const january = 1 - today.civil.month + shift * 12;
  return [monthStart(today, january), monthEnd(today, january + 11)];
};

/** The periods that have a name of their own, by their days. */
const namedBounds = (today: Today): readonly (readonly [NamedStretch, Bounds])[] => [
  ["wtd", weekBounds(today, 0)],
  ["lw", weekBounds(today, -1)],
  ["mtd", monthBounds(today, 0)],
  ["lm", monthBounds(today, -1)],
  ["qtd", quarterBounds(today, 0)],
  ["lq", quarterBounds(today, -1)],
  ["ytd", yearBounds(today, 0)],
  ["ly", yearBounds(today, -1)],
];

function ofPeriod(bounds: Bounds, today: Today): AskedStretch {
  const [first, last] = bounds;
  const name = namedBounds(today).find(([, [from, to]]) => from === first && to === last)?.[0] ?? "range";
  const isOver = last < today.day;
  return { metric: namedMove(name), from: day(first - 1), ...(isOver ? { to: day(last) } : {}) };
}

const thisYear =
  /年初(?:至今|以来|到现在)|[比较从自跟]年初|年内|今年|本年|year[- ]to[- ]date|(?<![a-z])ytd(?![a-z])|this year|start of the year/;
const thisWeek = /week[- ]to[- ]date|(?<![a-z])wtd(?![a-z])|周内/;
const thisMonth = /month[- ]to[- ]date|(?<![a-z])mtd(?![a-z])|月内|月初(?:至今|以来)/;
const thisQuarter = /quarter[- ]to[- ]date|(?<![a-z])qtd(?![a-z])/;

function soFar(text: string, today: Today): AskedStretch | null {
  if (thisYear.test(text)) return ofPeriod(yearBounds(today, 0), today);
  if (thisWeek.test(text)) return ofPeriod(weekBounds(today, 0), today);
  if (thisMonth.test(text)) return ofPeriod(monthBounds(today, 0), today);
  return thisQuarter.test(text) ? ofPeriod(quarterBounds(today, 0), today) : null;
}

const han = "\\d{1,3}|[一二两三四五六七八九十廿卅]{1,3}|[半几]";
const latin = "\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|few|half(?: an?)?";
/** 近三个月, 最近5天, past 3 months, 10-day, the last year. */
const back = new RegExp(
  [
    `(?<led>最近|近|过去|这|前|连续)的?(?<a>${han}) ?个?(?<u>交易日|工作日|日|天|周|星期|礼拜|月|季度?|年)`,
    `(?<![\\d.第上下哪某每])(?<b>${han}) ?(?:(?<v>交易日|工作日|天|周|星期|礼拜|年)|个(?<w>交易日|星期|礼拜|月|季度))(?:来|以来|内|里|间)?`,
    `(?<![a-z\\d.])(?<c>${latin})[ -](?:trading )?(?<x>days?|sessions?|weeks?|months?|quarters?|years?)(?![a-z])`,
    "(?<![a-z])(?:(?:past|recent)|(?:over|in|during|for|within) the (?:last|past)) (?<y>day|session|week|month|quarter|year)(?![a-z])",
  ].join("|"),
);

const unitOf = (word: string): StretchUnit =>
  /^(?:周|星期|礼拜|week)/.test(word)
    ? "w"
    : /^(?:月|季|month|quarter)/.test(word)
      ? "m"
      : /^(?:年|year)/.test(word)
        ? "y"
        : "d";

/** 几天 is five of them, 几个月 three. */
const few = (unit: StretchUnit): number => (unit === "d" ? 5 : 3);

function countOf(word: string, unit: StretchUnit): number | null {
  if (word === "几" || word === "few") return few(unit);
  if (word === "twelve") return 12;
  return readSmallNumber(word) ?? readEnglishNumber(word);
}

const mostYears = 30;

function counted(text: string, today: Today): AskedStretch | null {
  const groups = back.exec(text)?.groups;
  if (groups === undefined) return null;
  const { a, b, c, u, v, w, x, y } = groups;
  const word = u ?? v ?? w ?? x ?? y ?? "";
  const own = unitOf(word);
  const said = a ?? b ?? c ?? "one";
  const isHalf = said.startsWith("半") || said.startsWith("half");
  // Half a year is six months; half a month is half of its days.
  const unit = isHalf && own === "y" ? "m" : own;
  const count = isHalf ? (own === "y" ? 6 : null) : countOf(said, own);
  if (isHalf && own === "m") return { metric: namedMove("range"), from: day(today.day - 15) };
  if (count === null || count < 1 || (unit === "y" && count > mostYears)) return null;
  const units = /^(?:季|quarter)/.test(word) ? count * 3 : count;
  const metric = countedMove(units, unit);
  if (unit === "d") return { metric, days: units };
  if (unit === "w") return { metric, from: day(today.day - units * 7), weeks: units };
  return { metric, from: day(monthsBefore(today, unit === "y" ? units * 12 : units)) };
}

const joints = / ?(?:收盘)?(?:到|至|~|—+|–| to | until | through | till | and |和|与) ?| ?- ?/g;
const nowWords = /^(?:现在|今天|今日|目前|今|now|today|date)$/;
const opening = /^ *(?:从|自|between|from|since) */;

/** Every way to take a text apart at one of the joints. */
const partsAt = (text: string, joint: RegExp): readonly Ends[] =>
  [...text.matchAll(joint)].flatMap(({ 0: { length }, index }) =>
    sharedEnds(text.slice(0, index), text.slice(index + length).trim()),
  );

/** 4月1日到5月6日, from April 1 to May 6, 从4月1日到现在. */
function betweenDays(text: string, now: string): AskedStretch | null {
  for (const [head, rest] of partsAt(text.replace(opening, ""), joints)) {
    const from = onlyDay(head, now);
    if (from === null) continue;
    const named = { metric: namedMove("range"), from, isNamed: true } as const;
    if (nowWords.test(rest)) return named;
    const to = onlyDay(rest, now);
    if (to !== null && !isBackward(from, to)) return { ...named, to };
  }
  return null;
}

/** Days of two periods beside each other are one time only behind 从 and between: March and June are else read each for itself. */
const reaches = / ?(?:到|至|~|—+|–|和|与|跟| to | until | through | till | and ) ?| ?- ?/g;
/** Days: longer than half a year, shorter than one. */
const longestPart = 200;

/** A part of a year, or a period of its own; never a year that only stands beside its part. */
const wholeIn = (text: string, today: Today): Bounds | null =>
  partOfYearIn(text, today) ?? periodIn(text, today);

function sincePeriod(bounds: Bounds, today: Today): AskedStretch {
  const { metric } = ofPeriod(bounds, today);
  const isSoFar = bounds[1] >= today.day;
  return { metric: isSoFar ? metric : namedMove("range"), from: day(bounds[0] - 1) };
}

/** 3月到6月, 去年10月到今年3月, 2024到2025年, 3月到6月5日: from the close before the first of them to the last one of the other. */
function betweenPeriods(text: string, now: string, today: Today): AskedStretch | null {
  const parts = partsAt(text.replace(opening, ""), reaches);
  for (const [at, [head, rest]] of parts.entries()) {
    const firstDay = onlyDay(head, now);
    const first = head === "年初" ? yearBounds(today, 0) : wholeIn(head, today);
    const from = firstDay ?? (first === null ? null : day(first[0] - 1));
    if (from === null) continue;
    if (first !== null && nowWords.test(rest)) return sincePeriod(first, today);
    const opened = {
      metric: namedMove("range"),
      from,
      ...(firstDay === null ? {} : { isNamed: true }),
    } as const;
    const to = onlyDay(rest, now);
    if (to !== null) return { ...opened, to };
    const last = wholeIn(rest, today);
    if (last === null) continue;
    // 去年12月到2月 ends before it begins where both are of one year, and is read as it stands.
    if (first !== null && last[1] < first[0] && at + 1 < parts.length) continue;
    // In April 3月到6月 has not ended yet.
    const isOpen = last[1] >= today.day || (first !== null && last[0] <= first[0]);
    return { ...opened, ...(isOpen ? {} : { to: day(last[1]) }) };
  }
  return null;
}

const sinceWords =
  /以来|至今|以后|之后|开始|(?<=[日号天月初一二三四五六])起|到现在|到今[天日]|到目前|后$|(?<![a-z])(?:since|onwards?|until now|to now|from|after)(?![a-z])|^ *[自从打]/g;

/** 4月1日以来, since April 1; since a holiday or a whole period (五一后, since June): from the close before it. */
function sinceDay(text: string, now: string, today: Today): AskedStretch | null {
  const said = text.replaceAll(sinceWords, " ").trim();
  if (said === text.trim()) return null;
  // A holiday has no close of its own.
  const eve = eveOf(said);
  const before = eve === null ? null : onlyDay(eve, now);
  if (before !== null) return { metric: namedMove("range"), from: before };
  const from = onlyDay(said, now);
  if (from !== null) return { metric: namedMove("range"), from, isNamed: true };
  const bounds = wholeIn(said, today);
  return bounds === null ? null : sincePeriod(bounds, today);
}

/** 国庆期间: no day of it is traded, so that it is from the close before it to that of the first day after it. */
function duringFeast(text: string, now: string): AskedStretch | null {
  const [from, to] = (aroundFeast(text.trim()) ?? []).map((words) => onlyDay(words, now));
  return from == null || to == null ? null : { metric: namedMove("range"), from, to };
}

const against = /^(?:比|than) ?(?:(?:from|on|in|at|the) )*/;
/** Of a price it is that day and not that year. */
const yearBefore = /^(?:去|上一?)年的?同期/;

/** 比昨天, than last month: from that day, or from the end of that period. */
function againstTime(text: string, now: string, today: Today): AskedStretch | null {
  if (!against.test(text)) return null;
  const said = text.replace(against, "").replace(yearBefore, "去年今天");
  const { dates, unread } = findTimes(said, now);
  // 比亚迪上周 begins with a name.
  if (![...dates, ...unread].some(({ span }) => span[0] === 0)) return null;
  const from = onlyDay(said, now);
  if (from !== null) return { metric: namedMove("range"), from };
  const bounds = wholeIn(said, today);
  return bounds === null || bounds[1] >= today.day
    ? null
    : { metric: namedMove("range"), from: day(bounds[1]) };
}

const vague = /最近|近期|近来|近日|这阵子|这段时间|这几天|(?<![a-z])(?:recent(?:ly)?|lately)(?![a-z])/;
/** Trading days of a week: what 最近 alone is taken for. */
const weekDays = 5;

function readOne(text: string, now: string, today: Today): AskedStretch | null {
  const part = partOfYearIn(text, today);
  const isSince = text.replaceAll(sinceWords, "") !== text;
  const period = periodIn(text, today);
  // 今年一季度 is no 今年.
  const narrow = period !== null && period[1] - period[0] < longestPart ? period : null;
  const whole = (bounds: Bounds | null) => (bounds === null ? null : ofPeriod(bounds, today));
  return (
    betweenDays(text, now) ??
    betweenPeriods(text, now, today) ??
    (isSince ? null : whole(part)) ??
    counted(text, today) ??
    (isSince ? null : whole(narrow)) ??
    (part === null && narrow === null ? soFar(text, today) : null) ??
    duringFeast(text, now) ??
    sinceDay(text, now, today) ??
    whole(period)
  );
}

/**
 * The stretch of time that a text names (这周, 今年以来, 近三个月, 最近5天, 4月1日以来, from April 1 to May 6, last month): the first of several; a
 * vague 最近 is the last five trading days. Null where it names none that can be counted. Throws RangeError when `now` is no ISO 8601
 * date or instant.
 */
export function readStretch(original: string, now: string): AskedStretch | null {
  const moment = shanghaiOf(now);
  if (moment === null) throw new RangeError("the market time must be ISO 8601");
  const today: Today = { day: moment.day, civil: civilOf(moment.day), future: false, asksIfOpen: false };
  const compared = againstTime(fold(original).text, now, today);
  if (compared !== null) return compared;
  const { unread } = findTimes(original, now);
  for (const { text, kind } of unread) {
    // 4月31日 is a day that does not exist, and not its month.
    if (kind === "clock" || (kind === "day" && namesDayOfMonth(fold(text).text))) continue;
    const found = readOne(spelt(fold(text).text), now, today);
    if (found !== null) return found;
  }
  const { text } = fold(original);
  return (
    soFar(text, today) ?? (vague.test(text) ? { metric: countedMove(weekDays, "d"), days: weekDays } : null)
  );
}
