import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Clause } from "../binding/structure.ts";
import { isHoldingBorneOut, isOfHolding } from "../question/users-holding.ts";
import type { Token } from "../tokens/token.ts";
import { isBelowBook, isBookBorneOut } from "./below-book.ts";

/** 没有出现金叉, 是否超买: said not to be, or asked. */
const isDenial = ({ kind, op }: Token): boolean =>
  kind === "negation" ||
  op === "asked" ||
  (kind === "text" && ["无", "没", "不", "否", "non", "whether"].includes(op));

/** How far before the word a denial may stand, in tokens. */
const reach = 5;

/** Nothing is said after the word but a mark of the end or a bracket. */
function endsWith(clause: Clause, at: number): boolean {
  const rest = clause.slice(at + 1);
  const open = rest.findIndex(({ kind }) => kind === "open");
  const said = open < 0 ? rest : rest.slice(0, open);
  return clause.some(({ kind }) => kind === "company") && said.every(({ op }) => /^[的了呢~]?$/.test(op));
}

/** How far before it the comparison may stand. */
const farthest = 40;

/** 比招行(6.42倍)便宜: judged as the comparison that it is. */
const isOfThan = (clause: Clause, at: number, lower: string): boolean => {
  const word = clause[at];
  // The word first, which few are: looking for its comparison takes the length of the clause.
  if (word === undefined || !/^(?:便宜|昂贵)$/.test(lower.slice(word.start, word.end))) return false;
  const near = clause.slice(Math.max(0, at - farthest), at);
  const than = near.findLastIndex(({ kind, op }) => kind === "compare" && op === "than");
  return than >= 0 && near.slice(than).some(({ kind }) => kind === "company" || kind === "number");
};

/** More in one sentence are no prose; the limit keeps the work linear. */
const mostJudged = 20;

/** What happened or is judged of without a number (放量, 超买, undervalued) has no claim that could bear it out. */
export function checkEvents(part: Part, bench: Bench, defined: readonly Clause[]): void {
  let judged = 0;
  for (const clause of part.sentence.clauses)
    for (const [at, each] of clause.entries()) {
      if (each.kind !== "event" || defined.includes(clause) || bench.isFact(clause)) continue;
      // 比亚迪也是 says what was said before of another company; 也是5.87倍 has its own number.
      if (each.op === "last" && !endsWith(clause, at)) continue;
      // 量能:成交量65.53万手 is a heading.
      if (clause[at + 1]?.op === ":" && bench.input.lower.slice(each.start, each.end) === "量能") continue;
      if (isOfThan(clause, at, bench.input.lower)) continue;
      // It shows how expensive a stock is: to what degree, not that it is.
      if (clause[at - 1]?.op === "how" && !clause.some(({ kind }) => kind === "company" || kind === "number"))
        continue;
      const isDenied = clause.slice(Math.max(0, at - reach), at).some(isDenial);
      if (isBelowBook(each, bench.input.lower)) {
        if (++judged > mostJudged || !isBookBorneOut(each, clause, part, isDenied, bench))
          bench.report(each, "event");
        continue;
      }
      const isHeld =
        isOfHolding(each, bench.input.lower) && ++judged <= mostJudged && isHoldingBorneOut(each, bench);
      if (isHeld === isDenied) bench.report(each, "event");
    }
}
