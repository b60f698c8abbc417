import { countWords } from "../common/count-words.ts";
import type { FinancialsValue } from "../ports/table-tools.ts";
import { comparesWithTime } from "./compares-with-time.ts";
import { asksEveryQuarter, comparable, quartersAsked, yearsOfFigureIn } from "./quarters-asked.ts";

/** Part of a year: cumulative `Q1`, `H1`, `Q1-Q3`, `FY`, or one of the later single quarters. */
type Part = "Q1" | "H1" | "Q1-Q3" | "FY" | "Q2" | "Q3" | "Q4";

export interface Target {
  readonly year?: number;
  readonly part?: Part;
}

/** The report periods that a question is about; without targets the newest `count`. */
export interface AskedPeriods {
  readonly span: FinancialsValue["span"];
  readonly targets: readonly Target[];
  readonly count: number;
  /** Only this part of each year counts (近三年: whole years). */
  readonly only?: Part;
  /** Whether the same period of the year before is asked for beside each (毛利率比去年高几个点); left out, it is where a single quarter has no growth of its own. */
  readonly besideYearBefore?: boolean;
}

/** Longest words first: 前三季度 holds 三季度, and 半年报 holds 年报. */
const partWords: readonly (readonly [part: Part, words: RegExp])[] = [
  [
    "Q1-Q3",
    /[一1]季度?(?:到|至|-)[三3]季度?|q1 ?(?:到|至|to) ?q3|[前首头]三个?季度?|[前首头]3个?季度?|[一1](?:到|至|-)[三3]个?季度?|三季度?报|3季报|q1-q3|(?:first )?nine months|前?九个月|1(?:-|到|至)9月|0?9-30|9月(?:底|末|30日)/g,
  ],
  [
    "H1",
    /[一1]季度?(?:到|至|-)[二2]季度?|q1 ?(?:到|至|to|-) ?q2|前[两二2]个?季度?|[一1](?:到|至|-)[二2]个?季度?|(?<!下)半年度?报?告?|中报|上半年|h1|first half|half[- ]year|interim|1(?:-|到|至)6月|0?6-30|6月(?:底|末|30日)/g,
  ],
  ["Q1", /第?[一1]季度?报?|首季(?!三|3)|q1|1q|first[- ]quarter|1-3月|0?3-31|3月(?:底|末|31日)/g],
  ["Q2", /第?[二2]季度?报?|q2|2q|second[- ]quarter|4(?:-|到|至)6月/g],
  ["Q3", /第?[三3]季度?|q3|3q|third[- ]quarter|7(?:-|到|至)9月/g],
  ["Q4", /第?[四4]季度?报?|q4|4q|fourth[- ]quarter|10(?:-|到|至)12月/g],
  [
    "FY",
    /(?<![\d近前上去今])[一1]年(?=[^\d年前]{0,6}(?:赚|亏|挣|卖|营收|收入|利润))|\b(?:in )?a year\b(?! ago)|年度?报|全年|年度|年末|年底|fy|annual|full[- ]year|year[- ]end|12-31|12月(?:底|末|31日)/g,
  ],
];

const single: ReadonlySet<Part> = new Set(["Q2", "Q3", "Q4"]);

const counts: Readonly<Record<string, number>> = { ...countWords, 几: 4 };

const window =
  /(?:最近|近|过去|连续|这(?=.{1,2}年)|前(?=.{1,3}年)|last|past|recent)(?:的|the)? ?(?<count>[1-8]|[一二两三四五几]|two|three|four|five) ?个?(?<unit>年|季|years?|quarters?)/;

/** Years that are told against this one. */
const relativeYears: readonly (readonly [words: RegExp, back: number])[] = [
  [/前年|the year before last/, 2],
  [/去年(?!的?同期)|上一?年(?!内|的?同期)|last year|previous year|prior year/, 1],
  [/今年|本年|this year|year[- ]to[- ]date|ytd/, 0],
];

/** 三年前; 24年前三季度 is the first part of a year. */
const before = "(?:之前|以前|前(?![年一二两三四五六七八九十半\\d]))";
const yearsAgo = new RegExp(
  `(?<![\\d一二三四五六七八九十])(?<count>\\d{1,2}|[一二两三四五六七八九十])年${before}|\\b(?<english>\\d{1,2}|an?|one|two|three|four|five) years? ago`,
  "g",
);
const smallNumbers: Readonly<Record<string, number>> = { ...counts, a: 1, an: 1 };

const writtenYears = new RegExp(
  `(?<!\\d)(20\\d\\d)(?!\\d)(?! ?[亿万元股])|(?<!\\d)(\\d\\d)年(?!${before})`,
  "g",
);

