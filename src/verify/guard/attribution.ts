import type { Moment } from "../moment.ts";
import { isDay, isTimeOf } from "./calendar-match.ts";
import type { BookClaim } from "./claim-book.ts";
import type { Quantity } from "./quantity.ts";
import type { Sentence } from "./structure.ts";
import type { Token } from "./token.ts";

/** Sources, dates and times that stand for a number. */
export interface Marks {
  readonly sources: Token[];
  readonly dates: Token[];
  readonly times: Token[];
}

export const noMarks = (): Marks => ({ sources: [], dates: [], times: [] });

function put(marks: Marks, each: Token): void {
  if (each.kind === "source") marks.sources.push(each);
  if (each.kind === "date") marks.dates.push(each);
  if (each.kind === "time") marks.times.push(each);
}

const isLabel = (each: Token | undefined): boolean =>
  each?.kind === "metric" ||
  each?.kind === "foreign" ||
  (each?.kind === "text" && /[价线值润情据报]/.test(each.op));

const isMark = (each: Token): boolean =>
  each.kind === "source" || each.kind === "date" || each.kind === "time";
const listOf = (marks: Marks, each: Token): Token[] =>
  each.kind === "source" ? marks.sources : each.kind === "date" ? marks.dates : marks.times;

export interface Coverage {
  /** Marks that stand with the number itself: each of them must be true of it. */
  readonly direct: ReadonlyMap<Token, Marks>;
  /** Marks at the head of the sentence, before any number. */
  readonly prefix: Marks;
  /** Marks after its last number: at the end of a paragraph they cover the sentences before it that have none. */
  readonly suffix: Marks;
  /** For each number the dates and times that stood before it in the sentence, the last of them: what 「5月6日收盘…，涨…」 leaves unsaid. */
  readonly recent: ReadonlyMap<Token, Marks>;
  /** Marks of a bracket that says which measure each is of: (现价:akshare,…;均线:akshare,…). */
  readonly labelled: Marks;
  /** True if the sentence holds a number. */
  readonly hasNumber: boolean;
}

/** Gives the marks of one list (9月15日、9月14日) the number of the list, which is where it begins. */
function withLists(clause: readonly Token[]): readonly Token[] {
  const isJoint = (at: number): boolean => {
    const [mark, join, next] = clause.slice(at, at + 3);
    return (
      mark !== undefined &&
      isMark(mark) &&
      join?.kind === "join" &&
      join.op === "" &&
      next?.kind === mark.kind
    );
  };
  if (!clause.some((_, at) => isJoint(at))) return clause;
  let list = 0;
  return clause.map((each, at) => {
    if (isJoint(at) && !isJoint(at - 2)) list = each.start + 1;
    const isListed = isMark(each) && (isJoint(at) || (at > 1 && isJoint(at - 2)));
    return isListed ? { ...each, count: list } : each;
  });
}

/**
 * Gives each mark of a sentence to its numbers: before the first number of its clause forward, after a number back to all
 * numbers that have no such mark yet, in a clause without numbers back, else forward.
 */
export function coverSentence(sentence: Sentence): Coverage {
  const direct = new Map<Token, Marks>();
  const prefix = noMarks();
  let suffix = noMarks();
  const open: Record<string, Token[]> = { source: [], date: [], time: [] };
  // Numbers that a bracket of their own has marked, or a date right after them: a later mark (of that kind, after a bracket
  // of any kind) in a clause of another number is not theirs.
  const touched: Record<string, Set<Token>> = { source: new Set(), date: new Set(), time: new Set() };
  const recent = new Map<Token, Marks>();
  let last = noMarks();
  const marking: { readonly one: Token; readonly kinds: readonly string[] }[] = [];
  const labelled = noMarks();
  let forward = noMarks();
  let started = false;
  for (const clause of sentence.clauses) {
    const hasNumber = clause.some((each) => each.kind === "number");
    const ahead = noMarks();
    let inClause = false;
    const settled = new Set<string>();
    let depth = 0;
    let label = false;
    for (const [at, each] of withLists(clause).entries()) {
      if (each.kind === "open") depth++;
      if (each.kind === "close") depth = Math.max(0, depth - 1);
      if (isMark(each) && started) put(suffix, each);
      label = depth > 0 && (label || (each.op === ":" && isLabel(clause[at - 1])));
      if (each.kind === "number") {
        recent.set(each, last);
        const marks = noMarks();
        for (const mark of [
          ...forward.sources,
          ...forward.dates,
          ...forward.times,
          ...ahead.sources,
          ...ahead.dates,
          ...ahead.times,
        ])
          put(marks, mark);
        direct.set(each, marks);
        for (const kind of ["source", "date", "time"]) {
          const waiting = open[kind];
          if (listOf(marks, { ...each, kind: kind as "source" }).length === 0) waiting?.push(each);
        }
        for (const { one, kinds } of marking.splice(0)) for (const kind of kinds) touched[kind]?.add(one);
        inClause = true;
        started = true;
        suffix = noMarks();
      } else if (isMark(each) && label) put(labelled, each);
      else if (isMark(each)) {
        const lacking = open[each.kind] ?? [];
        const waiting = hasNumber ? lacking.filter((one) => !touched[each.kind]?.has(one)) : lacking;
        const goesBack = hasNumber ? inClause : started && waiting.length > 0;
        if (goesBack) {
          settleBack(direct, waiting, each, clause);
          const kinds = depth > 0 ? ["source", "date", "time"] : [each.kind];
          for (const one of waiting) marking.push({ one, kinds });
          if (depth === 0 && each.kind === "date") last = { ...noMarks(), dates: [each] };
          settled.add(each.kind);
        } else if (hasNumber) {
          put(ahead, each);
          if (each.kind === "date") last = { ...noMarks(), dates: [each] };
          if (!started) put(prefix, each);
        } else if (!started) put(prefix, each);
        else put(forward, each);
      }
    }
    if (hasNumber) forward = noMarks();
    for (const kind of settled) {
      const waiting = open[kind];
      if (waiting !== undefined) open[kind] = waiting.filter((each) => !isSettled(direct, each, kind));
    }
  }
  return { direct, prefix, suffix, recent, labelled, hasNumber: started };
}

