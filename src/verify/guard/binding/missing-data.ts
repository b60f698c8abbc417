import { lastOf } from "../lists.ts";
import type { Clause } from "./structure.ts";

const missing =
  /没有(?:近|最近|过去)?[\d一二两三五六十半]{1,3}个?(?:交易日|日|天|周|月|年)[的里内]?(?:数据|走势|行情|记录|[涨跌]{1,2}幅|表现|资料|序列)|(?:没有?|未能?|尚未|暂未|无法|无)(?:能|被|成功|直接)?(?:数据|查|取|找|拿|获|得到|算|给|返回|检索|提供|收录|覆盖|相关|对应|可用|公布|披露)|(?:缺失|缺少|暂缺|暂无|查不到|取不到|拿不到|找不到|得不到|给不出|拆不出|算不出|不在手边)|(?:没有|没)$|(?:not|n't|no|unable to|could not|without)(?: \w+){0,3} (?:available|found|returned|retrieved|retrieve|fetch|fetched|get|got|find|have|provided|data|figures?|records?|values?)|(?:isn't|aren't|is not|are not|not) (?:in|out)(?: yet)?(?=$|[,;. ]*$)|unavailable|missing/;
/** Kinds of words that are then said of what is missing. */
export const missable: ReadonlySet<string> = new Set(["window", "relative", "date", "realtime"]);
const longestMissing = 160;
/** With no data missing: nothing is. */
const nothingMissing =
  /(?<![a-z])(?:no|nothing|without any)(?: \w+){0,3} (?:is |are |was |were )?(?:missing|unavailable)|(?:不是|并非|谁说|怎么会)[^,，。;；]{0,12}(?:不到|没有|缺)|(?:无|没有|未有)[^,，。;；]{0,10}(?:缺失|缺少|暂缺|遗漏)/;

/** 近30日资金流没有取到: what was not got is not what the numbers after it are of. */
export function saysMissing(clause: Clause, lower: string): boolean {
  const [start, end] = [clause[0]?.start ?? 0, lastOf(clause)?.end ?? 0];
  const said = lower.slice(start, end);
  return end - start <= longestMissing && missing.test(said) && !nothingMissing.test(said);
}

const ownWords: ReadonlySet<string> = new Set([
  "company",
  "entity",
  "pair",
  "date",
  "relative",
  "realtime",
  "window",
]);

/** 近一月无相关公告,上涨1.20%: a clause without a company, a time or a measure of its own leans on the one before. */
export function leansOnMissing(next: Clause | undefined, isMove: (metric: string) => boolean): boolean {
  const at = next?.findIndex(({ kind }) => kind === "number") ?? -1;
  const before = next?.slice(0, Math.max(0, at)) ?? [];
  if (before.some(({ kind }) => ownWords.has(kind))) return false;
  return (
    before.some(({ kind, sign, metrics }) =>
      kind === "direction" ? sign !== 0 : kind === "metric" && metrics.some(isMove),
    ) && before.every(({ kind, metrics }) => kind !== "metric" || metrics.some(isMove))
  );
}
