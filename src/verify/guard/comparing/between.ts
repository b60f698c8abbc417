/** 在MA20与MA5之间, between its 20-day and 60-day averages: what is said to lie between two others. */

import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import { betweenBefore, joinsBetween, opensPlace } from "../tokens/readers/side-words.ts";
import { type Token, textOf } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseEnd,
  clauseStart,
  type Operand,
  operandOf,
  ownBefore,
  type Settled,
  type Spot,
  settledOperand,
  stateAt,
  type Verdict,
} from "./comparison-sides.ts";
import { judgeMiddleLevel } from "./levels.ts";
import { leftOperand } from "./operands.ts";

const joins = (each: Token): boolean =>
  joinsBetween(each) || (each.kind === "fill" && (each.op === "至" || each.op === "到")) || each.op === "~";
const isSide = ({ kind }: Token): boolean => kind === "metric" || kind === "number" || kind === "company";

/** the low and the high: of what stretch the text has shown. */
function extremeShown(
  { settled }: ComparisonInput,
  company: string | null,
  { metrics }: Token,
): Operand | null {
  const [end] = metrics.filter((id) => /^(?:low|high)$/.test(id));
  const shown = [...settled.values()].filter(
    ({ entry }) =>
      entry?.company === company && end !== undefined && entry.claim.metric.split("_").includes(end),
  );
  const [only, ...more] = new Set(shown.map(({ entry }) => entry));
  return only == null || more.length > 0 ? null : operandOf([only]);
}

const both = /^于?(?:[这那]?(?:两者|二者|两个价位|高低点|高低点位|高低价)|the two)$/;
const lying =
  /(?:lies|lie|sits|sit|is|stands|trades|trading|falls|remains|now|closed|closes|ended|finished|settled|caught|sandwiched|squeezed)$/;
/** 介于两者之间, and nothing more of what lies there: not 在两者之间选择. */
const whole = /^(?:了|运行|徘徊|震荡|的位置)?(?: ?[,，.。;；:：!！)）(（\n]|$)/;

const entriesOf = (all: Iterable<Settled | undefined>): readonly BookClaim[] => [
  ...new Set([...all].flatMap((each) => each?.entry ?? [])),
];

/** What is said to lie there: the number or the measure of the clause; where it names nothing the price, else what was shown last. */
function lyingThere(
  input: ComparisonInput,
  own: readonly Token[],
  before: readonly BookClaim[],
  company: string | null,
): BookClaim | undefined {
  const number = own.findLast(({ kind }) => kind === "number");
  const measure = own.findLast(({ kind }) => kind === "metric");
  const shown = number === undefined ? null : input.settled.get(number)?.entry;
  if (shown != null) return shown;
  if (measure !== undefined) return claimsOf(company, measure.metrics, input.book)[0];
  if (own.some(isSide)) return undefined;
  const prices = [...input.priced, ...input.closed];
  const price = entriesOf(input.settled.values()).find(
    (each) => each.company === company && prices.includes(each.claim.metric),
  );
  return price ?? before.at(-1);
}

/** 现价处于两者之间: of the two other levels of the company that the sentence, else the text, shows, or the two other values of the measure; undefined where nothing is said to lie there. */
function judgeWithinShown(input: ComparisonInput, { flat, at }: Spot, begin: number): Verdict | undefined {
  const own = ownBefore({ flat, at: begin });
  const word = flat[begin];
  const isLying =
    (word !== undefined && opensPlace(word, input.lower)) ||
    lying.test(input.lower.slice(Math.max(0, (word?.start ?? 0) - 10), word?.start ?? 0).trimEnd());
  const end = (flat[at]?.op === betweenBefore ? flat[clauseEnd(flat, at + 1) - 1] : flat[at])?.end ?? 0;
  if (!isLying || !(own.some(isSide) || whole.test(input.lower.slice(end, end + 8)))) return undefined;
  const { company } = stateAt(input, { flat, at: begin });
  const [before, all] = [
    entriesOf(flat.slice(0, at).map((each) => input.settled.get(each))),
    entriesOf(input.settled.values()),
  ];
  const subject = lyingThere(input, own, before, company);
  if (subject === undefined) return "comparison_unsupported";
  const isLevel = (each: BookClaim): boolean =>
    each.company === company && each.claim.metric !== subject.claim.metric;
  const pools = [
    before.filter(isLevel),
    all.filter(isLevel),
    // 招行6.92%,工行4.71%,平安银行5.35%,介于两者之间
    all.filter((each) => each !== subject && each.claim.metric === subject.claim.metric),
  ];
  const [one, other] = pools.find(({ length }) => length === 2) ?? [];
  if (one === undefined || other === undefined) return "comparison_unsupported";
  if ([one, other].some(({ unit }) => unit.dimension !== subject.unit.dimension))
    return "comparison_unsupported";
  const isWithin =
    subject.base >= Math.min(one.base, other.base) && subject.base <= Math.max(one.base, other.base);
  return isWithin ? null : "comparison_false";
}

