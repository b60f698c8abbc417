import type { Lexicon } from "../lexicon/lexicon.ts";
import type { Token } from "../tokens/token.ts";
import { claimUnit } from "../tokens/units.ts";
import type { Part } from "./part.ts";
import type { Quantity } from "./quantity.ts";

const pointsBack =
  /^(?:注:? ?)?\(?(?:以上|上述|这(?:是|些|个|两)|the above|above|all (?:figures|values|prices|numbers)|(?:that is|this is|these are|those are|both are|all are)(?![a-z]))/;
/** Characters that hold such a beginning. */
const width = 24;

const saysBack = ({ sentence, bound }: Part, lower: string): boolean => {
  const start = sentence.clauses[0]?.[0]?.start ?? 0;
  return bound.quantities.length === 0 && pointsBack.test(lower.slice(start, start + width));
};

/** 以上是三一重工的数据, both are ICBC figures: the one company that such a sentence gives to the numbers above it, or null. */
function ownerOf(part: Part, lower: string): string | null {
  if (!saysBack(part, lower)) return null;
  const named = part.sentence.clauses.flat().flatMap(({ kind, op }) => (kind === "company" ? [op] : []));
  const [owner = null] = new Set(named);
  return new Set(named).size === 1 ? owner : null;
}

/** The one measure that a sentence without numbers gives to what stands above it, or null. */
function labelOf(part: Part, lower: string): Token | null {
  if (!saysBack(part, lower)) return null;
  const flat = part.sentence.clauses.flat();
  const [first, ...others] = flat.filter((each) => each.kind === "metric" || each.kind === "foreign");
  const isOne = others.every((each) => each.metrics.join() === first?.metrics.join());
  return first !== undefined && isOne ? first : null;
}

function labelled(quantity: Quantity, label: Token, company: string | null, lexicon: Lexicon): Quantity {
  const metrics = label.metrics.filter(
    (metric) =>
      claimUnit(lexicon.metrics[metric]?.default_unit ?? "").dimension === quantity.number.unit?.dimension,
  );
  // 以上为目标价 takes the numbers away from every registered measure.
  if (label.kind === "metric" && metrics.length === 0) return quantity;
  return { ...quantity, metrics, bare: false, company: quantity.company ?? company };
}

/** Gives the bare numbers above a line such as 以上为收盘价 the measure, and where they have none the company, that it names. */
export function applyLabels(parts: readonly Part[], lower: string, lexicon: Lexicon): void {
  let [from, owned] = [0, 0];
  for (const [at, part] of parts.entries()) {
    const company = ownerOf(part, lower);
    if (company !== null) {
      for (const { bound } of parts.slice(owned, at))
        for (const [i, quantity] of bound.quantities.entries())
          if (quantity.company === null) bound.quantities[i] = { ...quantity, company };
      owned = at;
    }
    const label = labelOf(part, lower);
    if (label === null) continue;
    for (const { bound } of parts.slice(from, at))
      for (const [i, quantity] of bound.quantities.entries())
        if (quantity.bare && quantity.metrics.length === 0)
          bound.quantities[i] = labelled(quantity, label, company, lexicon);
    from = at;
  }
}
