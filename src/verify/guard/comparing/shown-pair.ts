/** 5月6日1400.00元,5月7日1420.50元,后者高于前者: the two numbers of one measure that the sentence has shown of two days. */
import type { Token } from "../tokens/token.ts";
import {
  type ComparisonFault,
  type ComparisonInput,
  clauseEnd,
  holds,
  type Settled,
  type Spot,
} from "./comparison-sides.ts";

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
): ComparisonFault["reason"] | null | undefined {
  const from = flat.slice(0, at).findLastIndex(({ kind }) => kind === "clause") + 1;
  const [own, after] = [flat.slice(from, at), flat.slice(at + 1, clauseEnd(flat, at + 1))];
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