/** 去年净利润比前年多 asks for both years. */
const beside =
  /(?<=[比和跟与同较于起])(?:去年|上一?年)|(?<=\b(?:than|with|to|from|against|versus|vs\.?|on) (?:in |that of |of )?)(?:last year|(?:the )?(?:previous|prior) year|a year ago)/g;

function yearsIn(text: string, thisYear: number): readonly number[] {
  const relative = relativeYears.flatMap(([words, back]) => (words.test(text) ? [thisYear - back] : []));
  const written = [...text.matchAll(writtenYears)].map(([, long, short]) => Number(long ?? `20${short}`));
  const ago = [...text.matchAll(yearsAgo)].map(({ groups }) => {
    const count = groups?.count ?? groups?.english ?? "";
    return thisYear - (smallNumbers[count] ?? Number(count));
  });
  return [...new Set([...written, ...relative, ...ago])].filter((year) => year <= thisYear + 1);
}

/** Reports give no such sum: both of its quarters are told. */
const secondHalf = /下半年度?|second half|(?<![a-z])(?:2h|h2)(?![a-z])|7(?:-|到|至)12月/g;

/** Whether the message asks for the second half of a year. */
export const asksSecondHalf = (message: string): boolean => comparable(message).search(secondHalf) >= 0;

function partsIn(text: string): readonly Part[] {
  const found = new Set<Part>();
  let rest = text.replace(secondHalf, "三季度 四季度");
  for (const [part, words] of partWords) {
    const without = rest.replace(words, "\n");
    if (without !== rest) found.add(part);
    rest = without;
  }
  return [...found];
}

const clauseEnds = /[\s,，、;；?？。!！]+|还有|以及/;

const clauseEndsOrAnd = /[\s,，、;；?？。!！和与跟]+|还有|以及/;

/** 去年赚了多少 今年一季度呢: each part of the message has a year, and its own part of it; null where they share them. */
function perClause(text: string, thisYear: number): readonly Target[] | null {
  const read = (ends: RegExp) =>
    text
      .split(ends)
      .map((clause) => ({ years: yearsIn(clause, thisYear), parts: partsIn(clause) }))
      .filter(({ years, parts }) => years.length > 0 || parts.length > 0);
  // 2024和2025年一季度 share the quarter, 2025年一季度和2024年全年 do not.
  const joined = read(clauseEndsOrAnd);
  const clauses = joined.every(({ parts }) => parts.length > 0) ? joined : read(clauseEnds);
  const isEach = clauses.length > 1 && clauses.every(({ years }) => years.length === 1);
  if (!isEach || new Set(clauses.map(({ parts }) => parts.join())).size === 1) return null;
  return clauses.flatMap(({ years: [year], parts }) => {
    if (year === undefined) return [];
    return parts.length === 0 ? [{ year }] : parts.map((part) => ({ year, part }));
  });
}

/** The calendar quarter of `now`, or the one before it. */
function quarterOf(now: string, back: 0 | 1): Target {
  const [year, month] = [Number(now.slice(0, 4)), Number(now.slice(5, 7))];
  const quarter = Math.ceil(month / 3) - back;
  const parts: readonly Part[] = ["Q4", "Q1", "Q2", "Q3", "Q4"];
  return { year: quarter === 0 ? year - 1 : year, part: parts[quarter] ?? "Q4" };
}

/** 去年q1到q4, 2025年各季度: quarters of years that are named. */
function quartersOfYears(text: string, thisYear: number): AskedPeriods | null {
  const parts = quartersAsked(text);
  const years = yearsIn(text, thisYear);
  if (parts === null || years.length === 0) return null;
  const targets = years.flatMap((year) => parts.map((part) => ({ year, part })));
  return { span: "quarter", targets, count: 1, besideYearBefore: false };
}

function inWindow(text: string): AskedPeriods | null {
  const { count = yearsOfFigureIn(text), unit = "年" } = window.exec(text)?.groups ?? {};
  if (count === undefined) return asksEveryQuarter(text) ? { span: "quarter", targets: [], count: 4 } : null;
  const some = counts[count] ?? Number(count);
  return /年|year/.test(unit)
    ? { span: "ytd", targets: [], count: Math.min(some, 3), only: "FY" }
    : { span: "quarter", targets: [], count: some };
}

