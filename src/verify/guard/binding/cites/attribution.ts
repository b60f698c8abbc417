import type { Moment } from "../../../moment.ts";
import { isDayOf, isTimeOf, yearAfter } from "../../claims/calendar-match.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { yearAgoOp } from "../../tokens/times/told-times.ts";
import type { Token } from "../../tokens/token.ts";
import type { Sentence } from "../structure.ts";
import {
  isBase,
  isOfBase,
  isOfNext,
  isOfOneSide,
  isOfReport,
  isSaidAhead,
  isYearOfNext,
} from "./date-places.ts";

/** Sources, dates and times that stand for a number. */
export interface Marks {
  readonly sources: Token[];
  readonly dates: Token[];
  readonly times: Token[];
}

export const noMarks = (): Marks => ({ sources: [], dates: [], times: [] });

/** For what is only read. */
export const unmarked: Marks = noMarks();

/** Adds a source, date or time; any other token is none. */
export function put(marks: Marks, each: Token): void {
  if (each.kind === "source") marks.sources.push(each);
  if (each.kind === "date") marks.dates.push(each);
  if (each.kind === "time") marks.times.push(each);
}

/** Adds all marks of the clauses. */
export const collectAll = (marks: Marks, clauses: readonly (readonly Token[])[]): Marks => {
  for (const clause of clauses) for (const each of clause) put(marks, each);
  return marks;
};

type MarkKind = "source" | "date" | "time";
const markKinds: readonly MarkKind[] = ["source", "date", "time"];
const isMark = (each: Token): each is Token & { readonly kind: MarkKind } =>
  each.kind === "source" || each.kind === "date" || each.kind === "time";
const listOf = (marks: Marks, kind: MarkKind): Token[] =>
  kind === "source" ? marks.sources : kind === "date" ? marks.dates : marks.times;
const waitingLists = (): Record<MarkKind, Set<Token>> => ({
  source: new Set(),
  date: new Set(),
  time: new Set(),
});

export interface Coverage {
  /** Marks that stand with the number itself: each of them must be true of it. */
  readonly direct: ReadonlyMap<Token, Marks>;
  /** Marks at the head of the sentence, before any number. */
  readonly prefix: Marks;
  /** Marks after its last number: at the end of a paragraph they cover the sentences before it that have none. */
  readonly suffix: Marks;
  /** For each number the dates and times that stood before it in the sentence, the last of them: what 「5月6日收盘…，涨…」 leaves unsaid. */
  readonly recent: ReadonlyMap<Token, Marks>;
  /** For each number without a date the one that heads a later clause of its sentence. */
  readonly later: ReadonlyMap<Token, Marks>;
  /** True if the sentence holds a number. */
  readonly hasNumber: boolean;
}

/** Gives the marks of one list (9月15日、9月14日) the number of the list, which is where it begins. */
function withLists(clause: readonly Token[]): readonly Token[] {
  const isJoint = (at: number): boolean => {
    const mark = clause[at];
    if (mark === undefined || !isMark(mark) || clause[at + 2]?.kind !== mark.kind) return false;
    const join = clause[at + 1];
    // (tushare; 2025-12-31, 2026-03-31): whatever parts two dates of a bracket.
    const isOfBracket = mark.kind === "date" && (join?.kind === "clause" || /^[/~]$/.test(join?.op ?? ""));
    return (join?.kind === "join" && join.op === "") || isOfBracket;
  };
  if (!clause.some((_, at) => isJoint(at))) return clause;
  let list = 0;
  return clause.map((each, at) => {
    if (isJoint(at) && !isJoint(at - 2)) list = each.start + 1;
    const isListed = isMark(each) && (isJoint(at) || (at > 1 && isJoint(at - 2)));
    return isListed ? { ...each, count: list } : each;
  });
}

/** Of a sentence without a number there is nothing to cover. */
const uncovered: Coverage = {
  direct: new Map(),
  prefix: noMarks(),
  suffix: noMarks(),
  recent: new Map(),
  later: new Map(),
  hasNumber: false,
};

/** Of one without a source, date or time nothing is covered by it. */
const unattributed: Coverage = { ...uncovered, hasNumber: true };

const holdsNumber = (clause: readonly Token[]): boolean => clause.some(({ kind }) => kind === "number");

