/** 浮亏, 浮盈: how the price stands beside what the question says was paid for the one company that is spoken of. */
import type { Bench } from "../bench.ts";
import type { Token } from "../tokens/token.ts";
import { paidPrice } from "./users-price.ts";

const ways: Readonly<Record<string, number>> = {
  浮盈: 1,
  浮亏: -1,
  "you are in profit": 1,
  "you're in profit": 1,
  "you are in the money": 1,
  "you are underwater": -1,
  "you're underwater": -1,
  "you are at a loss": -1,
  "you are ahead": 1,
  "you're ahead": 1,
  "you are down on it": -1,
  "you have made money": 1,
  "you've made money": 1,
  "you have lost money": -1,
  "you are losing money": -1,
  账面盈利: 1,
  账面上盈利: 1,
  账面是盈利: 1,
  账面上是盈利: 1,
  账面亏损: -1,
  账面上亏损: -1,
  账面是亏损: -1,
  账面上是亏损: -1,
};

export const isOfHolding = ({ start, end }: Token, lower: string): boolean =>
  Object.hasOwn(ways, lower.slice(start, end));

/** True over every price and close that the text shows; false where the text, else the question, names several companies. */
export function isHoldingBorneOut({ start, end }: Token, bench: Bench): boolean {
  const { input, book, question, settled } = bench;
  const { priced, closes } = input.lexicon;
  const named = input.tokens.flatMap(({ kind, op }) => (kind === "company" ? [op] : []));
  const owners = named.length > 0 ? new Set(named) : question.companies;
  const [owner = book.only] = owners;
  const paid = paidPrice(input, owner);
  if (paid === null || owner === null || owners.size > 1) return false;
  const prices = [...settled.values()].flatMap(({ entry }) => {
    const isPrice =
      entry !== null && (priced.includes(entry.claim.metric) || closes.own.has(entry.claim.metric));
    return isPrice && entry.company === owner ? [entry.base] : [];
  });
  const way = ways[input.lower.slice(start, end)];
  return prices.length > 0 && prices.every((price) => Math.sign(price - paid) === way);
}
