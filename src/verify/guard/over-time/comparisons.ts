/** Comparisons of a measure at the times that the text shows of it: 一季报高于年报, lower than the day before, (larger) behind the second of two. */
import type { BookClaim } from "../claims/claim-book.ts";
import { adjectiveAt, operatorOf } from "../comparing/adjectives.ts";
import {
  type ComparisonInput,
  clauseEnd,
  clauseStart,
  holds,
  ofMagnitude,
  reversedOp,
  type Spot,
  type Verdict,
} from "../comparing/comparison-sides.ts";
import { splitEnd } from "../tokens/readers/english-comparisons.ts";
import { type Token, upTo } from "../tokens/token.ts";
import { pricesOf, type Series, seriesOf } from "./series.ts";
import { type TimeSide, timeSideOf } from "./time-names.ts";

/** What such a comparison is judged by. */
export type TimesInput = Pick<
  ComparisonInput,
  "settled" | "lower" | "now" | "start" | "grownOf" | "previous" | "priced" | "closed"
>;

interface Sides {
  readonly left: TimeSide;
  readonly right: TimeSide;
  readonly op: string;
  /** The number right before the word, which is its left side. */
  readonly told: BookClaim | null;
}

const open = "open";
/** 比471,500手更大: judged with the word before it. */
const setsBeside = ({ kind, op }: Token): boolean =>
  kind === "compare" || (kind === "join" && /^(?:beside|reference|versus)$/.test(op));

/** The words on either side of the comparison, and what it says of them; null where a word is unknown. */
function sidesAt({ lower, settled }: TimesInput, { flat, at }: Spot): Sides | null {
  const word = flat[at];
  const from = clauseStart(flat, at);
  let lead = flat.slice(from, at);
  const border = clauseEnd(flat, at + 1);
  let after = upTo(
    flat.slice(at + 1, border),
    ({ kind, op }) => kind === open || kind === "close" || op === ":",
  );
  let op = word?.kind === "direction" ? (word.sign > 0 ? ">" : "<") : (word?.op ?? "");
  if (op === "than") {
    const graded = operatorOf(after, lower) ?? adjectiveAt(flat[border]);
    if (graded === null) return null;
    op = graded;
    const adjective = after.findLastIndex(({ op: one }) => /^[高低大小多少贵强弱宜]$/.test(one));
    if (adjective >= 0) after = after.slice(0, adjective);
  } else if (op.endsWith(splitEnd)) {
    const than = flat.findIndex(({ kind, op: one }, i) => i > at && kind === "compare" && one === "than");
    if (than < 0) return null;
    lead = [...lead, ...flat.slice(at + 1, than)];
    const behind = flat.slice(than + 1, clauseEnd(flat, than + 1));
    after = upTo(behind, ({ kind }) => kind === open);
    op = op.charAt(0);
  } else if (op.endsWith("adj")) op = op.charAt(0);
  if (!/^[<>]=?$/.test(op) || lead.some(setsBeside)) return null;
  const number = lead.findLastIndex((each) => settled.get(each)?.entry != null);
  const own = lead[number];
  const behind = lead.slice(number + 1).filter(({ kind }) => kind !== open && kind !== "close");
  const [left, right] = [timeSideOf(behind, lower), timeSideOf(after, lower)];
  if (left === null || right === null) return null;
  return { left, right, op, told: own === undefined ? null : (settled.get(own)?.entry ?? null) };
}

/** The rows that the words may be of. */
function meantRows(
  input: TimesInput,
  { left, right, told }: Sides,
  last: BookClaim | null,
): readonly Series[] {
  const companies = [...left.companies, ...right.companies];
  const measures = [...left.measures, ...right.measures];
  const isPrice = (ids: readonly string[]): boolean =>
    ids.every((id) => input.priced.includes(id) || input.closed.includes(id));
  const isNamed = ({ metric }: Series, { metrics }: Token): boolean =>
    metrics.includes(metric) || (isPrice(metrics) && isPrice([metric]));
  const rows = [
    ...seriesOf(input.settled),
    ...pricesOf(input.settled, input.previous, [...input.priced, ...input.closed]),
  ];
  const named = rows.filter(
    (row) =>
      companies.every((each) => each === row.company) &&
      (left.measures.length === 0 || left.measures.some((each) => isNamed(row, each))) &&
      right.measures.every((each) => isNamed(row, each)) &&
      (!(left.isLoss || right.isLoss) || row.points.every(({ base }) => base < 0)),
  );
  if (!measures.every((each) => named.some((row) => isNamed(row, each)))) return [];
  // 两家公司都低于2024年: of each of them.
  const count = Math.max(left.count, right.count);
  if (count > 0) return new Set(named.map(({ company }) => company)).size === count ? named : [];
  const shown = told ?? last;
  if (shown !== null) return named.filter(({ points }) => points.some(({ claim }) => claim === shown.claim));
  const narrowed = (list: readonly Series[], fits: (row: Series) => boolean) => {
    const own = list.filter(fits);
    return own.length > 0 ? own : list;
  };
  const { company, metrics } = input.start;
  const ofCompany =
    companies.length > 0 || company === null ? named : narrowed(named, (row) => row.company === company);
  return measures.length > 0 ? ofCompany : narrowed(ofCompany, ({ metric }) => metrics.includes(metric));
}

const reach = 40;

export const isSplit = ({ op }: Token): boolean => op.endsWith(splitEnd);

