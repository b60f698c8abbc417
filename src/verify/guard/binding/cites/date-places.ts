/** Of which number a date of a clause is that stands between its numbers. */
import type { Token } from "../../tokens/token.ts";

const beforeNumber: ReadonlySet<string> = new Set(["metric", "open", "approximate", "direction"]);

/** 从11月16日的10.20元升至11月17日的10.50元, 一季度末的91.96%: a date right before a number, joined to it by 的 or nothing. */
export function isOfNext(clause: readonly Token[], at: number): boolean {
  if (clause[at]?.kind !== "date") return false;
  const next = clause
    .slice(at + 1, at + 6)
    .find(({ kind, op }) => !beforeNumber.has(kind) && !/^[的末底]$/.test(op));
  return next?.kind === "number";
}

/** closed at CNY 88.34 and its 2025 revenue was RMB 67.3 billion: the bare year of the measure right after it, which has its number. */
export function isYearOfNext(clause: readonly Token[], at: number): boolean {
  const [each, measure] = clause.slice(at, at + 2);
  if (each?.date?.month !== null || each.end - each.start !== 4 || measure?.kind !== "metric") return false;
  const before = clause[at - 1];
  const opens =
    before === undefined ||
    before.kind === "join" ||
    /^(?:and |with )?(?:its|their|with|and)$/.test(before.op);
  return opens && clause.slice(at + 2, at + 7).find(({ kind }) => kind !== "fill")?.kind === "number";
}

/** 由2024年的75.31%降至…, 高于2024年的924.96亿元: of the one number after it, which is only set beside what the sentence is of. */
export function isOfOneSide(clause: readonly Token[], at: number): boolean {
  const before = clause[at - 1];
  const isSide =
    before?.kind === "compare" ||
    (before?.kind === "sourceMark" && before.end - before.start === 1) ||
    /^[由从自比较]$/.test(before?.op ?? "") ||
    before?.op === "beside";
  return isSide && clause[at]?.kind === "date" && isOfNext(clause, at);
}

const beforeBase: ReadonlySet<string> = new Set(["versus", "beside", "than", "after"]);
const mostToBase = 4;

/** up 7.1% from RMB 38.75 billion, after RMB 33.71 billion, RMB 34.02 billion (RMB 33.71 billion: what the number before it is set beside. */
export function isBase(clause: readonly Token[], at: number): boolean {
  const near = clause.slice(0, at);
  const head = near.findLast(({ kind }) => kind !== "fill" && kind !== "metric");
  if (head?.kind === "open") return near.at(-1) === head && near.at(-2)?.kind === "number";
  return head?.kind === "sourceMark" || beforeBase.has(head?.op ?? "");
}

/** up 7.1% from RMB 38.75 billion in Q1 2025: the date right behind what a growth sets out from, which is of that number alone. */
export function isOfBase(clause: readonly Token[], at: number): boolean {
  if (clause[at]?.kind !== "date") return false;
  const number = clause.slice(0, at).findLastIndex(({ kind }) => kind !== "fill");
  return clause[number]?.kind === "number" && at - number <= mostToBase && isBase(clause, number);
}

/** than that of FY2024, when it fell…; on 7 May 2026, at CNY 402.84: a date, in a clause without numbers, of what the next clause shows. */
export function isSaidAhead(
  clause: readonly Token[],
  at: number,
  next: readonly Token[] | undefined,
): boolean {
  if (next === undefined || !next.some(({ kind }) => kind === "number")) return false;
  if (next.some(({ kind }) => kind === "date")) return false;
  return (
    clause.slice(0, at).some(({ kind }) => kind === "compare") ||
    (at === 1 && /^(?:on|in|for|at)$/.test(clause[0]?.op ?? ""))
  );
}

/** next to its first-quarter accounts: of what follows, and of no number before it; 41.07% in its first-quarter report is of it. */
export const isOfReport = (clause: readonly Token[], at: number): boolean =>
  clause[at]?.kind === "date" &&
  /^(?:accounts|statements|report|results|figures|numbers)$/.test(clause[at + 1]?.op ?? "") &&
  /^(?:its|their|the)$/.test(clause[at - 1]?.op ?? "") &&
  !/^(?:in|from|per|of|for)$/.test(clause[at - 2]?.op ?? "");
