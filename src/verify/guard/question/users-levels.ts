/** Levels that a direction is said of without a move of the claims: the user's number, the close of another day. */

import { type Bench, onlyNamed } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Assertion, Quantity } from "../binding/quantity.ts";
import { claimsOf } from "../claims/claim-book.ts";
import { holds } from "../comparing/comparison-sides.ts";
import { pattern } from "../lexicon/patterns.ts";
import { firstWhere, sizeOf, type Token } from "../tokens/token.ts";
import { isMeasure } from "./question.ts";

/** How far behind the direction the user's number may stand, in characters. */
const reach = 14;

/** The index of the first number behind the token, by halving: the numbers stand in the order of the text. */
export const numberAfter = (quantities: readonly Quantity[], { start }: Token): number =>
  firstWhere(quantities.length, (at) => (quantities[at]?.token.start ?? 0) > start);

/** 没有跌到您说的9块: every price that the claims have of the company is above it. */
export function isUsersLevelDenied({ token, sign, company }: Assertion, part: Part, bench: Bench): boolean {
  const next = part.bound.quantities[numberAfter(part.bound.quantities, token)];
  const given = next === undefined ? undefined : bench.settled.get(next.token);
  if (next === undefined || given === undefined || given.entry !== null) return false;
  if (next.token.start - token.end > reach) return false;
  if (!/^(?:到|至|回)/.test(bench.input.lower.slice(token.end, token.end + 1))) return false;
  if (given.dimension !== "CNY") return false;
  const prices = claimsOf(company ?? onlyNamed(bench), [...bench.input.lexicon.priceLike], bench.book);
  return prices.length > 0 && prices.every(({ base }) => Math.sign(base - given.base) === -sign);
}

const besideIt =
  /(?:^|[^a-z])(?:against|compared (?:with|to)|versus|vs\.?|relative to|next to|beside|than) |(?:与|和|跟|较|对比|相比)/;
const longestSentence = 300;

/**
 * Against the 98.5 entry you mentioned, the price of 102.36 is higher: the one price before the word beside the one number of the
 * user's, true or false; null where no such two are set beside each other.
 */
export function judgeBesideUsersPrice(
  { token, sign, company }: Assertion,
  part: Part,
  bench: Bench,
): boolean | null {
  if (token.op !== "comparative") return null;
  const first = part.sentence.clauses[0]?.[0]?.start ?? 0;
  if (token.start - first > longestSentence) return null;
  const { quantities } = part.bound;
  const before = quantities
    .slice(0, numberAfter(quantities, token))
    .flatMap((each) => bench.settled.get(each.token) ?? []);
  const given = before.filter(({ entry }) => entry === null);
  const own = before.filter(({ entry }) => entry !== null);
  const [mine, price] = [given[0], own[0]];
  if (given.length !== 1 || own.length !== 1 || mine === undefined || price?.entry == null) return null;
  const { claim, company: owner } = price.entry;
  if (!bench.input.lexicon.priceLike.has(claim.metric) || (company !== null && company !== owner))
    return null;
  const stretch = bench.input.lower.slice(first, mine.quantity.token.start);
  return besideIt.test(stretch) ? Math.sign(price.base - mine.base) === sign : null;
}

