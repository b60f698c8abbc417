/** 净利润的同比增速没有查到, 至于增长多少,暂无数据: a growth whose size is said not to be at hand is none that was said. */
import type { Token } from "../../tokens/token.ts";

const gap =
  "[,，:：]? ?(?:我|我们|这边|这里|这次|本次|此次|暂时|目前|今天|暂|也|都|均|还|尚|则|并|在数据源里?|数据源){0,3}";
const none =
  "(?:(?:没有?|未能?|无法|尚未|还没)(?:能|被|成功|直接|相关|对应|现成的?)?(?:数据|资料|查|取|找|拿|获|返回|提供|披露|公布|给出|得知|到|对应|$)|无(?:数据|相关)|缺失|缺少|暂缺|暂无|空缺|查不到|拿不到|取不到|不可得|不详)";
/** 增速, 增幅 or 增长多少, and right behind it that it is missing. */
const behind = new RegExp(
  `^(?:率|的?(?:具体)?(?:数据|数值|数字|情况|百分比)|(?:了|的是)?多少)?${gap}${none}(?:[到得取]{0,2}(?:同比|环比))?[^,，。;；的比高低]{0,8}(?:$|[,，。;；:：!！?？)）\\n])`,
);
/** 没有查到净利润的同比增速 */
const before =
  /(?:(?:没有?|未能?|无法|尚未|还没)(?:能|被|成功|直接)?(?:查|取|找|拿|获|返回|提供|披露|公布|给出|得知)[到取得询回]{0,2}|暂无|缺少|查不到|拿不到|取不到)[^,，。;；\d]{0,14}$/;
const noun = /^(?:增速|增幅|增长|增减)/;
const sized = /[高大速快稳强剧猛]幅?度?$|高速$|快速$|大幅$|持续$/;
const reach = 34;

/** 增长没有返回 of a word that is no noun: 多少 or 率 must make it one. */
const isNoun = (word: string, after: string): boolean =>
  /[速幅]$/.test(word) || /^(?:率|(?:了|的是)?多少)/.test(after);

export function isMissingGrowth({ start, end, op }: Token, lower: string): boolean {
  if (op !== "growth") return false;
  const word = lower.slice(start, end);
  // 大幅增长多少没有查到: that it grew is said.
  if (!noun.test(word) || sized.test(lower.slice(Math.max(0, start - 3), start))) return false;
  const after = lower.slice(end, end + reach);
  if (isNoun(word, after) && behind.test(after)) return true;
  // 没有查到增长的原因: what is missing is another thing.
  const isWhole = /^(?:率|的?(?:具体)?(?:数据|数值|数字|情况|幅度|比例))?(?=$|[,，。;；!！()（）\n])/.test(
    after,
  );
  return isWhole && before.test(lower.slice(Math.max(0, start - reach), start));
}