/** Reads the message; no period at all means the newest one, cumulative. */
export function askedPeriods(message: string, now: string): AskedPeriods {
  const text = comparable(message);
  const windowed = quartersOfYears(text, Number(now.slice(0, 4))) ?? inWindow(text);
  if (windowed !== null) return windowed;
  const isSingle = /单季|single[- ]quarter|quarter alone/.test(text);
  if (/上个?季度?(?!报)|last quarter|previous quarter/.test(text))
    return { span: "quarter", targets: [quarterOf(now, 1)], count: 1 };
  if (/(?:本|这|当)一?个?季度?(?!报)|(?:this|current) quarter/.test(text))
    return { span: "quarter", targets: [quarterOf(now, 0)], count: 1 };
  // 营收比去年高吗 asks how the newest has grown against last year's.
  const isGrowth = comparesWithTime(text);
  const years = yearsIn(isGrowth ? text.replace(beside, "") : text, Number(now.slice(0, 4)));
  const parts = partsIn(text);
  const targets: readonly Target[] =
    years.length === 0
      ? parts.map((part) => ({ part }))
      : (perClause(isGrowth ? text.replace(beside, "") : text, Number(now.slice(0, 4))) ??
        years.flatMap((year) => (parts.length === 0 ? [{ year }] : parts.map((part) => ({ year, part })))));
  const span = isSingle || parts.some((part) => single.has(part)) ? "quarter" : "ytd";
  const besideYearBefore = isGrowth && new RegExp(beside.source).test(text);
  return { span, targets, count: 1, ...(besideYearBefore ? { besideYearBefore } : {}) };
}

const cumulativeOf: Readonly<Partial<Record<Part, Part>>> = { Q2: "H1", Q3: "Q1-Q3", Q4: "FY" };

/** The same question about cumulative periods, for what has no single quarters: 三季度毛利率 is that of 前三季度. */
export const asCumulative = ({ targets, ...asked }: AskedPeriods): AskedPeriods => ({
  ...asked,
  span: "ytd",
  targets: targets.map(({ part, ...target }) => ({
    ...target,
    ...(part === undefined ? {} : { part: cumulativeOf[part] ?? part }),
  })),
});

/** Which rows (newest first, as `get_financials` gives them) are shown, and what of the question has none. */
export interface PickedRows {
  readonly places: readonly number[];
  /** The asked period lies after the newest published one, which is shown instead. */
  readonly isEarlier: boolean;
  /** The asked period is older than what the source has. */
  readonly isTooOld: boolean;
}

const nameOf = ({ year, part }: Target): string => (part === "FY" ? `FY${year}` : `${year}${part ?? ""}`);
const partOf = (period: string): string => (period.startsWith("FY") ? "FY" : period.slice(4));
const yearOf = (period: string): number => Number(/\d{4}/.exec(period)?.[0]);

/** The period of a claim, asked for again. */
export const targetOf = (period: string): Target => ({ year: yearOf(period), part: partOf(period) as Part });

function placeOf({ year, part }: Target, periods: readonly string[]): number {
  if (year === undefined) return periods.findIndex((period) => partOf(period) === part);
  if (part !== undefined) return periods.indexOf(nameOf({ year, part }));
  const whole = periods.indexOf(`FY${year}`);
  return whole >= 0 ? whole : periods.findIndex((period) => yearOf(period) === year);
}

const endOf: Readonly<Record<string, number>> = { Q1: 3, H1: 6, Q2: 6, "Q1-Q3": 9, Q3: 9, FY: 12, Q4: 12 };
const monthsOf = (year: number, part: string): number => year * 12 + (endOf[part] ?? 12);

export function pickRows(
  { targets, count, only, span, besideYearBefore }: AskedPeriods,
  periods: readonly string[],
): PickedRows {
  const [newest = ""] = periods;
  const yearBefore = (places: Iterable<number>): readonly number[] =>
    [...places].flatMap((place) => {
      const period = periods[place] ?? "";
      const before = periods.indexOf(nameOf({ year: yearOf(period) - 1, part: partOf(period) as Part }));
      return before < 0 ? [] : [before];
    });
  if (targets.length === 0) {
    const fitting = periods.flatMap((period, at) =>
      only === undefined || partOf(period) === only ? [at] : [],
    );
    const newestOnes = fitting.slice(0, count);
    const places = [...newestOnes, ...(besideYearBefore === true ? yearBefore(newestOnes) : [])];
    return { places, isEarlier: false, isTooOld: places.length === 0 };
  }
  const found = targets.map((target) => ({ target, place: placeOf(target, periods) }));
  const absent = found.filter(({ place }) => place < 0).map(({ target }) => target);
  const isAhead = ({ year, part = "FY" }: Target) =>
    year !== undefined && monthsOf(year, part) > monthsOf(yearOf(newest), partOf(newest));
  const isEarlier = absent.some(isAhead);
  const places = new Set(found.flatMap(({ place }) => (place < 0 ? [] : [place])));
  if (isEarlier) places.add(0);
  // A single quarter has no growth of its own in the sources: the same one a year before stands beside it.
  if (besideYearBefore ?? span === "quarter") for (const before of yearBefore(places)) places.add(before);
  return {
    places: [...places].toSorted((a, b) => a - b),
    isEarlier,
    isTooOld: absent.some((target) => !isAhead(target)),
  };
}
