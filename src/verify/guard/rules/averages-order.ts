/** 多头排列: the price above the averages and each of them above the longer ones; 空头排列 the reverse. */
import type { Bench } from "../bench.ts";
import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import type { Token } from "../tokens/token.ts";

const orders: Readonly<Record<string, number>> = { 多头排列: 1, 空头排列: -1 };
const daysOf = ({ claim }: BookClaim): number => Number(/\d+/.exec(claim.metric)?.[0] ?? 0);

export const isOrderOfAverages = ({ start, end }: Token, lower: string): boolean =>
  end - start === 4 && Object.hasOwn(orders, lower.slice(start, end));

/** True where the text shows a price and two averages at least of its one company, or three averages, all of one day, that stand in that order. */
export function isOrderBorneOut({ start, end }: Token, { input, book, settled }: Bench): boolean {
  const { averages, priceLike, priced, closes } = input.lexicon;
  const shown = [...settled.values()].flatMap(({ entry }) => entry ?? []);
  const own = shown.filter(({ claim }) => averages.includes(claim.metric));
  const [first] = own;
  const isOfOther = input.tokens.some(({ kind, op }) => kind === "company" && op !== first?.company);
  if (first === undefined || isOfOther) return false;
  const prices = shown.filter(
    ({ claim }) =>
      priceLike.has(claim.metric) && (priced.includes(claim.metric) || closes.own.has(claim.metric)),
  );
  const all = claimsOf(first.company, averages, book);
  const isOneDay = [...all, ...prices].every(
    ({ asOf, company }) => asOf.day === first.asOf.day && company === first.company,
  );
  const ordered = all.toSorted((a, b) => daysOf(a) - daysOf(b)).map(({ base }) => base);
  const levels = prices.map(({ base }) => base);
  const sign = orders[input.lower.slice(start, end)] ?? 0;
  const falls = ordered.every((base, at) => at === 0 || Math.sign((ordered[at - 1] ?? 0) - base) === sign);
  const beyond = levels.every((base) => Math.sign(base - (ordered[0] ?? 0)) === sign);
  // MA5, MA20 and MA60 stand so by themselves; of two only with the price.
  const { size } = new Set(own);
  const isEnough = levels.length > 0 ? size > 1 : size > 2;
  return isOneDay && isEnough && falls && beyond;
}
