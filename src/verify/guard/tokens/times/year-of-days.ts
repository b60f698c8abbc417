/** 来源:akshare(2026年), akshare, 2026: the year alone beside the source is that of the days that are told without one. */
import { kindsOf, type Reading, type Token } from "../token.ts";

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
