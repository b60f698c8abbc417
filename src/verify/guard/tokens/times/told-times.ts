import type { Claim } from "#contract";
import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { type DateRead, isDayWord, kindsOf, revised, type Token, token } from "../token.ts";
import { dateOf, isOn } from "./short-days.ts";

/** The holidays of the exchange: their names, and from which month and day to which the last day of trading before one may be. */
const holidays: readonly (readonly [name: RegExp, from: string, to: string])[] = [
  [/元旦/, "12-27", "12-31"],
  [/春节|过年|农历年/, "01-18", "02-20"],
  [/清明/, "03-31", "04-05"],
  [/五一|劳动节/, "04-26", "04-30"],
  [/端午/, "05-22", "06-24"],
  [/中秋|国庆|十一|双节/, "09-05", "10-05"],
];
/** 五一节前, 春节假期后, 节前: a day told by the holiday. */
const beside = rare(
  /(?:(元旦|春节|过年|农历年|清明|五一|劳动|端午|中秋|国庆|十一|双)(?:节)?(?:小?长?假期?)?|(?<![季环调细情章末])节|小?长假)([前后])(?!期)/g,
);
/** 节前最后一个交易日,即2026年4月30日: the date is what is checked. */
const day = /^的?(?:(最后)|首|第)一?个?(?:一个)?交易日?/;
/** 节前三天, 节前首个: of more days than one, of none that the holiday tells. */
const ofMore = /^的?(?:(?:最后)?[几两二三四五六七八九十\d]|首|第)/;
/** How far behind the day its date may stand, in tokens. */
const reach = 8;
const stating = kindsOf("company metric number");
const mostNamed = 20;

/** The month and day may be those of the last day of trading before that holiday, or before any. */
const isEve = (name: string | undefined, own: string): boolean =>
  holidays.some(
    ([words, from, to]) => (name === undefined || words.test(`${name}节`)) && own >= from && own <= to,
  );

/** A holiday that tells the day of all claims, or whose date stands beside it, says nothing more; any other is a stretch that no claim is of. */
export function readHolidays(
  tokens: readonly Token[],
  { lower, claims, lexicon }: Reading,
): readonly Token[] {
  let read = tokens;
  const days = claims.flatMap((claim) => (claim.kind === "knowledge" ? [] : [claim.as_of.slice(5, 10)]));
  for (const { index, 0: said, 1: name, 2: side } of beside.all(lower).slice(0, mostNamed)) {
    const end = index + said.length;
    const at = read.findIndex((each) => each.end > index);
    const [own, behind] = [read[at], lower.slice(end, end + 8)];
    const next = read.findIndex(({ start }) => start >= end);
    const beyond = read
      .slice(next, next + reach)
      .find((each) => stating.has(each.kind) || each.date?.day != null);
    const date = beyond?.date;
    const told = [date?.month, date?.day].map((each) => String(each).padStart(2, "0")).join("-");
    const isBefore = side === "前";
    const isLast = day.exec(behind)?.[1] !== undefined;
    const isTold = day.test(behind) && isLast === isBefore && isEve(name, told) === isBefore;
    const isOfAll = isBefore && days.length > 0 && days.every((each) => isEve(name, each));
    const isKnown = (date != null && isTold) || (isOfAll && (isLast || !ofMore.test(behind)));
    const kind = isKnown ? "licensed" : "window";
    // 春节前收盘价: the close, and none before it.
    const cut = read.find((each) => each.start < end && each.end > end);
    const { entry, end: last } = lexicon.match(lower, end) ?? {};
    const isWhole = cut !== undefined && entry?.kind === "metric" && last === cut.end;
    const rest = isWhole ? [{ ...cut, start: end, op: "", metrics: entry.metrics }] : [];
    if (own !== undefined)
      read = [
        ...read.slice(0, at),
        { ...own, kind, op: "", start: index, end },
        ...rest,
        ...read.filter(({ start }) => start >= end),
      ];
  }
  return read;
}

/** 5月6日,周五。 and 30 April 2026, a Friday: a weekday told behind its date; it must be that of a claim of the date. */
const weekdays = "mon|tue|wed|thu|fri|sat|sun|一|二|三|四|五|六|日天".split("|");
const weekday =
  /^ ?[,，]? ?\(?(?:a )?(?:(mon|tue|wed|thu|fri|sat|sun)(?:s|r|rs|day|sday|nesday|rsday|urday)?|(?:周|星期|礼拜)([一二三四五六日天]))\)?(?=\s*(?:$|[,，。.;；)）\n]))/;
const mayBeWeekday = rare(/[周期拜][一二三四五六日天]|mon|tue|wed|thu|fri|sat|sun/);
const mostWeekday = 18;

