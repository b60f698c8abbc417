/** Of which number a date of a clause is that stands between its numbers. */
import type { Token } from "../tokens/token.ts";

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

const beforeBase: ReadonlySet<string> = new Set(["versus", "beside", "than"]);
const mostToBase = 3;

/** up 7.1% from RMB 38.75 billion in Q1 2025: the date right behind what a growth sets out from, which is of that number alone. */
export function isOfBase(clause: readonly Token[], at: number): boolean {
  if (clause[at]?.kind !== "date") return false;
  const near = clause.slice(0, at);
  const number = near.findLastIndex(({ kind }) => kind !== "fill");
  if (near[number]?.kind !== "number" || at - number > mostToBase) return false;
  const head = near.slice(0, number).findLast(({ kind }) => kind !== "fill" && kind !== "metric");
  return head?.kind === "sourceMark" || beforeBase.has(head?.op ?? "");
}
