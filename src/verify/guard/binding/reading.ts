import type { Start } from "../comparing/comparison-sides.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import type { Token } from "../tokens/token.ts";
import { bindSentence } from "./bind.ts";
import { collectAll, coverSentence, type Marks, noMarks, put } from "./cites/attribution.ts";
import { coverBlocks, coverFromAsOf, coverFromHead, coverUnderDays } from "./cites/block-cites.ts";
import type { Footer } from "./cites/footer.ts";
import { footersOf, headOf } from "./cites/footers.ts";
import { pairLines } from "./cites/source-dates.ts";
import { cutSourceTail, sourceRows, tellsCover } from "./cites/source-tails.ts";
import { type Context, emptyContext } from "./context.ts";
import { describeLast } from "./measures/described-behind.ts";
import { withPairedDates } from "./pairs/paired-lists.ts";
import type { Part } from "./part.ts";
import type { Block, Row, Sentence } from "./structure.ts";
import { applyLabels, headTimesOf } from "./tables/labels.ts";
import { rankTokens, withoutRanks } from "./tables/rank-columns.ts";
import {
  type Column,
  cellContext,
  hasNumbers,
  joinColumn,
  misplacedCode,
  type RowHead,
  readHeader,
  readRowHead,
} from "./tables/table.ts";

export interface Reading {
  readonly parts: readonly Part[];
  /** Sources and dates of the sentences that hold no number: headings and footers. */
  readonly global: Marks;
  /** Sentences that name the source of some of the numbers only. */
  readonly footers: readonly Footer[];
  /** Tokens of columns 排名 and 序号 that are as they should be, and the units in a heading of any values (金额或%). */
  readonly ranks: ReadonlySet<Token>;
}

export interface ReadingInput {
  readonly blocks: readonly Block[];
  readonly lexicon: Lexicon;
  readonly lower: string;
  /** The companies that the question names, in its order. */
  readonly asked: readonly string[];
  /** The one measure that the question names, or none. */
  readonly askedMetrics: readonly string[];
}

interface State {
  readonly input: ReadingInput;
  readonly parts: Part[];
  readonly context: Context;
  readonly global: Marks;
  readonly footers: Footer[];
  readonly ranks: Set<Token>;
  header: Column[] | null;
  /** Which block the last row of names was. */
  headerAt: number;
  line: { number: number; prefix: Marks };
  /** The dates of the last sentence that had both a number and a date, and whether 量呢? has been asked of them since. */
  lastDates: Marks;
  isAsked: boolean;
  /** Measures of the row before, for a row 同比. */
  rowMetrics: readonly string[];
  readonly sources: ReadonlyMap<number, readonly Marks[]>;
  readonly isSectioned: boolean;
}

/** True where several lines without numbers each name a measure of their own: headings of sections. */
function isSectioned(blocks: readonly Block[]): boolean {
  const measures = blocks.flatMap((block) => {
    if (block.kind !== "sentence" || holdsNumber(block.sentence)) return [];
    const [head] = headOf(block.sentence.tokens);
    return head?.kind === "metric" ? [head.metrics.join()] : [];
  });
  return new Set(measures).size > 1;
}

const startOf = ({ company, metrics }: Context): Start => ({ company, metrics });
const holdsNumber = ({ counts }: Sentence): boolean => counts.number > 0;

/** 同比增长 above a column names what stands below, and says of nothing that it grew. */
const withoutGrowth = (bound: Part["bound"]): Part["bound"] => ({
  ...bound,
  assertions: bound.assertions.filter(({ token }) => token.op !== "growth" || token.sign < 0),
});

function readHeaderRow(state: State, row: Row, index: number): void {
  const { input, context } = state;
  const own = readHeader(row, input.lower, input.lexicon);
  const before = state.headerAt === index - 1 ? state.header : null;
  state.header = own.map((column, at) => joinColumn(before?.[at], column));
  state.headerAt = index;
  for (const [at, sentence] of row.cells.entries()) {
    const bound = bindSentence(sentence, { sentence: index, row: index }, { ...context }, input);
    const column = state.header[at];
    const isGrowth = column?.isGrowth === true || column?.isGrown === true;
    if (column?.yields === "value")
      for (const each of sentence.tokens) if (each.kind === "quantity") state.ranks.add(each);
    state.parts.push({
      sentence,
      bound: isGrowth ? withoutGrowth(bound) : bound,
      coverage: coverSentence(sentence),
      start: startOf(context),
      levels: [],
    });
  }
}

