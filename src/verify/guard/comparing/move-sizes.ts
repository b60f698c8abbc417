/** Which of several moved further: 五粮液跌得更多, 五粮液比贵州茅台跌得多, fell less than Wuliangye. */
import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import { moveOver, stretchOf } from "../lexicon/metric-keys.ts";
import type { Token } from "../tokens/token.ts";
import {
  type ComparisonInput,
  holds,
  type Operand,
  ownBefore,
  reversedOp,
  type Settled,
  type Spot,
  stateAt,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";

const ways: ReadonlySet<string> = new Set(["market", "growth", "loss"]);
const earnings = /亏|盈|profit|loss|los[eit]/;

/** What moved and which way, by the word of move: a fall is the larger the lower its value is. */
interface SaidMove {
  readonly metrics: readonly string[];
  readonly sign: number;
}

/** The word of move right before the index (跌得更多, 流出更多), in the same clause. */
function moveBefore(input: ComparisonInput, { flat, at }: Spot): SaidMove | null {
  // 亏损远小于: how far is said between.
  const near = flat
    .slice(Math.max(0, at - 3), at)
    .filter(
      ({ op, kind }, i, all) =>
        op !== "得" &&
        !(kind === "fill" && /^(?:远|远远|明显|显著|略|也|则|要|稍)$/.test(op) && i > 0 && all.length > 1),
    )
    .slice(-2);
  const word = near.at(-1);
  return word === undefined ? null : moveOf(input, word, { flat, at });
}

/** 亏得更多了: of the company's two periods that the text shows, which are alike. */
function judgePeriods(
  { settled }: ComparisonInput,
  own: readonly BookClaim[],
  op: string,
): Verdict | undefined {
  const shown = new Set([...settled.values()].map(({ entry }) => entry));
  const [first, second, ...more] = own
    .filter((each) => shown.has(each))
    .toSorted((a, b) => a.asOf.day - b.asOf.day);
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  if (first.claim.as_of.slice(5, 10) !== second.claim.as_of.slice(5, 10)) return undefined;
  return holds(op, second.base, first.base) ? null : "comparison_false";
}

/** 营收降幅更大: than that of the one other measure whose growth the text shows of the company, which went the same way. */
function judgeBesideOther(
  { settled, grownOf }: ComparisonInput,
  own: readonly BookClaim[],
  op: string,
  sign: number,
): Verdict | undefined {
  const [mine, ...more] = own;
  if (mine === undefined || more.length > 0) return undefined;
  const others = new Set(
    [...settled.values()].flatMap(({ entry }) =>
      entry !== null &&
      entry.company === mine.company &&
      entry.claim.metric !== mine.claim.metric &&
      grownOf([entry.claim.metric]).includes(entry.claim.metric)
        ? [entry]
        : [],
    ),
  );
  const [other, ...rest] = others;
  if (other === undefined || rest.length > 0 || other.asOf.day !== mine.asOf.day) return undefined;
  return Math.sign(other.base) === sign && holds(op, mine.base, other.base) ? null : "comparison_false";
}

function moveOf(input: ComparisonInput, word: Token, spot: Spot): SaidMove | null {
  const { kind, op, sign, metrics, start, end } = word;
  if (sign === 0) return null;
  if (kind === "metric")
    return metrics.some((id) => input.changes.includes(id)) ? { metrics: input.changes, sign } : null;
  if (kind !== "direction" || !ways.has(op)) return null;
  const state = stateAt(input, spot);
  if (op === "market") {
    // revenue fell more
    const before = spot.flat[spot.flat.indexOf(word) - 1];
    const ofMeasure = before?.kind === "metric" && !before.metrics.some((id) => input.priceLike.has(id));
    const grown = ofMeasure ? input.grownOf(before.metrics) : [];
    return { metrics: grown.length > 0 ? grown : input.changes, sign };
  }
  // 恒瑞医药增长更快:营收同比…: of the measure that is named only later.
  const later =
    state.metrics.length > 0 ? undefined : spot.flat.slice(spot.at).find((each) => each.kind === "metric");
  if (op === "growth") {
    return { metrics: input.grownOf(later?.metrics ?? state.metrics), sign };
  }
  const isOfFlow = !earnings.test(input.lower.slice(start, end));
  return { metrics: isOfFlow ? input.flows : input.profits, sign };
}

const sized = (op: string, { sign }: SaidMove): string => (sign < 0 ? reversedOp(op) : op);

/** Half of the least daily limit of a share on the main boards, 10 %. */
const large = 0.05;

/** 今天跌得比较多:跌幅6.83%: of one alone, where the text shows that it moved so, and far. */
function isLargeAlone(
  { lower, settled }: ComparisonInput,
  { flat, at }: Spot,
  own: readonly BookClaim[],
  sign: number,
): boolean {
  if (!/^得?(?:比较|较|相对)/.test(lower.slice(flat[at]?.start ?? 0, flat[at]?.end ?? 0))) return false;
  const shown = new Set([...settled.values()].map(({ entry }) => entry));
  return own.length > 0 && own.every((each) => shown.has(each) && each.base * sign >= large);
}

/** 近20日是京东方A跌得多: of the stretch that the sentence has named last; undefined where the claims have none such. */
function ofStretch(
  { lower, book, changes }: ComparisonInput,
  before: readonly Token[],
  { metrics }: SaidMove,
): readonly BookClaim[] | undefined {
  const said = before.findLast(({ kind }) => kind === "window");
  const stretch = said === undefined ? null : stretchOf(lower.slice(said.start, said.end));
  if (stretch === null || metrics !== changes) return undefined;
  const own = changes.flatMap((id) => book.of(id)).filter(({ window }) => window === stretch);
  const held = [...new Set([...book.of(moveOver(stretch)), ...own])];
  return held.length > 0 ? held : undefined;
}

/** 跌得更多: further than every other company that the claims speak of. */
export function judgeFurther(input: ComparisonInput, spot: Spot, op: string): Verdict | undefined {
  const move = moveBefore(input, spot);
  if (move === null || move.metrics.length === 0) return undefined;
  const { flat, at } = spot;
  const stretch = stretchAfter(spot);
  const link = stretch.findIndex(({ kind, op: word }) => kind === "fill" && /^(?:是|为|is|was)$/.test(word));
  const after = link < 0 ? undefined : stretch.slice(link).find(({ kind }) => kind === "company");
  const company = after?.op ?? stateAt(input, spot).company;
  // 今天跌得更多: of no longer stretch.
  const isOfDay = ownBefore(spot).some((each) => each.kind === "relative" && each.op === "today");
  const all = (
    ofStretch(input, flat.slice(0, at), move) ?? move.metrics.flatMap((id) => input.book.of(id))
  ).filter(({ window }) => !isOfDay || window === null);
  const own = all.filter((entry) => entry.company === company);
  const others = all.filter((entry) => entry.company !== company);
  if (others.length === 0 && op === ">" && isLargeAlone(input, spot, own, move.sign)) return null;
  const wanted = sized(op, move);
  const isAlone = others.length === 0 && own.every(({ base }) => Math.sign(base) === move.sign);
  const ofPeriods = isAlone ? judgePeriods(input, own, wanted) : undefined;
  if (ofPeriods !== undefined) return ofPeriods;
  const ofMeasures = isAlone ? judgeBesideOther(input, own, wanted, move.sign) : undefined;
  if (ofMeasures !== undefined) return ofMeasures;
  if (own.length === 0 || others.length === 0) return "comparison_unsupported";
  const isAlike = [...own, ...others].every(({ base }) => Math.sign(base) === move.sign);
  return own.every((a) => others.every((b) => holds(wanted, a.base, b.base))) &&
    (isAlike || own.every(({ base }) => Math.sign(base) === move.sign))
    ? null
    : "comparison_false";
}

/** 五粮液比贵州茅台跌得多, dropped more than Wuliangye: beside the companies that the other side names. */
export function judgeFurtherThan(input: ComparisonInput, spot: Spot, op: string): Verdict | undefined {
  const stretch = stretchAfter(spot);
  if (stretch.some(({ kind }) => kind === "number" || kind === "entity" || kind === "scope"))
    return undefined;
  const others = stretch.flatMap(({ kind, op: owner }) => (kind === "company" ? [owner] : []));
  const word = stretch.find(({ kind }) => kind === "direction" || kind === "metric");
  const move = (word === undefined ? null : moveOf(input, word, spot)) ?? moveBefore(input, spot);
  if (others.length === 0 || move === null || move.metrics.length === 0) return undefined;
  const own = claimsOf(stateAt(input, spot).company, move.metrics, input.book);
  const beside = others.map((each) => claimsOf(each, move.metrics, input.book));
  if (own.length === 0 || beside.some((each) => each.length === 0)) return "comparison_unsupported";
  const wanted = sized(op, move);
  const isMoved = own.every(({ base }) => Math.sign(base) === move.sign);
  return isMoved && own.every((a) => beside.flat().every((b) => holds(wanted, a.base, b.base)))
    ? null
    : "comparison_false";
}

const sizedMove =
  /(?:(?:(steeper|sharper|bigger|larger|deeper|greater|heavier|stronger|faster)|smaller|milder|shallower|gentler|lesser|weaker|slower) (?:percentage |daily |one-day |net )?(?:(drop|fall|decline|loss|slide|retreat)|gain|rise|advance|increase|climb|growth)|(?<![a-z])(?:is|was|are|were) (?:(steeper|sharper|deeper)|milder|shallower|gentler)) $/;
const reachOfMove = 40;

/** a steeper drop than CATL's 0.62%: how far the last number before went beside the next; undefined for other words. */
export function judgeMoveThan(
  { lower, settled, changes, grownOf }: ComparisonInput,
  { flat, at }: Spot,
): Verdict | undefined {
  const start = flat[at]?.start ?? 0;
  const found = sizedMove.exec(lower.slice(Math.max(0, start - reachOfMove), start));
  if (found === null) return undefined;
  const next = stretchAfter({ flat, at }).find(({ kind }) => kind === "number");
  const before = flat.slice(0, at).findLast(({ kind }) => kind === "number");
  const [left, right] = [before, next].map((each) => (each === undefined ? undefined : settled.get(each)));
  if (left?.entry == null || right?.entry == null) return "comparison_unsupported";
  const { metric } = left.entry.claim;
  const isOfMoves = changes.includes(metric) || grownOf([metric]).includes(metric);
  const isAlike = metric === right.entry.claim.metric && isOfMoves && left.dimension === "part";
  if (!isAlike || left.entry.company === right.entry.company) return "comparison_unsupported";
  const [said, larger, fall, largerAlone] = found;
  // Its decline of 11.2% is steeper than: the way that the left side went.
  const sign = /^(?:is|was|are|were) /.test(said) ? Math.sign(left.base) : fall === undefined ? 1 : -1;
  const isMoved = [left, right].every(({ base }) => Math.sign(base) === sign);
  const op = larger === undefined && largerAlone === undefined ? "<" : ">";
  return isMoved && holds(op, Math.abs(left.base), Math.abs(right.base)) ? null : "comparison_false";
}

const isBare = ({ base, quantity }: Settled): boolean => base < 0 && quantity.number.sign === "";

/** 净流出1.29亿元: as the text tells it, a fall without a sign by its size. */
export const sizeTold = (each: Settled): number => (isBare(each) ? -each.base : each.base);

/** The text tells all that it shows of the measures so. */
export function areTold({ settled }: Pick<ComparisonInput, "settled">, metrics: readonly string[]): boolean {
  const own = [...settled.values()].filter(({ entry }) => metrics.includes(entry?.claim.metric ?? ""));
  return own.length > 0 && own.every(isBare);
}

/** 跌幅1.25%,小于泸州老窖的2.03%: falls that both stand there without a sign are compared by their sizes. */
export function areFalls(input: ComparisonInput, { flat, at }: Spot): boolean {
  const next = stretchAfter({ flat, at }).find(({ kind }) => kind === "number");
  const behind = flat.findIndex((each, i) => i > at && each.kind === "number" && each !== next);
  const before = flat.slice(0, at).findLast(({ kind }) => kind === "number") ?? flat[behind];
  return [before, next].every((each) => {
    const settled = each === undefined ? undefined : input.settled.get(each);
    return settled !== undefined && isBare(settled);
  });
}

const sizeWord = /^(?:smaller|less|milder|bigger|larger|more|greater|steeper) than$/;

/** down 2.27%, less than the 2% you were told: a fall and the user's number are compared by their sizes; undefined for other sides. */
export function judgeFallBesideUsers(
  { lower, settled }: ComparisonInput,
  { flat, at }: Spot,
  left: Operand | null,
  right: Operand,
): Verdict | undefined {
  const word = flat[at];
  if (left === null || word === undefined || !sizeWord.test(lower.slice(word.start, word.end)))
    return undefined;
  const next = stretchAfter({ flat, at }).find(({ kind }) => kind === "number");
  const users = next === undefined ? undefined : settled.get(next);
  if (users === undefined || users.entry !== null || left.dimension !== "part") return undefined;
  if (!left.values.every((value) => value < 0)) return undefined;
  const isTrue = left.values.every((a) =>
    right.values.every((b) => holds(word.op.charAt(0), Math.abs(a), Math.abs(b))),
  );
  return isTrue ? null : "comparison_false";
}
