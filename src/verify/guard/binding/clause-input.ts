import type { Lexicon } from "../lexicon/lexicon.ts";
import type { Token } from "../tokens/token.ts";
import type { Context } from "./context.ts";
import type { Assertion, Quantity } from "./quantity.ts";
import type { respectiveOf } from "./respective.ts";
import type { Clause, Sentence } from "./structure.ts";

export interface Bound {
  readonly quantities: Quantity[];
  readonly assertions: Assertion[];
  /** True once a number of the open has been read. */
  hasOpen: boolean;
  /** A name beside a code that is not its own. */
  readonly mismatches: Token[];
  /** Clauses that state nothing of a thing at hand but how it goes in general. */
  readonly defined: readonly Clause[];
}

export interface BindPlace {
  readonly sentence: number;
  readonly row: number;
}

/** What has been read since the last number of the clause. */
export interface Window {
  tokens: Token[];
  named: Token | null;
  direction: Token | null;
  growth: boolean;
  gap: string;
  /** The last word of a move, and the company it was said of. */
  moved: { readonly token: Token; readonly company: string | null } | null;
  /** True where a count of companies stands in it. */
  counted: boolean;
  /** True where 只有 stands in it. */
  only: boolean;
  /** How many tokens it held when 均, 没有一家 or a count was read; −1 where none was. */
  collectiveAt: number;
}

export const freshWindow = (): Window => ({
  tokens: [],
  named: null,
  direction: null,
  growth: false,
  gap: "",
  moved: null,
  counted: false,
  only: false,
  collectiveAt: -1,
});

export interface ClauseInput {
  readonly sentence: Sentence;
  readonly clause: Clause;
  readonly index: number;
  readonly place: BindPlace;
  readonly context: Context;
  readonly lexicon: Lexicon;
  readonly lower: string;
  /** The one measure that the question names, or none. */
  readonly askedMetrics: readonly string[];
  readonly respective: ReturnType<typeof respectiveOf>;
  readonly bound: Bound;
}
