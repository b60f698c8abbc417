/** 未到300元, 还在300元以下, 没有5%那么多: the user's own number as a bound of what was asked, in words that are no comparison of two sides. */

import { type Bench, onlyNamed } from "../bench.ts";
import type { Quantity } from "../binding/quantity.ts";
import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import { holds, type Operand } from "../comparing/comparison-sides.ts";
import { pattern } from "../lexicon/patterns.ts";
import { isMove } from "../tokens/measures/moves-from-close.ts";
import { isAll, isCount } from "../tokens/readers/side-words.ts";
import { type Clause, companiesIn, lastPower, onlyOf, sizeOf, type Token } from "../tokens/token.ts";
import { longestQuestion } from "./question.ts";
import { askedOf } from "./users-quotes.ts";

const not = "(?:没有?|未|尚未|并未|未曾|未能|没能)";
const level = "(?:您|你)?(?:说|提到?|问|设|给出?)?(?:的|过)?(?:那个|这个)?\\s?¥?$";
/** Words before the number, and on which side of it they put the value. */
const before: readonly (readonly [RegExp, string])[] = [
  [/(?:没有?|并?未)收(?:在|到|于)$|(?:不是|并非|而不是|而非)(?:(?:您|你)(?:说|提到?)的)?$/, "!="],
  [/(?:不止|不只|不仅|(?<![没未不]|没有|并未有)(?:超过|超出|超|逾|突破)了?)$/, ">"],
  [pattern`${not}(?:跌|降|低|回落)(?:到|至)${level}`, ">"],
  [pattern`(?:${not}(?:[涨升]?到|达到?|[涨升]过|过|及|有)|不到|不足)${level}`, "<"],
  [
    pattern`(?:已经?|早已|都)(?:[涨升])?(?:过|到|达到?|超|超过)了?${level}|(?:[涨升]到|超过|[涨升]过|过|达到)了${level}`,
    ">=",
  ],
  [pattern`(?:已经?|早已|都)(?:[跌降]|回落)(?:到|至)了?${level}|[跌降](?:到|至)了${level}`, "<="],
];
/** Words behind it: 以下, 之上, 那么多. */
const behind: readonly (readonly [RegExp, string])[] = [
  [/^(?:整数)?(?:关口|大关)?(?:以下|之下|下[方面])/, "<"],
  [/^(?:整数)?(?:关口|大关)?(?:以上|之上|上[方面])/, ">"],
];
const reversedOp: Readonly<Record<string, string>> = { "<": ">=", ">": "<=" };
/** 不在1500元以下 */
const notThere = /(?:不|没有?|并未|并不|未)(?:再|处)?(?:在|处于|位于|[跌降落回]?到)$/;
const asMuch = /^(?:那么|这么)[多高大](?!元)/;
const denied = /(?:没有?|不是|并没有|不至于|不到)\s?$/;
/** 30多, 1400多元: from the number up to the next of its last digit that is not nought. */
const odd = /^多/;
const reach = 12;

/** The operator that the words around the number say; null where they say none, or two. */
function operatorAt({ start, end }: Token, lower: string): string | null {
  const [ahead, after] = [lower.slice(Math.max(0, start - reach), start), lower.slice(end, end + reach)];
  if (odd.test(after)) return denied.test(ahead) ? "!+" : "+";
  if (asMuch.test(after)) return denied.test(ahead) ? "<" : null;
  const [first, second] = [before, behind].map(
    (list, i) => list.find(([words]) => words.test(i === 0 ? ahead : after))?.[1],
  );
  if (second === undefined) return first ?? null;
  if (notThere.test(ahead)) return reversedOp[second] ?? null;
  // 已到30元以上: both say the same.
  const isSame = first === undefined || first === `${second}=`;
  return isSame && !denied.test(ahead) ? second : null;
}

