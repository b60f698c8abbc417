/** The left side of a comparison that its clause does not name. */

import { claimsOf } from "../claims/claim-book.ts";
import {
  type ComparisonInput,
  clauseStart,
  type Operand,
  operandOf,
  type Spot,
  settledOperand,
  stateAt,
} from "./comparison-sides.ts";

// 收盘价118.60元,MA60为121.37元,也低于MA20: a clause that leans on what was said before is of the price, not of the level named last.

const leaning =
  /^(?:但|而|不过|并且?|且)?(?:它|其)?(?:目前|现在|当前|眼下|此刻)?(?:也|还|仍然?|同时|依然|依旧|同样|亦|却|又|均|都|已经?|尚|略|明显|稍|回到|重回|跌回|站回|涨回|处于|处在){0,5}$|^ ?(?:and |but )?(?:it )?(?:is |was |has )?(?:still |also |now |currently )+(?:trading |trades |sits |stands |closed )?$|^ ?(?:and |but |so |thus |hence |that is,? )?(?:the (?:stock|shares?|share price|stock price)|shares) (?:is|are|was|were|remains?|stays?|sits?|stands?|trades?)(?: still| also| now| currently| trading)* $/;

/** Null where the clause does not lean on the one before, or the number said last is no level that a price is set beside. */
export function leaningPrice(input: ComparisonInput, { flat, at }: Spot): Operand | null {
  const { settled, averages, opens, previous, priced, closed } = input;
  const from = clauseStart(flat, at);
  const [first, word] = [flat[from], flat[at]];
  if (word === undefined || first === undefined || !leaning.test(input.lower.slice(first.start, word.start)))
    return null;
  const told = [...settled.values()].filter(({ quantity: { token } }) => token.start < word.start);
  const own = told.filter(({ quantity: { token } }) => token.start >= (flat[0]?.start ?? 0));
  const last = own.at(-1) ?? told.at(-1);
  const level = last?.entry?.claim.metric;
  if (last?.entry == null || level === undefined) return null;
  if (![...averages, ...opens, ...previous].includes(level)) return null;
  const { company } = last.entry;
  const prices = told.filter(
    ({ entry }) =>
      entry !== null &&
      entry.company === company &&
      (priced.includes(entry.claim.metric) || closed.includes(entry.claim.metric)),
  );
  const [price] = prices;
  const isOne = prices.every(({ base }) => base === price?.base);
  return price === undefined || !isOne ? null : settledOperand(price);
}

// 现价低于开盘价,也低于您提到的价格: a comparison that names no left side has that of the one before it.

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
      if (measure < 0 || own.some(({ kind }) => kind === "foreign" || kind === "entity")) return null;
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
