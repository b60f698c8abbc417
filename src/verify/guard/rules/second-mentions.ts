/** 现价52.07元,20日均线是50.96元。52.07元在均线上方: a price that the text has shown, named in a comparison by its value alone. */
import type { Match } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Quantity } from "../binding/quantity.ts";
import type { Clause } from "../binding/structure.ts";
import { opensBetween } from "../tokens/between-words.ts";

const keyOf = ({ number: { shown, unit, sign } }: Quantity): string =>
  `${sign}${shown.digits}/${shown.decimals}/${shown.exponent}/${unit?.dimension ?? "CNY"}`;

const comparing = new WeakMap<Clause, boolean>();

/** True where the clause compares; read once a clause, so that one of nothing but numbers takes linear time. */
function isComparing(clause: Clause): boolean {
  const known = comparing.get(clause) ?? clause.some(({ kind }) => kind === "compare");
  comparing.set(clause, known);
  return known;
}

/** 高于50.96元, 52.07元在50.96元上方: the number is a side of the comparison by itself. */
function isSide({ token }: Quantity, clause: Clause): boolean {
  const at = clause.indexOf(token);
  const [before, after] = [clause[at - 1], clause[at + 1]];
  const next = clause.slice(at + 1, at + 4).find(({ kind }) => kind !== "fill");
  // So yes: 97.08 is above 93.15.
  const isFirst = !clause.slice(0, at).some(({ kind }) => ["metric", "company", "number"].includes(kind));
  return (
    before?.kind === "compare" ||
    (isFirst && next?.kind === "compare") ||
    (after?.kind === "compare" && after.op.endsWith("post")) ||
    (at === 0 && after !== undefined && opensBetween(after))
  );
}

/** Numbers before that the same value may stand for; more are no prose, and the limit keeps the work linear. */
const reach = 12;

/**
 * The quantity as said of the measure that the same company's same number was shown for, or null: where it names a measure of its own,
 * where it is in no comparison, or where the text has shown the value for more than one measure.
 */
export function asShownBefore(quantity: Quantity, part: Part, matches: readonly Match[]): Quantity | null {
  const { number } = quantity;
  const clause = part.sentence.clauses[quantity.clause];
  const isMoney = number.unit === null || number.unit.dimension === "CNY";
  if (!quantity.bare && !(quantity.inherits && clause !== undefined && isSide(quantity, clause))) return null;
  if (quantity.direction !== 0 || !isMoney || number.shown.decimals === 0) return null;
  if (clause === undefined || !isComparing(clause)) return null;
  const same = matches
    .slice(-reach)
    .filter((each) => each.quantity.company === quantity.company && keyOf(each.quantity) === keyOf(quantity));
  const metrics = [...new Set(same.flatMap(({ options }) => options.map(({ claim }) => claim.metric)))];
  return metrics.length === 1 ? { ...quantity, metrics, bare: false } : null;
}