/** What the question asks of: its one measure, how the price moved, or the price. */
function askedMetrics({ question, lexicon }: Bench["input"], isPart: boolean): readonly string[] {
  const moves = question.filter((each) => isMove(each, lexicon));
  const named = question.filter((each) => each.kind === "metric" && !moves.includes(each));
  const [first] = named;
  if (isPart && moves.length > 0 && first === undefined) return lexicon.changes.percent;
  if (first === undefined) return isPart ? [] : [...lexicon.priced, ...lexicon.closes.own];
  if (named.some(({ metrics }) => metrics.join() !== first.metrics.join())) return [];
  // 营收涨了3%吗: how the measure grew; 换手率涨到2%了吗: the measure itself.
  const grown = isPart && moves.length > 0 ? lexicon.grownOf(first.metrics) : [];
  return grown.length > 0 ? grown : first.metrics;
}

/** Which way the question says that the price went; 0 where it says none or both. */
function askedSign({ question, lexicon }: Bench["input"]): number {
  const moves = question.filter(
    (each) => each.sign !== 0 && (isMove(each, lexicon) || (each.kind === "direction" && each.op === "loss")),
  );
  return onlyOf(moves.map(({ sign }) => sign)) ?? 0;
}

/** 不是不到1500元, 谁说没到, 不到1500元的说法不对: what may stand before such words, and behind the number. */
const leading =
  /^(?:(?:目前|现在|当前|今天|今日|其实|确实|股价|现价|价格|收盘价?|它|其|该股|而|但|也|还|仍然?|仍|然|并|才|都|已经?|已|经|只|的|是|在|为|离|距|报|收|于|处|要|低|高|些|对|有|错|与|和|您|你|提|到|说|问|过|那|个|不过|略|稍|一些?|一点|没有|没到|没|不对|不是的)|[\s,，:：;；。(（)）])*$/;
const trailing =
  /^(?:元|块钱?|块)?(?:以下|之下|下[方面]|以上|之上|上[方面]|那么[多高大]|这么[多高大]|多|整数?|关口|大关|一线|了|的?水平|[的呢哦啊吧呀])*(?:元|块钱?)?(?:$|[\s,，:：;；。.!！(（)）\n])/;

/** Nothing in the clause turns what the words say. */
function isPlain({ start, end }: Token, clause: Clause, lower: string): boolean {
  const words = clause.filter(
    (each) =>
      each.start < start &&
      (each.kind === "text" ||
        each.kind === "negation" ||
        each.kind === "licensed" ||
        each.kind === "forecast"),
  );
  const ahead = lower.slice(clause[0]?.start ?? start, start);
  const said = [...before.map(([pattern]) => pattern), denied, notThere].flatMap(
    (pattern) => pattern.exec(ahead.slice(-reach)) ?? [],
  );
  const phrase = Math.max(0, ...said.map((each) => each.length));
  const isLeading = words.every(
    (each) => each.end > start - phrase || leading.test(lower.slice(each.start, each.end)),
  );
  return isLeading && trailing.test(lower.slice(end, end + reach));
}

/** What goes one way or the other, and is told by how far: a move, a flow of money. */
const isOfSize = (metric: string, { changes, flows }: Bench["input"]["lexicon"]): boolean =>
  changes.percent.includes(metric) || flows.includes(metric);

const bareReach = pattern`(?<![涨升跌降落不])(?:到|达到?)了?${level}`;
const fallAsked = /(?:跌|降|回落)(?:到|至|破)了?\s?¥?$/;
const fromAbove: Readonly<Record<string, string>> = { "<": ">", ">=": "<=" };

/** 还没到95元, where the question is 跌到95元了吗: from above. */
function isFromAbove(
  { start }: Token,
  { number }: Quantity,
  { question, asked, lower }: Bench["input"],
): boolean {
  if (!bareReach.test(lower.slice(Math.max(0, start - reach), start))) return false;
  const own = question.filter((each) => each.number !== null && sizeOf(each.number) === sizeOf(number));
  return own.some((each) => fallAsked.test(asked.slice(Math.max(0, each.start - reach), each.start)));
}

