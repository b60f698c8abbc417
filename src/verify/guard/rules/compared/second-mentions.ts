/** 现价52.07元,20日均线是50.96元。52.07元在均线上方: a price that the text has shown, named in a comparison by its value alone. */

import { oncePer } from "#contract";
import type { Bench, Match } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import type { Quantity } from "../../binding/quantity.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { answersOther, isNoAnswer } from "../../question/asked-measures.ts";
import { opensBetween } from "../../tokens/readers/side-words.ts";
import { type Clause, lastOf, type Token } from "../../tokens/token.ts";
import { isRestatedPair, keyOf, plainWords } from "./restated-pairs.ts";

const isComparing = oncePer((clause: Clause) => clause.some(({ kind }) => kind === "compare"));

/** 高于50.96元, 52.07元在50.96元上方: the number is a side of the comparison by itself. */
function isSide({ token }: Quantity, clause: Clause): boolean {
  const at = clause.indexOf(token);
  const [before, after] = [clause[at - 1], clause[at + 1]];
  const next = clause.slice(at + 1, at + 4).find(({ kind }) => kind !== "fill");
  // So yes: 97.08 is above 93.15.
  const isFirst = !clause.slice(0, at).some(({ kind }) => ["metric", "company", "number"].includes(kind));
  return (
    before?.kind === "compare" ||
    (isFirst && next?.kind === "compare") ||
    (after?.kind === "compare" && after.op.endsWith("post")) ||
    (isFirst && after !== undefined && opensBetween(after))
  );
}

const restating =
  /(?:^|[.:,;。，；\n]|(?<![a-z])so|that is|(?<![a-z])and) ?(?:an?|the|this|that) (?:multiple|ratio|figure|reading|number|value|level) of $/;
const ofMultiple = /(?:multiple|ratio) of $/;
const explaining = /^ (?:means|implies|says|tells|suggests|indicates|shows)(?![a-z])/;

const headed = (...words: readonly string[]): RegExp =>
  pattern`(?:^|[.;,。，；!\n]|(?<![a-z])(?:so|and|hence|thus|therefore)|所以|因此|那么) ?,?(?:${words.join("|")}) ?$`;

/** So the answer is RMB 45.95: a number shown before, as what was asked for. */
const answering = headed(
  "(?:in (?:a|one) word|to answer your question)[,:]?(?: it is| it's)?",
  "(?:the |your )?(?:short |final )?(?:answer|figure|number|result)(?: to your question| you (?:want|asked for|are looking for))?(?: is|:)",
  // 数值:2.38% is the label of a row.
  "(?:[您你](?:要|问)的)?(?:答案|结果|数字|结论|数值(?!:))(?:就?是|为|:)",
);

const article = /(?:^|[^a-z])(?:the|this|that) $/;
/** 101.49元这条线, the 17.9x multiple: the noun that points back at the number, by what it may be of. */
const pointing =
  /^(?:这一?[条个]|这一|[这该]|的(?=均线))(?:(均线)|(价格|价位|价)|(倍数|估值)|(?:线|金额|幅度|数字?|数值|位置|点位|水平|比率|比例|读数|结果))(?!上方|下方|之[上下]|以[上下]|[性段间差])|^(?:仅供|只供|供您?|只是|仅是|只作|仅作为?)(?:一个)?参考/;
const pointingEnglish =
  /^ (?:((?:moving )?average)|(price|close)|(multiple)|line|level|mark|figure|reading|number|value)(?! (?:target|of|line|average|for)(?![a-z])|[a-z])|^ is (?:only|just|merely) (?:an? )?(?:for )?(?:reference|guide)(?![a-z])/;

/** The CNY 41.52 is an intraday figure, 41.52元是盘中价: of trading that goes on, or of its end. */
const session =
  /^ is (?:just |only |still )?(?:an? )?(?:(intraday|live|real-time)|(closing|end-of-day)) (?:figure|price|quote|reading)s?(?![a-z])|^(?:[就只仅])?[是为](?:(盘中|即时|实时)|(收盘))(?:价格?|报价)(?!位)|^(?:并?不是|并非)(?:(收盘)|(盘中|即时|实时))价格?(?=,?而?是)/;

/** The number is told as one of a session that goes on and its claim is a close, or the reverse. */
function isOfOtherSession(
  { token: { end } }: Quantity,
  options: readonly BookClaim[],
  { input }: Bench,
): boolean {
  const found = session.exec(input.lower.slice(end, end + 32));
  if (found === null) return false;
  const isTraded = (found[1] ?? found[3] ?? found[5]) !== undefined;
  const { closes, priced } = input.lexicon;
  return !options.some(({ claim: { metric } }) =>
    isTraded ? priced.includes(metric) : closes.own.has(metric),
  );
}

const pointedKinds = ["average", "price", "times"] as const;

