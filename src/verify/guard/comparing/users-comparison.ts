/** 与您95元的买入价相比,现价102.36元更高: the adjective beside what the user paid, named in the clause before. */
import {
  type ComparisonFault,
  type ComparisonInput,
  type Spot,
  settledOperand,
  usersSide,
} from "./comparison-sides.ts";
import { judge } from "./operands.ts";

const beside = /^(?:与|和|跟|同|相比|相?较于?|比起|对比|相对于?)/;
const longest = 60;

/** Undefined where the clause before names no price of the user's to be set beside. */
export function judgeBesideUsers(
  input: ComparisonInput,
  { flat, at }: Spot,
): ComparisonFault["reason"] | null | undefined {
  const border = flat.slice(0, at).findLastIndex(({ kind }) => kind === "clause");
  const from = 1 + flat.slice(0, Math.max(0, border)).findLastIndex(({ kind }) => kind === "clause");
  const before = flat.slice(from, Math.max(0, border));
  const [first, last] = [before[0], before.at(-1)];
  if (first === undefined || last === undefined || last.end - first.start > longest) return undefined;
  if (!beside.test(input.lower.slice(first.start, last.end)) || !before.some(({ kind }) => kind === "user"))
    return undefined;
  const given = before.flatMap((each) => input.settled.get(each) ?? []);
  const [mine] = given;
  const isUsers = given.length === 1 && mine?.entry === null;
  const own = flat.slice(border + 1, at).flatMap((each) => input.settled.get(each) ?? []);
  const [price] = own;
  const right = isUsers
    ? settledOperand(mine)
    : usersSide(input, before.slice(1), price?.entry?.company ?? null);
  if (right === null || own.length !== 1 || price?.entry == null) return undefined;
  return input.priceLike.has(price.entry.claim.metric)
    ? judge((flat[at]?.op ?? "").charAt(0), settledOperand(price), right)
    : undefined;
}
