/** 逐年上升, rose every year: each value of the row lies where the words say beside the one before it. */
import type { BookClaim } from "../claims/claim-book.ts";
import {
  type ComparisonInput,
  holds,
  measuresOf,
  ownBefore,
  type Spot,
  stateAt,
  type Verdict,
} from "./comparison-sides.ts";

const monthOf = ({ claim }: BookClaim): number =>
  Number(claim.as_of.slice(0, 4)) * 12 + Number(claim.as_of.slice(5, 7));

/** Of the days since 1970-01-01, a Thursday. */
const friday = 1;

/** The next day of trading, or the Monday after a Friday; a holiday between is not known. */
function isNextDay({ asOf }: BookClaim, next: BookClaim): boolean {
  const gap = next.asOf.day - asOf.day;
  return gap === 1 || (gap === 3 && asOf.day % 7 === friday);
}

/** One value stands as far behind the one before as the words say: a year, a quarter, a day. */
function isStep(said: string, before: BookClaim, next: BookClaim): boolean {
  const months = monthOf(next) - monthOf(before);
  if (/年|year/.test(said)) return months === 12;
  if (/季|quarter/.test(said)) return months === 3;
  return /[日天]|day|session/.test(said) ? isNextDay(before, next) : before.asOf.day < next.asOf.day;
}

/** 逐年 says that of any two years, 连年 and 连续两年 of more; a row of moves holds one for each. */
const fewest = (said: string, count: number, areMoves: boolean): number =>
  count > 0 ? count + (areMoves ? 0 : 1) : /^逐/.test(said) ? 2 : 3;

/** What adds up over the year grows from quarter to quarter by itself. */
function addsUp(row: readonly BookClaim[], { priceLike }: ComparisonInput): boolean {
  const ends = new Set(row.map(({ claim }) => claim.as_of.slice(5, 10)));
  return (
    ends.size > 1 &&
    row.some(({ claim, unit }) => unit.dimension === "CNY" && !priceLike.has(claim.metric)) &&
    [...ends].some((end) => /^(?:03-31|06-30|09-30|12-31)$/.test(end))
  );
}

/** The measures that the words are said of: how the one before them grew where they are of its growth, else that one, else what is shown next. */
function metricsAt(
  input: ComparisonInput,
  spot: Spot,
  company: string | null,
): { readonly metrics: readonly string[]; readonly isOfGrowth: boolean } {
  const { flat, at } = spot;
  const own = ownBefore(spot);
  const measure = own.findLast(({ kind, op }) => kind === "metric" && !op.endsWith("verb"));
  const named = measure === undefined ? stateAt(input, spot).metrics : measuresOf(input, measure, company);
  const isOfGrowth = own.some(
    ({ kind, op }) => kind === "growth" || (kind === "direction" && op === "growth"),
  );
  if (isOfGrowth) return { metrics: input.grownOf(named), isOfGrowth };
  const isHeld = named.some((id) => input.book.of(id).some((entry) => entry.company === company));
  const beside = flat.slice(at).flatMap((each) => input.settled.get(each) ?? [])[0]?.entry;
  return { metrics: isHeld || beside == null ? named : [beside.claim.metric], isOfGrowth };
}

export function judgeSeries(input: ComparisonInput, spot: Spot): Verdict {
  const word = spot.flat[spot.at];
  if (word === undefined) return "comparison_unsupported";
  const said = input.lower.slice(word.start, word.end);
  const company = stateAt(input, spot).company ?? input.book.only;
  const { metrics, isOfGrowth } = metricsAt(input, spot, company);
  const shown = new Set([...input.settled.values()].map(({ entry }) => entry));
  const held = metrics
    .flatMap((id) => input.book.of(id))
    .filter((entry) => entry.company === company && entry.window === null)
    .toSorted((a, b) => a.asOf.day - b.asOf.day);
  const first = held.findIndex((entry) => shown.has(entry));
  const row = held.slice(Math.max(0, first), held.findLastIndex((entry) => shown.has(entry)) + 1);
  const [metric, ...others] = new Set(row.map(({ claim }) => claim.metric));
  if (metric === undefined || others.length > 0 || !row.every((entry) => shown.has(entry)))
    return "comparison_unsupported";
  // 连续三日下跌: of three moves, 营收连年增长 of how it grew each year.
  const areMoves =
    !isOfGrowth && (input.changes.includes(metric) || input.grownOf([metric]).includes(metric));
  const areSteps = row.every((entry, i) => i === 0 || isStep(said, row[i - 1] ?? entry, entry));
  if (row.length < fewest(said, word.count, areMoves) || !areSteps || (!areMoves && addsUp(row, input)))
    return "comparison_unsupported";
  const op = word.op.charAt(0);
  const isOneWay = row.every(({ base }, i) =>
    areMoves ? holds(op, base, 0) : i === 0 || holds(op, base, row[i - 1]?.base ?? base),
  );
  const isDenied = ownBefore(spot)
    .slice(-3)
    .some(({ kind }) => kind === "negation");
  return isOneWay === isDenied ? "comparison_false" : null;
}