const averages = /均线|移动平均线|[两三几]条?线|(?<![a-z])(?:averages?|lines)(?![a-z])/;

/** 位于所列均线之间, between the averages: of the two that the sentence names, else of all that the claims have of the company; undefined where the phrase names another side. */
function judgeAmongAverages(
  input: ComparisonInput,
  phrase: readonly Token[],
  spot: Spot,
): Verdict | undefined {
  const said = textOf(phrase, input.lower);
  if (!averages.test(said) || phrase.some(isSide)) return undefined;
  const { company } = stateAt(input, spot);
  const named = ownBefore(spot).findLast(({ kind }) => kind === "metric")?.metrics ?? [];
  const own = claimsOf(company, named, input.book);
  const prices = [...input.priced, ...input.closed];
  const isPrice = named.length === 0 || named.some((id) => prices.includes(id));
  const subjects = own.length > 0 || !isPrice ? own : claimsOf(company, prices, input.book);
  // between the two averages: below the MA5, above the MA20: of those that are named.
  const told = new Set(
    spot.flat.flatMap(({ metrics }) => metrics.filter((id) => input.averages.includes(id))),
  );
  const lines = told.size === 2 ? [...told] : input.averages;
  const bounds = claimsOf(company, lines, input.book).map(({ base }) => base);
  if (subjects.length === 0 || new Set(bounds).size < 2) return "comparison_unsupported";
  const isWithin = ({ base }: BookClaim): boolean =>
    base >= Math.min(...bounds) && base <= Math.max(...bounds);
  return subjects.every(isWithin) ? null : "comparison_false";
}

/** 均线落在A到B之间: all of them that the claims have of the company; null where the clause names another side. */
function averagesNamed(input: ComparisonInput, spot: Spot): Operand | null {
  const own = ownBefore(spot);
  const said = input.lower.slice(own[0]?.start ?? 0, own.at(-1)?.end ?? 0);
  if (!averages.test(said) || own.some(({ kind }) => kind === "metric" || kind === "number")) return null;
  return operandOf(claimsOf(stateAt(input, spot).company, input.averages, input.book));
}

/** One of the two: the claim of the measure, else the number, else the company's claim of the measure spoken of. */
function operandIn(input: ComparisonInput, half: readonly Token[], spot: Spot): Operand | null {
  const state = stateAt(input, spot);
  const metric = half.findLast(({ kind }) => kind === "metric");
  const owner = half.find(({ kind }) => kind === "company");
  const company = owner?.op ?? state.company;
  if (metric !== undefined)
    return operandOf(claimsOf(company, metric.metrics, input.book)) ?? extremeShown(input, company, metric);
  const number = half.find(({ kind }) => kind === "number");
  const settled = number === undefined ? undefined : input.settled.get(number);
  if (settled !== undefined) return settledOperand(settled);
  return owner === undefined ? null : operandOf(claimsOf(company, state.metrics, input.book));
}

/** The two halves of the phrase, or null where it does not part into two that could be compared. */
function halvesOf(phrase: readonly Token[]): readonly [readonly Token[], readonly Token[]] | null {
  let depth = 0;
  for (const [i, each] of phrase.entries()) {
    if (each.kind === "open") depth++;
    if (each.kind === "close") depth = Math.max(0, depth - 1);
    if (depth > 0 || !joins(each)) continue;
    const [first, second] = [phrase.slice(0, i), phrase.slice(i + 1)];
    return first.some(isSide) && second.some(isSide) ? [first, second] : null;
  }
  return null;
}

