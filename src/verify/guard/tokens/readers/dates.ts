import { readChinese, readDigitRun } from "../../../../language/numbers.ts";
import { dayNumber } from "../../../moment.ts";
import { englishMonths } from "../../lexicon/numerals.ts";
import type { DateRead } from "../token.ts";
import { readPeriodWord } from "./period-words.ts";

export interface DateMatch {
  readonly date: DateRead;
  readonly end: number;
}

const monthNames = new Map(
  englishMonths.flatMap((name, i) =>
    [name, name.slice(0, 3), name.slice(0, 4)].map((each) => [each, i + 1] as const),
  ),
);

export const digit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};
export const isLetter = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 97 && code <= 122;
};

/** A small number at the index in digits or Chinese numerals, with its written width. */
export function small(text: string, at: number): { value: number; end: number; width: number } | null {
  let end = at;
  while (digit(text, end) && end - at < 9) end++;
  if (end > at) return { value: Number(text.slice(at, end)), end, width: end - at };
  const run = readDigitRun(text, at);
  if (run.digits.length === 4) return { value: Number(run.digits), end: run.end, width: 4 };
  const read = readChinese(text, at);
  if (read === null || read.decimals > 0 || read.exponent > 0 || read.digits > 9999n) return null;
  return { value: Number(read.digits), end: read.end, width: 2 };
}

/** A blank, or the dash of `7-May-2026`. */
const joint = (text: string, at: number): number => (text.charAt(at) === "-" ? at + 1 : spaces(text, at));

const isYear = (value: number): boolean => value >= 1990 && value <= 2099;
const isMonth = (value: number): boolean => value >= 1 && value <= 12;
const isDay = (value: number): boolean => value >= 1 && value <= 31;
const exists = (date: DateRead): boolean =>
  date.month === null || date.day === null || dayNumber(date.year ?? 2024, date.month, date.day) !== null;

const make = (
  year: number | null,
  month: number | null,
  day: number | null,
  end: number,
): DateMatch | null => {
  const date = { year, month, day };
  return exists(date) ? { date, end } : null;
};

export const spaces = (text: string, at: number): number => {
  let end = at;
  while (text.charAt(end) === " " && end - at < 2) end++;
  return end;
};

/** `05/07/2026` with the month first, `31/12/2025` where only the day can be, and `26-05-07`. */
function readShortParts(
  [first, second, third]: readonly [Part, Part, Part],
  separator: string,
): DateMatch | null {
  if (first.width > 2 || second.width > 2) return null;
  if (third.width === 4 && separator === "/" && isYear(third.value)) {
    const [month, day] = isMonth(first.value) ? [first.value, second.value] : [second.value, first.value];
    return isMonth(month) && isDay(day) ? make(third.value, month, day, third.end) : null;
  }
  const isTwoDigit = first.width === 2 && second.width === 2 && third.width === 2 && separator !== ".";
  const year = 2000 + first.value;
  return isTwoDigit && first.value >= 20 && isYear(year) && isMonth(second.value) && isDay(third.value)
    ? make(year, second.value, third.value, third.end)
    : null;
}

type Part = NonNullable<ReturnType<typeof small>>;

