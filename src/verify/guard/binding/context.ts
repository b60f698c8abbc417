import type { Token } from "../tokens/token.ts";
import type { UnitHint } from "./quantity.ts";

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
  /** The last word of move in the sentence, for "gained the most, 1.15%, followed by CMB at 0.68%". */
  moved: Token | null;
  /** What a colon ends that was said of all or of so many (both fell: Zijin by 0.9% and LONGi by 2.2%): the word of its items. */
  tallied: Token | null;
  /** The stretch of time that the sentence named (近20日), which its later moves are of too. */
  stretch: Token | null;
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
  moved: null,
  tallied: null,
  stretch: null,
});
