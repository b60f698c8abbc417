/** 高于另外两只, higher than the other two: the rest of those spoken of as a side of a comparison. */

import type { BookClaim, ClaimBook } from "../../claims/claim-book.ts";
import { spelledCount } from "../../lexicon/numerals.ts";
import { isWord, lastOf, type Token, token } from "../token.ts";

/** The operator of such a token; its count is 0 where the text says no number. */
export const othersOp = "others";

const han =
  /^(?:另外|其余|其他|其它|剩下|余下)的?(?:([两二三四五六]|[2-6])(?:只|家|支|个|者)(?:股票|公司|银行|标的)?|(?:几|各)(?:只|家))/;
const english =
  /^(?:(?:all |both )?(?:of )?the )?(?:other (two|three|four|five|six)(?: (?:stocks|companies|names|banks|firms))?|others|rest)(?![a-z])/;
const longest = 36;

export const othersStarts = "另其剩余abotr";

/** Only right after the word that compares: elsewhere the count is one of its own. */
export function readOthers(lower: string, at: number, before: readonly Token[]): Token | null {
  const last = lastOf(before);
  const isBeside =
    last?.kind === "compare" || (last?.kind === "fill" && before[before.length - 2]?.kind === "compare");
  if (!isBeside || (isWord(lower.charCodeAt(at)) && isWord(lower.charCodeAt(at - 1)))) return null;
  const ahead = lower.slice(at, at + longest);
  const found = han.exec(ahead) ?? english.exec(ahead);
  if (found === null) return null;
  return token("fill", at, at + found[0].length, { op: othersOp, count: spelledCount(found[1]) });
}

/** The claims of all but the company; none where the text says another number of them. */
export function claimsOfOthers(
  { count }: Token,
  { company, metrics }: { readonly company: string | null; readonly metrics: readonly string[] },
  book: ClaimBook,
): readonly BookClaim[] {
  const own = company ?? book.only;
  const others = metrics
    .flatMap((metric) => book.of(metric))
    .filter((entry) => entry.company !== null && entry.company !== own);
  const { size } = new Set(others.map((entry) => entry.company));
  return count === 0 || count === size ? others : [];
}