/** A row 同比 says how the measure of the row before it grew. */
function withGrowth(head: RowHead, quiet: readonly Sentence[], state: State): RowHead {
  const isGrowth = head.metrics === null && !head.isForeign && quiet.some(({ counts }) => counts.growth > 0);
  const metrics = isGrowth ? state.rowMetrics.flatMap(state.input.lexicon.growthOf) : head.metrics;
  state.rowMetrics = head.metrics ?? [];
  return { ...head, metrics };
}

/** What a row says of its measure holds of that measure's growth. */
const grown = (head: RowHead, { growthOf }: Lexicon): RowHead => ({
  ...head,
  metrics: head.metrics?.flatMap(growthOf) ?? null,
  sign: 0,
});

/** | 净利润(亿元) | 招商银行 | 工商银行 |: above the heads of the rows the measure, with its unit and time, of all that stands beside them. */
const underCorner = (head: RowHead, corner: Column | undefined): RowHead =>
  head.metrics === null && corner?.metrics != null
    ? {
        ...head,
        metrics: corner.metrics,
        sign: corner.sign,
        unit: head.unit ?? corner.unit,
        headTimes: [...head.headTimes, ...corner.headTimes],
      }
    : head;

/** The heads of the columns; where they are fewer than the cells, which of them is whose is not known. */
function alignedTo({ cells }: Row, header: readonly Column[] | null): readonly Column[] | null {
  const last = cells.findLastIndex(({ tokens }) => tokens.length > 0);
  return header === null || header.length > last
    ? header
    : header.map((column) => ({ ...column, isForeign: true, metrics: null }));
}

function readRow(state: State, row: Row, index: number): void {
  const { input, context } = state;
  const header = alignedTo(row, state.header);
  const quiet = row.cells.filter((cell) => !holdsNumber(cell));
  const head = withGrowth(readRowHead(row, input, header), quiet, state);
  const misplaced = misplacedCode(row);
  const rowMarks = noMarks();
  for (const { clauses } of quiet) collectAll(rowMarks, clauses);
  for (const [i, sentence] of row.cells.entries()) {
    const column = header?.[i];
    const isCorner = ({ metrics }: Column, at: number) =>
      metrics !== null && !holdsNumber(row.cells[at] ?? sentence);
    const corner = column?.metrics == null ? header?.find(isCorner) : undefined;
    const measured = column?.isGrowth === true ? grown(head, input.lexicon) : underCorner(head, corner);
    const own = cellContext(context, measured, column, input.lexicon);
    const start = startOf(own);
    const bound = bindSentence(sentence, { sentence: index, row: index }, own, input);
    // What the header says above the names of the rows (指标(2025年报)) holds for the whole table.
    const under = state.sources.get(index)?.[i] ?? noMarks();
    const levels = [rowMarks, column?.marks ?? noMarks(), under, header?.[0]?.marks ?? noMarks()];
    if (i === 0 && misplaced !== null) bound.mismatches.push(misplaced);
    state.parts.push({
      sentence,
      bound: head.isGrown && !holdsNumber(sentence) ? withoutGrowth(bound) : bound,
      coverage: coverSentence(sentence),
      start,
      levels,
    });
  }
  if (head.company !== null) context.company = head.company;
}

/** 量呢?48.6万手: what is asked so is of the day that was spoken of last. */
function keepDates(state: State, { clauses }: Sentence, hasNumber: boolean): void {
  state.isAsked = !hasNumber && clauses.at(-1)?.at(-1)?.op === "呢";
  if (!hasNumber) return;
  const own = collectAll(noMarks(), clauses);
  if (own.dates.length > 0) state.lastDates = own;
}

/** A heading between two rows, whose heads of columns hold on below it. */
function isInTable(blocks: readonly Block[], index: number): boolean {
  const lineOf = (block: Block | undefined): number =>
    block === undefined ? -1 : (block.kind === "row" ? block.row : block.sentence).line;
  const [before, own, after] = [blocks[index - 1], blocks[index], blocks[index + 1]];
  const isBetween = lineOf(after) - lineOf(own) === 1 && lineOf(own) - lineOf(before) === 1;
  return isBetween && before?.kind === "row" && after?.kind === "row";
}

