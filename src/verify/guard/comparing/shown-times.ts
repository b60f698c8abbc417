/** Comparisons of a measure at the two times that the text shows of it: 一季报的增速高于年报, the later close being higher. */
import { oncePer } from "#contract";
import type { BookClaim } from "../claims/claim-book.ts";
import { splitEnd } from "../tokens/english-comparisons.ts";
import type { Token } from "../tokens/token.ts";
import { operatorOf } from "./adjectives.ts";
import {
  type ComparisonInput,
  clauseEnd,
  clauseStart,
  holds,
  ofMagnitude,
  type Spot,
  type Verdict,
} from "./comparison-sides.ts";
import { type TimePair, type TimeSide, timeSideOf } from "./time-names.ts";

type Settlement = ComparisonInput["settled"];

/** What such a comparison is judged by. */
export type TimesInput = Pick<ComparisonInput, "settled" | "lower" | "now" | "start" | "grownOf">;

/** Measures that the text shows of exactly two days, of each company. */
const pairsOf = oncePer((settled: Settlement): readonly TimePair[] => {
  const byMeasure = new Map<string, BookClaim[]>();
  const inText = [...settled].toSorted(([a], [b]) => a.start - b.start);
  for (const [, { entry }] of inText) {
    if (entry === null) continue;
    const key = `${entry.company} ${entry.claim.metric} ${entry.window}`;
    const list = byMeasure.get(key) ?? [];
    if (!list.some(({ asOf }) => asOf.day === entry.asOf.day)) list.push(entry);
    byMeasure.set(key, list);
  }
  return [...byMeasure.values()].flatMap((list): TimePair[] => {
    const [first, second] = list;
    if (first === undefined || second === undefined || list.length !== 2) return [];
    const isInOrder = first.asOf.day < second.asOf.day;
    return [{ earlier: isInOrder ? first : second, later: isInOrder ? second : first, first }];
  });
});

const shownOnce = oncePer(
  (settled: Settlement): ReadonlySet<BookClaim | null> =>
    new Set([...settled.values()].map(({ entry }) => entry)),
);

interface Sides {
  readonly left: TimeSide;
  readonly right: TimeSide;
  readonly op: string;
}

/** The words on either side of the comparison, and what it says of them; null where a word is unknown. */
function sidesAt({ lower }: TimesInput, { flat, at }: Spot): Sides | null {
  const word = flat[at];
  const from = clauseStart(flat, at);
  const before = flat.slice(from, at);
  let after = flat.slice(at + 1, clauseEnd(flat, at + 1));
  const open = after.findIndex(({ kind, op }) => kind === "open" || op === ":");
  if (open >= 0) after = after.slice(0, open);
  let op = word?.kind === "direction" ? (word.sign > 0 ? ">" : "<") : (word?.op ?? "");
  let lead = before;
  if (op === "than") {
    const said = operatorOf(after, lower);
    if (said === null) return null;
    op = said;
    after = after.slice(
      0,
      after.findLastIndex(({ op: one }) => /^[高低大小多少贵强弱宜]$/.test(one)),
    );
  } else if (op.endsWith(splitEnd)) {
    const than = flat.findIndex(({ kind, op: one }, i) => i > at && kind === "compare" && one === "than");
    if (than < 0) return null;
    lead = [...before, ...flat.slice(at + 1, than)];
    after = flat.slice(than + 1, clauseEnd(flat, than + 1));
    op = op.charAt(0);
  } else if (op.endsWith("adj")) op = op.charAt(0);
  if (!/^[<>]=?$/.test(op)) return null;
  const [left, right] = [timeSideOf(lead, lower), timeSideOf(after, lower)];
  return left === null || right === null ? null : { left, right, op };
}