/** The "than" is the other half of such a comparison: lower in Q1 2026 (24.41%) than in 2025 (26.27%). */
export const isOfSplit = ({ flat, at }: Spot): boolean =>
  flat
    .slice(Math.max(0, at - reach), at)
    .findLast(({ kind }) => kind === "compare")
    ?.op.endsWith(splitEnd) === true;

export const longestTold = 400;
/** More days are a table, in which no words point to one of them. */
const mostPoints = 12;

const ofSize = /[大多小少]|larg|small|more|less|great|big|few/;

/** The operator over the values of the row; null where of losses it can be read both ways. */
function opOver({ points, isBare }: Series, op: string, spot: Spot, lower: string): string | null {
  if (!points.every(({ base }) => base < 0)) return ofMagnitude(op, spot);
  if (isBare) return reversedOp(op);
  const word = spot.flat[spot.at];
  return ofSize.test(lower.slice(word?.start, (word?.end ?? 0) + 1)) ? null : op;
}

/** Every two values of the row that the sides may be. */
function pairsIn(row: Series, { left, right, told }: Sides, last: BookClaim | null, { now }: TimesInput) {
  const { points, first } = row;
  const fixed = told ?? (left.times.length === 0 && right.times.length > 0 ? last : null);
  const isAdjacent = left.isInOrder || right.isInOrder;
  const all = points.flatMap((a, i) =>
    points.flatMap((b, j) => {
      if (a === b || (isAdjacent && Math.abs(i - j) !== 1)) return [];
      const [earlier, later] = i < j ? [a, b] : [b, a];
      const pair = { earlier, later, first };
      // The previous close is of the day before, and of no other time.
      const fits = ({ times, isDayBefore }: TimeSide, one: BookClaim): boolean =>
        times.every((is) => is(one, pair, now)) && (isDayBefore || one.claim.metric === row.metric);
      return fits(left, a) && fits(right, b) ? [[a, b] as const] : [];
    }),
  );
  const own = fixed === null ? [] : all.filter(([a]) => a.claim === fixed.claim);
  // 收10.94元,昨收11.08元,比昨天低: the number told last may be the other side.
  return own.length > 0 || told !== null || points.length > 2 ? (fixed === null ? all : own) : all;
}

const ofYearBefore = /去年|[上前]一?年|year/;

/** 现金流高于去年同期净利润: another measure, which the text does not show of that time; 高于同期净利润 where it shows it of the same. */
function isOfOtherTime(
  { settled, priced, closed, previous, lower }: TimesInput,
  { right }: Sides,
  { flat, at }: Spot,
  own: BookClaim | null,
): boolean {
  const prices = [...priced, ...closed, ...previous];
  const other = right.measures.find(({ metrics }) => !metrics.some((id) => prices.includes(id)));
  if (right.times.length === 0 || other === undefined) return false;
  const isSame = !ofYearBefore.test(lower.slice(flat[at]?.end, other.start));
  const isShown = [...settled.values()].some(
    ({ entry }) =>
      entry !== null && entry.asOf.day === own?.asOf.day && other.metrics.includes(entry.claim.metric),
  );
  return !(isSame && isShown);
}

/** Undefined where no side is told by its time, or the text shows no two values that they may be. */
export function judgeShownTimes(input: TimesInput, spot: Spot): Verdict | undefined {
  if (spot.flat.length > longestTold || spot.flat[spot.at]?.kind === "superlative") return undefined;
  const sides = sidesAt(input, spot);
  if (sides === null) return undefined;
  const { left, right, told } = sides;
  const word = spot.flat[spot.at];
  const isAdjective = word?.kind === "direction" || /adj/.test(word?.op ?? "");
  const isAlone = left.times.length === 0 && right.times.length === 0;
  if (isAlone && !(told !== null && isAdjective && right.measures.length === 0)) return undefined;
  if (right.times.length === 0 && !isAdjective) return undefined;
  const shown = spot.flat.slice(0, spot.at).findLast((each) => input.settled.get(each)?.entry != null);
  // 净利润则低于2024年 names what it is of: the other of the two.
  const isUnsaid = [left.times, left.measures, left.companies].every(({ length }) => length === 0);
  const last = shown === undefined || !isUnsaid ? null : (input.settled.get(shown)?.entry ?? null);
  const rows = meantRows(input, sides, last).filter(({ points }) => points.length <= mostPoints);
  if (rows.length === 0)
    return isOfOtherTime(input, sides, spot, told ?? last) ? "comparison_unsupported" : undefined;
  // Of more than two values the place alone names none; beside another company's it may be that one.
  if ((left.isPlace || right.isPlace) && input.settled.size !== 2) return undefined;
  const isOfOthers = ({ company, metric }: Series): boolean =>
    [...input.settled.values()].some(
      ({ entry }) => entry?.claim.metric === metric && entry.company !== company,
    );
  if (isAlone && rows.some(isOfOthers)) return undefined;
  const verdicts = rows.map((row): Verdict | undefined => {
    const op = opOver(row, sides.op, spot, input.lower);
    if (op === null) return undefined;
    const pairs = pairsIn(row, sides, last, input);
    if (pairs.length === 0) return "comparison_unsupported";
    return pairs.every(([a, b]) => holds(op, a.base, b.base)) ? null : "comparison_false";
  });
  return verdicts.includes(undefined) ? undefined : (verdicts.find((each) => each !== null) ?? null);
}
