import type { Start } from "../comparing/comparison-sides.ts";
import type { Coverage, Marks } from "./cites/attribution.ts";
import type { Bound } from "./context.ts";
import type { Sentence } from "./structure.ts";

/** One sentence or table cell after binding. */
export interface Part {
  readonly sentence: Sentence;
  readonly bound: Bound;
  readonly coverage: Coverage;
  readonly start: Start;
  /** Sources and dates that cover it from further away, nearest first. */
  readonly levels: readonly Marks[];
}
