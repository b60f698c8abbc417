/** 不等于会涨, does not mean it will rise: a move that is only said not to follow has not been said to have happened. */

import type { Token, TokenKind } from "../tokens/token.ts";
import type { Clause } from "./structure.ts";

const denial =
  /不等于|不等同于|不代表|不意味着?|不(?:能)?(?:说明|保证)|不表示|不(?:一定|必然|见得)就?(?:意味着?|代表|等于|说明|表示)|未必就?(?:意味着?|代表|等于|说明|表示)|(?<![a-z])(?:(?:does|do|need) not|doesn't|don't|not necessarily) (?:necessarily )?(?:mean|imply|guarantee)|(?<![a-z])is (?:not a|no) guarantee(?:s)? (?:of|that)|(?<![a-z])is not the same as/;
/** 继续, further: what goes on has begun; so only what says nothing of before may stand beside the move. */
const plain =
  /^(?:[会将必然就一定要也或者不着马上立刻即短期内]|that|prices?|it|must|a|the|of|any|stock|share|shares|go|going|or|and|to)$/;
const mayStand: ReadonlySet<TokenKind> = new Set(["direction", "forecast", "join", "negation", "licensed"]);
const longest = 200;

const isPlain = ({ kind, op, start, end }: Token, lower: string): boolean =>
  mayStand.has(kind) ||
  (kind === "metric" && !/\d/.test(lower.slice(start, end))) ||
  ((kind === "fill" || kind === "text") && plain.test(op === "" ? lower.slice(start, end) : op));

/** What stands before such a denial, or null where there is none or its clause says more than that something does not follow. */
export function headOfDenial(clause: Clause, lower: string): Clause | null {
  const [first, last] = [clause[0], clause.at(-1)];
  if (first === undefined || last === undefined || last.end - first.start > longest) return null;
  const found = denial.exec(lower.slice(first.start, last.end));
  if (found === null) return null;
  const from = first.start + found.index + found[0].length;
  return clause.every((each) => each.start < from || isPlain(each, lower))
    ? clause.filter(({ start }) => start < from)
    : null;
}

/** True where such a denial stands before the word, whatever else its clause says. */
export function isBehindDenial(clause: Clause, word: Token, lower: string): boolean {
  const start = clause[0]?.start ?? word.start;
  return word.start - start <= longest && denial.test(lower.slice(start, word.start));
}

/** True where the word stands after such a denial. */
export function isDeniedInference(clause: Clause, word: Token, lower: string): boolean {
  const head = headOfDenial(clause, lower);
  return head !== null && word.start > (head.at(-1)?.start ?? 0);
}
