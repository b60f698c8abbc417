import type { Marks } from "./attribution.ts";

/** A source or date said of more than one number, and of which. */
export interface Footer {
  readonly marks: Marks;
  /** The metrics that it is said of; null for all. */
  readonly metrics: ReadonlySet<string> | null;
  /** The companies that it is said of; null for all. */
  readonly companies: ReadonlySet<string> | null;
  /** True where the companies are those that it is not said of: 除五粮液外. */
  readonly isExcept: boolean;
  /** The line of the text that it is said of; null for all, `some` where it does not say which. */
  readonly line: "first" | "last" | "some" | null;
  /** The place of the one number that it is said of, and how many the list has. */
  readonly place?: { readonly at: number; readonly of: number };
  /** The source whose claims it is said of: one of several, each with its own date. */
  readonly source?: string;
}
