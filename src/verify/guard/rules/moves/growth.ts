/** 环比增长7.65%, rose 7.65% from the previous quarter, of a growth over the year: what a rate of growth is said to be reckoned from. */

import { type Bench, companyAt, type Match, metricsNamed } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { type Token, textOf } from "../../tokens/token.ts";
import { grewBy } from "./turned-ways.ts";

const quarters = "(?:季度?|期|月(?:份)?|周|半年)";
const han = rare(
  pattern`环比|按季|(?:较|比|相比|相较|对比|与|跟|和|同)于?(?:上一?个?${quarters}|前一?个?${quarters}|前三个月|年初|[上去]年(?:年?末|年?底|[二三四下][季半])|[二三四]季度?)(?!同)`,
);
const shorter = "(?:quarter|month|week|period|half(?:-year)?|three months)";
const english = rare(
  pattern`(?<![a-z])(?:(quarter|month|week|half)[- ](?:on|over)[- ]\1|[qmw](?:/|-o-|o)[qmw]|sequential(?:ly)?|(?:from|on|over|than|versus|vs\.?|against|with|to|since) (?:(?:the|a|its|their) )?(?:(?:immediately )?(?:previous|prior|preceding|last) ${shorter}|${shorter} (?:before|earlier|ago)|(?:quarter|month|week)(?= ?(?:[,.;:()]|$|was|is|and|to|by))))(?![a-z])`,
);
const denied =
  /(?:不是|并非|而非|并不是|非|不含|没有?|无)(?:指|按|用)?$|(?<![a-z])(?:not|no|isn't|rather than|never)(?: [a-z]+)? $/;
const annual = /环比|qoq|quarter[- ]on[- ]quarter|month[- ]on[- ]month/;
const reach = 16;

/** What is said of the number in its clause, up to the numbers beside it. */
function saidOf({ quantity: { token, clause }, part }: Match, lower: string): string {
  const own = part.sentence.clauses[clause] ?? [];
  const numbers = own.filter(({ kind }) => kind === "number");
  const at = numbers.findIndex(({ start }) => start === token.start);
  const from = numbers[at - 1]?.end ?? own[0]?.start ?? token.start;
  return lower.slice(from, numbers[at + 1]?.start ?? own.at(-1)?.end);
}

const says = (text: string): boolean =>
  [han, english].some((each) => {
    const found = each.exec(text);
    return found !== null && !denied.test(text.slice(Math.max(0, found.index - reach), found.index));
  });

/** Reports a growth over the year that is said to be over a quarter, a month or any other shorter time. */
export function checkGrowthBasis({ input: { lower, lexicon }, matches, report }: Bench): void {
  if (!han.test(lower) && !english.test(lower)) return;
  for (const match of matches) {
    const isOfYear = match.options.every(
      ({ claim: { metric } }) =>
        lexicon.basesOf(metric).length > 0 && !lexicon.wordsOf(metric).some((word) => annual.test(word)),
    );
    if (isOfYear && says(saidOf(match, lower))) report(match.quantity.token, "window");
  }
}

// 净利润的同比增速没有查到, 至于增长多少,暂无数据: a growth whose size is said not to be at hand is none that was said.

const gap =
  "[,，:：]? ?(?:我|我们|这边|这里|这次|本次|此次|暂时|目前|今天|暂|也|都|均|还|尚|则|并|在数据源里?|数据源){0,3}";
const none =
  "(?:(?:没有?|未能?|无法|尚未|还没)(?:能|被|成功|直接|相关|对应|现成的?)?(?:数据|资料|查|取|找|拿|获|返回|提供|披露|公布|给出|得知|到|对应|$)|无(?:数据|相关)|缺失|缺少|暂缺|暂无|空缺|查不到|拿不到|取不到|不可得|不详)";
/** 增速, 增幅 or 增长多少, and right behind it that it is missing. */
const behind = pattern`^(?:率|的?(?:具体)?(?:数据|数值|数字|情况|百分比)|(?:了|的是)?多少)?${gap}${none}(?:[到得取]{0,2}(?:同比|环比))?[^,，。;；的比高低]{0,8}(?:$|[,，。;；:：!！?？)）\n])`;
/** 没有查到净利润的同比增速 */
const before =
  /(?:(?:没有?|未能?|无法|尚未|还没)(?:能|被|成功|直接)?(?:查|取|找|拿|获|返回|提供|披露|公布|给出|得知)[到取得询回]{0,2}|暂无|缺少|查不到|拿不到|取不到)[^,，。;；\d]{0,14}$/;
const noun = /^(?:增速|增幅|增长|增减)/;
const sized = /[高大速快稳强剧猛]幅?度?$|高速$|快速$|大幅$|持续$/;
const missingReach = 34;

/** 增长没有返回 of a word that is no noun: 多少 or 率 must make it one. */
const isNoun = (word: string, after: string): boolean =>
  /[速幅]$/.test(word) || /^(?:率|(?:了|的是)?多少)/.test(after);

export function isMissingGrowth({ start, end, op }: Token, lower: string): boolean {
  if (op !== "growth") return false;
  const word = lower.slice(start, end);
  // 大幅增长多少没有查到: that it grew is said.
  if (!noun.test(word) || sized.test(lower.slice(Math.max(0, start - 3), start))) return false;
  const after = lower.slice(end, end + missingReach);
  if (isNoun(word, after) && behind.test(after)) return true;
  // 没有查到增长的原因: what is missing is another thing.
  const isWhole = /^(?:率|的?(?:具体)?(?:数据|数值|数字|情况|幅度|比例))?(?=$|[,，。;；!！()（）\n])/.test(
    after,
  );
  return isWhole && before.test(lower.slice(Math.max(0, start - missingReach), start));
}

// 盈利增长, 盈利能力提升: how the earnings went, which the word of growth behind them leaves to them to name.

const said =
  /^盈利(能力|水平|质量)?(?:来看|方面|看)?(?:也|都|均|则|在|正|已|明显|显著|有所|大幅|小幅|持续|进一步|继续|稳步|逐步|略有|不断|得到|,){0,3}(?:(提升|增强|增长|改善|上升|提高|回升|走强|转好|变强|变好|优化|好转|增加)|(承压|转差|下降|减弱|下滑|恶化|走弱|转弱|减少|变弱|变差|回落))(?!预期|多少|率|速|幅|空间|前景|与否|潜力|原因|的?(?:原因|预期|前景|判断|担忧|担心|可能|风险))/;
/** 盈利质量更好, 基本面更好: of what no claim measures. */
const unmeasured =
  /^(?:盈利质量|基本面)(?:来看|方面|看)?(?:也|都|均|则|在|已|明显|显著|有所|整体|,){0,3}(?:[更较变转][好强优佳稳差弱]|向好|改善|优化|恶化|承压|扎实|稳健|稳固|良好|优秀)/;
/** One of these stands in every text that says so. */
const mayBeOf = /盈利|基本面/;
const earningReach = 24;
const mostWords = 20;

/** Reports such a word unless the growth of the net profit, shown in the text, bears it out. */
export function checkEarningPower(part: Part, bench: Bench): void {
  const { lower, lexicon } = bench.input;
  if (!mayBeOf.test(textOf(part.sentence.tokens, lower))) return;
  let judged = 0;
  for (const clause of part.sentence.clauses)
    for (const [at, each] of clause.entries()) {
      if (each.kind !== "direction" && each.op !== "盈利" && each.op !== "基") continue;
      const isOf = lower.startsWith("盈利", each.start) || lower.startsWith("基本面", each.start);
      const ahead = isOf ? lower.slice(each.start, each.start + earningReach) : "";
      const found = unmeasured.exec(ahead) ?? said.exec(ahead);
      if (found === null || ++judged > mostWords) continue;
      const isDenied = clause
        .slice(0, at)
        .some(
          ({ kind, op }) =>
            kind === "negation" || op === "asked" || /^(?:[不没未否若]|如果|假如|一旦)$/.test(op),
        );
      if (isDenied || bench.isFact(clause)) continue;
      if (unmeasured.test(ahead)) {
        bench.report(each, "direction_unsupported");
        continue;
      }
      const metrics =
        found[1] === undefined
          ? lexicon.profits
          : ["净资产收益率", "毛利率"].flatMap((name) => metricsNamed(name, lexicon));
      const sign = found[2] === undefined ? -1 : 1;
      if (grewBy(companyAt(each, part, bench), metrics, bench) !== sign)
        bench.report(each, "direction_unsupported");
    }
}
