import type { Token } from "./token.ts";
import type { UnitHint } from "./quantity.ts";

/** What a later clause may leave unsaid. */
export interface Context {
  company: string | null;
  metrics: readonly string[];
  /** True where the metric was set by a heading or by the same sentence, so that a bare value may take it over. */
  metricIsOpen: boolean;
  /** The metric of a heading, for the lines below it. */
  heading: readonly string[];
  /** Companies in the order in which they were named, for 前者 and 后者. */
  pair: string[];
  unit: UnitHint | null;
  /** Words of a clause without a number that still hold for the next: 昨日, 有望, 您提到的. */
  carried: readonly Token[];
}

export const emptyContext = (): Context => ({
  company: null,
  metrics: [],
  metricIsOpen: false,
  heading: [],
  pair: [],
  unit: null,
  carried: [],
});
