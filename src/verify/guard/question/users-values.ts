/** Numbers of the user's as values that a comparison may be judged by, and the claims they are set beside. */
import type { Bench } from "../bench.ts";
import type { Quantity } from "../binding/quantity.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import type { Settled } from "../comparing/comparison-sides.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { sizeOf } from "../tokens/token.ts";
import { claimUnit } from "../tokens/units.ts";

/** The claim is of the measure and company that the user's number is set beside. */
const isOfSame = (
  { claim, company, unit }: BookClaim,
  { metrics, number, company: owner }: Quantity,
  { book }: Bench,
) =>
  metrics.includes(claim.metric) &&
  company === (owner ?? book.only) &&
  (number.unit !== null || unit.dimension !== "part");

/** Yes, more than 20 billion: Moutai's net profit was…: of the one value that the text shows of the company. */
function onlyShown(shown: readonly BookClaim[], { number, company, metrics }: Quantity) {
  const [only, ...more] = new Set(shown);
  // 有两家低于15倍: of the one measure that it shows of several.
  const isOfOther = ({ claim }: BookClaim): boolean =>
    company !== null || claim.metric !== only?.claim.metric;
  if (only === undefined || more.some(isOfOther) || (company !== null && company !== only.company))
    return undefined;
  const isOther = metrics.length > 0 && !metrics.includes(only.claim.metric);
  const isOfUnit =
    number.unit === null ? only.unit.dimension !== "part" : number.unit.dimension === only.unit.dimension;
  return isOther || !isOfUnit ? undefined : only;
}

/** The unit that a number without one takes from the measure it is said of: below the 70 you asked about, of an RSI. */
function plainUnit({ metrics }: Quantity, lexicon: Lexicon): string {
  const units = metrics.flatMap((id) => lexicon.metrics[id]?.default_unit ?? []).map(claimUnit);
  const [first] = units;
  const isPlain = first !== undefined && first.exponent === 0 && ["times", ""].includes(first.dimension);
  return isPlain && units.every(({ dimension }) => dimension === first.dimension) ? first.dimension : "CNY";
}

export function usersOwn(quantity: Quantity, lexicon: Lexicon): Settled {
  const { unit } = quantity.number;
  // 跌幅高于5%: of a fall it is the size.
  const sign = unit?.dimension === "part" && quantity.direction < 0 ? -1 : 1;
  return {
    quantity,
    base: sign * sizeOf(quantity.number),
    dimension: unit?.dimension ?? plainUnit(quantity, lexicon),
    entry: null,
  };
}

/** The shown claim that the number is set beside, or undefined. */
export const shownBeside = (
  shown: readonly BookClaim[],
  quantity: Quantity,
  bench: Bench,
): BookClaim | undefined =>
  shown.find((entry) => isOfSame(entry, quantity, bench)) ?? onlyShown(shown, quantity);
