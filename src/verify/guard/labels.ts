import type { Lexicon } from "./lexicon.ts";
import type { Part } from "./part.ts";
import type { Quantity } from "./quantity.ts";
import type { Token } from "./token.ts";
import { claimUnit } from "./units.ts";

const pointsBack = /^(?:注:? ?)?\(?(?:以上|上述|the above|above|all (?:figures|values|prices|numbers))/;
/** Characters that hold such a beginning. */
const width = 24;

/** The one measure that a sentence without numbers gives to what stands above it, or null. */
function labelOf({ sentence, bound }: Part, lower: string): Token | null {
  if (bound.quantities.length > 0) return null;
  const flat = sentence.clauses.flat();
  const start = flat[0]?.start ?? 0;
  if (!pointsBack.test(lower.slice(start, start + width))) return null;
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
  let from = 0;
  for (const [at, part] of parts.entries()) {
    const label = labelOf(part, lower);
    if (label === null) continue;
    const company = part.sentence.clauses.flat().find((each) => each.kind === "company")?.op ?? null;
    for (const { bound } of parts.slice(from, at))
      for (const [i, quantity] of bound.quantities.entries())
        if (quantity.bare && quantity.metrics.length === 0)
          bound.quantities[i] = labelled(quantity, label, company, lexicon);
    from = at;
  }
}
