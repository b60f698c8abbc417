/** 后一年度高于前一年度: the two years of a measure, named by their order. */
import { claimsOf } from "./claim-book.ts";
import {
  type ComparisonFault,
  type ComparisonInput,
  clauseEnd,
  holds,
  type Spot,
  stateAt,
} from "./comparison-sides.ts";
import { earlierYear, laterYear } from "./year-words.ts";

type Verdict = ComparisonFault["reason"] | null;

/** True over the two years whose numbers of the measure the text has shown; undefined where the sides are others. */
export function judgeYears(input: ComparisonInput, { flat, at }: Spot, op: string): Verdict | undefined {
  const [left, right] = [flat[at - 1], flat[at + 1]];
  const isLater = left?.op === laterYear && right?.op === earlierYear;
  const isEarlier = left?.op === earlierYear && right?.op === laterYear;
  if (!isLater && !isEarlier) return undefined;
  if (clauseEnd(flat, at + 1) !== at + 2) return "comparison_unsupported";
  const { company, metrics } = stateAt(input, { flat, at });
  const claims = claimsOf(company, metrics, input.book);
  const shown = new Set([...input.settled.values()].flatMap(({ entry }) => entry ?? []));
  const [early, late, ...more] = claims
    .filter((entry) => shown.has(entry))
    .sort((a, b) => a.asOf.day - b.asOf.day);
  if (early === undefined || late === undefined || more.length > 0 || early.asOf.day === late.asOf.day)
    return "comparison_unsupported";
  const [a, b] = isLater ? [late, early] : [early, late];
  return holds(op, a.base, b.base) ? null : "comparison_false";
}