/**
 * Gives each mark of a sentence to its numbers: before the first number of its clause forward, after a number back to all
 * numbers that have no such mark yet, in a clause without numbers back, else forward.
 */
export function coverSentence(sentence: Sentence): Coverage {
  const { clauses, counts } = sentence;
  if (counts.number === 0) return uncovered;
  if (counts.source === 0 && counts.date === 0 && counts.time === 0) return unattributed;
  const direct = new Map<Token, Marks>();
  const prefix = noMarks();
  let suffix = noMarks();
  const open = waitingLists();
  // Of them those that no bracket of their own has marked, nor a date right after them: a later mark (of that kind, after a
  // bracket of any kind) in a clause of another number is not the others'.
  const untouched = waitingLists();
  const recent = new Map<Token, Marks>();
  const later = new Map<Token, Marks>();
  // The whole of 2025, 17.74%, …: those that the sentence has begun with a date of.
  const headed = new Set<Token>();
  // in Q1 2026 after RMB 33.71 billion in Q1 2025, net profit … after …: the date of the last base is that of the next.
  let lastBase: Token | null = null;
  let last = noMarks();
  const marking: { readonly one: Token; readonly kinds: readonly MarkKind[] }[] = [];
  let forward = noMarks();
  let started = false;
  for (const [index, clause] of clauses.entries()) {
    const hasNumber = holdsNumber(clause);
    if (!hasNumber && !clause.some(isMark)) continue;
    const ahead = noMarks();
    let inClause = false;
    let once: Token | null = null;
    let lastNumber: Token | null = null;
    const settled: { readonly kind: MarkKind; readonly one: Token }[] = [];
    let depth = 0;
    const listed = withLists(clause);
    for (const [at, each] of listed.entries()) {
      if (each.kind === "open") depth++;
      if (each.kind === "close") depth = Math.max(0, depth - 1);
      if (isMark(each) && started) put(suffix, each);
      if (each.kind === "number") {
        const ofBase = lastBase !== null && isBase(listed, at) ? { ...noMarks(), dates: [lastBase] } : null;
        recent.set(each, ofBase ?? last);
        if (prefix.dates.length > 0 && ahead.dates.length === 0) headed.add(each);
        lastNumber = each;
        const marks = {
          sources: [...forward.sources, ...ahead.sources],
          dates: [...forward.dates, ...ahead.dates],
          times: [...forward.times, ...ahead.times],
        };
        direct.set(each, marks);
        if (once !== null) ahead.dates.splice(ahead.dates.indexOf(once), 1);
        once = null;
        for (const kind of markKinds) {
          if (listOf(marks, kind).length > 0) continue;
          open[kind].add(each);
          untouched[kind].add(each);
        }
        if (marking.length > 0)
          for (const { one, kinds } of marking.splice(0))
            for (const kind of kinds) untouched[kind].delete(one);
        inClause = true;
        started = true;
        suffix = noMarks();
      } else if (isMark(each)) {
        const lacking = open[each.kind];
        const waiting = hasNumber ? untouched[each.kind] : lacking;
        const isAhead = each.kind === "date" && depth === 0 && isSaidAhead(clause, at, clauses[index + 1]);
        const isAllHeaded = [...waiting].every((one) => headed.has(one));
        const goesBack = hasNumber ? inClause : started && waiting.size > 0 && !(isAhead && isAllHeaded);
        const isOwnYear = depth === 0 && isYearOfNext(clause, at);
        const isSide = depth === 0 && isOfOneSide(clause, at);
        const base = inClause && isOfBase(clause, at) ? lastNumber : null;
        const own = base === null ? undefined : direct.get(base);
        if (base !== null && own !== undefined) {
          direct.set(base, { ...own, dates: [each] });
          lastBase = each;
          open.date.delete(base);
          untouched.date.delete(base);
        } else if (inClause && depth === 0 && isOfReport(clause, at)) {
          put(ahead, each);
          last = { ...noMarks(), dates: [each] };
        } else if (inClause && (isOwnYear || (isOfNext(clause, at) && depth === 0 && lacking.size === 0))) {
          ahead.dates.splice(0);
          put(ahead, each);
          if (!isSide) last = { ...noMarks(), dates: [each] };
        } else if (goesBack) {
          const isOwn = (one: Token): boolean =>
            depth > 0 || !hasNumber || !headed.has(one) || one.start > (clause[0]?.start ?? 0);
          const all = each.kind === "date" ? [...waiting].filter(isOwn) : [...waiting];
          const targets = waiting.size > 0 || lastNumber === null ? all : [lastNumber];
          settleBack(direct, targets, each);
          for (const one of targets) settled.push({ kind: each.kind, one });
          const kinds = depth > 0 ? markKinds : [each.kind];
          for (const one of waiting) marking.push({ one, kinds });
          if (depth === 0 && each.kind === "date") last = { ...noMarks(), dates: [each] };
        } else if (hasNumber) {
          // 换手率0.41%的A,5月7日收盘…: not a number whose own bracket has left its date out.
          const isHead = each.kind === "date" && depth === 0 && !isOwnYear;
          if (isHead && later.size === 0 && ahead.dates.length === 0) {
            const bracketed = new Set(marking.map(({ one }) => one));
            for (const one of waiting)
              if (!bracketed.has(one)) later.set(one, { ...noMarks(), dates: [each] });
          }
          put(ahead, each);
          // 高于前一日(9月3日)的40.66元,涨1.33%: the other side of a comparison has its date in passing.
          const isOther =
            depth > 0 && clause.slice(Math.max(0, at - 8), at).some(({ kind }) => kind === "compare");
          if (isSide) once = each;
          if (each.kind === "date" && !isOther && !isSide) last = { ...noMarks(), dates: [each] };
          if (!started && !isSide) put(prefix, each);
        } else if (!started) put(prefix, each);
        else put(forward, each);
      }
    }
    if (hasNumber) forward = noMarks();
    for (const { kind, one } of settled) {
      open[kind].delete(one);
      untouched[kind].delete(one);
    }
  }
  return { direct, prefix, suffix, recent, later, hasNumber: started };
}

