import type { DateRange } from "./source.ts";

/** What sources check of every table before its rows leave them. */
interface Dated {
  readonly code: string;
  readonly date: string;
}

export const isRow = <Row>(row: Row | null): row is Row => row !== null;

export const ascending = (a: { readonly date: string }, b: { readonly date: string }): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : 0;

export const newestFirst = (a: { readonly date: string }, b: { readonly date: string }): number =>
  ascending(b, a);

/** Why rows of one code must be refused, or null: they are about another one or lie outside the dates asked for. */
export function scopeFault(rows: readonly Dated[], asked: string, { from, to }: DateRange): string | null {
  if (rows.some(({ code }) => code !== asked)) return "the answer is about another code";
  if (rows.some(({ date }) => date < from || date > to)) return "a row lies outside the dates asked for";
  return null;
}

/** As `scopeFault`, for what has one row a day. */
export function seriesFault(rows: readonly Dated[], asked: string, range: DateRange): string | null {
  const isRepeated = new Set(rows.map(({ date }) => date)).size < rows.length;
  return scopeFault(rows, asked, range) ?? (isRepeated ? "two rows have the same date" : null);
}

/** Rows that say the very same are one: lists come with repeated rows, pages of them overlap. */
export const distinct = <Row>(rows: readonly Row[]): readonly Row[] => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
];

/** A refused answer of an upstream, as its client returns it. */
export const refused = (why: string, code: "TOOL_ERROR" | "STALE" = "TOOL_ERROR") =>
  ({ ok: false, error: { code, message: `answer refused: ${why}` } }) as const;
