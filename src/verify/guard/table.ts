import type { Marks } from "./attribution.ts";
import { noMarks } from "./attribution.ts";
import type { Context } from "./context.ts";
import type { UnitHint } from "./quantity.ts";
import type { Row, Sentence } from "./structure.ts";
import type { Token } from "./token.ts";
import { readUnitWord } from "./units.ts";

/** What a column's header says of the cells below it. */
export interface Column {
  readonly company: string | null;
  readonly metrics: readonly string[] | null;
  /** True where the header names a measure that is not registered. */
  readonly isForeign: boolean;
  readonly unit: UnitHint | null;
  readonly marks: Marks;
}

const tokensOf = (cell: Sentence): readonly Token[] => cell.clauses.flat();

/** A unit in brackets or after a slash: `成交额(亿元)`, `现价/元`. */
function unitIn(cell: Sentence, lower: string): UnitHint | null {
  const tokens = tokensOf(cell);
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return null;
  const text = lower.slice(first.start, last.end);
  for (const match of text.matchAll(/[(/]([^()/]{1,12})\)?/g)) {
    const unit = readUnitWord((match[1] ?? "").replace("单位:", ""));
    if (unit !== null) return unit;
  }
  return null;
}

export const hasNumbers = (row: Row): boolean =>
  row.cells.some((cell) => tokensOf(cell).some((each) => each.kind === "number"));

function columnOf(cell: Sentence, lower: string): Column {
  const tokens = tokensOf(cell);
  const metric = tokens.findLast((each) => each.kind === "metric" || each.kind === "foreign");
  const marks = noMarks();
  for (const each of tokens) {
    if (each.kind === "source") marks.sources.push(each);
    if (each.kind === "date") marks.dates.push(each);
    if (each.kind === "time") marks.times.push(each);
  }
  return {
    company: tokens.find((each) => each.kind === "company")?.op ?? null,
    metrics: metric?.kind === "metric" ? metric.metrics : null,
    isForeign: metric?.kind === "foreign" || tokens.some((each) => each.kind === "window"),
    unit: unitIn(cell, lower),
    marks,
  };
}

/** Reads a header row: one without numbers. */
export const readHeader = (row: Row, lower: string): Column[] =>
  row.cells.map((cell) => columnOf(cell, lower));

export interface RowHead {
  readonly company: string | null;
  readonly metrics: readonly string[] | null;
  readonly isForeign: boolean;
  readonly unit: UnitHint | null;
}

/** Company, measure and unit that a row's cells without numbers name for the others. */
export function readRowHead(row: Row, lower: string): RowHead {
  let head: RowHead = { company: null, metrics: null, isForeign: false, unit: null };
  for (const cell of row.cells) {
    const tokens = tokensOf(cell);
    if (tokens.some((each) => each.kind === "number")) continue;
    const own = columnOf(cell, lower);
    const first = tokens.find((each) => each.kind !== "open");
    const unitCell = first !== undefined ? readUnitWord(lower.slice(first.start, tokens.at(-1)?.end)) : null;
    head = {
      company: head.company ?? own.company,
      metrics: head.metrics ?? own.metrics,
      isForeign: head.isForeign || own.isForeign,
      unit: head.unit ?? own.unit ?? unitCell,
    };
  }
  return head;
}

/** The context in which one cell is read. */
export function cellContext(base: Context, head: RowHead, column: Column | undefined): Context {
  const isForeign = head.isForeign || column?.isForeign === true;
  const metrics = isForeign ? [] : (column?.metrics ?? head.metrics ?? base.metrics);
  return {
    company: head.company ?? column?.company ?? base.company,
    metrics,
    metricIsOpen: metrics.length > 0,
    barred: isForeign,
    headingBarred: false,
    heading: [],
    pair: [...base.pair],
    unit: column?.unit ?? head.unit ?? base.unit,
    unitIsHeading: base.unitIsHeading,
    carried: [],
  };
}
