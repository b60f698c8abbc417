/** 开盘价与昨收相同, 贵州茅台与五粮液换手率持平: two sides before the word that says them to be equal. */
import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import type { Token } from "../tokens/token.ts";
import { type ComparisonFault, type ComparisonInput, type Spot, stateAt } from "./comparison-sides.ts";

const isSide = ({ kind }: Token): boolean => kind === "metric" || kind === "company";
const joining: ReadonlySet<string> = new Set(["与", "和", "跟", "同", "及", "、", "and"]);

/** Equal over the claims; undefined where the clause does not hold two sides of one kind, joined to each other. */
export function judgeEqual(
  input: ComparisonInput,
  { flat, at }: Spot,
): ComparisonFault["reason"] | null | undefined {
  const from = flat.slice(0, at).findLastIndex(({ kind }) => kind === "clause") + 1;
  const own = flat.slice(from, at);
  const join = own.findIndex(
    ({ start, end, kind }) =>
      (kind === "join" || kind === "text" || kind === "fill") && joining.has(input.lower.slice(start, end)),
  );
  const [left, right] = [own.slice(0, join).findLast(isSide), own.slice(join + 1).find(isSide)];
  if (join < 0 || left === undefined || right === undefined || left.kind !== right.kind) return undefined;
  if (own.some(({ kind }) => kind === "number" || kind === "entity" || kind === "foreign")) return undefined;
  const { company, metrics } = stateAt(input, { flat, at });
  const [a, b]: (readonly BookClaim[])[] =
    left.kind === "metric"
      ? [claimsOf(company, left.metrics, input.book), claimsOf(company, right.metrics, input.book)]
      : [claimsOf(left.op, metrics, input.book), claimsOf(right.op, metrics, input.book)];
  if (a === undefined || b === undefined || a.length === 0 || b.length === 0) return "comparison_unsupported";
  const isOneKind = a[0]?.unit.dimension === b[0]?.unit.dimension;
  return isOneKind && a.every((one) => b.every((other) => one.base === other.base))
    ? null
    : "comparison_false";
}