/** Monday is 0. */
const weekdayOf = (day: string): number => (new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7;

export function readWeekdaysBehind(tokens: readonly Token[], { lower, claims }: Reading): readonly Token[] {
  if (!mayBeWeekday.test(lower)) return tokens;
  let until = -1;
  return tokens.flatMap((each) => {
    if (each.start < until) return [];
    const { date } = each;
    if (each.kind !== "date" || date?.day == null) return [each];
    const found = weekday.exec(lower.slice(each.end, each.end + mostWeekday));
    const said = found?.[1] ?? found?.[2];
    if (found === null || said === undefined) return [each];
    const own = claims.filter((claim) => isOn(claim, date));
    if (own.length === 0) return [each];
    until = each.end + found[0].length;
    const named = weekdays.findIndex((one) => one.includes(said)) % 7;
    const isTrue = own.some((claim) => claim.kind !== "knowledge" && weekdayOf(claim.as_of) === named);
    return [{ ...each, end: until, date: isTrue ? date : null }];
  });
}

/** the first quarter of 2026 (period ended 31 March), 2026年一季度(截至3月31日): a day told again in brackets right behind, told once. */
const leadsAgain =
  /^ ?\((?:(?:for )?(?:the )?(?:reporting )?(?:period|quarter|half|half-year|(?:fiscal |financial )?year) (?:ended|ending|to|through)|as (?:of|at)|to|ended|ending|截[至止]|报告期末?|期末|即)?[:： ]{0,2}$/;
const mostAgain = 48;
const mostLead = 6;

export function readDaysTwice(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  let until = -1;
  return tokens.flatMap((each, at) => {
    if (each.start < until) return [];
    const { date, end } = each;
    if (each.kind !== "date" || date?.day == null || tokens[at + 1]?.kind !== "open") return [each];
    const again = tokens.slice(at + 2, at + 2 + mostLead).find(({ kind }) => kind === "date");
    if (again === undefined || again.end - end > mostAgain || !leadsAgain.test(lower.slice(end, again.start)))
      return [each];
    const close = /^[止末]? ?\)/.exec(lower.slice(again.end, again.end + 3));
    const { year, month, day } = again.date ?? date;
    const isSame = month === date.month && day === date.day && (year ?? date.year) === (date.year ?? year);
    if (close === null || !isSame) return [each];
    until = again.end + close[0].length;
    return [{ ...each, end: until, date: { year: date.year ?? year, month, day } }];
  });
}

/**
 * (tushare, same date), on the same day, 来源、日期同上: the day or the source that the text has named last, said again, and checked as that
 * day or source.
 */
const againBoth =
  /^(?:来源[、和及与]日期(?:均|都)?(?:同上|相同|一致)|同上(?=[)）])|(?:the )?same source(?: and|,)(?: the)? (?:same )?(?:date|day)(?![a-z-]))/;
const againSource = /^(?:来源(?:同上|相同|一致)|同一(?:来源|数据源)|(?:the )?same source(?![a-z-]))/;
const againDay =
  /^(?:(?:of )?(?:the )?same (?:date|day)(?![a-z-])|日期(?:同上|相同|一样)|同日期|同一?[日天](?=\s?[,，)）、。;；]|的?(?:[五十二六百\d]{0,3}日?均线|口径|数据|快照|行情|收盘)))/;
/** (akshare,同日), tushare同日股息率: right behind a source or where a bracket begins it needs no more. */
const dayBehindSource = /^同一?[日天]/;
const mayBeAgain = rare(/same |同一?[日天]|同[上一日]|[源期][同相一]/);
const longest = 32;
const border: ReadonlySet<string> = new Set([
  "open",
  "source",
  "clause",
  "fill",
  "join",
  "break",
  "line",
  "sourceMark",
]);
const sayable: ReadonlySet<string> = new Set(["text", "licensed", "fill", "sourceMark"]);

export function readSameDays(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!mayBeAgain.test(lower)) return tokens;
  let day: Token | null = null;
  let source: Token | null = null;
  let until = -1;
  return tokens.flatMap((each, at) => {
    if (each.start < until) return [];
    if ((each.kind === "date" && each.date?.day != null) || isDayWord(each)) day = each;
    if (each.kind === "source") source = each;
    const before = tokens[at - 1]?.kind ?? "clause";
    if (!sayable.has(each.kind) || !border.has(before)) return [each];
    const text = lower.slice(each.start, each.start + longest);
    const both = againBoth.exec(text);
    const ofSource = both ?? againSource.exec(text);
    const ofDay =
      both ?? againDay.exec(text) ?? (/source|open/.test(before) ? dayBehindSource.exec(text) : null);
    const found = ofSource ?? ofDay;
    const said = [
      ...(ofSource === null || source === null ? [] : [source]),
      ...(ofDay === null || day === null ? [] : [day]),
    ];
    if (found === null || said.length === 0) return [each];
    until = each.start + found[0].length;
    return said.map((one) => ({ ...one, start: each.start, end: until }));
  });
}

