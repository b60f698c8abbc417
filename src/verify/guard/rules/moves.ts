import type { Bench } from "../bench.ts";
import { isDeniedInference } from "../binding/denied-inferences.ts";
import type { Part } from "../binding/part.ts";
import type { Assertion } from "../binding/quantity.ts";
import type { Clause } from "../binding/structure.ts";
import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import { isAskedOnly } from "../question/unanswered.ts";
import {
  isBesideUsersPrice,
  isBorneOutByDays,
  isUsersLevelDenied,
  numberAfter,
} from "../question/users-levels.ts";
import { isBorneOutByPeriods } from "./period-levels.ts";

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

/** 从2025年的1700亿元增至2024年的1600亿元: the level that a move leads to is told of an earlier day than the one it began at. */
function isTurned({ token }: Assertion, part: Part, { settled, input }: Bench): boolean {
  if (!/^(?:加|长|少|低)?(?:至|到| to )/.test(input.lower.slice(token.end, token.end + 4))) return false;
  const { quantities } = part.bound;
  const at = numberAfter(quantities, token);
  const [from, to] = [at - 1, at].map((index) => {
    const shown = quantities[index];
    return shown === undefined ? undefined : settled.get(shown.token);
  });
  if (from?.entry == null || to?.entry == null || from.entry.claim.metric !== to.entry.claim.metric)
    return false;
  return from.entry.company === to.entry.company && from.entry.asOf.day > to.entry.asOf.day;
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
  if (metrics !== null && isBorneOutByPeriods(assertion, bench) && !isTurned(assertion, part, bench))
    return true;
  if (isOpening || metrics !== null) return false;
  if (manner === "afterOpen") {
    const since = openingSigns("sinceOpen", company, bench);
    if (since.length > 0 && since.every((each) => each === sign)) return true;
  }
  return isBorneOutByLevels(assertion, part, bench) || isBorneOutByDays(assertion, bench);
}

/** The clause that holds the place, by halving: 跌到 is read as another token than the 跌 that was seen. */
function clauseOf({ sentence: { clauses } }: Part, start: number): Clause | undefined {
  let [low, high] = [0, clauses.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((clauses[middle]?.at(-1)?.start ?? -1) >= start) high = middle;
    else low = middle + 1;
  }
  return clauses[low];
}

/** Every direction that is said without a number of its own is what the claims say. */
export function checkAssertions(part: Part, bench: Bench, defined: readonly Clause[]): void {
  for (const each of part.bound.assertions) {
    const { start, end } = each.token;
    const clause = clauseOf(part, start);
    if (clause !== undefined && defined.includes(clause)) continue;
    const { lower } = bench.input;
    if (isBorneOut(each, part, bench) && !strong.test(lower.slice(start, end))) continue;
    const isUnsaid =
      clause !== undefined &&
      (isDeniedInference(clause, each.token, lower) ||
        isAskedOnly(clause, each.token, part.sentence, lower) ||
        isBesideUsersPrice(each, part, bench));
    if (isUnsaid) continue;
    bench.report(each.token, "direction_unsupported");
  }
}
