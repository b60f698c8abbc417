/** Years and report periods that a sentence tells apart: in Q1 … in 2025 … in 2026, nine-month revenue for 2025, that of 2026. */
import type { Reading } from "../reading.ts";
import { type DateRead, kindsOf, type Token } from "../token.ts";

const borders: ReadonlySet<string> = new Set(["break", "line"]);
const mostTokens = 80;

const isQuarterEnd = (date: DateRead | null): boolean =>
  date !== null && date.month !== null && date.day !== null && date.month % 3 === 0;
const isBareYear = ({ date, start, end }: Token): boolean =>
  date !== null && date.year !== null && date.month === null && end - start === 4;
const periodWord =
  /(?:^|[- ])(?:q[1-4]|h[12]|interim|(?:first|second|third|fourth)[- ](?:quarter|half|three|six|nine)|(?:three|six|nine)[- ]month)/;
const isPeriodWord = ({ start, end }: Token, lower: string): boolean =>
  periodWord.test(lower.slice(start, Math.min(end, start + 24)));

/** that of 2026, the same quarter of 2026: the period spoken of, in another year. */
const again =
  /(?<![a-z])(?:(?:that|those)|(?:the )?(?:same|corresponding|like) (?:period|quarter|half|(?:three|six|nine) months)) (?:of|in|for) $/;
/** opened 2026 with, in its first quarter: the year that the period is of. */
const opening = /(?<![a-z])(?:opened|began|started) $/;
const ofIt = /(?<![a-z])(?:its|the) $/;
const longest = 48;

interface Periods {
  readonly own: readonly Token[];
  readonly lower: string;
}

/** The year that the text says of a period without one: nine-month revenue for 2025; 2025 …, of which … in its first quarter; null for none. */
function yearOf(period: Token, { own, lower }: Periods): Token | null {
  const at = own.indexOf(period);
  const [measure, link, year] = own.slice(at + 1, at + 4);
  const isBehind = measure?.kind === "metric" && /^(?:for|in|of)$/.test(link?.op ?? "");
  if (isBehind && year !== undefined && isBareYear(year)) return year;
  if (!ofIt.test(lower.slice(Math.max(0, period.start - 4), period.start))) return null;
  return own.slice(0, at).findLast(isBareYear) ?? null;
}

/** The dates, with their years, that the period ends on. */
const endsOf = (period: Token, own: readonly Token[]): readonly Token[] =>
  own.filter(
    ({ date }) =>
      date !== null &&
      date.year !== null &&
      date.month === period.date?.month &&
      date.day === period.date.day,
  );

/** The sentence with each bare year that is said of a period as that period. */
function withYears(own: readonly Token[], lower: string): readonly Token[] {
  const periods = own.filter((each) => isQuarterEnd(each.date) && isPeriodWord(each, lower));
  const [first] = periods;
  if (first?.date == null || own.length > mostTokens) return own;
  const years = own.filter(isBareYear);
  const before = (each: Token): string => lower.slice(Math.max(0, each.start - longest), each.start);
  // Q1 net profit rose from RMB 26.85 billion in 2025 to RMB 28.10 billion in 2026: the period named once is of each; so it is of each
  // date that ends it: interim net profit rose from … (30 June 2025) to … (30 June 2026).
  const isOne =
    first.date.year === null && periods.length === 1 && (years.length > 1 || endsOf(first, own).length > 1);
  const told = new Map<Token, Token>();
  for (const each of periods) {
    const year = isOne || each.date?.year !== null ? null : yearOf(each, { own, lower });
    if (year !== null) told.set(each, year);
  }
  if (!isOne && told.size === 0 && !years.some((each) => again.test(before(each)))) return own;
  let last = first.date;
  return own.map((each) => {
    const year = told.get(each);
    if (each.date !== null && periods.includes(each)) {
      last = { ...each.date, year: year?.date?.year ?? each.date.year };
      return isOne ? { ...each, kind: "fill", op: "", date: null } : { ...each, date: last };
    }
    if (!isBareYear(each) || each.date === null) return each;
    if (isOne || again.test(before(each))) return { ...each, date: { ...last, year: each.date.year } };
    const isSpent = [...told].some(([period, one]) => one === each && period.start < each.start);
    return isSpent || opening.test(before(each)) ? { ...each, kind: "fill", op: "", date: null } : each;
  });
}

