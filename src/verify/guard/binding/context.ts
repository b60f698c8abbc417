import type { Lexicon } from "../lexicon/lexicon.ts";
import type { Clause, Token } from "../tokens/token.ts";
import type { respectiveOf } from "./pairs/respective.ts";
import type { Assertion, Quantity, UnitHint } from "./quantity.ts";
import type { Sentence } from "./structure.ts";

/** What a later clause may leave unsaid. */
export interface Context {
  company: string | null;
  /** True where a heading named an owner other than a company. */
  ownerIsHeading: boolean;
  metrics: readonly string[];
  /** −1 where the word for them carries the minus (净流出), so that a bare value after it does too; else 0. */
  sign: number;
  /** True where the metric was set by a heading or by the same sentence, so that a bare value may take it over. */
  metricIsOpen: boolean;
  /** True where it was left open by the sentence before, on the same line. */
  metricIsWeak: boolean;
  line: number;
  /** True where the last measure named is not a registered one: a bare value after it is bound to nothing. */
  barred: boolean;
  headingBarred: boolean;
  /** The metric of a heading, for the lines below it. */
  heading: readonly string[];
  /** Companies in the order in which they were named, for 前者 and 后者. */
  pair: string[];
  /** The companies that the sentence has named, each once. */
  together: { readonly sentence: number; readonly companies: readonly string[] };
  /** All companies named, each once, in the order in which they were. */
  named: readonly string[];
  unit: UnitHint | null;
  /** True where a heading or a line 单位:亿元 set the unit. */
  unitIsHeading: boolean;
  /** Words of a clause without a number that still hold for the next: 昨日, 有望, 您提到的. */
  carried: readonly Token[];
  /** 您的成本 as the head of the column or row: whose its numbers are. */
  user: Token | null;
  /** The last word of move in the sentence, for "gained the most, 1.15%, followed by CMB at 0.68%". */
  moved: Token | null;
  /** What a colon ends that was said of all or of so many (both fell: Zijin by 0.9% and LONGi by 2.2%): the word of its items. */
  tallied: Token | null;
  /** How the last number of the clause before grew, for "revenue rose 18.04% in Q1 2026, against 15.76% in FY2025". */
  grown: Pick<Window, "direction" | "growth"> | null;
  /** 都在20日均线上方: what a colon ends that each of its items is set beside; empty where there is none. */
  reference: readonly string[];
  /** The stretch of time that the sentence named (近20日), which its later moves are of too. */
  stretch: Token | null;
  /** 实时价, Today: the words of time in the heading, the head of the column or that of the row. */
  headTimes: readonly Token[];
}

export const emptyContext = (): Context => ({
  company: null,
  ownerIsHeading: false,
  metrics: [],
  sign: 0,
  metricIsOpen: false,
  metricIsWeak: false,
  line: -1,
  barred: false,
  headingBarred: false,
  heading: [],
  pair: [],
  together: { sentence: -1, companies: [] },
  named: [],
  unit: null,
  unitIsHeading: false,
  carried: [],
  user: null,
  moved: null,
  tallied: null,
  grown: null,
  reference: [],
  stretch: null,
  headTimes: [],
});

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
