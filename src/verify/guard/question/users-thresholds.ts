import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Quantity } from "../binding/quantity.ts";
import type { Clause } from "../binding/structure.ts";
import type { Token, TokenKind } from "../tokens/token.ts";

/** What a clause may hold beside the comparison, so that nothing but the company's price is set beside the number. */
const plain: ReadonlySet<TokenKind> = new Set(["company", "metric", "fill", "realtime", "number"]);
const still: ReadonlySet<string> = new Set(
  "还|仍|并|已|也|仍然|依然|依旧|一直|稳稳|stayed|stays|held|holds|remained|remains|still|finished|ended|kept|has|currently|comfortably".split(
    "|",
  ),
);
const longest = 14;

/** 跌破1400元, above 1,400: the comparison right before the number, or 在1400元上方: right behind it. */
function comparisonOf(clause: Clause, at: number): Token | null {
  const [before, after] = [clause[at - 1], clause[at + 1]];
  if (before?.kind === "compare" && /^[<>]=?$/.test(before.op))
    return after?.kind === "metric" ? null : before;
  return after?.kind === "compare" && after.op.endsWith("post") ? after : null;
}

/**
 * 没有跌破1400元, where the user asked of 1400: the number right beside a comparison is the user's own, whether or not the text says
 * so; the comparison itself is judged over the claims.
 */
export function isUsersThreshold(quantity: Quantity, part: Part, { question, input }: Bench): boolean {
  const clause = part.sentence.clauses[quantity.clause];
  if (clause === undefined || clause.length > longest || !question.holdsNumber(quantity.number)) return false;
  const at = clause.indexOf(quantity.token);
  const word = comparisonOf(clause, at);
  if (word === null) return false;
  return clause.every(
    (each) =>
      each === word ||
      (each.kind === "metric"
        ? each.metrics.every((id) => input.lexicon.priceLike.has(id))
        : each.kind === "number"
          ? each === quantity.token
          : plain.has(each.kind) || still.has(each.op)),
  );
}