export function readPeriodYears(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!tokens.some((each) => isQuarterEnd(each.date) && isPeriodWord(each, lower))) return tokens;
  const result: Token[] = [];
  for (let from = 0; from < tokens.length; ) {
    let to = from;
    while (to < tokens.length && !borders.has(tokens[to]?.kind ?? "break")) to++;
    const own = tokens.slice(from, Math.min(tokens.length, to + 1));
    for (const each of withYears(own, lower)) result.push(each);
    from = to + 1;
  }
  return result;
}

/** over the first nine months, over FY2025: of the time, no bound of a number; profit over that of FY2024 is one. */
const begins: ReadonlySet<string> = new Set(["break", "line", "clause", "compare"]);

export function readOverPeriods(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!lower.includes("over")) return tokens;
  return tokens.map((each, at) => {
    if (each.kind !== "vague" || lower.slice(each.start, each.end) !== "over") return each;
    const next = tokens[at + 1];
    const isThe = /^(?:the|its)$/.test(next?.op ?? "");
    const isWhole = isThe && /^ the (?:whole|full|course) of /.test(lower.slice(each.end, each.end + 16));
    const date = isThe ? tokens[at + 2] : next;
    const isTime =
      isWhole || (date?.kind === "date" && (isThe || begins.has(tokens[at - 1]?.kind ?? "break")));
    return isTime ? { ...each, kind: "fill", op: "over" } : each;
  });
}

// 来源:akshare(2026年), akshare, 2026: the year alone beside the source is that of the days that are told without one.

const ofYear = /^20\d\d年?$/;
const parts = kindsOf("break line");
const ends = kindsOf("break line clause close");
const leads = kindsOf("source clause open");
/** How far behind the source its year stands, in tokens. */
const reach = 4;

const isDayOnly = ({ date }: Token): boolean =>
  date?.year === null && date.day !== null && date.month !== null;

/** akshare closes, 2026: nothing but words stands between them, and the year ends its clause. */
function isBehindSource(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - reach), at);
  const own = before.slice(before.findLastIndex(({ kind }) => kind === "source"));
  return (
    own[0]?.kind === "source" &&
    leads.has(own.at(-1)?.kind ?? "line") &&
    ends.has(tokens[at + 1]?.kind ?? "line") &&
    own.every(({ kind }) => kind !== "number" && kind !== "date" && !parts.has(kind))
  );
}

/** 2026年数据,来源akshare: a source and no value in the same sentence. */
function isInCite(tokens: readonly Token[], at: number): boolean {
  const from = tokens.slice(0, at).findLastIndex(({ kind }) => parts.has(kind)) + 1;
  const end = tokens.findIndex(({ kind }, i) => i > at && parts.has(kind));
  const own = tokens.slice(from, end < 0 ? tokens.length : end);
  return own.some(({ kind }) => kind === "source") && own.every(({ kind }) => kind !== "number");
}

/** The tokens, the days with the one year that the sources name; the year itself then says nothing more. */
export function readYearOfDays(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!tokens.some(isDayOnly)) return tokens;
  const years = tokens.filter(
    ({ kind, start, end }, at) =>
      (kind === "date" || kind === "number") &&
      ofYear.test(lower.slice(start, end)) &&
      (isBehindSource(tokens, at) || (kind === "date" && isInCite(tokens, at))),
  );
  const named = new Set(years.map(({ start }) => Number(lower.slice(start, start + 4))));
  const [year, another] = named;
  if (year === undefined || another !== undefined) return tokens;
  return tokens.map((each) => {
    if (years.includes(each)) return { ...each, kind: "licensed", op: "", number: null, date: null };
    return isDayOnly(each) && each.date !== null ? { ...each, date: { ...each.date, year } } : each;
  });
}
