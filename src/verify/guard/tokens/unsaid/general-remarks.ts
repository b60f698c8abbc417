/**
 * What holds of a measure or of a class of companies as such: 大盘股的换手率往往偏低, ROE受盈利能力影响, so a higher ratio means
 * that investors pay more. Asked of a clause that names no company, day, source or amount and points at nothing shown.
 */

import { pattern } from "../../lexicon/patterns.ts";
import { pointsAtThing } from "../pointing.ts";
import type { Reading } from "../reading.ts";
import { kindsOf, type Token } from "../token.ts";

/** Where a measure is named, whatever its name. */
const measure = "¤";
const ofMeasure = kindsOf("metric foreign");
const indicators = /^(?:rsi|macd|kdj|roe|p\/e|p\/b|pe|pb)/;

/** The clause with each measure as one sign, so that a form is told once for all of them. */
function masked(own: readonly Token[], lower: string, isOfOne: boolean): string {
  let text = "";
  let from = own[0]?.start ?? 0;
  for (const { kind, start, end } of own) {
    const isMeasure =
      ofMeasure.has(kind) ||
      (isOfOne && kind === "pair") ||
      (kind === "licensed" && indicators.test(lower.slice(start, end)));
    text += lower.slice(from, start) + (isMeasure ? measure : lower.slice(start, end));
    from = end;
  }
  return text;
}

const because = "(?:由于|因为|因)";
const grade = "(?:[较偏更]为?|相对[较偏]?|比较)[高低大小多少]";
const share =
  "(?:大盘|中盘|小盘|中小盘|周期|成长|价值|蓝筹|高成长|大市值|小市值|大型[^,，了]{1,4}|小型[^,，了]{1,4})股";
const company =
  "(?:(?:轻资产|重资产|高成长|成熟|周期|消费|科技|制造|软件|大型|小型|同类|这类|此类|类似|一般)(?:[型性类]|行业)?的?){1,3}(?:软件|消费|科技|制造|金融|上市)?(?:公司|企业|银行)";
const graded = `[^,，了]{1,6}${grade}的(?:公司|企业|股票|个股|银行)`;
const leveraged = "[高低轻重][^,，了]{1,4}的(?:公司|企业)";
const kind = `(?:${leveraged}|${share}|大盘蓝筹|蓝筹|${company}|${graded})(?:来说|而言)?`;
const ofKind = `(?:而|但|对于?)?${kind}的?`;
const own = `(?:这一?个?${measure}|这[个一](?:指标|比率|比例)|${measure}|指标|股价|数值)的?(?:水平)?`;
const habit = "(?:反而|也|都)?(?:往往|通常|一般|常常|大多|多半)(?:反而|会|也|都)*";
const condition = "(?:在[^,，了]{1,8}时)?";

/** 大盘股的换手率往往偏低: how those of a class mostly are. */
const mostly = pattern`^${ofKind}${condition}(?:${own})?${habit}(?:不算|不|${grade}$)`;
/** ,换手率往往偏低: the same, said of the class that the clause before names. */
const mostlyBehind = pattern`^${own}${habit}(?:不算|不|${grade}$)`;
/** 市净率偏高比较常见 */
const common = pattern`^(?:${ofKind})?${own}(?:[较偏更]为?[高低大小])(?:属于|算是|是|都|也|并)*(?:比较|较为|较|很|十分|不)?(?:常见|少见|罕见)的?(?:现象|情况|事)?$`;
/** 大盘股由于流通盘较大: what a class is, ahead of what follows from it. */
const ofClass = pattern`^(?:${ofKind}${because}?[^,，了]{1,8}${grade}|(?:对于?)?(?:${graded}|${leveraged}))$`;
/** 不同行业的市盈率差异较大 */
const differing = pattern`^(?:不同|各个?|跨)[^,，了]{1,8}(?:的${own})?(?:之间)?的?(?:差异|差别|区别)(?:往往|通常|一般)?(?:较|很|比较)?(?:大|明显)$`;
/** 增长预期也会影响估值: of nouns alone. */
const swaying =
  /^[^,，了]{2,18}(?:也|都|还|同样|均)会影响[^,，了]{1,14}$|^¤[^,，了]{0,4}受[^,，了]{2,12}影响$/;
/** RSI看涨跌动能, 换手率体现交投活跃程度: what it is a measure of. */
const meaning = /^¤(?:既|主要|更多|是)?(?:衡量|反映|体现|看|刻画|度量|表示|描述)的?(?:是)?[^,，了出]{2,20}$/;
const behind = /^(?:能力|水平|质量|预期|前景|潜力|性|波动|低点|高点|程度|与否|动能|的?快慢)/;

const thing = "(?:reading|ratio|multiple|number|figure|value|rate|yield|margin|¤)";
/** so a higher ratio means that investors pay more: what any such value would mean. */
const meaningOfAny = pattern`^(?:so |and |but |because )?an? (?:high|low|higher|lower|larger|smaller) ${thing} (?:just |simply |merely |only )?(?:means|implies)(?: that)? (?:¤|losses|investors|buyers|sellers|the market|people)(?![a-z])`;
/** P/E can rise even when the price falls: of the measure, whatever its value. */
const whateverHappens =
  /^(?:so |and |but )?(?:¤|multiples|margins) can (?:also )?(?:rise|fall|be (?:lifted|raised|lowered|distorted)) (?:even (?:when|if)|by|simply because)(?![a-z])/;
