/** 浮亏, 浮盈: how the price stands beside what the question says was paid for the one company that is spoken of. */
import type { Bench } from "../bench.ts";
import { fold } from "../tokens/normalise.ts";
import type { Token } from "../tokens/token.ts";
import { paidPrice } from "./users-price.ts";

const ways: Readonly<Record<string, number>> = { 浮盈: 1, 浮亏: -1 };

export const isOfHolding = ({ start, end }: Token, lower: string): boolean =>
  Object.hasOwn(ways, lower.slice(start, end));

/** True over every price and close that the text shows; false where question and text name another company or several. */
export function isHoldingBorneOut({ start, end }: Token, bench: Bench): boolean {
  const { input, book, question, settled } = bench;
  const { priced, closes } = input.lexicon;
  const named = input.tokens.flatMap(({ kind, op }) => (kind === "company" ? [op] : []));
  const owners = new Set([...question.companies, ...named]);
  const [owner = book.only] = owners;
  const paid = paidPrice(fold(input.user_question));
  if (paid === null || owner === null || owners.size > 1) return false;
  const prices = [...settled.values()].flatMap(({ entry }) => {
    const isPrice =
      entry !== null && (priced.includes(entry.claim.metric) || closes.own.has(entry.claim.metric));
    return isPrice && entry.company === owner ? [entry.base] : [];
  });
  const way = ways[input.lower.slice(start, end)];
  return prices.length > 0 && prices.every((price) => Math.sign(price - paid) === way);
}
