/** 高于昨天的收盘价: the close of the day before, where the claims have it as the previous close. */
import { relativeHolds } from "../claims/calendar-match.ts";
import { claimsOf } from "../claims/claim-book.ts";
import type { Token } from "../tokens/token.ts";
import { type ComparisonInput, type Operand, operandOf } from "./comparison-sides.ts";

const dayBefore: ReadonlySet<string> = new Set(["yesterday", "past"]);

/**
 * Undefined where the words name no measure of the day before, or more than that; null where the claims have none of that day, or the
 * close of several days.
 */
export function ofDayBefore(
  input: ComparisonInput,
  stretch: readonly Token[],
  company: string | null,
): Operand | null | undefined {
  const at = stretch.findIndex(({ kind, op }) => kind === "relative" && dayBefore.has(op));
  const measure = at < 0 ? undefined : stretch.slice(at + 1).find(({ kind }) => kind === "metric");
  if (measure === undefined) return undefined;
  if (stretch.some(({ kind }) => kind === "company" || kind === "number" || kind === "date"))
    return undefined;
  const day = stretch[at]?.op ?? "";
  const claims = claimsOf(company, measure.metrics, input.book);
  const dated = claims.filter((entry) => relativeHolds(day, entry, input.now));
  if (dated.length > 0) return operandOf(dated);
  if (measure.metrics.every((id) => input.previous.includes(id))) return operandOf(claims);
  if (!measure.metrics.every((id) => input.closed.includes(id))) return null;
  return operandOf(claimsOf(company, input.previous, input.book));
}
