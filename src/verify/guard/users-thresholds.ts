import type { Bench } from "./bench.ts";
import type { Part } from "./part.ts";
import type { Quantity } from "./quantity.ts";
import type { TokenKind } from "./token.ts";

/** What a clause may hold beside the comparison, so that nothing but the company's price is set beside the number. */
const plain: ReadonlySet<TokenKind> = new Set(["company", "metric", "fill", "realtime", "number"]);
const still: ReadonlySet<string> = new Set(["还", "仍", "并", "已", "也", "仍然"]);
const longest = 12;

/**
 * 没有跌破1400元, where the user asked of 1400: the number right after a comparison is the user's own, whether or not the text says
 * so; the comparison itself is judged over the claims.
 */
export function isUsersThreshold(quantity: Quantity, part: Part, { question, input }: Bench): boolean {
  const clause = part.sentence.clauses[quantity.clause];
  if (clause === undefined || clause.length > longest || !question.holdsNumber(quantity.number)) return false;
  const at = clause.indexOf(quantity.token);
  const word = clause[at - 1];
  if (word?.kind !== "compare" || !/^[<>]=?$/.test(word.op) || clause[at + 1]?.kind === "metric")
    return false;
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