/** where investors weigh growth: of all of them. */
const ofInvestors =
  /^(?:where|because|since|as|while|and|but) (?:investors|markets|buyers|analysts|lenders|shareholders) (?:often |usually |also |tend to )?(?:weigh|look at|focus on|care about|consider|balance|compare)(?![a-z])/;
const ahead =
  /(?:strong|fast|slow|weak|rapid|solid|robust|high|low|recent|new|renewed|sluggish|its|their|this|that)(?:er)? (?:earnings |profit |revenue )?$/;
const reach = 24;

const adding = /accumulat|cumulative|intraday|so far|running total|累计|累积|盘中/;
/** It should climb as trading continues: what adds up through the day. */
const addsUp =
  /^(?:so |and |but )?(?:(?:please )?expect (?:it|this|the (?:figure|number|total)) to|(?:it|this|(?:the|this) (?:figure|number|total|reading)|¤)(?: is [a-z ,]{1,30})?(?: and)? (?:should|will|can only|may still|is likely to|is bound to)) (?:still |only |keep )?[a-z]+(?: further| higher)? (?:before|by|until|till|as|through|during|over) (?:the |this )?(?:close|¤|end of the (?:day|session)|trading (?:continues|goes on)|(?:rest of the )?(?:day|session)(?: (?:goes on|continues|wears on))?)$|^(?:所以|因此)?(?:到|至)?(?:收盘|¤)(?:前|时|之前)?(?:这个数|该数值|数值|数字|¤)?(?:一般|通常|应该|大概率)?(?:还|仍)?会(?:继续|再|进一步)?[上增][升涨加大]$/;

/** 盈利能力, 涨跌动能, growth expectations: a noun that says no way. */
function isNoun({ start, end, kind: of }: Token, lower: string): boolean {
  const word = lower.slice(start, end);
  if (of === "event") return /^(?:程度|与否)/.test(lower.slice(end, end + 2));
  if (/[涨看]/.test(lower.charAt(start - 1)) && word === "跌") return true;
  if (/^(?:盈利|增长)$/.test(word)) return behind.test(lower.slice(end, end + 2));
  return (
    word === "growth" &&
    !ahead.test(lower.slice(Math.max(0, start - reach), start)) &&
    !/^ (?:is|was|has|will|which|of|picks|slows|accelerates)(?![a-z])/.test(lower.slice(end, end + 12))
  );
}

const stating = kindsOf("direction compare event derived");
/** Of a company, a day, an amount, or of what will be. */
const particular = kindsOf(
  "company entity number quantity date time relative realtime superlative scope count pair user source window",
);
const pointless =
  /大盘(?=股|蓝筹)|(?<=不同|跨)行业|行业(?=属性|特点|特性|格局|竞争)|市场(?=给|愿意)|(?<=大型|小型)[^,，]{1,4}股|^(?:so|and|but|because|since|as|where|while) /g;

/** 大盘股, 体现, 现象: words of which a part is the name of an index or a word of now. */
const isPartOfWord = ({ kind: of, start, end }: Token, lower: string): boolean =>
  of === "entity"
    ? /^(?:股|蓝筹|属性|特点|特性|格局|竞争)/.test(lower.slice(end, end + 2)) ||
      /(?:不同|跨)行业/.test(lower.slice(Math.max(0, start - 2), end + 1))
    : of === "realtime" && (/[体表呈]/.test(lower.charAt(start - 1)) || lower.charAt(end) === "象");

/** How such a clause stands: by itself, or only ahead of another. */
export type General = "alone" | "ahead" | null;

export function generalForm(
  clause: readonly Token[],
  { lower, claims, lexicon }: Reading,
  isBehind: boolean,
): General {
  // 前者, where there is but one company: the one measure.
  const isOfOne =
    clause.some(({ kind: of }) => of === "pair") &&
    new Set(claims.map((each) => (each.kind === "numeric" ? each.code : ""))).size === 1;
  const isParticular = (each: Token): boolean =>
    particular.has(each.kind) && !(isOfOne && each.kind === "pair") && !isPartOfWord(each, lower);
  if (clause.some(isParticular)) return null;
  const text = masked(clause, lower, isOfOne);
  if (addsUp.test(text) && adding.test(lower)) {
    const isActivity = claims.every(
      (each) => each.kind !== "numeric" || lexicon.activity.includes(each.metric),
    );
    return isActivity && clause.every(({ kind: of, sign }) => of !== "direction" || sign > 0)
      ? "alone"
      : null;
  }
  const any = [meaningOfAny, whateverHappens].find((form) => form.test(text));
  if (any !== undefined) {
    const rest = text
      .replace(any, "")
      .replace(/(?<![a-z])(?:have(?= been)|the market(?= )|the (?=price))/g, "");
    return pointsAtThing(rest) || clause.some(({ kind: of }) => of === "forecast") ? null : "alone";
  }
  if (pointsAtThing(text.replace(pointless, "").replace(/这[个一]?(?=¤)/, ""))) return null;
  const isPlain = clause.every((each) => !stating.has(each.kind) || isNoun(each, lower));
  if (isPlain && (swaying.test(text) || meaning.test(text) || ofInvestors.test(text))) return "alone";
  if (clause.some((each) => each.kind === "direction" && !isNoun(each, lower))) return null;
  if (mostly.test(text) || common.test(text) || differing.test(text)) return "alone";
  if (isBehind && mostlyBehind.test(text)) return "alone";
  return ofClass.test(text) ? "ahead" : null;
}