/** Gives a mark to the numbers that wait for one; a second mark of a kind in one bracket (akshare/tushare) goes to those of the first. */
function settleBack(direct: ReadonlyMap<Token, Marks>, targets: readonly Token[], each: Token): void {
  for (const target of targets) {
    const marks = direct.get(target);
    if (marks !== undefined) put(marks, each);
  }
}

/** What a mark is compared with. */
export type Dated = Pick<BookClaim, "cite" | "asOf" | "fetchedAt" | "isRealtime">;

export const sourceFits = (each: Token, entry: Dated): boolean => each.op === entry.cite.source.toLowerCase();
export const dateFits = (each: Token, entry: Dated, now: Moment): boolean =>
  isDayOf(each, entry.asOf.day, now);
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
  // 一季度27.41%,去年同期28.90%(tushare,2026-03-31): the dates around it are of the period that it is set beside.
  const isYearAgo = marks.dates.some(({ op }) => op === yearAgoOp);
  const fits = (each: Token): boolean =>
    dateFits(each, entry, now) ||
    (isYearAgo && each.op !== yearAgoOp && isDayOf(each, yearAfter(entry.asOf.day), now));
  const datesFit = eachListFits(marks.dates, fits);
  return datesFit && marks.times.every((each) => timeFits(each, entry)) ? null : "wrong_date";
}

/** Looks for source and date of the claim in the number's own marks, then in the wider ones, in order; `isDated` where its words tell the day. */
export function attributionFault(
  levels: readonly Marks[],
  entry: BookClaim,
  now: Moment,
  isDated: boolean,
): MarkFault | "missing_attribution" | null {
  const sources = levels.find((marks) => marks.sources.length > 0)?.sources;
  // (akshare). … (baostock, 2026-05-07): the date behind another source is not that of a number which has a source of its own.
  const isOwn = levels[0] !== undefined && levels[0].sources.length > 0;
  const isOfOther = (marks: Marks): boolean =>
    isOwn && marks.sources.length > 0 && !marks.sources.some((each) => sourceFits(each, entry));
  const dates = levels.find((marks) => marks.dates.length > 0 && !isOfOther(marks))?.dates;
  if (sources === undefined || (dates === undefined && !isDated)) return "missing_attribution";
  if (!sources.some((each) => sourceFits(each, entry))) return "wrong_source";
  return dates === undefined || dates.some((each) => dateFits(each, entry, now)) ? null : "wrong_date";
}
