/** Numbers of the user's as values that a comparison may be judged by, and the claims they are set beside. */
import type { Bench } from "../bench.ts";
import type { Quantity } from "../binding/quantity.ts";
import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import type { Settled } from "../comparing/comparison-sides.ts";
import { claimUnit } from "../tokens/readers/units.ts";
import { metricsIn, sizeOf, type Token } from "../tokens/token.ts";

/** The claim is of the measure and company that the user's number is set beside. */
const isOfSame = (
  { claim, company, unit }: BookClaim,
  { metrics, number, company: owner }: Quantity,
  { book }: Bench,
) =>
  metrics.includes(claim.metric) &&
  company === (owner ?? book.only) &&
  (number.unit !== null || unit.dimension !== "part");

/** Yes, more than 20 billion: Moutai's net profit was…: of the one value that the text shows of the company. */
function onlyShown(shown: readonly BookClaim[], { number, company, metrics }: Quantity) {
  const [only, ...more] = new Set(shown);
  // 有两家低于15倍: of the one measure that it shows of several.
  const isOfOther = ({ claim }: BookClaim): boolean =>
    company !== null || claim.metric !== only?.claim.metric;
  if (only === undefined || more.some(isOfOther) || (company !== null && company !== only.company))
    return undefined;
  const isOther = metrics.length > 0 && !metrics.includes(only.claim.metric);
  const isOfUnit =
    number.unit === null ? only.unit.dimension !== "part" : number.unit.dimension === only.unit.dimension;
  return isOther || !isOfUnit ? undefined : only;
}

/** The unit that a number without one takes from the measure it is said of: below the 70 you asked about, of an RSI. */
function plainUnit({ metrics: own }: Quantity, { lexicon, question }: Bench["input"]): string {
  const metrics = own.length > 0 ? own : metricsIn(question);
  const units = metrics.flatMap((id) => lexicon.metrics[id]?.default_unit ?? []).map(claimUnit);
  const [first] = units;
  const isPlain = first !== undefined && first.exponent === 0 && ["times", ""].includes(first.dimension);
  return isPlain && units.every(({ dimension }) => dimension === first.dimension) ? first.dimension : "CNY";
}

/** From here on an amount of money is no price. */
export const leastSum = 1e5;
/** Between a move and the level that it led to: 跌到, 跌破, fall to. */
const toLevel = /(?:[到至破穿回下]|(?<![a-z])(?:to|below|under|through))[^,，。]{0,4}$/;
/** How far before the user's number its word of move may stand, in tokens and in characters. */
const [nearest, reach] = [5, 24];

/** Which way the question says that the number went: 是不是流出了3个亿, down 2%; 0 where it says none. */
function askedWay({ number }: Quantity, { input: { question, asked } }: Bench): number {
  const at = question.findIndex(
    (each) => each.kind === "number" && each.number !== null && sizeOf(each.number) === sizeOf(number),
  );
  const { start = 0 } = question[at] ?? {};
  if (at < 0 || toLevel.test(asked.slice(Math.max(0, start - reach), start))) return 0;
  const before = question.slice(Math.max(0, at - nearest), at);
  const border = before.findLastIndex(({ kind }) => kind === "clause" || kind === "break");
  const isWay = ({ kind, sign }: Token): boolean => sign !== 0 && (kind === "direction" || kind === "metric");
  return (before.slice(border + 1).findLast(isWay) ?? question.slice(at + 1, at + 3).find(isWay))?.sign ?? 0;
}

/** −1 where the number is the size of a fall, a loss or an outflow. */
function signOfSize(quantity: Quantity, bench: Bench): number {
  const { number, direction, company } = quantity;
  const isPart = number.unit?.dimension === "part";
  // 跌幅高于5%: of a fall it is the size.
  if (isPart && direction < 0) return -1;
  if (!isPart && sizeOf(number) < leastSum) return 1;
  const way = askedWay(quantity, bench);
  if (way !== 0 || isPart) return way < 0 ? -1 : 1;
  const { flows } = bench.input.lexicon;
  const own = claimsOf(company ?? bench.book.only, flows, bench.book);
  return own.length > 0 && own.every(({ base }) => base < 0) ? -1 : 1;
}

export function usersOwn(quantity: Quantity, bench: Bench): Settled {
  const { unit } = quantity.number;
  return {
    quantity,
    base: signOfSize(quantity, bench) * sizeOf(quantity.number),
    dimension: unit?.dimension ?? plainUnit(quantity, bench.input),
    entry: null,
  };
}

/** The shown claim that the number is set beside, or undefined. */
export const shownBeside = (
  shown: readonly BookClaim[],
  quantity: Quantity,
  bench: Bench,
): BookClaim | undefined =>
  shown.find((entry) => isOfSame(entry, quantity, bench)) ?? onlyShown(shown, quantity);
