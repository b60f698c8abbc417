import { countKinds, type KindCounts } from "../tokens/kind-counts.ts";
import { type Clause, lastOf, type Token, upTo } from "../tokens/token.ts";
import { withValueTables } from "./tables/value-tables.ts";

/** A sentence, or one cell of a table. */
export interface Sentence {
  readonly clauses: readonly Clause[];
  readonly line: number;
  /** The tokens of its clauses. */
  readonly tokens: readonly Token[];
  /** How many of each kind it holds: what a rule is about is asked here before any clause is looked at. */
  readonly counts: KindCounts;
}

export function sentenceOf(clauses: readonly Clause[], line: number): Sentence {
  const [only = []] = clauses;
  const tokens = clauses.length < 2 ? only : clauses.flat();
  return { clauses, line, tokens, counts: countKinds(tokens) };
}

export interface Row {
  readonly cells: readonly Sentence[];
  readonly line: number;
}

export type Block =
  | { readonly kind: "sentence"; readonly sentence: Sentence }
  | { readonly kind: "row"; readonly row: Row };

function splitClauses(tokens: readonly Token[]): Clause[] {
  const clauses: Token[][] = [[]];
  let depth = 0;
  for (const each of tokens) {
    if (each.kind === "open") depth++;
    if (each.kind === "close") depth = Math.max(0, depth - 1);
    if (each.kind === "clause" && depth === 0) clauses.push([]);
    else lastOf(clauses)?.push(each);
  }
  return clauses.filter((clause) => clause.length > 0);
}

const holds = (clause: Clause, kind: Token["kind"]): boolean => clause.some((each) => each.kind === kind);
const holdsMark = (clause: Clause): boolean => holds(clause, "source") || holds(clause, "date");

/** What a clause ends with that heads the next: 一季报显示. */
const leading: ReadonlySet<string> = new Set(["显示", "披露", "来看", "看", "中", "里", "shows", "showed"]);

/**
 * 据akshare(5月7日),当前价32.49元;据tushare(5月6日),市净率2.88倍: the clauses, cut before each later cite that stands ahead of its
 * numbers: parted from those behind it less than from those before (`strong` are the clauses that a semicolon ends), or as much
 * where the first cite stands ahead too.
 */
function cutAtLeads(clauses: readonly Clause[], strong: ReadonlySet<Clause>): readonly (readonly Clause[])[] {
  if (clauses.length < 3) return [clauses];
  const cuts = [0];
  const isNumbered = clauses.map((clause) => holds(clause, "number"));
  const first = isNumbered.indexOf(true);
  if (first < 0) return [clauses];
  const isLed = clauses.slice(0, first).some((clause) => holds(clause, "source"));
  for (let at = first + 1; at < clauses.length; at++) {
    const [before, own] = [clauses[at - 1], clauses[at]];
    if (isNumbered[at] === true || before === undefined || own === undefined || !holdsMark(own)) continue;
    const next = isNumbered.indexOf(true, at);
    const last = clauses[next - 1];
    if (last === undefined) break;
    const isParted = strong.has(before);
    const isAlike = isParted === strong.has(last);
    if (isAlike ? leading.has(last.at(-1)?.op ?? "") || (isLed && holds(own, "source")) : isParted)
      cuts.push(at);
    at = next;
  }
  return cuts.map((from, i) => clauses.slice(from, cuts[i + 1]));
}

/** How far behind a cite its first number may stand, in tokens. */
const longestLead = 40;

/** 您说的3%与数据不符:akshare(5月7日)显示,…1.18%: the colon before a cite, which is of the numbers after it. */
function isBeforeLead(tokens: readonly Token[], at: number): boolean {
  // Your 3% doesn't match the data: akshare…
  const isLabel = tokens[at - 1]?.kind === "sourceMark" && tokens[at - 2]?.op !== "the";
  if (tokens[at]?.op !== ":" || isLabel) return false;
  const rest = tokens.slice(at + 1, at + longestLead);
  const next = rest
    .slice(0, 3)
    .find(({ kind, op }) => kind !== "sourceMark" && kind !== "fill" && op !== "按");
  if (next?.kind !== "source") return false;
  return holds(
    upTo(rest, ({ kind }) => kind === "break"),
    "number",
  );
}

