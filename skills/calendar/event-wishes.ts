import { type EventKind, reportsBookedAheadDays } from "#contract";

/** What a question about the days of companies wants to know. */
export interface EventWishes {
  /** None: it names no kind. */
  readonly kinds: readonly EventKind[];
  /** Days of meetings, which nobody has. */
  readonly meetings: boolean;
  /** Rights issues, which stand in no table of dividends. */
  readonly rights: boolean;
  /** Only what has been. */
  readonly past: boolean;
  /** Several of those. */
  readonly several: boolean;
  /** Only what is to come. */
  readonly future: boolean;
  readonly payDay: boolean;
  /** Years that it names, or 去年 and 前年. */
  readonly years: readonly string[];
  /** Those are the years that are paid for, not those of payment. */
  readonly fiscal: boolean;
}

const meetings = /股东大?会|董事会|业绩说明会|业绩会|法说会|股东说明会|meeting|\bagm\b|earnings call/gi;

const kinds: readonly (readonly [EventKind, RegExp])[] = [
  [
    "dividends",
    /分红|派息|派现|股息|红利|除权|除息|送股|送转|转增|登记日|到账|多少红|\d股?派|十派|派多少|分多少钱|分了多少|dividend|\bdivs?\b|ex-?date|record date|pay-?out|payment date/i,
  ],
  ["unlocks", /解禁|限售|unlock|lock-?up/i],
  ["reports", /业绩|财报|年报|季报|中报|半年报|年度报告|季度报告|披露|earnings|results|\breports?\b/i],
];

const past =
  /上一?次|上回|最近一次|最近的?一次|去年|前年|历史|记录|历年|历次|以往|过去|分了|派了|送了|\blast\b|previous|\bpast\b|histor|most recent|did .{0,40}(?:pay|report|publish|release)/i;
const several = /历史|记录|历年|历次|以往|这些年|[几近].{0,2}年|histor|\b(?:past|years)\b/i;
const future =
  /下次|下一次|什么时候|何时|哪天|哪一天|几号|多久|即将|接下来|未来|\bnext\b|\bwhen\b|upcoming|\bwill\b/i;

/** Years that stand alone; one that is part of a date names a day. */
const year = /(?<!\d)(20\d{2})(?!\d|[-/.]\d|年\d)/g;

const saidYears: readonly (readonly [words: RegExp, back: number])[] = [
  [/去年|last year/i, 1],
  [/(?<!年)前年|year before last/i, 2],
  // What has been paid; 今年什么时候分红 is of the plan too.
  [/今年.{0,6}了|did .{0,60}this year/i, 0],
];

function yearsOf(text: string, today: string): readonly string[] {
  const named = [...text.matchAll(year)].map((match) => match[1] ?? "");
  const said = saidYears.flatMap(([words, back]) =>
    words.test(text) ? [Number(today.slice(0, 4)) - back] : [],
  );
  return [...new Set([...named, ...said.map(String)])];
}

/** 年报分红 asks for the dividend, and names its period. */
function kindsOf(text: string): readonly EventKind[] {
  const named = kinds.flatMap(([kind, words]) => (words.test(text) ? [kind] : []));
  const isPeriod = !/业绩|财报|披露|公布|发布|earnings|results|reports?\b/i.test(text);
  return named.includes("dividends") && isPeriod ? named.filter((kind) => kind !== "reports") : named;
}

export function readEventWishes(text: string, today: string): EventWishes {
  const rest = text.replaceAll(meetings, " ");
  const isPast = past.test(text);
  return {
    kinds: kindsOf(rest),
    meetings: rest !== text,
    rights: /配股|rights issue/i.test(text),
    past: isPast,
    several: several.test(text),
    future: !isPast && future.test(text),
    payDay: /到账|派息日|pay(?:ment)? ?da(?:te|y)|paid out/i.test(text),
    years: yearsOf(text, today),
    fiscal: /年度|年报|财年|fiscal|\bfy ?\d/i.test(text),
  };
}

const reports: readonly (readonly [end: string, words: RegExp])[] = [
  ["03-31", /一季|第一季|\bq1\b|first[- ]quarter/i],
  ["06-30", /半年|中报|中期报告|\bh1\b|half[- ]year|interim/i],
  ["09-30", /三季|第三季|\bq3\b|third[- ]quarter/i],
  ["12-31", /(?<!半)年(?:度报告|报)|annual|full[- ]year/i],
];

function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * The last days of the report periods that are named, at most four; none where no report is. Without a year the newest that a day can be
 * booked for.
 */
function namedPeriods(text: string, today: string): readonly string[] {
  const last = daysAfter(today, reportsBookedAheadDays);
  const [thisYear, named] = [Number(today.slice(0, 4)), yearsOf(text, today)];
  return reports
    .filter(([, words]) => words.test(text))
    .flatMap(([end]) => {
      if (named.length > 0) return named.map((each) => `${each}-${end}`);
      const years = [thisYear + 1, thisYear, thisYear - 1];
      return [`${years.find((each) => `${each}-${end}` <= last) ?? thisYear - 1}-${end}`];
    })
    .slice(0, 4);
}

/** True for a period that ends too late for a day to be booked. */
const isTooEarly = (period: string, today: string): boolean =>
  period > daysAfter(today, reportsBookedAheadDays);

/** The report periods that a question names, as far as they can be booked. */
export interface AskedPeriods {
  /** Absent: none that can be. */
  readonly periods?: readonly string[];
  /** True where one that is named cannot be booked yet. */
  readonly early: boolean;
}

/** The periods to ask for: those that are named and can be booked; and whether one of them cannot. */
export function askedPeriods(text: string, today: string): AskedPeriods {
  const named = namedPeriods(text, today);
  const bookable = named.filter((period) => !isTooEarly(period, today));
  return { early: bookable.length < named.length, ...(bookable.length > 0 ? { periods: bookable } : {}) };
}
