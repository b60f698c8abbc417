import type { Bench } from "./bench.ts";
import { type BookClaim, claimsOf } from "./claim-book.ts";
import type { Part } from "./part.ts";
import type { Assertion } from "./quantity.ts";
import type { Clause } from "./structure.ts";
import { isBorneOutByDays, isUsersLevelDenied, numberAfter } from "./users-levels.ts";

/** Words of direction that say more than its sign; without a number of their own nothing bears them out. */
const strong = /大涨|飙|暴|大跌|surge|plunge|tumble|soar|rall|jump|sank|slid/;

const signsOfPairs = (of: readonly BookClaim[], than: readonly BookClaim[]): readonly number[] =>
  of.flatMap(({ base }) => than.map((other) => Math.sign(base - other.base)));

/** Which way the claims say that a company's price moved: by its changes, else by the price beside the previous close. */
export function moveSigns(company: string | null, { book, input }: Bench): readonly number[] {
  const { changes, priced, closes } = input.lexicon;
  const moves = claimsOf(company, [...changes.percent, ...changes.amount], book);
  if (moves.length > 0) return moves.map(({ base }) => Math.sign(base));
  const now = claimsOf(company, priced, book);
  const own = now.length > 0 ? now : claimsOf(company, [...closes.own], book);
  return signsOfPairs(own, claimsOf(company, closes.previous, book));
}

/** Which way the measures grew, by the claims. */
export const growthSigns = (
  company: string | null,
  metrics: readonly string[],
  { book }: Bench,
): readonly number[] => claimsOf(company, metrics, book).map(({ base }) => Math.sign(base));

/** 高开: the open beside the previous close; 高走: the price, else the close, beside the open. */
function openingSigns(op: string, company: string | null, { book, input }: Bench): readonly number[] {
  const { opens, priced, closes } = input.lexicon;
  const open = claimsOf(company, opens, book);
  if (op === "open") return signsOfPairs(open, claimsOf(company, closes.previous, book));
  const now = claimsOf(company, priced, book);
  return signsOfPairs(now.length > 0 ? now : claimsOf(company, [...closes.own], book), open);
}

/** 由348.50元升至352.10元: true of the two levels that the part itself shows, of one measure of one company. */
function isBorneOutByLevels({ token, sign }: Assertion, part: Part, { settled, input }: Bench): boolean {
  const { quantities } = part.bound;
  const at = numberAfter(quantities, token);
  const pairs = [
    [at - 1, at],
    [at, at + 1],
  ] as const;
  return pairs.some(([first, second]) => {
    const [from, to] = [first, second].map((index) => {
      const shown = quantities[index];
      return shown === undefined ? undefined : settled.get(shown.token);
    });
    if (from?.entry == null || to?.entry == null) return false;
    if (from.entry.company !== to.entry.company || Math.sign(to.base - from.base) !== sign) return false;
    const { closes, priceLike } = input.lexicon;
    return from.entry.claim.metric === to.entry.claim.metric
      ? from.entry.asOf.day < to.entry.asOf.day
      : closes.previous.includes(from.entry.claim.metric) && priceLike.has(to.entry.claim.metric);
  });
}

/** ROE is higher: than that of the others that the claims hold. */
function isBorneOutByRank({ company, sign, metrics }: Assertion, { book }: Bench): boolean {
  const all = (metrics ?? []).flatMap((metric) => book.of(metric));
  const own = all.filter((entry) => entry.company === (company ?? book.only));
  const others = all.filter((entry) => !own.includes(entry));
  if (own.length === 0 || others.length === 0) return false;
  return own.every((a) => others.every((b) => Math.sign(a.base - b.base) === sign));
}

function isBorneOut(assertion: Assertion, part: Part, bench: Bench): boolean {
  const { token, company, sign, metrics, manner } = assertion;
  if (manner === "rank") return isBorneOutByRank(assertion, bench);
  // a slightly higher open: 高开.
  const way =
    token.op === "comparative" &&
    /^ open(?:ing)?(?![a-z])/.test(bench.input.lower.slice(token.end, token.end + 9))
      ? "open"
      : token.op;
  const isOpening = way === "open" || way === "sinceOpen";
  const signs = isOpening
    ? openingSigns(way, company, bench)
    : metrics === null
      ? moveSigns(company, bench)
      : growthSigns(company, metrics, bench);
  if (manner === "knownDenied") return signs.every((each) => each !== sign);
  if (manner === "denied")
    return (
      (signs.length > 0 && signs.every((each) => each !== sign)) || isUsersLevelDenied(assertion, part, bench)
    );
  if (signs.every((each) => each === sign) && (signs.length > 0 || manner === "known")) return true;
  if (isOpening || metrics !== null) return false;
  if (manner === "afterOpen") {
    const since = openingSigns("sinceOpen", company, bench);
    if (since.length > 0 && since.every((each) => each === sign)) return true;
  }
  return isBorneOutByLevels(assertion, part, bench) || isBorneOutByDays(assertion, bench);
}

/** Every direction that is said without a number of its own is what the claims say. */
export function checkAssertions(part: Part, bench: Bench, defined: readonly Clause[]): void {
  for (const each of part.bound.assertions) {
    const { start, end } = each.token;
    if (defined.some((clause) => clause.includes(each.token))) continue;
    if (!isBorneOut(each, part, bench) || strong.test(bench.input.lower.slice(start, end)))
      bench.report(each.token, "direction_unsupported");
  }
}
