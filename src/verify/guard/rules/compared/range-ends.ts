/** 52周区间1300.50元至1801.23元: a range is told from its lower end to its upper one. */
import type { Bench } from "../../bench.ts";
import { isRangeKey } from "../../lexicon/known-measures.ts";
import type { Token } from "../../tokens/token.ts";

const upTo = /^\s?(?:至|到|和|与|[-—–~]|to|and)\s?(?:cny |rmb |¥)?$/;
/** 区间(高–低) */
const fromTop = /高(?:点|价)?(?:[-—–~/、至到])?低|high(?:s)?(?: to | and |[-–/ ]{1,3})low/;

const isRange = ({ kind, metrics }: Token): boolean => kind === "metric" && metrics.some(isRangeKey);

/** Reports the second number of a range that lies below the first. */
export function checkRangeEnds({ matches, settled, input: { lower, tokens }, report }: Bench): void {
  if (!tokens.some(isRange)) return;
  for (const [at, { quantity, part }] of matches.entries()) {
    const next = matches[at + 1];
    const clause = part.sentence.clauses[quantity.clause] ?? [];
    const word = clause.find(isRange);
    if (next?.part !== part || word === undefined || word.start > quantity.token.start) continue;
    const [from, to] = [settled.get(quantity.token), settled.get(next.quantity.token)];
    const isOne = upTo.test(lower.slice(quantity.token.end, next.quantity.token.start));
    if (from === undefined || to === undefined || !isOne) continue;
    if (from.base > to.base && !fromTop.test(lower.slice(word.start, quantity.token.start)))
      report(next.quantity.token, "comparison_false");
  }
}
