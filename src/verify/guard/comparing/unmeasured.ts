/** 周期波动较大, 受海外需求影响较大, 指标偏高时: an adjective of what no claim measures, or only of the case that it were so. */
import type { Token, TokenKind } from "../tokens/token.ts";
import type { ComparisonInput, Spot } from "./comparison-sides.ts";

/** A clause with any of these speaks of a company, a time or a value at hand. */
const particular: ReadonlySet<TokenKind> = new Set([
  "company",
  "entity",
  "number",
  "count",
  "quantity",
  "date",
  "relative",
  "window",
  "realtime",
  "pair",
  "user",
  "direction",
  "event",
]);
/** With its own subject: not of the company, the day or the price at hand. */
const ofNothing =
  /(?:(?:[\u4e00-\u9fff]{2}(?<![\u4e00-\u9fff]的|股价|价格|短期|近期|中期|长期|盘中|日内|全天|早盘|尾盘|午后|公司|该股|走势|今天|今日)|[\u4e00-\u9fff]价格)(?:波动性?|弹性|起伏)|受[^,，。;；]{2,10}影响|(?:口径|机构|标准|方法|平台)[^,，。;；]{0,4}(?:差异|差别)|不确定性|周期性|敏感度|依赖度|难度)(?:往往|通常|一般|也|都|会|可能|相对)*$/;
const ifSo = /^(?:时|的时候|的话|之际)/;
/** What points to the company or the day at hand. */
const pointing = /它|其(?!他)|该|这[只家]|当日|当天|本股/;
const reach = 14;

export function isUnmeasured({ lower }: ComparisonInput, { flat, at }: Spot): boolean {
  const [word, next] = [flat[at], flat[at + 1]];
  if (word === undefined) return false;
  const before = lower.slice(Math.max(0, word.start - reach), word.start);
  const isCase = ifSo.test(lower.slice(word.end, word.end + 4));
  if (!isCase && (!ofNothing.test(before) || next?.kind === "metric")) return false;
  const from = flat.slice(0, at).findLastIndex(({ kind }) => kind === "clause") + 1;
  const end = flat.findIndex(({ kind }, i) => i > at && kind === "clause");
  const own = flat.slice(from, end < 0 ? flat.length : end);
  const isOfPrice = ({ kind, start, end: stop }: { kind: TokenKind; start: number; end: number }): boolean =>
    kind !== "metric" || isCase || /^(?:价格|股价)$/.test(lower.slice(start, stop));
  const beforeWord = flat.slice(from, at);
  if (pointing.test(lower.slice(beforeWord[0]?.start ?? word.start, word.start))) return false;
  // 与五粮液相比,波动较大
  const isBeside = flat.slice(0, at).some(({ op }, i) => {
    const [before, after] = [flat[i - 1]?.kind, flat[i + 1]?.kind];
    return (
      (op === "reference" && before === "company") ||
      ((op === "beside" || op === "than") && after === "company")
    );
  });
  if (isBeside) return false;
  const isSector = ({ kind, op, start, end: stop }: Token): boolean =>
    kind === "entity" && op !== "market" && /^(?:板块|行业)$/.test(lower.slice(start, stop));
  return (isCase ? beforeWord : own).every(
    (each) => (!particular.has(each.kind) || isSector(each)) && isOfPrice(each),
  );
}

const unlike =
  /(?:业务|模式|行业|口径|结构|情况|逻辑|定位|性质|周期|阶段|赛道|背景|特点|领域|主业|标准|方式)(?:也|都|并|各)?不(?:完全|尽|太)?$/;

/** 业务并不完全相同: two of what no claim measures are said not to be the same. */
export const isUnlike = ({ lower }: ComparisonInput, { flat, at }: Spot): boolean => {
  const start = flat[at]?.start ?? 0;
  return unlike.test(lower.slice(Math.max(0, start - reach), start));
};
