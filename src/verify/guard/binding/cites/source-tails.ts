/** …,当前价来自akshare、市盈率来自tushare; …(价格:akshare;均线:tushare); …,分别来自akshare和tushare: a sentence that ends with the sources of its own numbers. */
import type { Lexicon } from "../../lexicon/lexicon.ts";
import type { Clause, Token } from "../../tokens/token.ts";
import { type Sentence, sentenceOf } from "../structure.ts";
import { footersOf } from "./footers.ts";

interface Cut {
  readonly head: Sentence;
  /** The words of the sources, to be read like a footer. */
  readonly tail: Sentence;
}

const hasNumber = (clause: Clause): boolean => clause.some(({ kind }) => kind === "number");

/** True where two sources or more are named. */
const hasSeveral = ({ tokens, counts }: Sentence): boolean =>
  counts.source > 1 && new Set(tokens.flatMap(({ kind, op }) => (kind === "source" ? [op] : []))).size > 1;

/** The bracket that ends the clause, without its signs, cut at its commas; null where none does. */
function lastBracket(clause: Clause): { readonly before: Clause; readonly inside: readonly Clause[] } | null {
  const open = clause.findLastIndex(({ kind }) => kind === "open");
  if (open < 0 || clause.at(-1)?.kind !== "close") return null;
  const inside: Token[][] = [[]];
  for (const each of clause.slice(open + 1, -1))
    if (each.kind === "clause") inside.push([]);
    else inside.at(-1)?.push(each);
  return { before: clause.slice(0, open), inside: inside.filter(({ length }) => length > 0) };
}

/** The sentence and what it ends with, where that gives every source it names to some of the numbers; else null. */
export function cutSourceTail(sentence: Sentence, lower: string, lexicon: Lexicon): Cut | null {
  const { clauses, line } = sentence;
  if (!hasSeveral(sentence)) return null;
  const last = clauses.findLastIndex(hasNumber);
  const [own, after] = [clauses[last], clauses.slice(last + 1)];
  if (own === undefined) return null;
  const bracket = after.length > 0 ? null : lastBracket(own);
  if (after.length === 0 && bracket === null) return null;
  const tail = sentenceOf(bracket?.inside ?? after, line);
  if (tail.counts.number > 0 || !hasSeveral(tail)) return null;
  const { footers, rest } = footersOf(tail, { lower, lexicon, isSectioned: false });
  if (footers.length < 2 || rest.some(({ kind }) => kind === "source")) return null;
  if (footers.some(({ place }) => place !== undefined && place.of !== sentence.counts.number)) return null;
  const before = clauses.slice(0, last);
  return { head: sentenceOf([...before, bracket?.before ?? own], line), tail };
}
