/** 破净, 单看市净率更便宜: valuations in words that the multiples of the text bear out. */

import { type Bench, metricsNamed, shownClaims } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import { claimsOf } from "../../claims/claim-book.ts";
import { isAll, isCount, isOnly } from "../../tokens/readers/side-words.ts";
import type { Clause, Token } from "../../tokens/token.ts";
import { namedAs } from "../counts/tally-names.ts";

// 破净: the price stands below the book value, so that the P/B of each company spoken of is below one.

export const isBelowBook = ({ start, end }: Token, lower: string): boolean =>
  /^(?:破净|跌破了?净资产|(?:below|under) (?:its |their )?book(?: value)?)$/.test(lower.slice(start, end));

/** How far before the word those of whom it is said may stand, in tokens. */
const reach = 8;

/** For years, deeply, of the whole sector, of last year, its earnings: more than that the multiple at hand is below one. */
const more =
  /普遍|多数|大多|长期|深度|大面积|全面|全行业|板块|行业|银行股|券商股|地产股|一直|始终|多年|历来|持续|连续|首次|再次|最|远|大幅|跌至|(?<![a-z])(?:years?|months?|weeks?|quarters?|every|always|furthest|deepest|deeply|far|well|long|earnings|profits?|revenue|sector|industry|peers|h-shares?|h shares?|a-shares?|subsidiar(?:y|ies)|parent|units?|again|remained|still|first|most|many)(?![a-z])/;
const otherKinds: ReadonlySet<string> = new Set(["window", "scope", "superlative", "forecast"]);
const longestSaid = 160;

/** The clause says more of it than the claims could bear out. */
export function saysMoreOfBook(word: Token, clause: Clause, lower: string): boolean {
  const at = clause.findIndex(({ kind }) => kind === "open");
  const own = at < 0 ? clause : clause.slice(0, at);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined || last.end - first.start > longestSaid) return true;
  const isOther = ({ kind, op }: Token): boolean =>
    otherKinds.has(kind) || (kind === "relative" && op !== "today");
  const around = lower.slice(first.start, word.start) + lower.slice(word.end, Math.max(word.end, last.end));
  return own.some(isOther) || more.test(around);
}

/** True over the claims that the text shows, for each company that it is said of; denied, where none is below its book value. */
export function isBookBorneOut(
  word: Token,
  clause: Clause,
  part: Part,
  isDenied: boolean,
  bench: Bench,
): boolean {
  const { lexicon, lower } = bench.input;
  const multiples = ["市净率", "p/b"].flatMap((name) => metricsNamed(name, lexicon));
  if (multiples.length === 0) return false;
  // below its book value at peers: of somebody else's.
  const behind = clause.slice(clause.indexOf(word) + 1, clause.indexOf(word) + 5);
  if (behind.some(({ kind }) => kind === "entity" || kind === "scope")) return false;
  const shown = new Set(shownClaims(bench));
  const before = clause.slice(0, clause.indexOf(word));
  const own = before.flatMap(({ kind, op }) => (kind === "company" ? [op] : []));
  const near = before.slice(-reach);
  const isOfMany = near.some(isAll) || near.some(isCount);
  const isOfBoth = near.some((each) => isAll(each) && lower.slice(each.start, each.end) === "both");
  const named = part.sentence.clauses
    .flat()
    .flatMap(({ kind, op, start }) => (kind === "company" && (isOfMany || start < word.start) ? [op] : []));
  const one = own.at(-1) ?? named.at(-1) ?? part.start.company ?? bench.book.only;
  // …0.62x and …0.91x. Both trade below book value: those whose multiples the text has shown.
  const priced = [...shown].flatMap(({ claim, company }) =>
    multiples.includes(claim.metric) ? [company] : [],
  );
  const meant = named.length > 0 ? named : priced;
  const companies =
    isOfMany && own.length === 0 ? [...new Set(meant)] : own.length > 1 ? [...new Set(own)] : [one];
  const isBelow = (company: string | null, isSo: boolean): boolean => {
    const claims = claimsOf(company, multiples, bench.book).filter((each) => shown.has(each));
    return claims.length > 0 && claims.every(({ base }) => base < 1 === isSo);
  };
  // 只有工商银行破净: and none of the others that the text shows.
  if (before.some(isOnly)) {
    const others = [...shown].filter(
      ({ claim, company }) => multiples.includes(claim.metric) && company !== null && !own.includes(company),
    );
    return (
      !isDenied &&
      own.length > 0 &&
      own.every((company) => isBelow(company, true)) &&
      others.every(({ base }) => base >= 1)
    );
  }
  const counted = near.findLast(isCount);
  // 三家中两家破净: as many of those named as the count says.
  if (counted !== undefined && !isDenied && !near.some(isAll) && own.length === 0) {
    bench.judged.add(counted);
    const whole = before.findLast(({ kind, op }) => kind === "count" && op === "among")?.count;
    const flat = part.sentence.tokens;
    return (
      companies.every((company) => isBelow(company, true) || isBelow(company, false)) &&
      companies.filter((company) => isBelow(company, true)).length === counted.count &&
      (whole === undefined || whole === companies.length) &&
      namedAs(flat, word.end, counted.count, bench.input.lower).every((company) => isBelow(company, true))
    );
  }
  if (
    companies.length === 0 ||
    (isOfBoth && companies.length !== 2) ||
    (counted !== undefined && counted.count !== companies.length)
  )
    return false;
  return companies.every((company) => isBelow(company, !isDenied));
}