function splitSentences(tokens: readonly Token[], line: number): Sentence[] {
  const sentences: Sentence[] = [];
  let clauses: Clause[] = [];
  let clause: Token[] = [];
  let strong = new Set<Clause>();
  let depth = 0;
  let isEmpty = true;
  const endClause = () => {
    if (clause.length === 0) return;
    clauses.push(clause);
    clause = [];
  };
  const endSentence = () => {
    endClause();
    if (!isEmpty) for (const each of cutAtLeads(clauses, strong)) sentences.push(sentenceOf(each, line));
    clauses = [];
    strong = new Set();
    isEmpty = true;
  };
  for (const [at, each] of tokens.entries()) {
    if (each.kind === "open") depth++;
    else if (each.kind === "close") depth = Math.max(0, depth - 1);
    else if (each.kind === "break") {
      if (depth === 0) endSentence();
      continue;
    }
    isEmpty = false;
    if (each.kind === "clause" && depth === 0) {
      if (each.op === ";") strong.add(clause);
      endClause();
    } else if (depth === 0 && isBeforeLead(tokens, at) && holds(clause, "number")) endSentence();
    else clause.push(each);
  }
  endSentence();
  return sentences;
}

/** The cells of a row; `isOpen` where the bar that it begins with is no border, as the rows beside it have none. */
function splitCells(tokens: readonly Token[], isOpen: boolean): Token[][] {
  const cells: Token[][] = [[]];
  for (const each of tokens) {
    if (each.kind === "cell") cells.push([]);
    else if (each.kind !== "break") lastOf(cells)?.push(each);
  }
  // The borders of the table are no cells.
  if (tokens[0]?.kind === "cell" && !isOpen) cells.shift();
  if (tokens.at(-1)?.kind === "cell") cells.pop();
  return cells;
}

/** CATL — CNY 384.62 | +1.27%: what stands before the first bar is told already, and no name of a row. */
function isTold(line: readonly Token[]): boolean {
  const before = line.slice(
    0,
    line.findIndex(({ kind }) => kind === "cell"),
  );
  return holds(before, "company") && holds(before, "number");
}

/** One cell alone that shows nothing: a caption, a heading inside the table, or what is cited below it. */
const isAlone = (line: readonly Token[]): boolean =>
  /^\|*w+\|*$/.test(line.map(({ kind }) => (kind === "cell" ? "|" : kind === "number" ? "n" : "w")).join(""));

/** 5月6日 | 5月7日 above rows of one cell more: the heads of all columns but the first. */
const isCornerless = (line: readonly Token[], below: readonly Token[]): boolean =>
  borders(below) === borders(line) + 1 &&
  below[0]?.kind !== "cell" &&
  below.at(-1)?.kind !== "cell" &&
  splitCells(line, false).every(
    (cell) => holds(cell, "date") || holds(cell, "metric") || holds(cell, "company"),
  ) &&
  !holds(line, "number");

const isRule = (tokens: readonly Token[]): boolean =>
  tokens.every(
    (each) =>
      each.kind === "cell" || each.kind === "clause" || (each.kind === "text" && /^[-:—=+]+$/.test(each.op)),
  );

const borders = (line: readonly Token[]): number => line.filter((each) => each.kind === "cell").length;

/** 来源:akshare｜2026-05-07, 2026-05-07 | akshare: a line of its own among lines that have borders too, no row of theirs. */
function isCite(line: readonly Token[]): boolean {
  const border = line.findIndex(({ kind }) => kind === "cell");
  const behind = line.slice(border).filter(({ kind }) => kind === "source").length;
  if (border === 0 || line.some(({ kind }) => kind === "number")) return false;
  return behind === 0
    ? holds(line, "source")
    : behind === 1 &&
        holds(line.slice(0, border), "date") &&
        !holds(line, "metric") &&
        !holds(line, "company");
}