const fallTo = /(?:跌|降|回落)(?:到|至)[^,，]{0,5}$/;
const fallReach = 9;
const fallSize: Readonly<Record<string, string>> = { ">": "<", "<=": ">=" };

const plain: ReadonlySet<string> = new Set(["CNY", "times", ""]);

export interface AskedLevel {
  readonly op: string;
  /** One of the last digit shown, and of the last that is not nought. */
  readonly step: { readonly shown: number; readonly round: number };
  /** In the base unit of the claims. */
  readonly said: number;
  readonly claims: readonly BookClaim[];
  /** −1 where the question asks of a fall, of which the number is the size. */
  readonly sign: number;
}

/** 美的一季度现金流有没有150亿: a time that the question names is that of the one report that the claims hold, or it is another. */
function isOfOtherTime(claims: readonly BookClaim[], { input }: Bench): boolean {
  if (!input.question.some(({ kind }) => kind === "window" || kind === "date")) return false;
  const { priceLike, changes, flows, activity } = input.lexicon;
  const ofDays = [...priceLike, ...changes.percent, ...changes.amount, ...flows, ...activity];
  const days = new Set(claims.map(({ asOf }) => asOf.day));
  return (
    days.size !== 1 || claims.some(({ claim, window }) => window !== null || ofDays.includes(claim.metric))
  );
}

/** 去年不到1万亿: of no claim of today. */
const isOtherYear = ({ kind, op }: Token): boolean => kind === "relative" && /year/i.test(op);

/** The bound and the claims that it is of; null where the number is not the user's, or no such words stand beside it. */
export function askedLevel(quantity: Quantity, clause: Clause, bench: Bench): AskedLevel | null {
  const { token, number, company } = quantity;
  const { input, question, book } = bench;
  if (!question.holdsNumber(number) || input.question.length > longestQuestion) return null;
  // 有两家超过1%: of as many, judged as a count.
  const isTally = (each: Token): boolean => each.start < token.start && isCount(each);
  if (question.companies.size > 1 && clause.some(isTally)) return null;
  const said = operatorAt(token, input.lower);
  const op = said !== null && isFromAbove(token, quantity, input) ? (fromAbove[said] ?? said) : said;
  if (op === null || !isPlain(token, clause, input.lower) || clause.some(isOtherYear)) return null;
  const of = question.companies.size > 1 ? askedOf(number, input.question) : [...question.companies][0];
  const isOfAll = question.companies.size > 1 && clause.some(isAll);
  const owner = company ?? onlyNamed(bench) ?? book.only ?? of ?? null;
  if (!isOfAll && (owner === null || (of != null && of !== owner))) return null;
  const isPart = number.unit?.dimension === "part";
  const asked = askedMetrics(input, isPart);
  const metrics = quantity.metrics.length > 0 ? quantity.metrics.filter((id) => asked.includes(id)) : asked;
  const fits = ({ unit: { dimension } }: BookClaim): boolean =>
    number.unit === null ? plain.has(dimension) : dimension === number.unit.dimension;
  const owners = isOfAll ? [...question.companies] : [owner];
  const found = owners.map((each) => claimsOf(each, metrics, book).filter(fits));
  if (isOfAll && found.some((each) => each.length === 0)) return null;
  const claims = found.flat();
  if (isOfOtherTime(claims, bench)) return null;
  const scale = lastPower(number);
  const noughts = /0*$/.exec(String(number.shown.digits))?.[0].length ?? 0;
  const step = { shown: 10 ** scale, round: 10 ** (scale + noughts) };
  const isMove = claims.some(({ claim }) => isOfSize(claim.metric, input.lexicon));
  const sign = isMove && askedSign(input) < 0 ? -1 : 1;
  // 涨幅超过3%, of what fell
  const isTurned = isMove && quantity.direction * askedSign(input) < 0;
  // 没跌到3%: of how far it fell, not of where it stands.
  const ahead = input.lower.slice(Math.max(0, token.start - fallReach), token.start);
  const sized = isMove && isPart && fallTo.test(ahead) ? (fallSize[op] ?? op) : op;
  return claims.length === 0
    ? null
    : { op: isTurned ? "never" : sized, step, said: sizeOf(number), claims, sign };
}