/** The entry of the pair that the side names: null where it names none or both. */
function entryOf({ times }: TimeSide, pair: TimePair, { now }: TimesInput): BookClaim | null {
  const found = [pair.earlier, pair.later].filter((entry) => times.every((fits) => fits(entry, pair, now)));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The pairs that the words may be of. */
function meantPairs(input: TimesInput, { left, right }: Sides, last: BookClaim | null): readonly TimePair[] {
  const companies = [...left.companies, ...right.companies];
  const measures = [...left.measures, ...right.measures];
  const isNamed = ({ earlier: { claim } }: TimePair, { metrics }: Token): boolean =>
    metrics.includes(claim.metric) || (isGrowth && input.grownOf(metrics).includes(claim.metric));
  const isGrowth = left.isGrowth || right.isGrowth;
  const named = pairsOf(input.settled).filter(
    (pair) =>
      companies.every((each) => each === pair.earlier.company) &&
      measures.every((each) => isNamed(pair, each)) &&
      (!isGrowth || input.grownOf([pair.earlier.claim.metric]).includes(pair.earlier.claim.metric)) &&
      [...left.nouns, ...right.nouns].every((each) => pair.earlier.claim.metric.split("_").includes(each)),
  );
  const narrowed = (list: readonly TimePair[], fits: (entry: BookClaim) => boolean) => {
    const own = list.filter(({ earlier }) => fits(earlier));
    return own.length > 0 ? own : list;
  };
  if (last !== null) return named.filter(({ earlier, later }) => last === earlier || last === later);
  const { company, metrics } = input.start;
  const ofCompany =
    companies.length > 0 || company === null ? named : narrowed(named, (each) => each.company === company);
  return measures.length > 0 ? ofCompany : narrowed(ofCompany, ({ claim }) => metrics.includes(claim.metric));
}

/** A longer sentence is no prose; the limit keeps the work linear. */
export const longestTold = 400;

const isLoss = ({ earlier, later }: TimePair): boolean => earlier.base < 0 && later.base < 0;

/** Undefined where no side is told by its time, or the text shows no two values that they may be. */
export function judgeShownTimes(input: TimesInput, spot: Spot): Verdict | undefined {
  if (spot.flat.length > longestTold || pairsOf(input.settled).length === 0) return undefined;
  const sides = sidesAt(input, spot);
  if (sides === null) return undefined;
  const { left, right } = sides;
  if (left.times.length === 0 && right.times.length === 0) return undefined;
  // Of more than two values the place alone names none.
  if ((left.isPlace || right.isPlace) && shownOnce(input.settled).size !== 2) return undefined;
  const isOneSided = right.times.length === 0 && /^[<>]=?$/.test(spot.flat[spot.at]?.op ?? "");
  if (isOneSided) return undefined;
  const shown = spot.flat.slice(0, spot.at).findLast((each) => input.settled.get(each)?.entry != null);
  // 净利润则低于2024年 names what it is of: the other of the two.
  const isUnsaid = [left.times, left.measures, left.companies, left.nouns].every(
    ({ length }) => length === 0,
  );
  const last = shown === undefined || !isUnsaid ? null : (input.settled.get(shown)?.entry ?? null);
  const pairs = meantPairs(input, sides, last);
  // Of two losses the larger is the deeper one or the lower, as the word has it.
  const isUnclear = pairs.some(isLoss) && !left.isGrowth && !right.isGrowth;
  if (pairs.length === 0 || isUnclear) return undefined;
  const op = ofMagnitude(sides.op, spot);
  const verdicts = pairs.map((pair): Verdict => {
    const [own, other] = [left, right].map((side) =>
      side.times.length === 0 ? undefined : entryOf(side, pair, input),
    );
    if (own === null || other === null) return "comparison_unsupported";
    const otherThan = (entry: BookClaim): BookClaim => (entry === pair.earlier ? pair.later : pair.earlier);
    const unsaid = other === undefined ? null : (last ?? otherThan(other));
    const [a, b] = [own ?? unsaid, other ?? (own === undefined ? null : otherThan(own))];
    if (a == null || b == null || a === b) return "comparison_unsupported";
    return holds(op, a.base, b.base) ? null : "comparison_false";
  });
  return verdicts.find((each) => each !== null) ?? null;
}