const isSettled = (direct: ReadonlyMap<Token, Marks>, each: Token, kind: string): boolean => {
  const marks = direct.get(each);
  return (
    marks !== undefined &&
    (kind === "source" ? marks.sources : kind === "date" ? marks.dates : marks.times).length > 0
  );
};

/** A second mark of a kind in one bracket (akshare/tushare) goes to the numbers of the first; else to those that wait. */
function settleBack(
  direct: ReadonlyMap<Token, Marks>,
  waiting: readonly Token[],
  each: Token,
  clause: readonly Token[],
): void {
  const targets =
    waiting.length > 0
      ? waiting
      : clause.filter((one) => one.kind === "number" && one.start < each.start).slice(-1);
  for (const target of targets) {
    const marks = direct.get(target);
    if (marks !== undefined) put(marks, each);
  }
}

/** What a mark is compared with. */
export type Dated = Pick<BookClaim, "cite" | "asOf" | "fetchedAt" | "isRealtime">;

export const sourceFits = (each: Token, entry: Dated): boolean => each.op === entry.cite.source.toLowerCase();
export const dateFits = (each: Token, entry: Dated, now: Moment): boolean =>
  each.date !== null && isDay(each.date, entry.asOf.day, now);
export const timeFits = (each: Token, entry: Dated): boolean =>
  each.time !== null && isTimeOf(each.time, entry);

export type MarkFault = "wrong_source" | "wrong_date";

/** Of marks that 、 or "and" joins (akshare、tushare) one must fit, of others each. */
function eachListFits(marks: readonly Token[], fits: (each: Token) => boolean): boolean {
  if (marks.every((each) => each.count === 0)) return marks.every(fits);
  const lists = new Map<number, boolean>();
  for (const each of marks) {
    const list = each.count === 0 ? -1 - each.start : each.count;
    lists.set(list, (lists.get(list) ?? false) || fits(each));
  }
  return [...lists.values()].every((isBorneOut) => isBorneOut);
}

/** Null if every mark that stands with the number is true of the claim. */
export function directFault(marks: Marks, entry: BookClaim, now: Moment): MarkFault | null {
  if (!eachListFits(marks.sources, (each) => sourceFits(each, entry))) return "wrong_source";
  const datesFit = eachListFits(marks.dates, (each) => dateFits(each, entry, now));
  return datesFit && marks.times.every((each) => timeFits(each, entry)) ? null : "wrong_date";
}

/** Looks for source and date of the claim in the number's own marks, then in the wider ones, in order. */
export function attributionFault(
  levels: readonly Marks[],
  entry: BookClaim,
  now: Moment,
): MarkFault | "missing_attribution" | null {
  const sources = levels.find((marks) => marks.sources.length > 0)?.sources;
  const dates = levels.find((marks) => marks.dates.length > 0)?.dates;
  if (sources === undefined || dates === undefined) return "missing_attribution";
  if (!sources.some((each) => sourceFits(each, entry))) return "wrong_source";
  return dates.some((each) => dateFits(each, entry, now)) ? null : "wrong_date";
}

export interface Attributed {
  readonly quantity: Quantity;
  readonly entry: BookClaim;
}
