/** Rows 来源 and 日期 of a table: what they give to its columns. */

import type { Block, Row, Sentence } from "../structure.ts";
import { hasNumbers } from "../tables/table.ts";
import { collectAll, type Marks, noMarks } from "./attribution.ts";

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