/** Where the phrase begins and ends. */
function phraseAt({ flat, at }: Spot, lower: string): { readonly from: number; readonly to: number } | null {
  if (flat[at]?.op === betweenBefore) {
    const to = clauseEnd(flat, at + 1);
    const colon = flat.slice(at, to).findIndex(({ op }) => op === ":");
    return { from: at + 1, to: colon < 0 ? to : at + colon };
  }
  const from = flat.slice(0, at).findLastIndex((each) => opensPlace(each, lower));
  return from >= clauseStart(flat, at) ? { from: from + 1, to: at } : null;
}

/** Something that may lie between the two is named before them in their clause. */
function ownsBefore(flat: readonly Token[], from: number): boolean {
  return ownBefore({ flat, at: from }).some(isSide);
}

/** 居中, in the middle, between the other two: with others of the measure on both sides. */
export function judgeMiddle(input: ComparisonInput, spot: Spot, rest?: Token): Verdict {
  const { flat, at } = spot;
  const levels = rest === undefined ? judgeMiddleLevel(input, spot) : undefined;
  if (levels !== undefined) return levels;
  const state = stateAt(input, spot);
  const next = flat.slice(at).find(({ kind }) => kind === "metric")?.metrics ?? [];
  const metrics = state.metrics.length > 0 ? state.metrics : next;
  // 中间那只是五粮液
  const [link, owner] = flat.slice(at + 1, at + 3);
  const named =
    link?.kind === "fill" && /^[是为]$/.test(link.op) && owner?.kind === "company" ? owner.op : null;
  const own = claimsOf(named ?? state.company, metrics, input.book);
  const company = own[0]?.company ?? named ?? state.company;
  const others = metrics
    .flatMap((metric) => input.book.of(metric))
    .filter((entry) => entry.company !== null && entry.company !== company);
  const { size } = new Set(others.map((entry) => entry.company));
  if (own.length === 0 || size < 2 || (rest !== undefined && rest.count > 0 && rest.count !== size))
    return "comparison_unsupported";
  const isMiddle = own.every(
    ({ base }) => others.some((each) => each.base > base) && others.some((each) => each.base < base),
  );
  return isMiddle ? null : "comparison_false";
}

/** Undefined values on either side are no comparison (两者之间); a subject that the text does not show bears none out. */
export function judgeBetween(input: ComparisonInput, spot: Spot): Verdict {
  const place = phraseAt(spot, input.lower);
  const phrase = place === null ? [] : spot.flat.slice(place.from, place.to);
  const [head, tail] = [phrase[0], phrase.at(-1)];
  const said = head === undefined || tail === undefined ? "" : input.lower.slice(head.start, tail.end);
  const isOfTwo = said === "" || both.test(said);
  const within = isOfTwo
    ? judgeWithinShown(input, spot, place === null ? spot.at : place.from - 1)
    : undefined;
  if (within !== undefined) return within;
  const among =
    place === null ? undefined : judgeAmongAverages(input, phrase, { flat: spot.flat, at: place.from - 1 });
  if (among !== undefined) return among;
  const halves = place === null ? null : halvesOf(phrase);
  if (place === null || halves === null) return null;
  const begin: Spot = { flat: spot.flat, at: place.from - 1 };
  // Between BYD and CATL, …: whom it speaks of, not what lies where.
  const isOfOwners = halves.every((half) => !half.some(({ kind }) => kind === "metric" || kind === "number"));
  if (isOfOwners && !ownsBefore(spot.flat, place.from)) return null;
  const [first, second] = halves.map((half) => operandIn(input, half, begin));
  if (first == null || second == null || first.dimension !== second.dimension)
    return "comparison_unsupported";
  const bounds: Operand = { values: [...first.values, ...second.values], dimension: first.dimension };
  const subject = averagesNamed(input, begin) ?? leftOperand(input, begin, bounds);
  if (subject === null || subject.values.length === 0 || subject.dimension !== bounds.dimension)
    return "comparison_unsupported";
  const isWithin = (value: number): boolean =>
    value >= Math.min(Math.max(...first.values), Math.max(...second.values)) &&
    value <= Math.max(Math.min(...first.values), Math.min(...second.values));
  return subject.values.every(isWithin) ? null : "comparison_false";
}
