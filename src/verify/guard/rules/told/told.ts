/** What a clause says of the values that the text shows without a number of its own, and the values that it may mean. */

import { oncePer } from "#contract";
import type { Bench } from "../../bench.ts";
import type { RareWords } from "../../lexicon/rare-words.ts";
import { companiesIn, type Token } from "../../tokens/token.ts";
import { around, clauseBorder, isLeft, tokensAround } from "../verdicts/reach.ts";

/** A value that the text shows. */
export interface Value {
  readonly company: string | null;
  readonly metric: string;
  readonly day: number;
  readonly base: number;
  /** As it stands in the text. */
  readonly shown: string;
}

/** Values of which one may be set against the others. */
export type Row = readonly Value[];

/** Some words of a clause, and the clause around them. */
export interface Told {
  readonly bench: Bench;
  readonly found: RegExpExecArray;
  readonly text: string;
  readonly clause: readonly Token[];
  readonly before: readonly Token[];
  readonly behind: readonly Token[];
}

/** Whether what the words say is so; null where it cannot be told, undefined where they set nothing against anything. */
export type Judge = (told: Told) => boolean | null | undefined;
export type Rule = readonly [words: RegExp, judge: Judge];

/** Longer texts are lists, in which no word is of single values. */
const mostValues = 40;

export const valuesOf = oncePer(({ settled }: Bench): Row => {
  const values = new Map<unknown, Value>();
  for (const { entry, quantity } of settled.values()) {
    if (entry === null || values.has(entry)) continue;
    const { sign, shown, unit } = quantity.number;
    values.set(entry, {
      company: entry.company,
      metric: entry.claim.metric,
      day: entry.asOf.day,
      base: entry.base,
      shown: [sign, shown.digits, shown.decimals, shown.exponent, unit?.exponent].join(),
    });
  }
  return values.size > mostValues ? [] : [...values.values()];
});

const groups = (values: Row, key: (each: Value) => unknown): readonly Row[] => [
  ...Map.groupBy(values, key).values(),
];
const isOfSeveral = (row: Row, key: (each: Value) => unknown): boolean => new Set(row.map(key)).size > 1;

/** Of one measure, the newest of each company. */
export const companyRows = oncePer((values: Row): readonly Row[] =>
  groups(values, ({ metric }) => metric)
    .map((row) => row.filter(({ company, day }) => row.every((o) => o.company !== company || o.day <= day)))
    .filter((row) => isOfSeveral(row, ({ company }) => company)),
);

/** Of one measure of one company, by day. */
export const dayRows = oncePer((values: Row): readonly Row[] =>
  groups(values, ({ metric, company }) => `${company} ${metric}`)
    .filter((row) => isOfSeveral(row, ({ day }) => day))
    .map((row) => row.toSorted((a, b) => a.day - b.day)),
);

export const companiesOf = (tokens: readonly Token[]): readonly string[] => [
  ...new Set([...companiesIn(tokens), ...tokens.flatMap(({ kind, op }) => (kind === "pair" ? op : []))]),
];

/** Measures that the tokens name. */
export const measuresOf = (tokens: readonly Token[]): readonly string[] =>
  tokens.flatMap(({ kind, op, metrics }) => (kind === "metric" && !op.endsWith("verb") ? metrics : []));

/** Those of the rows that the words may mean: of the measures and companies that they name, else all. */
export function rowsMeant(rows: readonly Row[], tokens: readonly Token[]): readonly Row[] {
  const [measures, companies] = [measuresOf(tokens), companiesOf(tokens)];
  const named = rows.filter((row) => row.every(({ metric }) => measures.includes(metric)));
  const of = named.length > 0 ? named : rows;
  if (companies.length === 0) return of;
  const own = of.map((row) => row.filter(({ company }) => companies.includes(company ?? "")));
  return own.every((row) => row.length > 1) ? own : of;
}

/** The company of which the words are said: named last before them, else first in their clause. */
export const subjectOf = ({ before, clause }: Told): string | null =>
  companiesOf(before).at(-1) ?? companiesOf(clause)[0] ?? null;

/** The prices of the company: now, else at the close. */
export function pricesIn(values: Row, company: string | null, { input: { lexicon } }: Bench): Row {
  const own = values.filter((each) => each.company === company);
  const now = own.filter(({ metric }) => lexicon.priced.includes(metric));
  return now.length > 0 ? now : own.filter(({ metric }) => lexicon.closes.own.has(metric));
}

/** Levels that a price may be set against. */
export const isLevel = (metric: string, { input: { lexicon } }: Bench): boolean =>
  !lexicon.priced.includes(metric) &&
  !lexicon.closes.own.has(metric) &&
  (lexicon.averages.includes(metric) ||
    lexicon.opens.includes(metric) ||
    lexicon.closes.previous.includes(metric) ||
    lexicon.priceLike.has(metric));

const mostFound = 20;

/** The words of each rule with their clauses, unless these are left unsaid or tell a registered fact. */
export function* toldBy(words: RareWords, bench: Bench): Generator<Told> {
  const { lower } = bench.input;
  for (const found of words.all(lower).slice(0, mostFound)) {
    const [start, end] = [found.index, found.index + found[0].length];
    if (isLeft(lower, start, end)) continue;
    const tokens = tokensAround(bench.input, start, end, clauseBorder);
    if (bench.isFact(tokens)) continue;
    const [from, to] = around(lower, start, end, clauseBorder);
    yield {
      bench,
      found,
      text: lower.slice(from, to),
      clause: tokens,
      before: tokens.filter((each) => each.end <= start),
      behind: tokens.filter((each) => each.start >= end),
    };
  }
}
