/** 没有跑赢。今天三一重工下跌…: an answer that leaves both sides to the question, which asks who did better. */
import { claimsOf } from "../claims/claim-book.ts";
import { type ComparisonFault, type ComparisonInput, holds, type Spot } from "./comparison-sides.ts";

const word = /^(?:没有?|未能?|没能|并未|还没)?跑([赢输])$/;
const naming: ReadonlySet<string> = new Set([
  "company",
  "entity",
  "metric",
  "number",
  "foreign",
  "pair",
  "scope",
]);

/** Undefined where the clause names a side of its own, or the question does not ask so of two companies. */
export function judgeAskedPerformance(
  { lower, words, book, changes }: ComparisonInput,
  { flat, at }: Spot,
): ComparisonFault["reason"] | null | undefined {
  const each = flat[at];
  const said = each === undefined ? null : word.exec(lower.slice(each.start, each.end));
  if (said === null || each === undefined) return undefined;
  const from = flat.slice(0, at).findLastIndex(({ kind }) => kind === "clause") + 1;
  const end = flat.findIndex(({ kind, op }, i) => i > at && (kind === "clause" || op === ":"));
  const own = flat.slice(from, end < 0 ? flat.length : end);
  if (own.some(({ kind }) => naming.has(kind))) return undefined;
  const { question } = words;
  const pivot = question.findIndex(({ kind, op }) => kind === "compare" && op.endsWith("perf"));
  const ownerIn = (tokens: typeof question) =>
    tokens.filter(({ kind }) => kind === "company").map(({ op }) => op);
  const [left, right] = [ownerIn(question.slice(0, Math.max(0, pivot))), ownerIn(question.slice(pivot + 1))];
  const isOther = question.some(
    ({ kind, op }) => kind === "window" || kind === "entity" || (kind === "relative" && op !== "today"),
  );
  if (pivot < 0 || left.length !== 1 || right.length !== 1 || isOther) return undefined;
  const [a, b] = [left, right].map(([owner]) => claimsOf(owner ?? null, changes, book));
  if (a?.length !== 1 || b?.length !== 1) return undefined;
  const way = said[1] === "赢" ? ">" : "<";
  const isDenied = each.op.includes("=");
  const isSo = a.every((one) => b.every((other) => holds(way, one.base, other.base)));
  return isSo === !isDenied ? null : "comparison_false";
}