function readSentence(state: State, sentence: Sentence, index: number): void {
  const { input, context } = state;
  if (!isInTable(input.blocks, index)) state.header = null;
  const start = startOf(context);
  const before = state.parts.at(-1);
  if (before !== undefined) describeLast(before, sentence);
  const bound = bindSentence(sentence, { sentence: index, row: -1 }, context, input);
  context.headTimes = headTimesOf(sentence, input.lower) ?? context.headTimes;
  const coverage = withPairedDates(coverSentence(sentence), sentence);
  if (sentence.line !== state.line.number) state.line = { number: sentence.line, prefix: noMarks() };
  const { prefix } = coverage;
  const said = state.isAsked ? [{ ...noMarks(), dates: state.lastDates.dates }] : [];
  const levels = coverage.hasNumber ? [prefix, state.line.prefix, ...said] : [];
  keepDates(state, sentence, coverage.hasNumber);
  const { isSectioned } = state;
  // What stands first is a heading, and of all where it names nothing.
  const mayBeOfAll = state.parts.length === 0 && headOf(sentence.tokens).length === 0;
  const cites = coverage.hasNumber || mayBeOfAll ? null : footersOf(sentence, { ...input, isSectioned });
  if (cites !== null) {
    state.footers.push(...cites.footers);
    for (const each of cites.rest) put(state.global, each);
  } else if (!coverage.hasNumber) collectAll(state.global, sentence.clauses);
  else if (prefix.sources.length + prefix.dates.length > 0) state.line.prefix = prefix;
  state.parts.push({ sentence, bound, coverage, start, levels });
}

/** 4.31元(2026-05-07): a cite that leaves its source out, which the next one does not fill in. */
const isDatedInBracket = ({ coverage: { suffix } }: Part, lower: string): boolean =>
  suffix.sources.length === 0 && suffix.dates.some(({ start }) => /[([]/.test(lower.charAt(start - 1)));

/** The cite that ends a paragraph covers its sentences before the last, as far as they have none of their own. */
function coverFromEnd({ parts, footers, input }: State): void {
  const ofSome = new Set<Token>();
  for (const { marks } of footers) for (const each of marks.sources) ofSome.add(each);
  let covered = -1;
  let marks = noMarks();
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at];
    if (part === undefined) continue;
    const { line } = part.sentence;
    if (!part.coverage.hasNumber) {
      // 以上行情来自akshare: a sentence of its own.
      const own = collectAll(noMarks(), part.sentence.clauses);
      if (own.sources.length === 0 || own.sources.some((each) => ofSome.has(each))) continue;
      marks = own;
    } else if (covered === line && !isDatedInBracket(part, input.lower))
      parts[at] = { ...part, levels: [...part.levels, marks] };
    else marks = part.coverage.suffix;
    covered = line;
  }
}

/** Binds all sentences and rows in the order of the text and says which sources and dates cover each. */
export function readBlocks(input: ReadingInput): Reading {
  const state: State = {
    input,
    parts: [],
    context: emptyContext(),
    global: noMarks(),
    footers: [],
    header: null,
    headerAt: -1,
    line: { number: -1, prefix: noMarks() },
    lastDates: noMarks(),
    isAsked: false,
    ranks: rankTokens(input.blocks, input.lower),
    rowMetrics: [],
    sources: sourceRows(input.blocks),
    isSectioned: isSectioned(input.blocks),
  };
  for (const [index, block] of input.blocks.entries()) {
    if (block.kind === "sentence") {
      const cut = cutSourceTail(block.sentence, input.lower, input.lexicon);
      readSentence(state, cut?.head ?? block.sentence, index);
      if (cut !== null) readSentence(state, cut.tail, index);
    } else if (tellsCover(block.row)) continue;
    else if (hasNumbers(block.row)) readRow(state, withoutRanks(block.row, state.ranks), index);
    else readHeaderRow(state, block.row, index);
  }
  coverUnderDays(state.parts, state.global, input.lower);
  coverFromEnd(state);
  coverFromHead(state.parts, state.global);
  coverFromAsOf(state.parts, state.global, input.lower);
  pairLines(state);
  coverBlocks(state.parts, state.global, input.lower);
  applyLabels(state.parts, input.lower, input.lexicon);
  return state;
}