/** A border in a line that is no table parts clauses. */
const asClause = (each: Token): Token => (each.kind === "cell" ? { ...each, kind: "clause" } : each);

/** Words that no sentence ends or begins a line of a list with: what was broken there is one sentence. */
const leadsOn = /^(?:to|of|at|and|with|is|was|were|by|from|for|a|an|the|为|是|和|与|及)$/;
const followsOn = /^(?:to|of|at|and|with|by|from|for)$/;
const isWord = (each: Token | undefined, words: RegExp): boolean =>
  (each?.kind === "fill" || each?.kind === "join") && words.test(each.op);

/** How far into the next line a bracket that is open may close, in tokens. */
const longestBracket = 12;

/** True where the bracket that the line leaves open is closed in the line that begins at `from`. */
function closesAfter(tokens: readonly Token[], from: number): boolean {
  const ahead = tokens.slice(from, from + longestBracket);
  const close = ahead.findIndex(({ kind }) => kind === "close");
  return close >= 0 && !ahead.slice(0, close).some(({ kind }) => kind === "line" || kind === "open");
}

/** The lines of the text; one that ends in the middle of a phrase or of a bracket goes on in the next. */
function linesOf(tokens: readonly Token[]): Token[][] {
  let line: Token[] = [];
  const written = [line];
  let depth = 0;
  let hasBorder = false;
  for (let at = 0; at < tokens.length; at++) {
    const each = tokens[at] as Token;
    if (each.kind !== "line") {
      if (each.kind === "open") depth++;
      if (each.kind === "close") depth = Math.max(0, depth - 1);
      if (each.kind === "cell") hasBorder = true;
      line.push(each);
      continue;
    }
    const next = tokens[at + 1];
    const isWrapped =
      !hasBorder &&
      next !== undefined &&
      next.kind !== "line" &&
      next.kind !== "cell" &&
      ((depth === 1 && closesAfter(tokens, at + 1)) ||
        isWord(tokens[at - 1], leadsOn) ||
        isWord(next, followsOn));
    if (isWrapped) continue;
    line = [];
    written.push(line);
    depth = 0;
    hasBorder = false;
  }
  return written;
}

/** Cuts tokens into sentences and table rows, in the order of the text. */
export function structure(tokens: readonly Token[]): Block[] {
  const lines = withValueTables(linesOf(tokens));
  const bordered = lines.map(borders);
  const blocks: Block[] = [];
  for (const [index, line] of lines.entries()) {
    const count = bordered[index] ?? 0;
    const [before, after] = [bordered[index - 1] ?? 0, bordered[index + 1] ?? 0];
    const isHead = count > 0 && isCornerless(line, lines[index + 1] ?? []);
    const isRow =
      count > 0 &&
      !isCite(line) &&
      !isTold(line) &&
      (line[0]?.kind === "cell" || before === count || after === count || isHead);
    if (!isRow || isAlone(line)) {
      const sentences = splitSentences(count > 0 ? line.map(asClause) : line, index);
      for (const sentence of sentences) blocks.push({ kind: "sentence", sentence });
    } else if (!isRule(line.filter((each) => each.kind !== "licensed" || each.op === "mask"))) {
      const beside = lines[after === count ? index + 1 : index - 1] ?? line;
      const isOpen = line.at(-1)?.kind !== "cell" && beside[0]?.kind !== "cell" && borders(beside) === count;
      const cells = [...(isHead ? [[]] : []), ...splitCells(line, isOpen)].map((cell) =>
        sentenceOf(splitClauses(cell), index),
      );
      blocks.push({ kind: "row", row: { cells, line: index } });
    }
  }
  return blocks;
}