const crossing = /(?:(涨|升)|(?:跌|降))(?:过|破|穿|超过?|回)了?[^,，。;；\d]{0,8}$/;
const users = "(?:您|你)?(?:说|提到?|问|设)?(?:的|过)?(?:那个|这个)?$";
/** 击穿11元, 没能撑住11元: words right before the number, and on which side of it they put the price. */
const before: readonly (readonly [RegExp, string])[] = [
  [pattern`(?:没能?|未能|没有)(?:撑|守|站|顶|扛)(?:住|稳|上)${users}`, "<"],
  [pattern`(?<![没未不])(?:击穿|下破|跌穿|失守|低过)了?${users}`, "<"],
  [pattern`(?:受阻|受制|受压|止步)于?${users}|(?:仍|还|一直)?被${users}`, "<="],
  [/(?<![没未不])达到了?$/, ">="],
  [pattern`(?<![没未不能])(?:守住|撑住|站稳|站上|站回)了?${users}`, ">="],
  [pattern`(?<![没未不是约])(?:刚好|正好|恰好|恰为|不多不少)(?:就?是|为|到|在)?${users}`, "="],
];
/** 11元失守, 落到11元下面: words right behind it. */
const behind: readonly (readonly [RegExp, string])[] = [
  [/^(?:关口)?(?:已)?(?:失守|不保)/, "<"],
  [/^(?:整数)?(?:关口|大关)?的?(?:下面|底下)/, "<"],
  [/^(?:整数)?(?:关口|大关)?的?(?:上面|上头)/, ">"],
];
/** Your stop at CNY 48 has been hit, 50元的止损已触发: what a stop or a target was reached by, or was not. */
const reachedBehind =
  /^(?:元|块)?的?(?:止损|止盈|目标)?[位线价]*[,，]?(?:目前|现在|还|尚|也|已经?|都|早)*(没有?|未|并未)?(?:被|已)*(?:触发|触及|达到|到达|打到|击中)|^(?: (?:stop|target|level))?(?: has| have| is| was)?( not|n't)?(?: yet)?(?: been)?(?: already)? (?:hit|triggered|reached|breached|met|taken out)(?![a-z])/;
const planned = /(止损|割肉|(?<![a-z])stop(?![a-z]))|止盈|目标|(?<![a-z])(?:target|take[- ]profit)(?![a-z])/;
const plannedReach = 24;

const reachedAhead =
  /(没有?|未|尚未|并未)?(?:被|能|再)?(?:触发|触及|打到|击中)了?(?:您|你)?(?:设定?|给出?|说)?的?$/;

/** On which side of a stop or a target the words put the price; null where they say none. */
function sideReached({ start, end }: Token, { lower }: Bench["input"]): string | null {
  const found =
    reachedBehind.exec(lower.slice(end, end + 2 * plannedReach)) ??
    reachedAhead.exec(lower.slice(Math.max(0, start - plannedReach), start));
  if (found === null) return null;
  const role = planned.exec(lower.slice(Math.max(0, start - plannedReach), end + plannedReach));
  if (role === null) return null;
  const isDenied = found[1] !== undefined || found[2] !== undefined;
  return role[1] !== undefined ? (isDenied ? ">" : "<=") : isDenied ? "<" : ">=";
}

const pressed = /^(?:关口)?(?:压制|压住|挡住|压着)/;

/** 能否守住, 如果击穿: asked or supposed. */
const open = /[否会若]|如果|要是|一旦|距|离|是不是|能(?![撑守站顶扛])/;

/** The side of the number that the words beside it put the price on; null where they say none. */
function sideSaid({ start, end }: Token, { lower }: Bench["input"]): string | null {
  const [ahead, after] = [lower.slice(Math.max(0, start - reach), start), lower.slice(end, end + reach)];
  if (open.test(ahead)) return null;
  const found = before.find(([words]) => words.test(ahead));
  if (found !== undefined && (!/被[^,，]{0,6}$/.test(ahead) || pressed.test(after))) return found[1];
  return /[没未不]/.test(ahead) ? null : (behind.find(([words]) => words.test(after))?.[1] ?? null);
}

/** 已经涨过您说的9.5元: every price that the claims have of the company lies on that side of the user's number. */
export function isCrossingTrue(
  { token, number, company, metrics }: Quantity,
  bench: Bench,
  isRounded = false,
): boolean {
  const ahead = bench.input.lower.slice(Math.max(0, token.start - reach), token.start);
  const isPrice = number.unit === null || number.unit.dimension === "CNY";
  const isPart = number.unit?.dimension === "part";
  if (!isPrice && !isPart) return true;
  // 跌破100元 of a price that rounds to it is judged as the comparison that it is.
  const found = isRounded ? null : crossing.exec(ahead);
  const isUp = found?.[1] !== undefined;
  const side =
    sideSaid(token, bench.input) ??
    sideReached(token, bench.input) ??
    (found === null || /[没未不否]/.test(ahead) ? null : isUp ? ">=" : "<=");
  if (side === null) return true;
  const level = sizeOf(number);
  const { priceLike, priced, closes } = bench.input.lexicon;
  const owner = company ?? onlyNamed(bench);
  if (isPart) {
    // A rate or a share, not a move: of a fall the size is what reaches it.
    const rates = claimsOf(owner, metrics, bench.book).filter(({ unit }) => unit.dimension === "part");
    return rates.every(({ base }) => base < 0 || holds(side, base, level));
  }
  // 成交额没有站上25亿元: of the measure that is told, or asked for.
  const asked = bench.input.question.flatMap((each) => (isMeasure(each) ? each.metrics : []));
  const told = metrics.length > 0 ? metrics : asked;
  if (told.length > 0 && !told.some((id) => priceLike.has(id))) {
    const sums = claimsOf(owner ?? bench.book.only, told, bench.book);
    return sums.length > 0 && sums.every(({ base }) => holds(side, base, level));
  }
  const all = claimsOf(owner, [...priceLike], bench.book);
  const own = all.filter(({ claim }) => priced.includes(claim.metric) || closes.own.has(claim.metric));
  const prices = found === null && own.length > 0 ? own : all;
  return prices.length > 0 && prices.every(({ base }) => holds(side, base, level));
}
