/** What a remark about the answer itself is held against: the claims that it shows, in the order of its text. */
import { type Bench, shownClaims } from "../../bench.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import type { Token } from "../../tokens/token.ts";
import { companiesIn, metricsIn } from "../../tokens/token.ts";
import { around, sentenceBorder, tokensAround } from "../verdicts/reach.ts";

export const dayOf = ({ claim }: BookClaim): string => claim.as_of.slice(0, 10);

/** The claim of each number of the text, in its order. */
export const inOrder = ({ settled }: Bench): readonly (readonly [Token, BookClaim])[] =>
  [...settled]
    .flatMap(([token, { entry }]) => (entry == null ? [] : [[token, entry] as const]))
    .toSorted(([a], [b]) => a.start - b.start);

/** Those that the remark is about: of the companies and measures that it names, of its own sentence where that shows some, else all. */
export function spokenOf(start: number, end: number, bench: Bench): readonly BookClaim[] {
  const [from, to] = around(bench.input.lower, start, end, sentenceBorder);
  const own = inOrder(bench).filter(([token]) => token.start >= from && token.end <= to);
  const told = own.length > 1 ? [...new Set(own.map(([, entry]) => entry))] : shownClaims(bench);
  const clause = tokensAround(bench.input, start, end, sentenceBorder).filter(
    (each) => own.length === 0 || each.start > (own.at(-1)?.[0].end ?? 0),
  );
  const [companies, metrics] = [companiesIn(clause), new Set(metricsIn(clause))];
  return told.filter(
    ({ claim, company }) =>
      (companies.size === 0 || company === null || companies.has(company)) &&
      (metrics.size === 0 || metrics.has(claim.metric)),
  );
}

const supposing =
  /[?？]|是否|能否|有没有|如果|[若倘]|假如|(?<![a-z])(?:if|whether|unless|when|would|may|might)(?![a-z])/;

/** Asked or supposed by its sentence. */
export function isSupposed(start: number, end: number, { input: { lower } }: Bench): boolean {
  const [from, to] = around(lower, start, end, sentenceBorder);
  return supposing.test(lower.slice(from, to + 1));
}
