/** lower in Q1 2026 (24.41%) than in 2025 (26.27%): the last value before "than" beside the first behind it. */
import { splitEnd } from "../tokens/english-comparisons.ts";
import type { Token } from "../tokens/token.ts";
import { type ComparisonFault, type ComparisonInput, holds, type Spot } from "./comparison-sides.ts";

const reach = 40;

export const isSplit = ({ op }: Token): boolean => op.endsWith(splitEnd);

/** The "than" is the other half of such a comparison. */
export const isOfSplit = ({ flat, at }: Spot): boolean =>
  flat
    .slice(Math.max(0, at - reach), at)
    .findLast(({ kind }) => kind === "compare")
    ?.op.endsWith(splitEnd) === true;

export function judgeSplit(
  { settled }: ComparisonInput,
  { flat, at }: Spot,
): ComparisonFault["reason"] | null {
  const than = flat.findIndex(({ kind, op }, i) => i > at && kind === "compare" && op === "than");
  const inside = flat.slice(at, Math.max(at, than)).flatMap((each) => settled.get(each) ?? []);
  const before = flat.slice(Math.max(0, at - reach), at).flatMap((each) => settled.get(each) ?? []);
  const left = inside.at(-1) ?? before.at(-1);
  const right = flat.slice(than + 1, than + 1 + reach).flatMap((each) => settled.get(each) ?? [])[0];
  if (than < 0 || left?.entry == null || right?.entry == null) return "comparison_unsupported";
  const isPair =
    left.entry.company === right.entry.company &&
    left.entry.claim.metric === right.entry.claim.metric &&
    left.entry.asOf.day !== right.entry.asOf.day;
  if (!isPair) return "comparison_unsupported";
  return holds((flat[at]?.op ?? "").charAt(0), left.base, right.base) ? null : "comparison_false";
}
