import type { Bench } from "../bench.ts";
import type { Clause } from "../binding/structure.ts";
import { datesOfFacts } from "../facts/fact-reader.ts";
import { averageCounts, averagesOp } from "../tokens/averages.ts";
import { companiesIn, type Token } from "../tokens/token.ts";
import { countsShares, indicesAmong } from "./index-counts.ts";
import { leftoverReason } from "./leftovers.ts";
import { isQueryTime } from "./query-time.ts";
import { rankedCounts } from "./ranked-counts.ts";

/** How many moving averages of one company the claims hold or the text shows. */
function averagesHeld({ book, matches, input }: Bench): ReadonlySet<number> {
  const { averages } = input.lexicon;
  const shown = matches.flatMap(({ options }) => options);
  return new Set([...averageCounts(book.all, averages), ...averageCounts(shown, averages)]);
}

function numbersRead({ parts }: Bench["reading"]): ReadonlySet<Token> {
  const read = new Set<Token>();
  for (const { bound } of parts) for (const { token } of bound.quantities) read.add(token);
  return read;
}

function clausesByToken({ parts }: Bench["reading"]): ReadonlyMap<Token, Clause> {
  const found = new Map<Token, Clause>();
  for (const { sentence } of parts)
    for (const clause of sentence.clauses) for (const each of clause) found.set(each, clause);
  return found;
}

const others = /(?:另外?|其他|其它|其余|别的)的?$/;

/** 另外两家: not those that were named before, and not the one that is spoken of. */
function namedBefore({ start, count }: Token, lower: string, firstEnds: readonly number[]): number {
  if (count < 2 || !others.test(lower.slice(Math.max(0, start - 4), start))) return 0;
  return Math.max(1, firstEnds.filter((end) => end <= start).length);
}

/** Where each company is first named. */
function firstMentions({ tokens }: Bench["input"]): readonly number[] {
  const ends = new Map<string, number>();
  for (const { kind, op, end } of tokens) if (kind === "company" && !ends.has(op)) ends.set(op, end);
  return [...ends.values()];
}

const beforeMark: ReadonlySet<string> = new Set(["clause", "open"]);
const behindCite: ReadonlySet<string | undefined> = new Set(["close", "line", "break", "time", undefined]);

/** (akshare, 2026-05-06) or 2026-05-06, akshare at the end: the date of a cite, which is a claim's and nobody else's. */
function isCited(at: number, tokens: readonly Token[]): boolean {
  const place = (step: 1 | -1): number =>
    at + (beforeMark.has(tokens[at + step]?.kind ?? "") ? 2 * step : step);
  return [place(-1), place(1)].some(
    (source) => tokens[source]?.kind === "source" && behindCite.has(tokens[Math.max(at, source) + 1]?.kind),
  );
}

/** Reports every token that nothing accounts for. */
export function checkLeftovers(bench: Bench, hasFault: boolean): void {
  const { input, reading, question, now } = bench;
  // Most texts leave nothing over, and no clause is asked for.
  let clauses: ReadonlyMap<Token, Clause> | null = null;
  const clauseOf = (token: Token): Clause | undefined => {
    clauses ??= clausesByToken(reading);
    return clauses.get(token);
  };
  let ranked: ReadonlyMap<Token, number> | null = null;
  const companies = companiesIn(input.tokens);
  const indices = indicesAmong(input.tokens, input.lower);
  const firstEnds = firstMentions(input);
  const context = {
    shown: [
      ...new Set(bench.matches.flatMap(({ options }) => options)),
      ...(input.quotations.length === 0 ? [] : input.quotations.flatMap(({ claims }) => claims)),
      // Beside a number that is reported its source and date are not reported too.
      ...(hasFault ? bench.book.all : []),
    ],
    read: numbersRead(reading),
    companies,
    counted: (token: Token) =>
      companies.size -
      (countsShares(token, input.lower) ? indices.size : 0) -
      namedBefore(token, input.lower, firstEnds),
    claimed: new Set(bench.book.all.map(({ company }) => company).filter((company) => company !== null)),
    averageCounts: input.tokens.some(({ op }) => op === averagesOp) ? averagesHeld(bench) : new Set<number>(),
    question,
    now,
    hasFacts: input.claims.some(({ kind }) => kind === "knowledge"),
    factDates: datesOfFacts(input),
    isQueryTime: (token: Token) => isQueryTime(token, input.lower, now),
    rankedOf: (token: Token) => {
      ranked ??= rankedCounts(bench);
      return ranked.get(token) ?? null;
    },
    isFact: (token: Token) => bench.isFact(clauseOf(token)),
    isCited: (token: Token) => isCited(input.tokens.indexOf(token), input.tokens),
  };
  for (const each of input.tokens) {
    if (bench.judged.has(each)) continue;
    const reason = leftoverReason(each, context);
    if (reason !== null) bench.report(each, reason);
  }
}
