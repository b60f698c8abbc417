/** Two numbers of one measure on two days: 后者高于前者, lower in Q1 2026 (24.41%) than in 2025 (26.27%). */

import { splitEnd } from "../tokens/english-comparisons.ts";
import type { Token } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseStart,
  holds,
  ownBefore,
  type Settled,
  type Spot,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";

// 5月6日1400.00元,5月7日1420.50元,后者高于前者: the two numbers of one measure that the sentence has shown of two days.

const which = (tokens: readonly Token[]): "former" | "latter" | null => {
  const word = tokens.find(({ kind, op }) => kind === "text" && (op === "former" || op === "latter"));
  return word === undefined ? null : word.op === "former" ? "former" : "latter";
};
const naming: ReadonlySet<string> = new Set(["company", "entity", "foreign", "number"]);

/** Undefined where no side is such a word, the two are not of the measures that are said to have moved, or the sentence has not shown two such numbers before. */
export function judgeShownPair(
  input: ComparisonInput,
  { flat, at }: Spot,
  op: string,
  moved?: readonly string[],
): Verdict | undefined {
  const from = clauseStart(flat, at);
  const [own, after] = [ownBefore({ flat, at }), stretchAfter({ flat, at })];
  const [left, right] = [which(own), which(after)];
  if ((left === null && right === null) || [...own, ...after].some(({ kind }) => naming.has(kind)))
    return undefined;
  const shown = flat.slice(0, from).flatMap((each): Settled[] => {
    const settled = each.kind === "number" ? input.settled.get(each) : undefined;
    return settled?.entry == null ? [] : [settled];
  });
  const [first, second] = shown.slice(-2);
  if (first?.entry == null || second?.entry == null || left === right) return undefined;
  const isPair =
    first.entry.company === second.entry.company &&
    first.entry.claim.metric === second.entry.claim.metric &&
    first.entry.asOf.day !== second.entry.asOf.day &&
    (moved === undefined || moved.includes(first.entry.claim.metric));
  if (!isPair) return undefined;
  const isFormerLeft = left === "former" || right === "latter";
  const [a, b] = isFormerLeft ? [first.base, second.base] : [second.base, first.base];
  return holds(op, a, b) ? null : "comparison_false";
}

const reach = 40;

export const isSplit = ({ op }: Token): boolean => op.endsWith(splitEnd);

/** The "than" is the other half of such a comparison. */
export const isOfSplit = ({ flat, at }: Spot): boolean =>
  flat
    .slice(Math.max(0, at - reach), at)
    .findLast(({ kind }) => kind === "compare")
    ?.op.endsWith(splitEnd) === true;

/** lower in Q1 2026 (24.41%) than in 2025 (26.27%): the last value before "than" beside the first behind it. */
export function judgeSplit({ settled }: ComparisonInput, { flat, at }: Spot): Verdict {
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
