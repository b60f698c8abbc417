/** What a measure is, in general: a clause about no company, day or number says nothing that a claim would have to hold. */

import { pointsAtThing } from "../../tokens/pointing.ts";
import { type Clause, lastOf, type Token, type TokenKind, textOf } from "../../tokens/token.ts";
import type { Sentence } from "../structure.ts";

/** Whatever is said of a company, a moment or an amount is no definition. */
const particular: ReadonlySet<TokenKind> = new Set([
  "company",
  "entity",
  "number",
  "quantity",
  "date",
  "time",
  "relative",
  "realtime",
  "superlative",
  "scope",
  "count",
  "window",
  "forecast",
  "pair",
  "user",
  "source",
  "sourceMark",
]);

/** What may stand before the measure that is defined. */
const lead =
  /^(?:先说(?:概念|定义)|概念上|定义上|按定义|顾名思义|首先|所谓的?|(?:简单|通俗|一般|通常)(?:地|来)?[说讲]|(?:simply put|put simply|in short|by definition)|the|an?)? ?[:,，]? ?$/;
const begins =
  /^(?:就|也就|即)?(?:是|指(?![标数向出])|即|等于|=|衡量|反映|表示|[用由按以][^,，。;；]{1,24}(?:计算|得出|得到|算出)|is an? |is the |is (?:the )?(?:share )?price |is (?:[a-z-]+ ){1,4}divided by |is computed |measures |compares |gauges |expresses |means |tells )/;
const ofKind =
  /之比|比率|比值|÷|计算|指(?![标数向出])|比例|指标|衡量|反映|除以|是指|指的是|平均|均值|(?<![a-z])(?:ratio|indicator|oscillator|measures?|gauges?|compares|divided by|multiple|average)(?![a-z])/;
/** 反映回本的快慢: how much of a thing, not that it is so. */
const degree =
  /^(?:也|还|并|且)?(?:可以?|常|常用)?(?:用来|用于)?(?:反映|衡量|体现|表示|代表|观察|判断|评估|理解为|理解成|看作|视为)(?:的是|出)?[^,，。;；]{1,20}(?:快慢|年数|年限|时间|周期|速度|高低|大小|多少|强弱|贵贱|长短|程度|水平|能力|力度|关系|冷热|热度|意愿|效率|与否)$|^(?:(?:and )?is used |used )?(?:measuring|showing|gauging|to (?:measure|show|gauge)|which (?:measures|shows|gauges)) (?:how|the (?:speed|strength|pace|size|degree|cost|price))(?![a-z])/;
/** 越低越便宜, 数值越大说明力度越强. */
const graded = /越[高低大小强弱多少长短快慢][^越]{0,20}越[^来越]/;
const gradedHead = /越[高低大小强弱多少长短快慢](?:时|的时候)?$/;
const gradedEnd = /越[^来越]/;
const gradedOf =
  /^(?:而|且|即|也就是说|一般来说|通常来说|通常|一般)?(?:这个|这一|该)?(?:指标|它)?的?(?:数值|取值|比值|倍数|指标|读数|比率|分数|数字|值)?$/;
const englishHead =
  /^(?:(?:and|in general) )?the (?:higher|lower|larger|smaller|bigger|greater)(?: (?:it|the (?:reading|value|ratio|number|multiple|figure|rate)))?(?: (?:is|gets|goes))?$/;
const englishEnd = /^the (?:more|less|[a-z]+er)(?![a-z])/;
/** a discount to book means that…: of any, none of them at hand. */
const anyMeans =
  /^(?:and |so )?an? [a-z/-]+(?: [a-z/-]+){0,4} (?:means|implies|suggests|indicates|signals)(?![a-z])/;
/** 读数偏高通常被看作偏热的信号. */
const readAs =
  /^(?:(?:这个|该|一般来说)?(?:指标|读数|数值|比率|倍数|比值)(?:值|数值)?)?(?:偏|较|过|很)?(?:高|低|大|小|高企|为负|为正)(?:时|的时候)?,?(?:通常|一般|往往)(?:会)?被?(?:看作|看成|视为|视作|当作|认为|理解为|解读为|意味|说明|表示)/;
/** What it is read as, not what anybody does: 主力在出货 is none. */
const readAsEnd =
  /(?:信号|迹象|超买|超卖|偏热|偏冷|过热|过冷|偏强|偏弱)(?:的?(?:区间|区域|状态|表现|一种|之一))?$/;
