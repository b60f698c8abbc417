import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Quantity } from "../binding/quantity.ts";
import { betweenBefore, isOnlyOne, joinsBetween } from "../tokens/readers/side-words.ts";
import { type Clause, kindsOf, type NumberRead, type Token, upTo } from "../tokens/token.ts";
import { askedOf } from "./users-quotes.ts";

/** What a clause may hold beside the comparison, so that nothing but the company's price is set beside the number. */
const plain = kindsOf("company metric fill realtime number date close");
const still: ReadonlySet<string> = new Set(
  "which|well|so|yet|yes|no|at|it|you|asked|about|还|仍|并|已|经|也|确|实|依|然|旧|稳|lies|stayed|stays|held|holds|remained|remains|still|already|back|finished|ended|kept|has|currently|comfortably".split(
    "|",
  ),
);
/** 三家里只有茅台超过20倍, 其中两家低于20倍: judged by rules/bound-tallies.ts. */
const tallying: ReadonlySet<string> = new Set(["里", "中", "其", "当", "有"]);
/** 哪些超过20倍, 都低于20倍吗: asked of all that the question names. */
const ofSeveral =
  /哪[些几家只个]|谁|都|均|几[家只个]|有.{0,12}的吗|有没有|有无|(?<![a-z])(?:which|any|all|both)(?![a-z])/;
const longest = 14;
/** With what stands behind a colon, or a cite. */
const longestWhole = 24;

const isSide = ({ kind, op }: Token): boolean =>
  (kind === "compare" || kind === "vague") && /^[<>]=?$/.test(op);
const goneBy = /(?:[以按]|按照)$/;
const asBound = /^(?:[为做作](?:界|准|线|标准|门槛)|来?[划算看分])/;

const isAdjective = (each: Token | undefined): boolean => /^(?:[高低大小]|[<>]adj)$/.test(each?.op ?? "");

/** 跌破1400元, above 1,400: the comparison right before the number, or 在1400元上方: right behind it. */
function comparisonOf(clause: Clause, at: number): Token | null {
  const side = clause[at - 1]?.op === "了" ? at - 2 : at - 1;
  const [before, after] = [clause[side], clause[at + 1]];
  if (before !== undefined && isSide(before)) return after?.kind === "metric" ? null : before;
  // 比30元高
  if (before?.op === "than" && isAdjective(after)) return before;
  // between 40 and 45: either of the two.
  const [first, second] = before?.op === betweenBefore ? [at, at + 2] : [at - 2, at];
  const isBoth = clause[first]?.kind === "number" && clause[second]?.kind === "number";
  const opening = clause[first - 1];
  return isBoth && opening?.op === betweenBefore && joinsBetween(clause[first + 1] ?? opening)
    ? opening
    : null;
}

/** more than 10%, where the user wrote 10 of a measure that is told in per cent. */
const holdsIt = (number: NumberRead, question: Bench["question"]): boolean =>
  question.holdsNumber(number) ||
  (number.unit?.dimension === "part" &&
    number.unit.exponent === -2 &&
    question.holdsNumber({ ...number, unit: null }));

const isMeasure = ({ kind, op }: Token): boolean => kind === "metric" && !op.endsWith("verb");

/**
 * 没有跌破1400元, where the user asked of 1400: the number right beside a comparison is the user's own, whether or not the text says
 * so; the comparison itself is judged over the claims.
 */
export function isUsersThreshold(
  quantity: Quantity,
  part: Part,
  { question, input, settled, book }: Bench,
): boolean {
  const clause = part.sentence.clauses[quantity.clause];
  if (clause === undefined || clause.length > longestWhole || !holdsIt(quantity.number, question))
    return false;
  // 以1%为界, 按1%来划: the level itself, of whatever the next clause says.
  const { start, end } = quantity.token;
  const isGoneBy = goneBy.test(input.lower.slice(Math.max(0, start - 3), start));
  if (isGoneBy && asBound.test(input.lower.slice(end, end + 6)))
    return part.sentence.clauses[quantity.clause + 1]?.some(isSide) === true;
  const isOfOne = question.companies.size > 1 && !ofSeveral.test(input.asked);
  const of = isOfOne ? askedOf(quantity.number, input.question) : null;
  const owner = quantity.company ?? book.only;
  // still above 130, which was asked of another company.
  if (of !== null && owner !== null && of !== owner) return false;
  const at = clause.indexOf(quantity.token);
  const word = comparisonOf(clause, at);
  if (word === null) return false;
  // 站在20日均线50元上方: the value of the measure before it.
  const last = clause.slice(0, at).findLast(({ kind }) => kind !== "fill");
  if (word.op.endsWith("post") && last !== undefined && isMeasure(last)) return false;
  // at 21.40x its P/E is above 20: what it is set beside.
  const isOwnValue = (each: Token): boolean => {
    const claim = settled.get(each)?.entry?.claim;
    const isPrice = quantity.metrics.length === 0 && input.lexicon.priced.includes(claim?.metric ?? "");
    return claim !== undefined && (isPrice || quantity.metrics.includes(claim.metric));
  };
  // between 40 and 45: the other of the user's two.
  const isOtherBound = (each: Token): boolean =>
    word.op === betweenBefore &&
    each.number !== null &&
    Math.abs(clause.indexOf(each) - at) === 2 &&
    holdsIt(each.number, question);
  // still above 20, where the user asked of a P/E of 20.
  const isAsked = ({ metrics }: Token, of: Quantity): boolean =>
    metrics.some((id) => of.metrics.includes(id)) &&
    (word.op !== betweenBefore || metrics.some((id) => book.of(id).length > 0)) &&
    (!input.question.some(isMeasure) ||
      input.question.some((each) => isMeasure(each) && each.metrics.some((id) => of.metrics.includes(id))));
  // The cite behind it says nothing of the price.
  const cite = clause.findIndex(({ kind }, i) => i > at && kind === "open");
  const behind = cite < 0 ? [] : clause.slice(cite);
  const isCite =
    behind.some(({ kind }) => kind === "source") && !behind.some(({ kind }) => kind === "number");
  const whole = isCite ? clause.slice(0, cite) : clause;
  // BYD is above 100: it trades at…: what a colon parts from it has its own number.
  const said = upTo(whole, ({ op }, i) => i > at && op === ":");
  return (
    said.length <= longest &&
    said.every(
      (each) =>
        each === word ||
        (word.op === "than" && each === clause[at + 1]) ||
        (each.kind === "metric"
          ? each.metrics.every((id) => input.lexicon.priceLike.has(id)) || isAsked(each, quantity)
          : each.kind === "number"
            ? each === quantity.token || isOwnValue(each) || isOtherBound(each)
            : plain.has(each.kind) ||
              each.kind === "count" ||
              each.kind === "join" ||
              tallying.has(each.op) ||
              isOnlyOne(each, input.lower) ||
              (word.op === betweenBefore && joinsBetween(each)) ||
              still.has(each.op) ||
              each.op === "'" ||
              each.op === "s"),
    )
  );
}
