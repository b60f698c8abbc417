import type { Clause } from "./structure.ts";

const missing =
  /(?:没有?|未能?|尚未|暂未|无法|无)(?:能|被|成功|直接)?(?:查|取|找|拿|获|返回|检索|提供|收录|覆盖|相关|对应|可用|公布|披露)|(?:缺失|缺少|暂缺|暂无)|(?:not|n't|no|unable to|could not|without)(?: \w+){0,3} (?:available|found|returned|retrieved|retrieve|fetch|fetched|get|got|find|have|provided|data|figures)|unavailable|missing/;
/** Kinds of words that are then said of what is missing. */
export const missable: ReadonlySet<string> = new Set(["window", "relative", "date", "realtime"]);
const longestMissing = 160;

/** 近30日资金流没有取到: what was not got is not what the numbers after it are of. */
export function saysMissing(clause: Clause, lower: string): boolean {
  const [start, end] = [clause[0]?.start ?? 0, clause.at(-1)?.end ?? 0];
  return end - start <= longestMissing && missing.test(lower.slice(start, end));
}
