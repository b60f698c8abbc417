/** You mentioned a P/E of 35, but Moutai's is 20.47x, which is lower: a number of the user's with its measure, set right by a claim's. */

import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Quantity } from "../binding/quantity.ts";
import { valueFault } from "../claims/claim-book.ts";
import type { Settled } from "../comparing/comparison-sides.ts";
import { pattern } from "../lexicon/patterns.ts";
import { metricsIn, type NumberRead, sizeOf, type Token, writtenSize } from "../tokens/token.ts";
import { numberAfter } from "./users-levels.ts";
import { companyOf } from "./users-price.ts";
import { leastSum } from "./users-values.ts";

const told =
  /(?<![a-z])you(?:'ve| have)? (?:mention(?:ed)?|quoted?|cited?|gave|give|given|say|said|state|stated|saw|heard|read|named|had in mind)[^.;:,\d]{0,40}$|(?:您|你)(?:刚才|之前)?(?:说|提到?|给出?|报|看到|听到|听说)(?:的|了|过)?[^,，。;；\d]{0,16}$/;
const reach = 64;
const saidAlone = /(?:说|提到?|给出?|报|看到|听到|听说)(?:的|了|过)?¥?$/;
const isSo = /^(?:元|块)?(?:就|便|也|正|即)?(?:是|为|等于)/;
/** Numbers before that a word may speak of; more are no prose, and the limit keeps the work linear. */
const nearest = 12;

function quantitiesBefore({ bound: { quantities } }: Part, token: Token): readonly Quantity[] {
  const end = numberAfter(quantities, token);
  return quantities.slice(Math.max(0, end - nearest), end).filter((each) => each.token.start < token.start);
}

/** You mentioned 35, which is right: what a quote may not be followed by. */
const affirmed =
  /(?:是|很|说得?|完全)?(?:准确|没错|不错|正确|属实|对的|无误|吻合|一致)|(?<![a-z])(?:right|correct|accurate|true|indeed)(?![a-z])/;

/** Words that judge a quote, and those that give it a source in its own clause. */
const judging =
  /(?<![a-z])(?:too|low(?:er)?|high(?:er)?|under[a-z]*|over[a-z]*|same|rose|fell|rise[ns]?|falls?|up|down|grew|jump[a-z]*|drop[a-z]*|roughly|about|near[a-z]*|close|an? [a-z]+statement)(?![a-z])|少|多了|高|低|大了|小了|差不多|相同|一样|接近|涨|跌|升|降/;
const sourced = /(?<![a-z])(?:from|per|according|akshare|tushare|baostock)(?![a-z])|来自/;

/** The text says of the number that it is so. */
export function isAffirmed({ token: { end } }: Quantity, lower: string): boolean {
  const after = /^[^。.!?！？;；]*/.exec(lower.slice(end, end + reach))?.[0] ?? "";
  const found = affirmed.exec(after);
  return found !== null && !/不|没有|(?<![a-z])not?(?![a-z])|n't/.test(after.slice(0, found.index));
}

/** The company that the question says the number of, or null. */
export function askedOf(number: NumberRead, question: readonly Token[]): string | null {
  const said = question.find(
    (each) =>
      each.kind === "number" && each.number !== null && writtenSize(each.number) === writtenSize(number),
  );
  return said === undefined ? null : companyOf(question, said.start, said.end);
}

/** True where the text says that the user said so, and shows another number of the same measure beside it. */
export function isUsersQuote(
  quantity: Quantity,
  part: Part,
  { question, input, matches, reading }: Bench,
): boolean {
  const { token, number, metrics, company } = quantity;
  if (metrics.length === 0 || quantity.bound !== "" || !question.holdsNumber(number)) return false;
  const { lower } = input;
  if (!told.test(lower.slice(Math.max(0, token.start - reach), token.start))) return false;
  // You mentioned an ROE of 35, where the question has a P/E of 35.
  const asked = input.question.flatMap((each) => (each.kind === "metric" ? each.metrics : []));
  if (asked.length > 0 && !asked.some((id) => metrics.includes(id))) return false;
  // 您说的1500元是现价: said to be so.
  if (
    saidAlone.test(lower.slice(Math.max(0, token.start - 8), token.start)) &&
    isSo.test(lower.slice(token.end))
  )
    return false;
  // With a source it is given as data.
  if (/^ ?[(（]/.test(lower.slice(token.end, token.end + 2))) return false;
  if (company !== null && question.companies.size > 0 && !question.companies.has(company)) return false;
  // You said a P/E of 35 for Wuliangye, where it was said of Moutai.
  const of = askedOf(number, input.question);
  if (company !== null && of !== null && company !== of) return false;
  if (isAffirmed(quantity, lower)) return false;
  // …, which is too low: what is said of the quote before the claim's own number is judged nowhere.
  const next = part.bound.quantities[numberAfter(part.bound.quantities, token)];
  const between = lower.slice(token.end, Math.min(next?.token.start ?? token.end + reach, token.end + reach));
  if (next !== undefined && judging.test(between.split(/[。.!?！？](?!\d)/)[0] ?? "")) return false;
  if (next !== undefined && sourced.test(between.split(/[。.!?！？;；](?!\d)/)[0] ?? "")) return false;
  const isOfMeasure = (each: Quantity) =>
    each !== quantity && each.metrics.some((id) => metrics.includes(id));
  const behind = asked.length > 0 ? reading.parts[reading.parts.indexOf(part) + 1] : undefined;
  return (
    part.bound.quantities.some(isOfMeasure) ||
    behind?.bound.quantities.some(isOfMeasure) === true ||
    matches.slice(-nearest).some((each) => isOfMeasure(each.quantity))
  );
}

const corrected =
  /[,;，；] ?(?:and |but )?not (?:the |at )?$|(?:rather than|instead of) (?:the )?$|(?:而不是|而非|并不是|并非)$/;

const denied = /(?:(?<![a-z])not|n't)(?: quite| exactly)? $|(?:不是|并非|没有)$/;
/** 没有5000亿: less than that. */
const unreached = /没有$/;
const endsDenial = /^(?:左右|上下|附近)? ?(?:$|[,;:.!，；：。！\n]| but )/;

/** It isn't 30, it is 22.41x: of what was asked, whose claims all have other values. */
function isDenialTrue(quantity: Quantity, { book, input }: Bench): boolean {
  const { token, number, company } = quantity;
  if (!denied.test(input.lower.slice(Math.max(0, token.start - 18), token.start))) return false;
  const isLess = unreached.test(input.lower.slice(Math.max(0, token.start - 4), token.start));
  if (!endsDenial.test(input.lower.slice(token.end, token.end + 5))) return false;
  const asked = metricsIn(input.question);
  const isPart = number.unit?.dimension === "part";
  const plain = isPart
    ? input.lexicon.changes.percent
    : [...input.lexicon.priced, ...input.lexicon.closes.own];
  // Not 500 billion: of no price.
  const isSum = !isPart && sizeOf(number) >= leastSum;
  const sums = book.all.flatMap(({ claim: { metric } }) => (plain.includes(metric) ? [] : [metric]));
  const metrics = asked.length > 0 ? asked : isSum ? [...new Set(sums)] : plain;
  const own = metrics
    .flatMap((metric) => book.of(metric))
    .filter((entry) => entry.company === (company ?? book.only));
  const half = 0.5 * 10 ** -number.shown.decimals;
  return (
    own.length > 0 &&
    (quantity.metrics.length === 0 || own.every(({ claim }) => quantity.metrics.includes(claim.metric))) &&
    own.every(
      (entry) =>
        valueFault(entry, { ...quantity, fault: null }) !== null &&
        !(isLess && Math.abs(entry.base) >= sizeOf(number)) &&
        Math.abs(Math.abs(entry.claim.value) - writtenSize(number)) > half,
    )
  );
}

const disputed =
  /^["”'’」]?(?:这一|这个|这种|的)?(?:说法|传言|传闻|数字|说辞|消息)(?:[^,，。;；]{0,8})(?:不符|不实|不准|不对|有误|有出入|对不上|不一致)|^["”'’」]?(?:这个?数字?)?(?:[只仅]?是|出自)(?:(?:[您你](?:那边|那里|所)?|别人|他人|网上|网友|坊间)(?:转述|听来|听到|听说|看到|看来|提到|说|流传)?的)?(?:说法|传言|传闻|话|数字?)?(?=[,，;；。])/;

const bounded = /(?:不到|不足|没到|未到|超过?|低于|高于|跌破|站上|近|约|以[上下])了?$/;

const severalTimes = /^[多余](?=倍)倍/;
const disputeReach = 36;
const unlike =
  /^["”'’」]?(?:这一|这个|这种|的)?[^,，。;；]{0,14}(?<!没有|并无|不是|并非|不会)(?:不符|不实|不准|不对|有误|有出入|对不上|不一致|不吻合)/;

/** 您提到的“100多倍”与核实结果不一致: words of the user's, where no multiple of the claims is so many times. */
export function isDisputedTimes({ start, end }: Token, { input, book }: Bench): boolean {
  const { lower, asked } = input;
  const digits = /(?<![\d.])[1-9]\d{0,3}$/.exec(lower.slice(Math.max(0, start - 6), start))?.[0];
  if (digits === undefined || lower.slice(start, end) !== "多倍") return false;
  if (!asked.includes(`${digits}多倍`) || !unlike.test(lower.slice(end, end + disputeReach))) return false;
  const least = Number(digits);
  const most = least + 10 ** (/0*$/.exec(digits)?.[0].length ?? 0);
  return book.all.every(({ base, unit }) => unit.dimension !== "times" || base < least || base >= most);
}

/** “亏了8个亿”这一说法与披露不符, “8倍”是您转述的说法: the user's, where no claim has that value. */
export function isDisputed(quantity: Quantity, bench: Bench): boolean {
  const { question, input, book } = bench;
  const { token, number } = quantity;
  if (!question.holdsNumber(number)) return false;
  if (isUnitPutRight(quantity, bench)) return true;
  const behind = input.lower.slice(token.end, token.end + disputeReach).replace(severalTimes, "");
  if (!disputed.test(behind)) return false;
  // 不到1500元的说法不对: of a bound, which the claims may not bear out.
  if (bounded.test(input.lower.slice(Math.max(0, token.start - 6), token.start))) return false;
  const plain = { ...quantity, direction: 0, fault: null };
  return book.all.every((entry) => valueFault(entry, plain) !== null && valueFault(entry, plain) !== "sign");
}

const unitWord = "(万股|万手|股|手|万元|亿元|元|倍|户|家|%|shares|lots|hands)";
const unitSaid = pattern`^(?:这个?数字?)?(?:的?单位)?应?该?(?:是|为)${unitWord}[,，]?(?:而不是|不是|而非|并非|非)${unitWord}(?=[,，。;；])|^ (?:is|was) in ${unitWord},? not (?:in )?${unitWord}(?=[.,;])`;

/** 2634815的单位是手,而不是股: the user's number with the unit put right, which the claim of that value has, and not the other. */
function isUnitPutRight({ token, number }: Quantity, { input, book }: Bench): boolean {
  const [right, wrong] = (unitSaid.exec(input.lower.slice(token.end, token.end + disputeReach)) ?? [])
    .slice(1)
    .filter((each) => each !== undefined)
    .map((each) => each.replace(/lots|hands/, "手").replace("shares", "股"));
  return (
    right !== wrong &&
    book.all.some(({ claim }) => claim.unit === right && claim.value === writtenSize(number))
  );
}

/** Its P/E is 20.47x, not 50: the user's number put right by another one of the sentence, or by the claims of what was asked. */
export function isUsersDenied(quantity: Quantity, part: Part, bench: Bench): boolean {
  const { question, input } = bench;
  const { token, number, fault } = quantity;
  if (fault !== "negated" || !question.holdsNumber(number)) return false;
  const before = quantitiesBefore(part, token);
  const isCorrected =
    before.length > 0 && corrected.test(input.lower.slice(Math.max(0, token.start - 14), token.start));
  return isCorrected
    ? before.every((each) => each.fault === null && writtenSize(each.number) !== writtenSize(number))
    : isDenialTrue(quantity, bench);
}

/** (the price is above it), below that level: the number of the user's that was said last. */
const pointing = /^ (?:it|that|that (?:level|price|target|stop|mark))(?= ?(?:[,.;!)，。；]|$|\n))/;

/** The user's number that the text has told last before the word. */
const lastGiven = (word: Token, { settled }: Bench): readonly Settled[] =>
  [...settled.values()]
    .filter(({ entry, quantity }) => entry === null && quantity.isUsers && quantity.token.start < word.start)
    .slice(-1);

/** The price of the company that the text has shown last before the word. */
const pricedBefore = (word: Token, company: string | null, { matches, settled, input }: Bench) =>
  matches
    .slice(-nearest)
    .filter(({ quantity: { token }, options: [entry] }) => {
      const isOwn = company === null || entry?.company === company;
      return token.start < word.start && isOwn && input.lexicon.priced.includes(entry?.claim.metric ?? "");
    })
    .slice(-1)
    .flatMap(({ quantity }) => settled.get(quantity.token) ?? []);

/** 网上的说法, 您听到的数字: what the user told, under another name. */
const toldAs =
  "(?:[您你](?:所?(?:说|提到?|听到?|听说|看到?))?|网上|网友|坊间|朋友|别人|这一|这个|该|上述)的?(?:说法|传闻|数字|数值)";
const ending = pattern`^(?: than)?(?: (?:it|that|this|what you|the (?:figure|number|level|value|multiple|one) (?:that )?you|yours?)(?![a-z])|(?= ?(?:[,.;!(，。；]|$|\n)))|^${toldAs}(?=[,，。;；!！)）]|$|\n)`;

/** 前者更低: of the two the user's, which was said first. */
const formerEnd = /(?:前者|the former)(?:的|要|则|is|was| )*$/;

const thanYours = pattern`^(?:(?:您|你)(?:说|提到?|给出?)的(?:那个|这个)?(?:数字?|数值|值|水平)?|${toldAs})(?:要|更|还|略)?([高低大小贵])`;

/** The word sets the one number that a claim bears out beside the one of the user's: true or false; null where there are no such two. */
export function judgeBesideQuote(word: Token, part: Part, bench: Bench): boolean | null {
  const after = bench.input.lower.slice(word.end, word.end + 40);
  const han = word.op === "than" ? thanYours.exec(after)?.[1] : undefined;
  const way = han === undefined ? /^[<>]/.exec(word.op)?.[0] : "高大贵".includes(han) ? ">" : "<";
  const sign = word.op === "comparative" ? word.sign : way === ">" ? 1 : way === "<" ? -1 : 0;
  if (sign === 0 || (han === undefined && !ending.test(after))) return null;
  const before = quantitiesBefore(part, word).flatMap((each) => bench.settled.get(each.token) ?? []);
  const said = before.filter(({ entry }) => entry === null);
  const isPointing = pointing.test(after);
  // I can't say whether your CNY 120 target is realistic. WuXi is at CNY 72.41, below that level.
  const given = said.length === 0 && isPointing ? lastGiven(word, bench) : said;
  const beside = before.filter(({ entry }) => entry !== null);
  const [mine] = given;
  // No, its P/B is 0.90x. You quoted a P/B of 1.2, so the actual figure is lower.
  const isPriced = isPointing && mine?.dimension === "CNY" && mine.quantity.metrics.length === 0;
  const own =
    beside.length > 0
      ? beside
      : isPriced
        ? pricedBefore(word, mine.quantity.company, bench)
        : bench.matches.slice(-nearest).flatMap(({ quantity }) => {
            const isOfMeasure = quantity.metrics.some((id) => mine?.quantity.metrics.includes(id));
            return isOfMeasure && quantity.token.start < word.start
              ? (bench.settled.get(quantity.token) ?? [])
              : [];
          });
  const [shown] = own;
  if (given.length !== 1 || own.length !== 1 || mine === undefined || shown === undefined) return null;
  if (
    !isPriced &&
    !told.test(
      bench.input.lower.slice(Math.max(0, mine.quantity.token.start - reach), mine.quantity.token.start),
    )
  )
    return null;
  // 50 beside 0.9152 would have to be known as per cent.
  const isOfUnit = mine.quantity.number.unit !== null || shown.dimension !== "part";
  const isOfMeasure = isPriced
    ? shown.entry !== null && bench.input.lexicon.priced.includes(shown.entry.claim.metric)
    : shown.quantity.metrics.some((metric) => mine.quantity.metrics.includes(metric));
  const isFormer = formerEnd.test(bench.input.lower.slice(Math.max(0, word.start - 16), word.start));
  // 净流出3.13亿元,比您说的3亿略多: of what both lost the larger is the lower.
  const isOfLoss = shown.base < 0 && mine.base < 0 && shown.quantity.number.sign === "";
  const gap = isOfLoss ? mine.base - shown.base : shown.base - mine.base;
  return isOfUnit && isOfMeasure ? Math.sign(gap) === (isFormer ? -sign : sign) : null;
}