/** 去年一季度, 今年3月31日: a date without a year that a word for the year stands right before. */
const yearly: ReadonlySet<string> = new Set(["lastYear", "thisYear", "yearBeforeLast"]);

export function readYearsBeside(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!/[去前今上本]年/.test(lower)) return tokens;
  return revised(tokens, (each, at) => {
    const before = tokens[at - 1];
    const isBeside =
      each.kind === "date" &&
      each.date?.year === null &&
      before?.kind === "relative" &&
      yearly.has(before.op) &&
      /^的?$/.test(lower.slice(before.end, each.start));
    return isBeside ? { ...each, op: before.op } : each;
  });
}

/** The operator of such a date. */
export const yearAgoOp = "yearAgo";

/** 低于去年同期的28.90%, from 28.90% a year earlier: the day a year before the one spoken of, where a measure has claims of both. */
const yearAgo = rare(
  /[去上]年(?:度)?同期|(?<![a-z])(?:(?:in|during|for) )?(?:(?:the )?(?:same|corresponding|year-ago|year-earlier) (?:period|quarter|half)(?! (?:of|in) (?:19|20)\d\d)(?: (?:of )?(?:last year|the (?:previous|prior) year|a year (?:ago|earlier|before)))?|a year (?:ago|earlier|before))(?![a-z])/g,
);
const before: ReadonlySet<string> = new Set(["fill", "open", "approximate"]);
const behind: ReadonlySet<string> = new Set(["fill", "metric", "open", "approximate"]);
const mostBetween = 4;
const mostSaid = 20;

/** The newest day of which a measure has a claim, and one of the same day a year before; null where none has. */
function newestOfTwo(claims: readonly Claim[]): DateRead | null {
  const days = new Map<string, Set<string>>();
  for (const each of claims) {
    if (each.kind !== "numeric") continue;
    const key = `${each.metric} ${each.code}`;
    days.set(key, (days.get(key) ?? new Set()).add(each.as_of.slice(0, 10)));
  }
  const earlier = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  const found = [...days.values()].flatMap((own) => [...own].filter((day) => own.has(earlier(day))));
  const newest = found.sort().at(-1);
  return newest === undefined ? null : dateOf(newest);
}

const yearBefore = (date: DateRead, newest: DateRead): DateRead => ({
  ...date,
  year: (date.year ?? newest.year ?? 0) - 1,
});

/** A number stands right behind the words, or, as English has it, right before them. */
function hasValue(tokens: readonly Token[], from: number, to: number, isEnglish: boolean): boolean {
  const [step, kinds] = isEnglish ? ([-1, before] as const) : ([1, behind] as const);
  for (let at = isEnglish ? from - 1 : to, seen = 0; seen <= mostBetween; at += step, seen++) {
    const each = tokens[at];
    if (each?.kind === "number") return true;
    if (each === undefined || !kinds.has(each.kind)) return false;
  }
  return false;
}

/** The head of a column or a row. */
const isCell = (tokens: readonly Token[], from: number, to: number): boolean =>
  [tokens[from - 1], tokens[to]].every(
    (each) => each === undefined || each.kind === "cell" || each.kind === "line",
  ) && [tokens[from - 1], tokens[to]].some((each) => each?.kind === "cell");

/** What the scan read together with the words: 较 and 比 stay what they are alone. */
function headOf({ start }: Token, end: number, lower: string): readonly Token[] {
  if (start >= end) return [];
  if (lower.startsWith("比", start)) return [token("compare", start, end, { op: "than" })];
  return [token("join", start, end, { op: "beside" })];
}

const mayBeYearAgo = rare(/同期|year|same|corresponding/);

export function readYearAgo(tokens: readonly Token[], { lower, claims }: Reading): readonly Token[] {
  if (!mayBeYearAgo.test(lower)) return tokens;
  const found = yearAgo.all(lower);
  const newest = found.length === 0 || found.length > mostSaid ? null : newestOfTwo(claims);
  if (newest === null) return tokens;
  let result: readonly Token[] = tokens;
  for (const { 0: words, index: start } of found) {
    const end = start + words.length;
    const from = result.findIndex((each) => each.end > start);
    const to = result.findIndex((each) => each.start >= end);
    const until = to < 0 ? result.length : to;
    const first = result[from];
    if (first === undefined) continue;
    if (!isCell(result, from, until) && !hasValue(result, from, until, /[a-z]/.test(words))) continue;
    const last = result.slice(0, from).findLast(({ kind, date }) => kind === "date" && date?.month != null);
    const date = yearBefore(last?.date ?? newest, newest);
    const own = token("date", start, end, { date, op: yearAgoOp });
    result = [...result.slice(0, from), ...headOf(first, start, lower), own, ...result.slice(until)];
  }
  return result;
}
