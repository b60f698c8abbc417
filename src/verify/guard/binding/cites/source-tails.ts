/** …,当前价来自akshare、市盈率来自tushare; …(价格:akshare;均线:tushare); …,分别来自akshare和tushare: a sentence that ends with the sources of its own numbers. */

import type { Lexicon } from "../../lexicon/lexicon.ts";
import type { Clause, Token } from "../../tokens/token.ts";
import { type Block, type Row, type Sentence, sentenceOf } from "../structure.ts";
import { hasNumbers } from "../tables/table.ts";
import { collectAll, type Marks, noMarks } from "./attribution.ts";
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

// Rows 来源 and 日期 of a table: what they give to its columns.

/** A row without numbers that begins 来源: it says of each column what covers it. */
const isSourceRow = (row: Row): boolean =>
  !hasNumbers(row) && row.cells[0]?.clauses[0]?.[0]?.kind === "sourceMark";

const isDated = ({ tokens }: Sentence): boolean =>
  tokens.length > 0 && tokens.every(({ kind }) => kind === "date" || kind === "time");
/** Nothing, a dash, N/A. */
const isBlank = ({ tokens }: Sentence): boolean =>
  tokens.every(({ kind, op }) => kind === "clause" || (kind === "text" && /^(?:[-/]|n|a|na|无)$/.test(op)));

/** A row 日期 that gives each column its date, as far as the column has one. */
const isDateRow = ({ cells: [label, ...cells] }: Row): boolean =>
  label?.tokens.every(({ kind }) => kind === "text" || kind === "fill" || kind === "relative") === true &&
  cells.some(isDated) &&
  cells.every((cell) => isDated(cell) || isBlank(cell));

export const tellsCover = (row: Row): boolean => isSourceRow(row) || isDateRow(row);

/** For each row the marks that a row 来源 of its table gives to the columns. */
export function sourceRows(blocks: readonly Block[]): ReadonlyMap<number, readonly Marks[]> {
  const found = new Map<number, readonly Marks[]>();
  let table: number[] = [];
  let marks: readonly Marks[] | null = null;
  const settle = () => {
    if (marks !== null) for (const index of table) found.set(index, marks);
    table = [];
    marks = null;
  };
  for (const [index, block] of blocks.entries()) {
    if (block.kind === "sentence") settle();
    else {
      table.push(index);
      if (tellsCover(block.row)) {
        const before: readonly Marks[] = marks ?? [];
        marks = block.row.cells.map((cell, at) => collectAll(before[at] ?? noMarks(), cell.clauses));
      }
    }
  }
  settle();
  return found;
}
