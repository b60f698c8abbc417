import type { GuardInput } from "./guard.ts";
import { hasChineseNumeral } from "../../language/numbers.ts";
import { type Moment, readMoment } from "../moment.ts";
import {
  attributionFault,
  coverSentence,
  type Coverage,
  dateFits,
  directFault,
  type Marks,
  noMarks,
  sourceFits,
  timeFits,
} from "./attribution.ts";
import { bindSentence, type Bound } from "./bind.ts";
import { isCurrent, isDay, relativeHolds } from "./calendar-match.ts";
import { type BookClaim, candidates, claimsOf, createBook, soleClaim, valueFault } from "./claim-book.ts";
import { judgeComparisons, type Settled, type Start } from "./comparisons.ts";
import { type Context, emptyContext } from "./context.ts";
import { createFacts } from "./knowledge.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Assertion, Quantity } from "./quantity.ts";
import type { Block, Row, Sentence } from "./structure.ts";
import { cellContext, type Column, hasNumbers, readHeader, readRowHead } from "./table.ts";
import type { NumberRead, Token } from "./token.ts";

export interface Finding {
  readonly token: Token;
  readonly reason: string;
  readonly message: string;
}

export interface InspectionInput extends GuardInput {
  readonly lower: string;
  readonly lexicon: Lexicon;
  readonly blocks: readonly Block[];
  readonly tokens: readonly Token[];
  readonly question: readonly Token[];
}

/** One sentence or cell after binding. */
interface Part {
  readonly sentence: Sentence;
  readonly bound: Bound;
  readonly coverage: Coverage;
  readonly start: Start;
  /** Wider marks, nearest first. */
  readonly levels: Marks[];
}

const mostComparisons = 60;

/** A number apart from how it is written: 1,801.20 and 1801.2 are one. */
function canonical({ shown }: NumberRead): string {
  let { digits } = shown;
  let power = shown.exponent - shown.decimals;
  while (digits !== 0n && digits % 10n === 0n && power < 400) {
    digits /= 10n;
    power++;
  }
  return `${digits}e${digits === 0n ? 0 : power}`;
}

const merge = (...all: readonly Marks[]): Marks => ({
  sources: all.flatMap((each) => each.sources),
  dates: all.flatMap((each) => each.dates),
  times: all.flatMap((each) => each.times),
});

const marksOf = (tokens: readonly Token[]): Marks => ({
  sources: tokens.filter((each) => each.kind === "source"),
  dates: tokens.filter((each) => each.kind === "date"),
  times: tokens.filter((each) => each.kind === "time"),
});

/** Binds all sentences and rows in order and says which marks cover each. */
function readParts(input: InspectionInput): { parts: Part[]; global: Marks } {
  const parts: Part[] = [];
  const context = emptyContext();
  let global = noMarks();
  let header: Column[] | null = null;
  let linePrefix = { line: -1, marks: noMarks() };
  const startOf = (from: Context): Start => ({ company: from.company, metrics: from.metrics });
  for (const [index, block] of input.blocks.entries()) {
    if (block.kind === "row") {
      if (!hasNumbers(block.row)) {
        header = readHeader(block.row, input.lower);
        for (const cell of block.row.cells) {
          const bound = bindSentence(cell, { sentence: index, row: index }, { ...context }, input.lexicon);
          parts.push({ sentence: cell, bound, coverage: coverSentence(cell), start: startOf(context), levels: [] });
        }
        continue;
      }
      parts.push(...readRow(input, block.row, { index, header, context, startOf }));
      continue;
    }
    header = null;
    const { sentence } = block;
    const start = startOf(context);
    const bound = bindSentence(sentence, { sentence: index, row: -1 }, context, input.lexicon);
    const coverage = coverSentence(sentence);
    if (sentence.line !== linePrefix.line) linePrefix = { line: sentence.line, marks: noMarks() };
    const levels = coverage.hasNumber ? [coverage.prefix, linePrefix.marks] : [];
    if (coverage.hasNumber) {
      const { prefix } = coverage;
      linePrefix.marks = prefix.sources.length + prefix.dates.length > 0 ? prefix : linePrefix.marks;
    } else global = merge(global, marksOf(sentence.clauses.flat()));
    parts.push({ sentence, bound, coverage, start, levels });
  }
  return { parts, global };
}

interface RowPlace {
  readonly index: number;
  readonly header: Column[] | null;
  readonly context: Context;
  readonly startOf: (from: Context) => Start;
}

function readRow(input: InspectionInput, row: Row, { index, header, context, startOf }: RowPlace): Part[] {
  const head = readRowHead(row, input.lower);
  const quiet = row.cells.filter((cell) => !cell.clauses.flat().some((each) => each.kind === "number"));
  const rowMarks = marksOf(quiet.flatMap((cell) => cell.clauses.flat()));
  return row.cells.map((cell, i) => {
    const column = header?.[i];
    const own = cellContext(context, head, column);
    const start = startOf(own);
    const bound = bindSentence(cell, { sentence: index, row: index }, own, input.lexicon);
    if (own.company !== null && head.company !== null) context.company = head.company;
    return {
      sentence: cell,
      bound,
      coverage: coverSentence(cell),
      start,
      levels: [rowMarks, column?.marks ?? noMarks()],
    };
  });
}

