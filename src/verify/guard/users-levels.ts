/** Levels that a direction is said of without a move of the claims: the user's number, the close of another day. */
import type { Bench } from "./bench.ts";
import { claimsOf } from "./claim-book.ts";
import type { Part } from "./part.ts";
import type { Assertion, Quantity } from "./quantity.ts";
import type { Token } from "./token.ts";

/** How far behind the direction the user's number may stand, in characters. */
const reach = 14;

/** The index of the first number behind the token, by halving: the numbers stand in the order of the text. */
export function numberAfter(quantities: readonly Quantity[], { start }: Token): number {
  let [low, high] = [0, quantities.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((quantities[middle]?.token.start ?? 0) > start) high = middle;
    else low = middle + 1;
  }
  return low;
}

const namedBy = new WeakMap<Bench, ReadonlySet<string>>();

/** The one company that the text names, or null; read once a text. */
function onlyNamed(bench: Bench): string | null {
  const { tokens } = bench.input;
  const named =
    namedBy.get(bench) ?? new Set(tokens.flatMap(({ kind, op }) => (kind === "company" ? [op] : [])));
  namedBy.set(bench, named);
  const [company] = named;
  return named.size === 1 && company !== undefined ? company : null;
}

/** 没有跌到您说的9块: every price that the claims have of the company is above it. */
export function isUsersLevelDenied({ token, sign, company }: Assertion, part: Part, bench: Bench): boolean {
  const next = part.bound.quantities[numberAfter(part.bound.quantities, token)];
  const given = next === undefined ? undefined : bench.settled.get(next.token);
  if (next === undefined || given === undefined || given.entry !== null) return false;
  if (given.dimension !== "CNY" || next.token.start - token.end > reach) return false;
  if (!/^(?:到|至|回)/.test(bench.input.lower.slice(token.end, token.end + 1))) return false;
  const prices = claimsOf(company ?? onlyNamed(bench), [...bench.input.lexicon.priceLike], bench.book);
  return prices.length > 0 && prices.every(({ base }) => Math.sign(base - given.base) === -sign);
}

const ofDay =
  /(?:^|\s)the (later|newer|more recent|earlier|older) (?:close|closing price|price|one|figure|reading|value)(?: is| was)?(?: slightly| somewhat| a little| clearly)? $/;
const longestName = 60;

/** The later close is higher: of the two days of one measure that the text has shown last. */
export function isBorneOutByDays({ token, sign, company }: Assertion, { input, settled }: Bench): boolean {
  const said = ofDay.exec(input.lower.slice(Math.max(0, token.start - longestName), token.start));
  if (said === null) return false;
  const [second, first] = [...settled.values()]
    .filter(({ quantity, entry }) => entry !== null && quantity.token.start < token.start)
    .toReversed();
  if (first?.entry == null || second?.entry == null) return false;
  const [a, b] = [first.entry, second.entry];
  if (a.company !== b.company || a.claim.metric !== b.claim.metric || a.asOf.day === b.asOf.day) return false;
  if (!input.lexicon.priceLike.has(a.claim.metric) || (company !== null && company !== a.company))
    return false;
  const isLater = said[1] !== "earlier" && said[1] !== "older";
  const [early, late] = a.asOf.day < b.asOf.day ? [first, second] : [second, first];
  return Math.sign(late.base - early.base) === (isLater ? sign : -sign);
}