function isOn({ op, said, step }: AskedLevel, value: number): boolean {
  if (op === "!=") return Math.abs(value - said) > step.shown / 2;
  if (op.endsWith("+")) return (value > said && value < said + step.round) !== op.startsWith("!");
  return holds(op, value, said);
}

/** True where every claim lies on that side; of a fall and of a rise its size, which must go the way that was asked. */
export function isLevelTrue(level: AskedLevel, { input }: Bench): boolean {
  const sign = askedSign(input);
  return level.claims.every(({ base, claim }) => {
    if (!isOfSize(claim.metric, input.lexicon)) return isOn(level, base);
    // 涨幅超过3%了吗 says no way: a rise.
    return Math.sign(base) === (sign || 1) && isOn(level, Math.abs(base));
  });
}

/** False where such a bound stands beside the number and the claims lie on its other side. */
export function isLevelKept(quantity: Quantity, clause: Clause, bench: Bench): boolean {
  const given = askedLevel(quantity, clause, bench);
  return given === null || !/[<>]/.test(given.op) || isLevelTrue(given, bench);
}

const reaching =
  /(?:(跌|降|回落|低)(?:到|至)|(?:[涨升]?到|[涨升]?过|达到?|超过?|(?<!没|有没)有|有没有))了?\s?¥?$/;
const asksIt = /^(?:元|块钱?|块|倍)?(?:钱|以上)?(?:了)?(?:吗|没有?|么|呢|不|\?|？)/;

const asksFirst = /有没有|是否|是不是/;
const asksNoMore = /^(?:元|块钱?|块|倍)?(?:以上)?了?[?？]?\s*$/;

/** Has it hit 80, did it fall to 70? */
const reachingEnglish =
  /^(?:has|have|did|is|was) [^?]{1,40}(?:hit|reach(?:ed)?|touch(?:ed)?|topped|crossed|passed|br(?:eak|oken?)(?: (?:through|above|past))?|got (?:to|past|above|through)|risen to|climbed to|(dropped to|fallen to|fall to|drop to|slipped to)) ?(?:cny |rmb |yuan |¥)?$/;
const asksEnglish = /^ ?(?:yuan)?(?: yet| today| now)?\??\s*$/;

/** 平安银行到12元了吗: whether what is asked of has reached the user's number; null for any other question. */
export function levelHolds(left: Operand | null, { input: { question, asked } }: Bench): boolean | null {
  const numbers = question.filter(({ kind }) => kind === "number");
  const [word] = numbers;
  const number = word?.number;
  if (word === undefined || number == null || numbers.length > 1 || left === null) return null;
  if (question.length > longestQuestion || number.unit?.dimension === "shares") return null;
  if (companiesIn(question).size > 1) return null;
  const english = reachingEnglish.exec(asked.slice(0, word.start));
  const found = english ?? reaching.exec(asked.slice(Math.max(0, word.start - reach), word.start));
  const asks =
    english !== null ? asksEnglish : asksFirst.test(asked.slice(0, word.start)) ? asksNoMore : asksIt;
  if (found === null || !asks.test(asked.slice(word.end))) return null;
  if ((number.unit?.dimension ?? left.dimension) !== left.dimension) return null;
  if (number.unit === null && left.dimension === "part") return null;
  const op = found[1] === undefined ? ">=" : "<=";
  return onlyOf(left.values.map((each) => holds(op, each, sizeOf(number))));
}
