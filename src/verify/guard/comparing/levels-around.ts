/** MA5 at CNY 106.28 below it and MA20 at CNY 109.15 above it, the MA5 (CNY 106.28) lies below: where a level lies to the price of its company. */

import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import { opensPlace } from "../tokens/readers/side-words.ts";
import { kindsOf, type Token } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseStart,
  holds,
  type Spot,
  stateAt,
  type Verdict,
} from "./comparison-sides.ts";

/** What a level is said behind: …with its MA5, …has the MA20 at. */
const parts = ({ kind, op }: Token): boolean =>
  kind === "compare" ||
  kind === "vague" ||
  kind === "join" ||
  /^(?::|with|has|having|and its|leaves)$/.test(op);
const ends = kindsOf("clause open close join break");
const plain = kindsOf("fill text join open close number");
const longest = 16;
const other = /(?<![a-z])(?:not|was|were|had|opened?|stays?)(?![a-z])|[曾原前]/;

/** it, the price, or nothing: what the level is set beside is what the text speaks of. */
const isOfPrice = (next: Token | undefined, { priced, closed }: ComparisonInput): boolean =>
  next === undefined ||
  ends.has(next.kind) ||
  next.op === "it" ||
  (next.kind === "metric" && next.metrics.every((id) => priced.includes(id) || closed.includes(id)));

/** The one price that the text shows of the company. */
function priceOf(company: string | null, { settled, priced, closed }: ComparisonInput): BookClaim | null {
  const own = [...settled.values()].flatMap(({ entry }) => {
    const isPrice =
      entry !== null && (priced.includes(entry.claim.metric) || closed.includes(entry.claim.metric));
    return isPrice && entry.company === company ? [entry] : [];
  });
  const [first] = own;
  return first !== undefined && own.every(({ base }) => base === first.base) ? first : null;
}

/** Undefined where the words before the comparison are not one level alone, or what stands behind it names another side. */
export function judgeLevelAround(input: ComparisonInput, { flat, at }: Spot): Verdict | undefined {
  const word = flat[at];
  if (word === undefined || word.kind === "superlative" || !/^[<>](?:post)?$/.test(word.op)) return undefined;
  const from = clauseStart(flat, at);
  const own = flat.slice(from + 1 + flat.slice(from, at).findLastIndex(parts), at);
  const measures = own.filter(({ kind }) => kind === "metric");
  const [level] = measures;
  if (level === undefined || measures.length > 1 || own.length > longest) return undefined;
  const { averages, opens, previous } = input;
  if (!level.metrics.every((id) => [averages, opens, previous].some((ids) => ids.includes(id))))
    return undefined;
  if (own.some((each) => each !== level && !plain.has(each.kind))) return undefined;
  const numbers = own.filter(({ kind }) => kind === "number");
  if (numbers.length > 1 || own.indexOf(numbers[0] ?? level) < own.indexOf(level)) return undefined;
  const isBehind = word.op.endsWith("post");
  // 处在20日均线上方: the level is what the price is set beside.
  const place = own.findLastIndex((each) => opensPlace(each, input.lower));
  if (isBehind ? place < own.indexOf(numbers[0] ?? level) : !isOfPrice(flat[at + 1], input)) return undefined;
  if (other.test(input.lower.slice(own[0]?.start ?? 0, word.start))) return undefined;
  const shown = input.settled.get(numbers[0] ?? level)?.entry;
  const company = shown?.company ?? stateAt(input, { flat, at }).company;
  const levels = shown == null ? claimsOf(company, level.metrics, input.book) : [shown];
  const price = priceOf(company, input);
  if (price === null || levels.length === 0) return undefined;
  const op = word.op.charAt(0);
  return levels.every((each) => each.asOf.day === price.asOf.day || previous.includes(each.claim.metric)) &&
    levels.every(({ base }) => holds(op, base, price.base))
    ? null
    : "comparison_false";
}
