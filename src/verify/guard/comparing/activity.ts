/** 交投更活跃, more actively traded: by every measure of trading that the claims hold of all of them. */
import { claimsOf } from "../claims/claim-book.ts";
import { type ComparisonFault, type ComparisonInput, holds, type Spot, stateAt } from "./comparison-sides.ts";

export const isActivity = (op: string): boolean => op === ">active" || op === "<active";

export function judgeActivity(input: ComparisonInput, spot: Spot): ComparisonFault["reason"] | null {
  const op = (spot.flat[spot.at]?.op ?? "").charAt(0);
  const { company } = stateAt(input, spot);
  const pairs = input.activity.flatMap((metric) => {
    const own = claimsOf(company, [metric], input.book);
    const others = input.book.of(metric).filter((each) => each.company !== null && each.company !== company);
    return own.flatMap((a) => others.map((b) => [a.base, b.base] as const));
  });
  if (pairs.length === 0) return "comparison_unsupported";
  const held = pairs.filter(([a, b]) => holds(op, a, b)).length;
  return held === pairs.length ? null : held === 0 ? "comparison_false" : "comparison_unsupported";
}