/** `2026-05-07`, `2026/5/7`, `2026.05.07`, `20260507`, `05-07`, whose first digits are read. */
function readNumeric(text: string, first: Part): DateMatch | null {
  if (first.width === 8) {
    const [y, m, d] = [
      Math.floor(first.value / 10_000),
      Math.floor(first.value / 100) % 100,
      first.value % 100,
    ];
    return isYear(y) && isMonth(m) && isDay(d) ? make(y, m, d, first.end) : null;
  }
  const separator = text.charAt(first.end);
  if (separator !== "-" && separator !== "/" && separator !== ".") return null;
  const second = digit(text, first.end + 1) ? small(text, first.end + 1) : null;
  if (second === null || second.width > 2) return null;
  const third =
    text.charAt(second.end) === separator && digit(text, second.end + 1) ? small(text, second.end + 1) : null;
  if (first.width === 4 && isYear(first.value) && isMonth(second.value) && third !== null)
    return third.width <= 2 && isDay(third.value)
      ? make(first.value, second.value, third.value, third.end)
      : null;
  if (third !== null) return readShortParts([first, second, third], separator);
  const isShort = separator !== "." && first.width === 2 && second.width === 2 && third === null;
  const plausible = isShort && isMonth(first.value) && isDay(second.value);
  return plausible ? make(null, first.value, second.value, second.end) : null;
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const periodEnd = (year: number | null, month: number, end: number): DateMatch => ({
  date: { year, month, day: monthDays[month - 1] ?? 30 },
  end,
});

/** `2026年5月7日`, `26年5月7日`, `26年Q1`, `5月7日`, `二〇二六年五月`, `2025年`, `2026年一季度`, `2025年报`. */
function readHan(text: string, at: number, first = small(text, at)): DateMatch | null {
  if (first === null) return null;
  const mark = text.charAt(spaces(text, first.end));
  const after = spaces(text, first.end) + 1;
  const isShortYear = mark === "年" && first.width === 2 && first.value >= 20 && digit(text, at);
  if (isShortYear) {
    const rest = readAfterYear(text, 2000 + first.value, after);
    return rest === null || rest.date.day === null ? null : rest;
  }
  if (mark === "年" && isYear(first.value)) return readAfterYear(text, first.value, after);
  if (mark !== "月" || !isMonth(first.value)) return null;
  const day = small(text, spaces(text, after));
  const dayMark = day === null ? "" : text.charAt(spaces(text, day.end));
  if (day !== null && isDay(day.value) && (dayMark === "日" || dayMark === "号"))
    return make(null, first.value, day.value, spaces(text, day.end) + 1);
  return text.charAt(after) === "份" ? make(null, first.value, null, after + 1) : null;
}

/** `1-3月`, `1月至3月`: the report period that runs from January. */
function readMonthSpan(text: string, year: number, from: { value: number; end: number }): DateMatch | null {
  if (from.value !== 1) return null;
  const joint = /^月?[-~至到—](?=\d)/.exec(text.slice(from.end, from.end + 3));
  const to = joint === null ? null : small(text, from.end + joint[0].length);
  if (to === null || !isMonth(to.value) || text.charAt(to.end) !== "月") return null;
  return periodEnd(year, to.value, to.end + 1);
}

function readAfterYear(text: string, year: number, at: number): DateMatch | null {
  const from = text.charAt(at) === "的" ? at + 1 : at;
  const period =
    readPeriodWord(text, spaces(text, from)) ??
    (text.startsWith("报", from) ? { month: 12, end: from + 1 } : null);
  if (period !== null) return periodEnd(year, period.month, period.end);
  const monthDay = readHan(text, spaces(text, at));
  if (monthDay !== null && monthDay.date.year === null)
    return make(year, monthDay.date.month, monthDay.date.day, monthDay.end);
  const month = small(text, spaces(text, at));
  const span = month === null ? null : readMonthSpan(text, year, month);
  if (span !== null) return span;
  if (month !== null && isMonth(month.value) && text.charAt(month.end) === "月")
    return make(year, month.value, null, month.end + 1);
  return make(year, null, null, text.charAt(at) === "度" ? at + 1 : at);
}

function monthAt(text: string, at: number): { month: number; end: number } | null {
  let end = at;
  while (isLetter(text, end) && end - at < 10) end++;
  const name = text.slice(at, end);
  const month = monthNames.get(name);
  if (month === undefined) return null;
  // A month's whole name is no abbreviation: the full stop ends the sentence.
  const isShort = englishMonths[month - 1] !== name;
  return { month, end: isShort && text.charAt(end) === "." ? end + 1 : end };
}

function ordinalEnd(text: string, at: number): number {
  const suffix = text.slice(at, at + 2);
  return ["st", "nd", "rd", "th"].includes(suffix) && !isLetter(text, at + 2) ? at + 2 : at;
}

/** What may lead a year: of, FY, of fiscal. */
const leadsYear = /^(?:of )?(?:the )?(?:fy ?|(?:fiscal|financial)(?: year)? )?/;
const longestLead = 24;

/** `2026`, `of 2026`, `FY2026`, `FY26`, `of fiscal 2026`, past a blank or a comma. */
function yearAt(text: string, at: number): { year: number; end: number } | null {
  let from = joint(text, at);
  if (text.charAt(from) === ",") from = spaces(text, from + 1);
  const lead = leadsYear.exec(text.slice(from, from + longestLead))?.[0] ?? "";
  from += lead.length;
  const short = lead.endsWith("fy") ? /^2\d(?![.,]?\d|[%a-z])/.exec(text.slice(from, from + 4)) : null;
  if (short !== null) return { year: 2000 + Number(short[0]), end: from + 2 };
  const year = digit(text, from) ? small(text, from) : null;
  return year !== null &&
    year.width === 4 &&
    isYear(year.value) &&
    !(text.charAt(year.end) === "." && digit(text, year.end + 1))
    ? { year: year.value, end: year.end }
    : null;
}

/** `January to March 2026`, `Jan-Mar 2026`, between January and March 2026: the report period that runs from January. */
function readMonthsTo(text: string, at: number, end: number): DateMatch | null {
  const joint = /^ ?(?:to|through|-|–|and) ?/.exec(text.slice(end, end + 10))?.[0];
  if (joint === undefined) return null;
  if (joint.includes("and") && !text.slice(Math.max(0, at - 8), at).endsWith("between ")) return null;
  const to = monthAt(text, end + joint.length);
  const year = to === null || to.month < 2 ? null : yearAt(text, to.end);
  return to === null || year === null ? null : periodEnd(year.year, to.month, year.end);
}

/** `May 7, 2026`, `May 7`, `May 2026`, at a month's name. */
function readEnglishMonth(text: string, at: number): DateMatch | null {
  const month = monthAt(text, at);
  if (month === null) return null;
  const span = month.month === 1 ? readMonthsTo(text, at, month.end) : null;
  if (span !== null) return span;
  const from = spaces(text, month.end);
  const day = digit(text, from) ? small(text, from) : null;
  if (day !== null && day.width <= 2 && isDay(day.value)) {
    const end = ordinalEnd(text, day.end);
    const year = yearAt(text, end);
    return make(year?.year ?? null, month.month, day.value, year?.end ?? end);
  }
  const year = yearAt(text, from);
  return year === null ? null : make(year.year, month.month, null, year.end);
}

/** `7 May 2026`, `7-May-2026`, `7th May`, at a day. */
function readEnglishDay(text: string, day: Part): DateMatch | null {
  if (day.width > 2 || !isDay(day.value)) return null;
  let from = joint(text, ordinalEnd(text, day.end));
  if (text.startsWith("of ", from)) from += 3;
  const month = monthAt(text, from);
  if (month === null) return null;
  const year = yearAt(text, month.end);
  return make(year?.year ?? null, month.month, day.value, year?.end ?? month.end);
}

const monthsOf: Readonly<Record<string, number>> = { q: 3, h: 6, m: 1 };

/** `9M 2025`, `1H2025`, `1Q25`: the part of the year, then the year. */
function readPartFirst(text: string, at: number): DateMatch | null {
  const found = /^([1-9]\d?)([qhm])(?: (?=\d{4})|-(?=\d{4}))?(20\d\d|2\d)(?![\d%]|[.,]\d)/.exec(
    text.slice(at, at + 10),
  );
  const [said, count, part = "", year] = found ?? [];
  const month = Number(count) * (monthsOf[part] ?? 0);
  if (said === undefined || month > 12 || month % 3 !== 0) return null;
  return periodEnd(2000 + (Number(year) % 100), month, at + said.length);
}

/** `26Q1`, `26H1`: the last two digits of the year, then its part. */
function readShortYear(text: string, at: number): DateMatch | null {
  const [said, year, part, count] =
    /^(2\d)([qh])([1-4])(?![\d%a-z]|[.,]\d)/.exec(text.slice(at, at + 6)) ?? [];
  const month = Number(count) * (monthsOf[part ?? ""] ?? 0);
  return said === undefined || month > 12 ? null : periodEnd(2000 + Number(year), month, at + said.length);
}

/** Words that say a period only behind their year. */
const ofYearOnly = /^(?:末|财年|年度|年报|中期|annual(?: (?:figures|data|results|accounts))?)$/;

/** `2026Q1`, `26Q1`, `Q1 2026`, `FY2025`, `FY25 Q1`, `first quarter of 2026`, `一季度`. */
function readPeriod(text: string, at: number, first: Part | null): DateMatch | null {
  if (text.startsWith("fy", at)) {
    const year = yearAt(text, at);
    const from = spaces(text, year?.end ?? at);
    const part = /^[qh][1-4]/.test(text.slice(from, from + 2)) ? readPeriodWord(text, from) : null;
    return year === null ? null : periodEnd(year.year, part?.month ?? 12, part?.end ?? year.end);
  }
  if (first !== null && digit(text, at)) {
    if (first.width <= 2 && "qhm".includes(text.charAt(first.end)))
      return readPartFirst(text, at) ?? readShortYear(text, at);
    if (first.width !== 4 || !isYear(first.value)) return null;
    const from = text.charAt(first.end) === "-" || text.charAt(first.end) === " " ? first.end + 1 : first.end;
    const isPeriod =
      /^(?:q[1-4]|h[12]|(?:第?[一二三]季|前三季|中报|上?半年|全年|财年|年报|年度报)|(?:interim|half-year) report|annual |full[- ]year|(?:fiscal|financial) year|year-end|(?:first|second|third|fourth)[- ](?:quarter|half)|first (?:three|six|nine))/.test(
        text.slice(from, from + 16),
      );
    const period = isPeriod ? readPeriodWord(text, from) : null;
    return period === null ? null : periodEnd(first.value, period.month, period.end);
  }
  const period = readPeriodWord(text, at);
  if (period === null || ofYearOnly.test(text.slice(at, period.end))) return null;
  const found = yearAt(text, period.end);
  // annual report, 2025-12-31: the year is a date's own.
  const year = found !== null && /^-\d/.test(text.slice(found.end, found.end + 2)) ? null : found;
  return periodEnd(year?.year ?? null, period.month, year?.end ?? period.end);
}

/** The date or report period that starts at the index of the lower-case text, or null. */
export function readDate(text: string, at: number, first = small(text, at)): DateMatch | null {
  let best = readPeriod(text, at, first);
  // The longest; of two the earlier in this order.
  const take = (found: DateMatch | null): void => {
    if (found !== null && found.end >= (best?.end ?? at + 1)) best = found;
  };
  if (first === null) {
    if (isLetter(text, at)) take(readEnglishMonth(text, at));
  } else if (digit(text, at)) {
    take(readEnglishDay(text, first));
    take(readHan(text, at, first));
    take(readNumeric(text, first));
  } else take(readHan(text, at, first));
  return best !== null && digit(text, best.end - 1) && digit(text, best.end) ? null : best;
}
