/** 现价低于开盘价,也低于您提到的价格: a comparison that names no left side has that of the one before it. */
import { claimsOf } from "../claims/claim-book.ts";
import {
  type ComparisonInput,
  type Operand,
  operandOf,
  type Spot,
  settledOperand,
  stateAt,
} from "./comparison-sides.ts";

const naming: ReadonlySet<string> = new Set([
  "company",
  "entity",
  "foreign",
  "metric",
  "number",
  "pair",
  "scope",
  "user",
]);
/** More comparisons that lean on one another are no prose; the limit keeps the work linear. */
const mostSteps = 4;

/** Null where the clause names a side of its own, or where no comparison before it says what is compared. */
export function sharedLeft(input: ComparisonInput, { flat, at }: Spot): Operand | null {
  let end = at;
  for (let step = 0; step < mostSteps; step++) {
    const before = flat.slice(0, end);
    const border = before.findLastIndex(({ kind }) => kind === "clause");
    const own = before.slice(border + 1);
    if (step > 0 && own.some(({ kind }) => naming.has(kind))) {
      const measure = own.findLastIndex(({ kind }) => kind === "metric");
      const last = own.slice(measure + 1).findLast(({ kind }) => kind === "number");
      const settled = last === undefined ? undefined : input.settled.get(last);
      if (measure < 0 || own.some(({ kind }) => kind === "foreign" || kind === "entity")) return null;
      if (settled !== undefined) return settledOperand(settled);
      const { company } = stateAt(input, { flat, at: end });
      return last === undefined
        ? operandOf(claimsOf(company, own[measure]?.metrics ?? [], input.book))
        : null;
    }
    if (own.some(({ kind }) => naming.has(kind))) return null;
    const earlier = before
      .slice(0, Math.max(0, border))
      .findLastIndex(({ kind, op }) => kind === "compare" && /^[<>]=?$/.test(op));
    if (earlier < 0) return null;
    end = earlier;
  }
  return null;
}
