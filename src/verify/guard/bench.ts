import { oncePer } from "#contract";
import type { Moment } from "../moment.ts";
import type { Marks } from "./binding/cites/attribution.ts";
import type { Part } from "./binding/part.ts";
import type { Quantity } from "./binding/quantity.ts";
import type { Reading } from "./binding/reading.ts";
import type { BookClaim, ClaimBook } from "./claims/claim-book.ts";
import type { Settled } from "./comparing/comparison-sides.ts";
import type { GuardInput } from "./guard-input.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import type { Question } from "./question/question.ts";
import type { Quotation } from "./quotations.ts";
import { type Clause, companiesIn, firstWhere, onlyOf, type Token } from "./tokens/token.ts";

export interface Finding {
  readonly token: Token;
  readonly reason: string;
  readonly message: string;
}

export interface InspectionInput extends GuardInput {
  readonly lower: string;
  /** The same text with its capitals. */
  readonly written: string;
  readonly lexicon: Lexicon;
  readonly tokens: readonly Token[];
  /** The text claims that stand in the text. */
  readonly quotations: readonly Quotation[];
  /** Tokens of the user's message. */
  readonly question: readonly Token[];
  /** The user's message, normalised, lower-case. */
  readonly asked: string;
}

/** A number and the claims it shows. */
export interface Match {
  readonly quantity: Quantity;
  readonly options: readonly BookClaim[];
  readonly marks: Marks;
  readonly part: Part;
}

/** What the checks of a text share. */
export interface Bench {
  readonly input: InspectionInput;
  readonly now: Moment;
  readonly book: ClaimBook;
  readonly question: Question;
  readonly reading: Reading;
  readonly settled: Map<Token, Settled>;
  /** Counts that were judged as counts of what moved. */
  readonly judged: Set<Token>;
  readonly matches: Match[];
  isFact(clause: Clause | undefined): boolean;
  /** The clause, which has no number, says the reverse of a registered fact. */
  turnsFact(clause: Clause): boolean;
  report(token: Token, reason: string): void;
}

// What a text shows and of whom it speaks: the claims behind its numbers, and the company that a word is said of.

/** The words for a report's period, and how the date of its end ends. */
export const reportPeriods: readonly (readonly [words: RegExp, end: string])[] = [
  [/一季/, "-03-31"],
  [/半年|中报|二季/, "-06-30"],
  [/三季/, "-09-30"],
  [/去年|全年|年报|年度/, "-12-31"],
];

/** Each claim that a number of the text shows, once. */
export const shownClaims = ({ settled }: Pick<Bench, "settled">): readonly BookClaim[] => [
  ...new Set([...settled.values()].flatMap(({ entry }) => entry ?? [])),
];

/** Those of a company and of some measures that are of no stretch, by day. */
export const shownByDay = (
  company: string | null,
  fits: (metric: string) => boolean,
  bench: Bench,
): readonly BookClaim[] =>
  shownClaims(bench)
    .filter(
      ({ company: owner, claim }) => owner === company && fits(claim.metric) && claim.window === undefined,
    )
    .toSorted((a, b) => a.asOf.day - b.asOf.day);

/** The company named last before the word, else the one that the sentence goes on with, or that the text or the claims are of. */
export const companyAt = ({ start }: Token, { sentence, start: spoken }: Part, bench: Bench): string | null =>
  sentence.tokens.findLast((each) => each.kind === "company" && each.start < start)?.op ??
  spoken.company ??
  onlyNamed(bench) ??
  bench.book.only;

/** The metrics that the registry has under the name. */
export const metricsNamed = (name: string, lexicon: Lexicon): readonly string[] =>
  lexicon.match(name, 0)?.entry.metrics ?? [];

/** Reports the token that stands at the place. */
export function reportAt({ input, report }: Bench, place: number, reason: string): void {
  const { tokens } = input;
  // In the order of the text, and apart from each other.
  const word = tokens[firstWhere(tokens.length, (at) => (tokens[at]?.end ?? 0) > place)];
  if (word !== undefined) report(word, reason);
}

/** The clause that the place stands in. */
export const clauseAt = ({ reading }: Bench, place: number): Clause | undefined =>
  reading.parts.flatMap(({ sentence }) => sentence.clauses).find((each) => (each.at(-1)?.end ?? 0) > place);

/** What stands before the place in its clause, as far as the reach. */
export const saidBefore = (lower: string, place: number, reach: number, border = /[,，。;；\n]/): string =>
  lower
    .slice(Math.max(0, place - reach), place)
    .split(border)
    .at(-1) ?? "";

/** The one company that the text names, or null. */
export const onlyNamed = oncePer(({ input }: Bench) => onlyOf(companiesIn(input.tokens)));