const messages: Readonly<Record<string, string>> = {
  unit: "the unit is not the claim's",
  sign: "the sign or direction is not the claim's",
  value: "the number is not the claim's value, rounded to the decimals shown",
  wrong_source: "the source is not the claim's",
  wrong_date: "the date or time is not the claim's",
  missing_attribution: "no source and date cover it",
  unbound: "no claim is said to have this number",
  stale: "the claim is too old to be called current",
  window: "the claim is not of this stretch of time",
  vague: "a vague bound around a number",
  forecast: "a number of a forecast or of the past",
  negated: "a number that is denied",
  derived: "a number derived in the prose",
  unclear: "numbers and owners of the list do not pair up",
};

export function createInspection(input: InspectionInput): Finding[] {
  const now = readMoment(input.now);
  const findings: Finding[] = [];
  const report = (token: Token, reason: string, message = messages[reason] ?? reason) =>
    findings.push({ token, reason, message });
  if (now === null) {
    const [first] = input.tokens;
    if (first !== undefined) report(first, "now", "now is malformed");
    return findings;
  }
  const askedCompanies = new Set(input.question.flatMap((each) => (each.kind === "company" ? [each.op] : [])));
  const book = createBook(input.claims, input.metrics, askedCompanies);
  const facts = createFacts(input.claims);
  const { parts, global } = readParts(input);
  const asked = new Set(input.question.flatMap((each) => (each.number === null ? [] : [canonical(each.number)])));
  const settled = new Map<Token, Settled>();
  const matched: { quantity: Quantity; options: readonly BookClaim[]; marks: Marks; part: Part }[] = [];
  const borne = new Set<Token>();

  const clauseText = (part: Part, token: Token): string => {
    const clause = part.sentence.clauses.find((each) => each.includes(token)) ?? [];
    return input.lower.slice(clause[0]?.start ?? 0, clause.at(-1)?.end ?? 0);
  };

  for (const part of parts) {
    for (const each of part.bound.mismatches) report(each, "code_name_mismatch", "name and code are not one company's");
    for (const quantity of part.bound.quantities) {
      const { token } = quantity;
      if (quantity.isUsers && quantity.fault !== "vague" && asked.has(canonical(quantity.number))) {
        const { shown, unit } = quantity.number;
        const base = (Number(shown.digits) * 10 ** (shown.exponent - shown.decimals)) * 10 ** (unit?.exponent ?? 0);
        settled.set(token, { quantity, base, dimension: unit?.dimension ?? "CNY", entry: null });
        continue;
      }
      const marks = part.coverage.direct.get(token) ?? noMarks();
      const result = match(quantity, marks, now);
      if (typeof result === "string") {
        if (facts.bears(clauseText(part, token)) && (result === "unbound" || result === "value" || result === "unit")) borne.add(token);
        else report(token, result);
        continue;
      }
      const [entry] = result;
      if (entry !== undefined) settled.set(token, { quantity, base: entry.base, dimension: entry.unit.dimension, entry });
      matched.push({ quantity, options: result, marks, part });
    }
  }

  /** The claims a number shows, or why it shows none. */
  function match(quantity: Quantity, marks: Marks, at: Moment): readonly BookClaim[] | string {
    if (quantity.fault !== null) return quantity.fault;
    const named = candidates(withPrevious(quantity), book);
    const noMeasure = quantity.metrics.length === 0 && quantity.bare;
    const pool = noMeasure ? soleClaim(quantity, book) : named;
    if (pool.length === 0) return "unbound";
    const faults = pool.map((entry) => valueFault(entry, quantity));
    const valued = pool.filter((_, i) => faults[i] === null);
    if (valued.length === 0) return faults.find((fault) => fault !== null) ?? "value";
    const windowed = valued.filter((entry) => windowFits(quantity, entry));
    if (windowed.length === 0) return "window";
    const direct = windowed.filter((entry) => directFault(marks, entry, at) === null);
    const [first] = windowed;
    if (direct.length === 0 && first !== undefined) return directFault(marks, first, at) ?? "wrong_date";
    const timely = direct.filter((entry) => relativesHold(quantity, entry, at));
    if (timely.length === 0) return "wrong_date";
    const current = timely.filter((entry) => currencyHolds(quantity, entry, at));
    return current.length === 0 ? "stale" : current;
  }

  /** 昨日收盘价: the close of yesterday, or today's previous close. */
  function withPrevious(quantity: Quantity): Quantity {
    const { own, previous } = input.lexicon.closes;
    const isBefore = quantity.relatives.some((each) => each.op === "yesterday" || each.op === "past");
    if (!isBefore || !quantity.metrics.some((metric) => own.has(metric))) return quantity;
    return { ...quantity, metrics: [...quantity.metrics, ...previous] };
  }

  function relativesHold(quantity: Quantity, entry: BookClaim, at: Moment): boolean {
    const isPrevious = input.lexicon.closes.previous.includes(entry.claim.metric);
    return quantity.relatives.every((each) => (isPrevious && each.op !== "today" ? true : relativeHolds(each.op, entry, at)));
  }

  function windowFits({ window }: Quantity, entry: BookClaim): boolean {
    if (window === null) return true;
    const own = [entry.claim.period, entry.claim.window].filter((each) => typeof each === "string");
    const said = input.lower.slice(window.start, window.end);
    return own.some((each) => each.toLowerCase() === said);
  }

  function currencyHolds(quantity: Quantity, entry: BookClaim, at: Moment): boolean {
    if (quantity.now === "") return true;
    if (entry.isRealtime) return isCurrent(entry, at);
    if (quantity.now === "soft") return true;
    return !input.lexicon.priceLike.has(entry.claim.metric) && isCurrent(entry, at);
  }

  const attributed = new Set<BookClaim>();
  const lacking: { quantity: Quantity; options: readonly BookClaim[]; fault: string }[] = [];
  for (const { quantity, options, marks, part } of matched) {
    const levels = [marks, ...part.levels, global];
    const fits = options.filter((entry) => attributionFault(levels, entry, now) === null);
    for (const entry of fits) attributed.add(entry);
    const [first] = options;
    if (fits.length === 0 && first !== undefined)
      lacking.push({ quantity, options, fault: attributionFault(levels, first, now) ?? "missing_attribution" });
  }
  for (const { quantity, options, fault } of lacking)
    if (fault !== "missing_attribution" || !options.some((entry) => attributed.has(entry))) report(quantity.token, fault);

  const shown = matched.flatMap(({ options }) => options);
  for (const part of parts) {
    for (const each of part.bound.assertions) checkAssertion(each);
    const words = part.sentence.clauses.flat().filter((each) => each.kind === "compare" || each.kind === "superlative");
    if (words.length > mostComparisons) report(words[0] ?? input.tokens[0] ?? nothing, "comparison_unsupported");
    else if (words.length > 0)
      for (const each of judgeComparisons({ sentence: part.sentence, start: part.start, settled, book }))
        report(each.token, each.reason, "the comparison does not hold over the claims");
  }

  function checkAssertion({ token, company, sign }: Assertion): void {
    const { percent, amount } = input.lexicon.changes;
    const moves = claimsOf(company, [...percent, ...amount], book);
    if (moves.length === 0 || moves.some((entry) => Math.sign(entry.base) !== sign))
      report(token, "direction_unsupported", "no claim bears out the direction");
  }

  const companies = new Set(input.tokens.flatMap((each) => (each.kind === "company" ? [each.op] : [])));
  const questionDates = input.question.filter((each) => each.date !== null);
  for (const each of input.tokens) {
    const left = leftover(each);
    if (left !== null) report(each, left, "a number, date or source that no claim accounts for");
  }

  /** Why a token may not stand, if no number took it up. */
  function leftover(each: Token): string | null {
    switch (each.kind) {
      case "quantity":
        return bearsAt(each) ? null : "quantity_word";
      case "count":
        return each.count === companies.size || bearsAt(each) ? null : "wrong_count";
      case "text":
        return /[\d\uE000]/.test(each.op) || hasChineseNumeral(each.op) ? (bearsAt(each) ? null : "unaccounted") : null;
      case "source":
        return shown.length === 0 || shown.some((entry) => sourceFits(each, entry)) ? null : "wrong_source";
      case "date":
        return shown.some((entry) => dateFits(each, entry, now ?? entry.asOf)) || isAskedDate(each) || bearsAt(each) ? null : "wrong_date";
      case "time":
        return shown.some((entry) => timeFits(each, entry)) || bearsAt(each) ? null : "wrong_date";
      default:
        return null;
    }
  }

  function isAskedDate({ date }: Token): boolean {
    if (date === null || now === null) return false;
    if (date.day !== null && isDay(date, now.day, now)) return true;
    return questionDates.some((each) => each.date?.month === date.month && each.date.day === date.day && (date.year === null || each.date.year === null || each.date.year === date.year));
  }

  function bearsAt(each: Token): boolean {
    if (!facts.any) return false;
    const part = parts.find((one) => one.sentence.clauses.some((clause) => clause.includes(each)));
    return part !== undefined && facts.bears(clauseText(part, each));
  }

  return findings;
}

const nothing: Token = { kind: "text", start: 0, end: 0, op: "", sign: 0, metrics: [], exchange: undefined, byCode: false, number: null, date: null, time: null, count: 0 };