/** What the noun behind the number makes it: an average, a price, a multiple, "" for any number; null where none points at it. */
function pointedAs(
  { token: { start, end } }: Quantity,
  lower: string,
): (typeof pointedKinds)[number] | "" | null {
  const behind = lower.slice(end, end + 24);
  const isDetermined = article.test(lower.slice(Math.max(0, start - 6), start));
  const found = pointing.exec(behind) ?? (isDetermined ? pointingEnglish.exec(behind) : null);
  return found === null ? null : (pointedKinds.find((_, i) => found[i + 1] !== undefined) ?? "");
}

/** 这2.71亿元是亏损 of money that flowed */
const earned = /^(?:就|也|正|便)?[是为](?:公司|当[日天季期])?的?净?(?:亏损|盈利)(?!能力)/;

/** 104.20元这条均线 of a close: the number is pointed at as what its claim is not. */
function isPointedAmiss(quantity: Quantity, options: readonly BookClaim[], bench: Bench): boolean {
  const { input } = bench;
  const { averages, priceLike, profits } = input.lexicon;
  const { end } = quantity.token;
  if (isOfOtherSession(quantity, options, bench)) return true;
  if (earned.test(input.lower.slice(end, end + 14)))
    return !options.some(({ claim }) => profits.includes(claim.metric));
  const as = pointedAs(quantity, input.lower);
  if (as === "average") return !options.some(({ claim }) => averages.includes(claim.metric));
  if (as === "price") return !options.some(({ claim }) => priceLike.has(claim.metric));
  return as === "times" && !options.some(({ unit }) => unit.dimension === "times");
}

const longestLead = 48;
const beforeOf = ({ token: { start } }: Quantity, lower: string): string =>
  lower.slice(Math.max(0, start - longestLead), start);

/** The number is told as another measure's than its claims', by the question or by the noun behind it. */
export const isToldAsOther = (quantity: Quantity, options: readonly BookClaim[], bench: Bench): boolean =>
  answersOther(quantity, options, bench) ||
  isPointedAmiss(quantity, options, bench) ||
  (answering.test(beforeOf(quantity, bench.input.lower)) && isNoAnswer(options, bench));

type ReadText = Pick<Bench["input"], "lower" | "lexicon">;

/** 报告期口径, 归母口径, 全年累计: what a claim of the end of a period, of the owners' profit or of a whole year may be called. */
const bases: readonly (readonly [RegExp, (claim: BookClaim["claim"], lexicon: Lexicon) => boolean])[] = [
  [
    /报告期末?|财报|报表|定期报告|(?<![a-z])(?:reporting|reported|report|period|filing)s?(?![a-z])/g,
    ({ as_of }) => periodEnd.test(as_of),
  ],
  [/归母(?:净?利润)?/g, ({ metric }, { profits }) => profits.includes(metric)],
  [/全年(?:累计)?|年报/g, ({ as_of }) => as_of.slice(5, 10) === "12-31"],
];

/** 19.06倍是按TTM口径, To confirm: CNY 7.02 for ICBC: the clause tells the number and whose it is, or its basis, and nothing else. */
function isSaidAlone(
  { token, window, company, inherits }: Quantity,
  clause: Clause,
  same: readonly Match[],
  { lower, lexicon }: ReadText,
): boolean {
  const [first, last] = [clause[0], clause.at(-1)];
  if (!inherits || first === undefined || last === undefined || last.end - first.start > longestAlone)
    return false;
  const isNamed = (each: Token): boolean =>
    each === token || each === window || (each.kind === "company" && each.op === company);
  let text = "";
  let from = first.start;
  for (const each of clause) {
    if (!isNamed(each)) continue;
    text += `${lower.slice(from, each.start)} `;
    from = each.end;
  }
  text += lower.slice(from, last.end);
  for (const [words, isOf] of bases)
    if (same.every(({ options }) => options.every(({ claim }) => isOf(claim, lexicon))))
      text = text.replace(words, "");
  return text.replace(plainWords, "") === "";
}
const longestAlone = 100;
const periodEnd = /^\d{4}-(?:03-31|06-30|09-30|12-31)/;

const subject =
  /(?:^|[.;:\n!] ?)(?:(?:and|but|so|here|note that) )?(?:the|that|this) (?:rmb |cny |¥)?$|(?:^|[.;:,。；：，\n!！] ?)(?:这个?|那个?|该|[上前]面的?)?$/;
/** As the change of its day or the flow of its money, whichever way: 涨幅 and the year's change are others. */
const called =
  /^(?: is| was| measures| refers to|(?:这个)?(?:数[字值]?)?(?:就|只|仅)?(?:是|[指说]的是))(?! ?[^,，。;；.\n]{0,24}(?:涨(?!跌)|[全今去][年周月]|本[年周月季]|gain|rise|(?:year|month|week|quarter)))/;

/** The 1.35% is the day's change: the number is the subject of what it is called, and its word said before which way it went. */
const isCalledAgain = (
  { token: { start, end }, metrics }: Quantity,
  same: readonly Match[],
  lower: string,
): boolean =>
  metrics.length > 0 &&
  same.every(({ options }) => options.every(({ claim }) => metrics.includes(claim.metric))) &&
  called.test(lower.slice(end, end + longestLead)) &&
  subject.test(lower.slice(Math.max(0, start - 24), start));

