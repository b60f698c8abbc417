/** What a clause does not say to be so: a denied inference or forecast, data that are missing. */

import { type Clause, lastOf, type Token, type TokenKind } from "../tokens/token.ts";

// 不等于会涨, does not mean it will rise: a move that is only said not to follow has not been said to have happened.

const denial =
  /不等于|不等同于|不代表|不意味着?|不(?:能)?(?:说明|保证)|不表示|不(?:一定|必然|见得)就?(?:意味着?|代表|等于|说明|表示)|未必就?(?:意味着?|代表|等于|说明|表示)|(?<![a-z])(?:(?:does|do|need) not|doesn't|don't|not necessarily) (?:necessarily )?(?:mean|imply|guarantee)|(?<![a-z])is (?:not a|no) guarantee(?:s)? (?:of|that)|(?<![a-z])is not the same as/;
/** 继续, further: what goes on has begun; so only what says nothing of before may stand beside the move. */
const plain =
  /^(?:[会将必然就一定要也或者不着马上立刻即短期内]|that|prices?|it|must|a|the|of|any|stock|share|shares|go|going|or|and|to)$/;
const mayStand: ReadonlySet<TokenKind> = new Set(["direction", "forecast", "join", "negation", "licensed"]);
const longest = 200;

const isPlain = ({ kind, op, start, end }: Token, lower: string): boolean =>
  mayStand.has(kind) ||
  (kind === "metric" && !/\d/.test(lower.slice(start, end))) ||
  ((kind === "fill" || kind === "text") && plain.test(op === "" ? lower.slice(start, end) : op));

/** What stands before such a denial, or null where there is none or its clause says more than that something does not follow. */
function headOfDenial(clause: Clause, lower: string): Clause | null {
  const [first, last] = [clause[0], clause.at(-1)];
  if (first === undefined || last === undefined || last.end - first.start > longest) return null;
  const found = denial.exec(lower.slice(first.start, last.end));
  if (found === null) return null;
  const from = first.start + found.index + found[0].length;
  return clause.every((each) => each.start < from || isPlain(each, lower))
    ? clause.filter(({ start }) => start < from)
    : null;
}

/** True where such a denial stands before the word, whatever else its clause says. */
export function isBehindDenial(clause: Clause, word: Token, lower: string): boolean {
  const start = clause[0]?.start ?? word.start;
  return word.start - start <= longest && denial.test(lower.slice(start, word.start));
}

/** True where the word stands after such a denial. */
export function isDeniedInference(clause: Clause, word: Token, lower: string): boolean {
  const head = headOfDenial(clause, lower);
  return head !== null && word.start > (head.at(-1)?.start ?? 0);
}

const missing =
  /没有(?:近|最近|过去)?[\d一二两三五六十半]{1,3}个?(?:交易日|日|天|周|月|年)[的里内]?(?:数据|历史|走势|行情|记录|[涨跌]{1,2}幅|表现|资料|序列)|(?:没有?|未能?|尚未|暂未|无法|无)(?:能|被|成功|直接)?(?:数据|查|取|找|拿|获|得到|算|给|返回|检索|提供|收录|覆盖|相关|对应|可用|公布|披露|更新|出来|出炉|同步|生成)|(?:缺失|缺少|暂缺|暂无|查不到|取不到|拿不到|找不到|得不到|给不出|拆不出|算不出|不在手边)|(?:没有?|暂?无)[^,，;；]{0,6}(?:行情|价格|报价|现价|实时价)$|(?:没有|没)$|(?<![a-z])(?:no|any)(?: \w+)? (?:quote|price)s?(?![a-z])(?! (?:chang|mov))|(?:not|n't|no|unable to|could not|without)(?: [\w-]+){0,3} (?:published|updated|released|refreshed|ready|available|found|returned|retrieved|retrieve|fetch|fetched|get|got|find|have|provided|data|figures?|records?|values?)|(?:isn't|aren't|is not|are not|not) (?:in|out)(?: yet)?(?=$|[,;. ]*$)|(?<![a-z])no \d{1,2}[- ](?:year|quarter|month|week|day)s?(?: of)?(?: [a-z-]{2,12}){0,2} (?:history|series|data|record|figures?|numbers?|trend)(?![a-z])|unavailable|missing/;
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

/** 您问的是今天的实时价,我这里没有: what was asked, and that it is missing. */
export function isAskedAndMissing(clause: Clause, next: Clause | undefined, lower: string): boolean {
  const isAsked = clause.some(({ kind }) => kind === "user") && !clause.some(({ kind }) => kind === "number");
  return isAsked && next?.some(({ kind }) => kind === "number") === false && saysMissing(next, lower);
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

/** did not (…), nor did CMB (…): nothing but whom it is said of stands between the denial and the bracket. */
export const isElliptic = (clause: Clause, at: number): boolean => {
  const denial = clause.slice(0, at).findLastIndex(({ kind }) => kind === "negation");
  return (
    denial >= 0 &&
    at - denial < 5 &&
    clause
      .slice(denial + 1, at)
      .every(({ kind, op }) => kind === "company" || /^(?:did|does|do|has|have|is|was|were|either)$/.test(op))
  );
};
