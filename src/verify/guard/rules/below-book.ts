/** 破净: the price stands below the book value, so that the P/B of each company spoken of is below one. */
import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Clause } from "../binding/structure.ts";
import { claimsOf } from "../claims/claim-book.ts";
import { isAll, isCount } from "../tokens/collective-words.ts";
import type { Token } from "../tokens/token.ts";

export const isBelowBook = ({ start, end }: Token, lower: string): boolean =>
  lower.slice(start, end) === "破净";

/** How far before the word those of whom it is said may stand, in tokens. */
const reach = 8;

/** True over the claims that the text shows, for each company that it is said of; denied, where none is below its book value. */
export function isBookBorneOut(
  word: Token,
  clause: Clause,
  part: Part,
  isDenied: boolean,
  bench: Bench,
): boolean {
  const { lexicon } = bench.input;
  const entry = lexicon.match("市净率", 0)?.entry ?? lexicon.match("p/b", 0)?.entry;
  if (entry?.kind !== "metric") return false;
  const shown = new Set([...bench.settled.values()].flatMap(({ entry: each }) => each ?? []));
  const before = clause.slice(0, clause.indexOf(word));
  const own = before.flatMap(({ kind, op }) => (kind === "company" ? [op] : []));
  const near = before.slice(-reach);
  const isOfMany = near.some(isAll) || near.some(isCount);
  const named = part.sentence.clauses
    .flat()
    .flatMap(({ kind, op, start }) => (kind === "company" && (isOfMany || start < word.start) ? [op] : []));
  const one = own.at(-1) ?? named.at(-1) ?? part.start.company ?? bench.book.only;
  const companies =
    isOfMany && own.length === 0 ? [...new Set(named)] : own.length > 1 ? [...new Set(own)] : [one];
  const counted = near.findLast(isCount)?.count;
  if (companies.length === 0 || (counted !== undefined && counted !== companies.length)) return false;
  return companies.every((company) => {
    const claims = claimsOf(company, entry.metrics, bench.book).filter((each) => shown.has(each));
    return claims.length > 0 && claims.every(({ base }) => base < 1 !== isDenied);
  });
}