/** A multiple of 17.9x means that…, Again: CNY 301.20, 101.49元这条线: a number shown before, as what is explained or said once more. */
const isRestated = (quantity: Quantity, lower: string): boolean => {
  const { end } = quantity.token;
  const before = beforeOf(quantity, lower);
  return (
    answering.test(before) ||
    (explaining.test(lower.slice(end, end + 12)) && restating.test(before)) ||
    pointedAs(quantity, lower) !== null ||
    session.test(lower.slice(end, end + 32))
  );
};

/** 您问的最低价,答案是390.61元 of a close: the sentence has named what is answered. */
const isAnswerOfOther = (quantity: Quantity, { sentence }: Part, metric: string, lower: string): boolean => {
  if (!answering.test(beforeOf(quantity, lower))) return false;
  const named = sentence.tokens.filter(
    ({ kind, end }) => end <= quantity.token.start && (kind === "metric" || kind === "foreign"),
  );
  return named.length > 0 && !named.some(({ metrics }) => metrics.includes(metric));
};

/** 小结:22.84元,低于昨收 of the previous close: the next clause compares the measure with itself. */
const isBesideItself = (next: Clause | undefined, metric: string): boolean =>
  next?.[0]?.kind === "compare" && next.slice(0, 4).some(({ metrics }) => metrics.includes(metric));

const longestClause = 200;

/** Numbers before that the same value may stand for; more are no prose, and the limit keeps the work linear. */
const reach = 12;

/**
 * The quantity as said of the measure that the same company's same number was shown for, or null: where it names a measure of its own,
 * where it is in no comparison, or where the text has shown the value for more than one measure.
 */
export function asShownBefore(
  quantity: Quantity,
  part: Part,
  matches: readonly Match[],
  text: ReadText,
): Quantity | null {
  const { lower } = text;
  const { number, fault } = quantity;
  const clause = part.sentence.clauses[quantity.clause];
  const isMoney = number.unit === null || number.unit.dimension === "CNY";
  const same = matches
    .slice(-reach)
    .filter((each) => each.quantity.company === quantity.company && keyOf(each.quantity) === keyOf(quantity));
  if (same.length === 0) return null;
  const isAgain =
    isRestated(quantity, lower) ||
    isCalledAgain(quantity, same, lower) ||
    (clause !== undefined &&
      (isSaidAlone(quantity, clause, same, text) ||
        isRestatedPair(quantity, clause, part, matches.slice(-reach), lower)));
  if ((quantity.direction !== 0 && !quantity.inherits) || (number.shown.decimals === 0 && !isAgain))
    return null;
  if (clause === undefined || (!isAgain && !(isMoney && isComparing(clause)))) return null;
  const before = lower.slice(Math.max(0, quantity.token.start - 14), quantity.token.start);
  const mayBeSide = clause.length <= longestClause;
  // A multiple of 15.30x means Moutai investors…: of the other company.
  const isOther = clause.some(
    ({ kind, op, start }) => kind === "company" && op !== quantity.company && start > quantity.token.end,
  );
  if (isAgain && (isOther || (ofMultiple.test(before) && number.unit?.dimension !== "times"))) return null;
  const isOneSide = mayBeSide && quantity.inherits && isSide(quantity, clause);
  if (!isAgain && !quantity.bare && !isOneSide) return null;
  const metrics = [...new Set(same.flatMap(({ options }) => options.map(({ claim }) => claim.metric)))];
  const [metric = ""] = metrics;
  return metrics.length === 1 &&
    !isAnswerOfOther(quantity, part, metric, lower) &&
    !isBesideItself(part.sentence.clauses[quantity.clause + 1], metric)
    ? {
        ...quantity,
        metrics,
        bare: false,
        direction: isAgain && number.sign === "" ? (lastOf(same)?.quantity.direction ?? 0) : 0,
        fault: isAgain && (fault === "derived" || fault === "forecast") ? null : fault,
      }
    : null;
}

/**
 * 营收+6.22%、净利-6.31%: a bare measure and a signed percentage are how it grew, where the sentence says 同比 or the text has shown that
 * growth before; null for other numbers.
 */
export function asGrowth(
  quantity: Quantity,
  part: Part,
  matches: readonly Match[],
  { growthOf }: Lexicon,
): Quantity | null {
  const { number, metrics, company, fault } = quantity;
  if (number.sign === "" || number.unit?.dimension !== "part" || fault !== null) return null;
  const grown = metrics.flatMap(growthOf);
  if (grown.length === 0) return null;
  const isShown = ({ quantity: before, options }: Match): boolean =>
    before.company === company &&
    before.number.shown.digits === number.shown.digits &&
    before.number.shown.decimals === number.shown.decimals &&
    options.some(({ claim }) => grown.includes(claim.metric));
  const isSaid = part.sentence.counts.growth > 0;
  return isSaid || matches.slice(-reach).some(isShown) ? { ...quantity, metrics: grown } : null;
}
