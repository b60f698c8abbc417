/** 能否涨到5元,没有数据可以支持: what the user asked, said again and left unanswered, states nothing. */

import type { Bench, InspectionInput } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Quantity } from "../binding/quantity.ts";
import type { Sentence } from "../binding/structure.ts";
import { type Clause, kindsOf, lastOf, type Token, type TokenKind, textOf } from "../tokens/token.ts";
import { isPointless } from "./quotes-judged.ts";
import { isWholeLevel } from "./whole-answers.ts";

const unanswered =
  /没有?(?:任何|相关|足够的?|可靠的?)?(?:数据|依据|资料|信息|证据)|无法|没法|没办法|无从|难以|不能(?:判断|确定|预测|回答|保证)|不(?:做|作|给出?|提供)(?:任何)?(?:预测|判断|预判)|不预测|不好说|说不准|不知道|不清楚|不确定|未知|给不出|(?<![a-z])(?:cannot|can't|can not|unable|not able|don't know|do not know|no (?:data|basis|way)|(?:don't|do not|won't|will not) (?:forecast|predict|speculate|guess)|no forecasts?|nothing here|is unknown|isn't known|nobody (?:can|knows)|no one (?:can|knows)|is (?:up to you|your (?:own )?(?:decision|call|choice)))(?![a-z])/;
const longest = 300;
const known = new WeakMap<Sentence, boolean>();

/** Where the sentence begins and ends in the text. */
const spanOf = ({ clauses }: Sentence): { readonly start: number; readonly end: number } => ({
  start: clauses[0]?.[0]?.start ?? 0,
  end: lastOf(lastOf(clauses) ?? [])?.end ?? 0,
});

/** The sentence asks 能否 or whether, and is a question or says that it has no answer. */
function isUnanswered(sentence: Sentence, lower: string): boolean {
  const { start, end } = spanOf(sentence);
  const isShort = end - start <= longest;
  if (!isShort || !sentence.tokens.some(({ op }) => op === "asked")) return false;
  const before = known.get(sentence);
  if (before !== undefined) return before;
  const result = lower.charAt(end) === "?" || unanswered.test(lower.slice(start, end));
  known.set(sentence, result);
  return result;
}

const questionMark = /^(?:(?:问|提问|q|question)\s?:|>(?!\s?[\d=]))/;
const around = /^[^a-z\d\u4e00-\u9fff]+|[ ?？]+$/g;
const asksAtEnd = /[吗么?？]\s*\n?$/;

/** 今天涨停了,跌破1400了吗: only what is asked is, not what stands before it. */
const isAsking = (clause: Clause, { clauses }: Sentence, lower: string): boolean =>
  lastOf(clauses) === clause ||
  asksAtEnd.test(lower.slice(lastOf(clause)?.start, (lastOf(clause)?.end ?? 0) + 1));

type Text = Pick<InspectionInput, "lower" | "asked">;

/** 问:跌破20元了吗, > 跌破20元了吗, or a line of nothing but the question: the user's question said again before its answer. */
function isRepeatedQuestion(sentence: Sentence, { lower, asked }: Text): boolean {
  const { start, end } = spanOf(sentence);
  if (!asksAtEnd.test(lower.slice(Math.max(start, end - 2), end + 1))) return false;
  const ahead = lower.slice(Math.max(0, start - 4), start);
  const isLine = (start < 4 || ahead.includes("\n")) && /(?:^|\n)[ ❓]*$/.test(ahead);
  const own = lower.slice(start, end).replace(around, "");
  return questionMark.test(lower.slice(start, start + 12)) || (isLine && own === asked.replace(around, ""));
}

const besides = kindsOf("number clause open close negation break pair");
const turning: ReadonlySet<string> = new Set("but and 而 但 as because although after".split(" "));
const ending: ReadonlySet<TokenKind> = new Set(["text", "fill", "negation", "forecast", "licensed"]);
const farthest = 16;

/**
 * whether you know it outperformed: what is not known is another thing; 能否继续上涨, 能否止住下跌, 为何下跌: what goes on, ends or has
 * a reason has begun.
 */
const saysMore =
  /(?<![a-z])(?:you|know|that|further|continue|keep|again|extend|resume|deepen|halt|stop|stem|arrest|reverse|stabilise|stabilize|recoup|recover|erase|because|why|due to|owing to)(?![a-z])|您|你|知道|清楚|继续|进一步|再[次度]|持续|延续|加速|加剧|止|扭|逆转|反转|结束|终止|遏制|缓解|摆脱|走出|挽回|收复|放缓|企稳|因(?!素)|由于|为何|为什么|为啥|何以|才|那样|似的|一样|[涨跌升降]后|这[波轮次]|本轮|此轮/;
/** the fall, its decline, BYD's plunge: spoken of as something that is there. */
const isGiven =
  /(?:(?<![a-z])(?:the|its|their|this|these|those|such)|'s)(?: (?:recent|latest|current|sharp|steep|big|further|price|share price|stock))* ?$/;
/** 下跌势头, 大涨后的1300元, the fall was justified: goes on to speak of it as something that is there. */
const isTakenUp =
  /^(?:了|势|后(?!市)|之后|以后|以来|的?(?:势头|态势|局面|原因|压力|空间是|过程)|[会能将已经是否何时]{0,4}(?:止|停|结束|放缓|企稳|见底|到头|过度|合理|告一段落|加剧|收窄)|\s*(?:was|were|has|had|is (?:over|done|justified|warranted|overdone|temporary)|because|again|further|more|due to|after)(?![a-z])|(?:[-a-z]*)(?: [a-z]+){0,4} (?:stays?|ends?|lasts?|persists?|goes on)(?![a-z]))/;
const longestTail = 40;

/** 能否, whether before the word, with no number and no turn between. */
function askedBefore(clause: Clause, at: number, lower: string): boolean {
  const from = Math.max(0, at - farthest);
  const before = clause.slice(from, at);
  const asked = before.findLastIndex(({ op }) => op === "asked");
  const word = before[asked];
  const [start, end] = [clause[at]?.start ?? 0, clause[at]?.end ?? 0];
  if (word === undefined) return false;
  const between = lower.slice(word.end, start);
  if (saysMore.test(between) || (clause[at]?.kind === "direction" && isGiven.test(between))) return false;
  if (clause[at]?.kind !== "number" && isTakenUp.test(lower.slice(end, end + longestTail))) return false;
  const moved = before.findLast(({ kind }) => kind === "direction");
  // whether the fall to 1300 was justified: a level of a fall that is there.
  if (moved !== undefined && isGiven.test(lower.slice(word.end, Math.max(word.end, moved.start))))
    return false;
  return !before.slice(asked).some(({ kind, op }) => besides.has(kind) || turning.has(op));
}

/** 问:超过3000亿元了吗, at the head of the text: what a yes or a no is checked against. */
function isAskedFirst({ token }: Quantity, clause: Clause, sentence: Sentence, text: Text): boolean {
  if ((sentence.clauses[0]?.[0]?.start ?? 0) > 2 || !isRepeatedQuestion(sentence, text)) return false;
  const before = clause[clause.indexOf(token) - 1];
  return before !== undefined && (before.kind === "compare" || before.kind === "vague");
}

/** The number is the user's, in such a sentence or of an answer for all at once, and said of no measure: not the 5元 of 能否保持5元的收盘价. */
export function isAskedLevel(quantity: Quantity, { sentence }: Part, bench: Bench): boolean {
  if (isWholeLevel(quantity, bench) || isPointless(quantity, bench)) return true;
  const { question, input } = bench;
  const clause = sentence.clauses[quantity.clause];
  if (clause !== undefined && isAskedFirst(quantity, clause, sentence, input))
    return question.holdsNumber(quantity.number);
  // The sentence first: only a short one is, which keeps the work linear.
  if (clause === undefined || !isUnanswered(sentence, input.lower)) return false;
  const at = clause.indexOf(quantity.token);
  if (/^(?:之?后|以后)(?!市)/.test(input.lower.slice(quantity.token.end, quantity.token.end + 3)))
    return false;
  const isLast = clause.slice(at + 1).every(({ kind }) => ending.has(kind));
  return isLast && askedBefore(clause, at, input.lower) && question.holdsNumber(quantity.number);
}

const declined =
  /由您|您自己|自行|请您|不替您|不为您|代为|代您|无法|没法|没有?(?:任何|可靠的?)?(?:依据|数据|根据|把握)|不(?:做|作|便|能|予|提供|预测|推算|计算|建议|评价|替)|取决于您|恕|(?<![a-z])(?:up to you|your (?:own )?(?:call|decision|choice)|won't|will not|can't|cannot|don't (?:compute|calculate|advise|forecast|work out)|not something i)(?![a-z])/;
const opening =
  /是否|是不是|能否|能不能|会不会|要不要|该不该|多少|哪|怎么|如何|至于|关于|对于|(?<![a-z])(?:whether|as for|how|what|where|which)(?![a-z])/;
/** 不能说没到1500元: says on which side of it something lies. */
const bounded = /(?:没有?|未|不)(?:能)?(?:到|过|达到?|足)$/;
/** A number of somebody else's. */
const ofOthers =
  /机构|分析师|券商|研报|市场认为|专家|大家|普遍|(?<![a-z])(?:analysts?|brokers?|consensus|experts?)(?![a-z])/;
const saying = kindsOf("company metric direction compare superlative source date realtime quantity");

/** 要不要按10%止损由您自己定: the user's number in a clause that states nothing, and that it or the next one leaves to the user. */
export function isLeftOpen({ token, clause: at }: Quantity, { sentence }: Part, { input }: Bench): boolean {
  const clause = sentence.clauses[at];
  const { start, end } = spanOf(sentence);
  if (clause === undefined || end - start > longest) return false;
  const isPlain = ({ kind, op }: Token): boolean =>
    (!saying.has(kind) || op.endsWith("verb")) && kind !== "number";
  if (!clause.every((each) => each === token || isPlain(each))) return false;
  const said = textOf(clause, input.lower);
  const ahead = input.lower.slice(Math.max(0, token.start - 6), token.start);
  if (ofOthers.test(said) || bounded.test(ahead)) return false;
  if (declined.test(said)) return true;
  const next = sentence.clauses[at + 1] ?? [];
  const after = input.lower.slice(next[0]?.start ?? end, lastOf(next)?.end ?? end);
  return opening.test(said) && declined.test(after) && !next.some(({ kind }) => kind === "number");
}

/** True for a word of move or of comparison that is only asked: 会不会上涨,我无法判断. */
export function isAskedOnly(clause: Clause, word: Token, sentence: Sentence, text: Text): boolean {
  const { lower } = text;
  if (isRepeatedQuestion(sentence, text) && isAsking(clause, sentence, lower)) return true;
  if (!isUnanswered(sentence, lower)) return false;
  const at = clause.findIndex(({ start }) => start === word.start);
  return at >= 0 && askedBefore(clause, at, lower);
}

const longestAsking = 120;

/** 无法判断是否下跌: 能否 or whether stands between the word and the denial before it. */
export function isAskedBefore(clause: Clause, { start }: Token): boolean {
  if (clause.length > longestAsking) return false;
  const asked = clause.findLastIndex((each) => each.op === "asked" && each.start < start);
  return asked >= 0 && !clause.slice(asked).some((each) => each.kind === "negation" && each.start < start);
}
