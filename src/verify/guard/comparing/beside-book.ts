/** 股价低于每股净资产: that the P/B is below one, of each company that it is said of. */
import { claimsOf } from "../claims/claim-book.ts";
import { isAll } from "../tokens/side-words.ts";
import { type ComparisonFault, type ComparisonInput, type Spot, stateAt } from "./comparison-sides.ts";

const book =
  /^(?:了)?(?:其|它的|公司|对应的)?(?:每股净资产|每股账面价值|账面净值|账面价值)(?![\u4e00-\u9fff])/;
const price = /(?:股价|价格|现价|市价|收盘价)(?:也|都|均|仍|则|还|已|已经|略|明显)*$/;
const both = /[两二]者|两家|三家|三者/;
const reach = 16;

/** Undefined for other words, and where no multiple is claimed. */
export function judgeBesideBook(
  input: ComparisonInput,
  spot: Spot,
): ComparisonFault["reason"] | null | undefined {
  const { flat, at } = spot;
  const word = flat[at];
  if (word === undefined || !/^[<>]$/.test(word.op)) return undefined;
  if (!book.test(input.lower.slice(word.end, word.end + reach))) return undefined;
  const ahead = input.lower.slice(Math.max(0, word.start - reach), word.start);
  if (!price.test(ahead) || input.books.length === 0) return undefined;
  const named = [...new Set(flat.slice(0, at).flatMap(({ kind, op }) => (kind === "company" ? [op] : [])))];
  const first = flat[0]?.start ?? word.start;
  const said = input.lower.slice(Math.max(first, word.start - 60), word.start);
  const isOfAll = named.length > 1 && (both.test(said) || flat.slice(Math.max(0, at - 8), at).some(isAll));
  const companies = isOfAll ? named : [stateAt(input, spot).company];
  const shown = new Set([...input.settled.values()].map(({ entry }) => entry));
  const claims = companies.map((each) =>
    claimsOf(each, input.books, input.book).filter((one) => shown.has(one)),
  );
  if (claims.some(({ length }) => length === 0)) return "comparison_unsupported";
  const isBelow = word.op === "<";
  return claims.flat().every(({ base }) => (isBelow ? base < 1 : base > 1)) ? null : "comparison_false";
}
