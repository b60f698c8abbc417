/** 格力电器估值更低: by every multiple that the text shows, beside all others that the claims hold. */
import { claimsOf } from "../claims/claim-book.ts";
import { type ComparisonFault, type ComparisonInput, holds, type Spot, stateAt } from "./comparison-sides.ts";

const ofValuation = /估值(?:水平)?(?:也|都|则|明显|相对|略)?$/;
const reach = 10;

/** 美的集团更便宜: of a company, in a sentence that names no measure. */
function isCheapAlone({ lower }: ComparisonInput, { flat, at }: Spot): boolean {
  const word = flat[at];
  if (
    word === undefined ||
    !/便宜|贵|cheaper|expensive|pricier|dearer/.test(lower.slice(word.start, word.end))
  )
    return false;
  const from = flat.slice(0, at).findLastIndex(({ kind }) => kind === "clause") + 1;
  return (
    flat.slice(from, at).some(({ kind }) => kind === "company") &&
    !flat.some(({ kind }) => kind === "metric" || kind === "number")
  );
}

/** Undefined where the adjective is not said of the valuation. */
export function judgeValuationAlone(
  input: ComparisonInput,
  spot: Spot,
  op: string,
): ComparisonFault["reason"] | null | undefined {
  const word = spot.flat[spot.at];
  if (word === undefined) return undefined;
  const isNamed = ofValuation.test(input.lower.slice(Math.max(0, word.start - reach), word.start));
  if (!isNamed && !isCheapAlone(input, spot)) return undefined;
  const { company } = stateAt(input, spot);
  const shown = [...input.settled.values()].flatMap(({ entry }) => entry ?? []);
  const multiples = new Set(
    shown.flatMap(({ unit, claim }) => (unit.dimension === "times" ? [claim.metric] : [])),
  );
  let isCompared = false;
  for (const metric of multiples) {
    const own = claimsOf(company, [metric], input.book);
    const others = input.book.of(metric).filter((each) => each.company !== own[0]?.company);
    if (own.length === 0 || others.length === 0) return "comparison_unsupported";
    if (!own.every((a) => others.every((b) => holds(op, a.base, b.base)))) return "comparison_false";
    isCompared = true;
  }
  return isCompared ? null : isNamed ? "comparison_unsupported" : undefined;
}
