import type { Moment } from "../moment.ts";
import type { Marks } from "./binding/cites/attribution.ts";
import type { Part } from "./binding/part.ts";
import type { Quantity } from "./binding/quantity.ts";
import type { Reading } from "./binding/reading.ts";
import type { Clause } from "./binding/structure.ts";
import type { BookClaim, ClaimBook } from "./claims/claim-book.ts";
import type { Settled } from "./comparing/comparison-sides.ts";
import type { GuardInput } from "./guard-input.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import type { Question } from "./question/question.ts";
import type { Quotation } from "./quotations.ts";
import type { Token } from "./tokens/token.ts";

export interface Finding {
  readonly token: Token;
  readonly reason: string;
  readonly message: string;
}

export interface InspectionInput extends GuardInput {
  readonly lower: string;
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
