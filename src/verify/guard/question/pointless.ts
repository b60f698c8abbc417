/** 市盈率为负的时候,和10倍比高低意义不大: the user's number in a comparison that is said to mean nothing, where the measure is negative. */
import { type Bench, onlyNamed } from "../bench.ts";
import type { Quantity } from "../binding/quantity.ts";
import { claimsOf } from "../claims/claim-book.ts";
import type { Clause, Token } from "../tokens/token.ts";
import { isMeasure } from "./question.ts";

const before =
  /(?:和|与|跟|同|拿)(?:您|你)?(?:说|问|提到?)?的?\s?$|(?<![a-z])compar(?:ing|e|ison)(?: (?:it|that|this|the (?:ratio|multiple|figure)))? (?:with|to|against) (?:a |your |the )?$/;
const behind =
  /^(?:这个?(?:水平|门槛|数字?)?)?(?:去|来|做|作)?(?:相比|对比|比较?)(?:高低|大小)?(?:本身|其实|就|也|并|都)*(?:意义(?:不大|有限)|(?:没有?|无)(?:太大|什么|多大|实际|太多)?的?(?:意义|参考价值|可比性)|不(?:太)?(?:适用|可比|合适|有意义))(?:的|了)?(?=$|[,，。;；!！\n])|^(?: p\/e)? (?:(?:is not|isn't|is hardly|would not be|wouldn't be) (?:very |really |all that )?(?:meaningful|useful|sensible)|(?:means|says|tells you|tells us) (?:little|nothing)|(?:makes|has) (?:little|no) (?:sense|meaning))(?=$|[,.;!\n])/;
const reach = 40;

/** The words around the number say so, and every claim of what is asked for is below nought. */
function isBeside({ start, end }: Token, { input, book }: Bench, owner: string | null): boolean {
  const { lower, question } = input;
  if (!before.test(lower.slice(Math.max(0, start - reach), start))) return false;
  if (!behind.test(lower.slice(end, end + reach))) return false;
  const measures = question.filter(isMeasure);
  const own = measures.flatMap(({ metrics }) => claimsOf(owner, metrics, book));
  return own.length > 0 && own.every(({ base }) => base < 0);
}

/** The number is the user's, in such a comparison. */
export const isPointless = ({ token, number, company }: Quantity, bench: Bench): boolean =>
  bench.question.holdsNumber(number) &&
  isBeside(token, bench, company ?? onlyNamed(bench) ?? bench.book.only);

/** The word of a comparison beside such a number alone. */
export function isOfPointless(clause: Clause, bench: Bench): boolean {
  const [number, ...more] = clause.filter(({ kind }) => kind === "number");
  return (
    number !== undefined && more.length === 0 && isBeside(number, bench, onlyNamed(bench) ?? bench.book.only)
  );
}