/** 但不等于马上回落, but that does not mean it will fall: after what was said in general. */
const turnsGeneral =
  /^(?:但|不过|然而|可|却|而)?(?:这|它)?(?:并|也|并不|绝)?不(?:等于|代表|意味着?|说明|表示|保证)|^(?:but|though|yet|and)?,? ?(?:it|that|this)? ?(?:does not|doesn't|need not|is no guarantee|is not a guarantee)/;
/** What measures how prices or flows move: the general talk of it may name such moves. */
const ofMoves =
  /rsi|macd|kdj|boll|ma\d|均线|涨跌|涨幅|跌幅|资金流|净流入|净流出|量比|动量|动能|^(?:这个|这一|该)?(?:指标|读数|数值)|(?<![a-z])(?:moving average|momentum|change|flow|inflow|indicator|reading|oscillator)/;
const consequence =
  /说明|意味|表示|表明|看作|视为|(?<![a-z])(?:means?|suggests?|indicates?|implies|signals?)(?![a-z])/;
/** 亏损 is what a measure may stand for, 涨幅 and 增速 are measures. */
const noMove = /[幅速]$|^growth$|亏|盈|loss|profit|流[入出]额$/;
const ofForce = /^(?:的)?(?:力度|动能|动力|势头|空间|压力|意愿|能力)/;
/** 低于一般水平未必便宜: what need not be so. */
const hedged =
  /未必|不一定|不见得|不代表|不意味|(?<![a-z])(?:not necessarily|need not|does not mean|doesn't mean)(?![a-z])/;
const recent = /^(?:近期|近来|近段时间|短期|中期|长期|(?:最近|过去|近)(?:十二|12)个月)$/;
const longest = 300;
const mostClauses = 40;

const measure: ReadonlySet<TokenKind> = new Set(["metric", "foreign", "licensed"]);

/** A sentence that says of no company, day or number how a thing is in general. */
export interface Definition {
  /** The measure that it defines, or null where it tells only how one goes. */
  readonly subject: Token | null;
  /** Its clauses that state nothing of a thing at hand. */
  readonly clauses: readonly Clause[];
}

const nothing: Definition = { subject: null, clauses: [] };

/** 股价上涨, net profit fell: something that happens, which no definition says. */
function saysMove(clause: Clause, lower: string): boolean {
  return clause.some(
    ({ kind, sign, op, start, end }) =>
      sign !== 0 &&
      (kind === "direction" || (kind === "metric" && op !== "noun")) &&
      !noMove.test(lower.slice(start, end)) &&
      !ofForce.test(lower.slice(end, end + 4)),
  );
}

/** True where a clause on its own names a move that its measure says nothing of: 市盈率越高,说明净利润下滑越明显. */
const isOfOtherMove = (clause: Clause, head: Clause, lower: string): boolean =>
  saysMove(clause, lower) && !ofMoves.test(textOf(head, lower).split(consequence)[0] ?? "");

/** Nothing in the clause is said of a company, a moment, an amount or what was spoken of before. */
function isClean(clause: Clause, lower: string): boolean {
  const text = textOf(clause, lower);
  if (text.length > longest || pointsAtThing(text)) return false;
  return clause.every((each, at) => {
    const word = lower.slice(each.start, each.end);
    const isAnyMarket = word === "the market" && /^(?:pays|values|is|puts)$/.test(clause[at + 1]?.op ?? "");
    return !particular.has(each.kind) || isAnyMarket || (each.kind === "window" && recent.test(word));
  });
}

/** 换手率越高: what is graded is a measure or its value, not a price at hand that 越涨越高. */
function isGradedMeasure(clause: Clause, lower: string): boolean {
  const first = clause.findIndex(({ op }) => op === "越");
  const head = clause.slice(0, Math.max(0, first));
  return (
    first >= 0 &&
    (head.some(({ kind }) => kind === "metric") ||
      /^(?:rsi|macd|kdj)$/.test(textOf(head, lower)) ||
      gradedOf.test(textOf(head, lower)))
  );
}

const mayBeGeneral =
  /越|[高低大小负正企](?:时|的时候)?,?(?:通常|一般|往往)|^(?:and |but |so |in general )?(?:an?|the) /;

/** How many clauses from the index on are one sentence of how it goes in general: 越低越便宜, 换手率越高,买卖越活跃. */
function generalAt(clauses: readonly Clause[], at: number, lower: string): number {
  const [clause, next] = [clauses[at], clauses[at + 1]];
  if (clause === undefined) return 0;
  const text = textOf(clause, lower);
  // Most clauses are none: told by a word, before anything is looked into.
  if (!mayBeGeneral.test(text)) return 0;
  if (!isClean(clause, lower) || isOfOtherMove(clause, clause, lower)) return 0;
  if (readAs.test(text)) return readAsEnd.test(text) && !saysMove(clause, lower) ? 1 : 0;
  if (anyMeans.test(text) || (graded.test(text) && isGradedMeasure(clause, lower))) return 1;
  if (next === undefined || !isClean(next, lower) || isOfOtherMove(next, clause, lower)) return 0;
  const isHan =
    gradedHead.test(text) && isGradedMeasure(clause, lower) && gradedEnd.test(textOf(next, lower));
  return isHan || (englishHead.test(text) && englishEnd.test(textOf(next, lower))) ? 2 : 0;
}

const ofBefore =
  /之前|此前|前期|曾|一度|原先|已经?|刚|了(?!解)|(?<![a-z])(?:has|have|had|was|were|already|previously|recent)(?![a-z])/;

/** 但并不代表还会继续涨: turns from what was said in general to what need not follow from it, of nobody. */
const isGeneralTurn = (clause: Clause, lower: string): boolean => {
  const text = textOf(clause, lower);
  return (
    turnsGeneral.test(text) &&
    !ofBefore.test(text) &&
    text.length <= longest &&
    !clause.some(({ kind }) => particular.has(kind) && kind !== "forecast")
  );
};

function generalIn(clauses: readonly Clause[], lower: string): Clause[] {
  const found: Clause[] = [];
  for (let at = 0; at < clauses.length; ) {
    const isTurn = at > 0 && lastOf(found) === clauses[at - 1] && isGeneralTurn(clauses[at] ?? [], lower);
    const count = isTurn ? 1 : generalAt(clauses, at, lower);
    found.push(...clauses.slice(at, at + count));
    at += Math.max(1, count);
  }
  return found;
}

interface Head {
  readonly subject: Token;
  /** Its clauses: 所谓市盈率,就是…: two of them. */
  readonly clauses: readonly Clause[];
}

/** The longest words of a lead are 14 characters. */
const longestLead = 20;
const isShortLead = (clause: Clause): boolean =>
  (lastOf(clause)?.end ?? 0) - (clause[0]?.start ?? 0) <= longestLead;

/** The measure that the sentence begins with, where what follows says what that is. */
function headOf(all: readonly Clause[], lower: string): Head | null {
  const isLed = all.length > 1 && isShortLead(all[0] ?? []) && lead.test(textOf(all[0] ?? [], lower));
  const [first = [], second = []] = isLed ? all.slice(1) : all;
  const subject = first.slice(0, 10).find(({ kind }) => measure.has(kind));
  const start = first[0]?.start ?? 0;
  if (
    subject === undefined ||
    (!(first[0]?.kind === "fill" && first[1] === subject) && !lead.test(lower.slice(start, subject.start)))
  )
    return null;
  const clauses = lastOf(first) === subject ? [first, second] : [first];
  const after = lower.slice(subject.end, subject.end + 40).replace(/^ ?[,，]? ?/, "");
  const said = lower.slice(start, clauses.at(-1)?.at(-1)?.end ?? start);
  return begins.test(after) && ofKind.test(said) && clauses.every((clause) => isClean(clause, lower))
    ? { subject, clauses }
    : null;
}

/** How much of a thing the measure tells, or what need not follow from it, of no measure at hand. */
function isOfDegree(clause: Clause, lower: string): boolean {
  const text = textOf(clause, lower);
  return degree.test(text) || (hedged.test(text) && !clause.some(({ kind }) => kind === "metric"));
}

/** What of the sentence is said in general. */
export function definitionOf({ clauses }: Sentence, lower: string): Definition {
  if (clauses.length > mostClauses) return nothing;
  const head = headOf(clauses, lower);
  if (head === null) return { subject: null, clauses: generalIn(clauses, lower) };
  const { subject } = head;
  // 市盈率等于…,市净率等于…: each clause a definition of its own.
  const more = clauses.filter((clause) => !head.clauses.includes(clause) && headOf([clause], lower) !== null);
  const rest = clauses.filter((clause) => !head.clauses.includes(clause) && !more.includes(clause));
  const degrees = rest.filter((clause) => isClean(clause, lower) && isOfDegree(clause, lower));
  return { subject, clauses: [...head.clauses, ...more, ...degrees, ...generalIn(rest, lower)] };
}
