import type { Moment } from "../moment.ts";
import type { Marks } from "./attribution.ts";
import type { BookClaim, ClaimBook } from "./claim-book.ts";
import type { Settled } from "./comparison-sides.ts";
import type { GuardInput } from "./guard-input.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Part } from "./part.ts";
import type { Quantity } from "./quantity.ts";
import type { Question } from "./question.ts";
import type { Quotation } from "./quotations.ts";
import type { Reading } from "./reading.ts";
import type { Clause } from "./structure.ts";
import type { Token } from "./token.ts";

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
  report(token: Token, reason: string): void;
}
