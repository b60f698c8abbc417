/** Comparisons of one measure at two times: 后一天高于前一天, 2025年高于2024年, May 7 was above May 6. */
import { isDay, relativeHolds } from "../claims/calendar-match.ts";
import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import { isAll } from "../tokens/side-words.ts";
import type { Token } from "../tokens/token.ts";
import { earlierTime, laterTime } from "../tokens/turn-words.ts";
import {
  type ComparisonInput,
  holds,
  measuresOf,
  ownBefore,
  reversedOp,
  type Spot,
  stateAt,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";

/** What may stand on such a side beside the time itself. */
const plain: ReadonlySet<string> = new Set([
  "metric",
  "fill",
  "company",
  "clause",
  "user",
  "relative",
  "date",
]);
const plainText =
  /^(?:[的时则那天期数值高低大小多少贵强弱了些要更还上却也]|'|that|those|s|later|earlier|newer|older|previous|prior|preceding|figure|level|result|day|year|one|session|period)$/;
const laterWords =
  /(?<![a-z])(?:later|newer|more recent) (?:day|one|close|session|year|period|figure|reading)(?![a-z])/;
const earlierWords =
  /(?<![a-z])(?:earlier|older|previous|prior|preceding) (?:day|one|close|session|year|period|figure|reading)(?![a-z])|(?:day|year|session) (?:before|earlier)(?![a-z])/;

interface Side {
  /** Every word of time that stands on it. */
  readonly times: readonly Token[];
  readonly order: "later" | "earlier" | null;
  readonly measures: readonly Token[];
  readonly companies: readonly string[];
  readonly isAll: boolean;
  /** 两家公司: of how many companies, else 0. */
  readonly count: number;
}

const isTime = ({ kind, op }: Token): boolean =>
  kind === "date" || kind === "relative" || op === laterTime || op === earlierTime;

/** 长江电力(600900): a code in brackets behind its name says nothing more. */
const withoutCodes = (words: readonly Token[]): readonly Token[] =>
  words.filter((_, at) => {
    const isCodeAt = (from: number): boolean =>
      words[from]?.kind === "open" && words[from + 1]?.byCode === true && words[from + 2]?.kind === "close";
    return !isCodeAt(at) && !isCodeAt(at - 1) && !isCodeAt(at - 2);
  });

/** The side that the words are, or null where they hold anything else. */
function sideOf(all: readonly Token[], lower: string): Side | null {
  const words = withoutCodes(all);
  const open = words.findIndex(({ kind }) => kind === "open");
  const own = (open < 0 ? words : words.slice(0, open)).filter(({ kind }) => kind !== "clause");
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return null;
  const isPlain = ({ kind, op, start, end }: Token): boolean =>
    plain.has(kind) ||
    (kind === "count" && op !== "among") ||
    (kind === "join" && /^[和与及、]$/.test(lower.slice(start, end))) ||
    (kind === "text" && plainText.test(op)) ||
    (kind === "licensed" && lower.slice(start, end) === "one");
  if (!own.every(isPlain)) return null;
  const text = lower.slice(first.start, last.end);
  const times = own.filter(isTime);
  const order =
    own.some(({ op }) => op === laterTime) || laterWords.test(text)
      ? "later"
      : own.some(({ op }) => op === earlierTime || op === "past") || earlierWords.test(text)
        ? "earlier"
        : null;
  return {
    times: times.filter(({ op }) => op !== laterTime && op !== earlierTime && op !== "past"),
    order,
    measures: own.filter(({ kind }) => kind === "metric"),
    companies: own.flatMap(({ kind, op }) => (kind === "company" ? [op] : [])),
    isAll: own.some(isAll),
    count: own.find(({ kind }) => kind === "count")?.count ?? 0,
  };
}

const isTold = ({ times, order }: Side): boolean => times.length > 0 || order !== null;

/** The claims of one measure that are of the side's time. */
function ofTime(
  claims: readonly BookClaim[],
  { times, order }: Side,
  { now }: ComparisonInput,
): readonly BookClaim[] {
  const dated = claims.filter((entry) =>
    times.every((each) =>
      each.kind === "date"
        ? each.date !== null && isDay(each.date, entry.asOf.day, now)
        : relativeHolds(each.op, entry, now),
    ),
  );
  if (times.length > 0 || order === null) return dated;
  const days = [...new Set(claims.map(({ asOf }) => asOf.day))];
  const day = order === "later" ? Math.max(...days) : Math.min(...days);
  return days.length === 2 ? claims.filter(({ asOf }) => asOf.day === day) : [];
}

/** The last number before the index and what it shows, where no word of time stands between. */
function numberBefore({ settled }: ComparisonInput, flat: readonly Token[]): BookClaim | null {
  const last = flat.findLast(({ kind }) => kind === "number");
  return last === undefined ? null : (settled.get(last)?.entry ?? null);
}

interface Sides {
  readonly left: Side | BookClaim;
  readonly right: Side;
}

const isClaim = (side: Side | BookClaim): side is BookClaim => "claim" in side;

/** The claims of the one time that is not the side's. */
const otherThan = (
  claims: readonly BookClaim[],
  side: Side,
  input: ComparisonInput,
): readonly BookClaim[] => {
  const told = ofTime(claims, side, input);
  return claims.filter((each) => !told.includes(each));
};

function judgeMeasure(
  input: ComparisonInput,
  { left, right }: Sides,
  { op, company, metrics }: { op: string; company: string | null; metrics: readonly string[] },
): Verdict {
  const claims = claimsOf(company, metrics, input.book);
  const own = isClaim(left)
    ? [left]
    : isTold(left)
      ? ofTime(claims, left, input)
      : otherThan(claims, right, input);
  const told =
    isClaim(left) && right.times.length === 0
      ? claims.filter(
          ({ asOf }) =>
            (right.order === "earlier") === asOf.day < left.asOf.day && asOf.day !== left.asOf.day,
        )
      : ofTime(claims, right, input);
  // 现价1402.53元,昨收1411.15元: the close before is the price of yesterday.
  const isPrice =
    metrics.length > 0 && metrics.every((id) => input.priced.includes(id) || input.closed.includes(id));
  const others =
    told.length === 0 && isPrice && isYesterday(right) ? claimsOf(company, input.previous, input.book) : told;
  const days = (of: readonly BookClaim[]) => new Set(of.map(({ asOf }) => asOf.day));
  if (days(own).size !== 1 || days(others).size !== 1) return "comparison_unsupported";
  if ([...days(own)][0] === [...days(others)][0]) return "comparison_unsupported";
  if (isYesterday(right) && own.some((a) => others.some((b) => a.asOf.day < b.asOf.day)))
    return "comparison_unsupported";
  // 比昨天少, of what flowed out or was lost: by its size.
  const isLoss = isSigned(input, metrics) && [...own, ...others].every(({ base }) => base < 0);
  const way = isLoss && !isClaim(left) && !isTold(left) ? reversedOp(op) : op;
  return own.every((a) => others.every((b) => holds(way, a.base, b.base))) ? null : "comparison_false";
}

const isSigned = ({ flows, profits }: ComparisonInput, metrics: readonly string[]): boolean =>
  metrics.some((id) => flows.includes(id) || profits.includes(id));

/** Measures of the company that the text has shown of several days. */
function shownTwice({ settled }: ComparisonInput, company: string | null): readonly string[] {
  const days = new Map<string, Set<number>>();
  for (const { entry } of settled.values())
    if (entry !== null && (company === null || entry.company === company))
      days.set(entry.claim.metric, (days.get(entry.claim.metric) ?? new Set()).add(entry.asOf.day));
  return [...days].flatMap(([metric, on]) => (on.size > 1 ? [metric] : []));
}

/** The companies of which the text has shown one of the measures. */
const ownersOf = ({ settled }: ComparisonInput, metrics: readonly string[]): readonly (string | null)[] => [
  ...new Set(
    [...settled.values()].flatMap(({ entry }) =>
      entry !== null && metrics.includes(entry.claim.metric) ? [entry.company] : [],
    ),
  ),
];

const isOf = (metrics: readonly string[], all: readonly string[]): boolean =>
  metrics.every((id) => all.includes(id));

const isYesterday = (side: Side | null): boolean =>
  side !== null && side.times.length > 0 && side.times.every(({ op }) => op === "yesterday");

const unsaid: Side = { times: [], order: null, measures: [], companies: [], isAll: false, count: 0 };

/**
 * Judges a comparison whose sides are told by their times, of the measure named there, else of every measure that the text has shown
 * of two days; undefined where the sides are others.
 */
export function judgeTimes(input: ComparisonInput, { flat, at }: Spot, op: string): Verdict | undefined {
  const stretch = stretchAfter({ flat, at });
  const colon = stretch.findIndex(({ op: word }) => word === ":");
  const right = sideOf(colon < 0 ? stretch : stretch.slice(0, colon), input.lower);
  const before = ownBefore({ flat, at });
  const hasNumber = before.some(({ kind }) => kind === "number");
  const side = hasNumber || before.length === 0 ? null : sideOf(before, input.lower);
  // 净利润则低于2024年: the other of two times that the sentence has spoken of.
  const isElided =
    side !== null &&
    !isTold(side) &&
    side.measures.length > 0 &&
    (flat.slice(0, at - before.length).some(isTime) ||
      (right?.order === "earlier" && right.times.length === 0) ||
      // 比4月30日多了:当时83.17亿元,5月7日是86.42亿元
      right?.times.some(({ kind }) => kind === "date") === true ||
      // 昨日收盘价 is a measure of its own.
      (isYesterday(right) && right?.measures.length === 0));
  // 比昨天少:…; 少于昨天:…: both sides are shown only behind it.
  const isHead =
    before.every(({ op: word }) => /^(?:是|的|对|都|均|也|,)$/.test(word)) &&
    at === before.length &&
    (colon >= 0 || !flat.slice(0, at + 1 + stretch.length).some(({ kind }) => kind === "number"));
  const left =
    side !== null && (isTold(side) || isElided)
      ? side
      : isHead
        ? unsaid
        : numberBefore(input, flat.slice(0, at));
  if (right === null || !isTold(right) || left === null) return undefined;
  // equals its previous close: a measure of its own, and no other time of this one.
  const isPrevious = right.measures.every(({ metrics }) =>
    metrics.every((id) => input.previous.includes(id)),
  );
  if (right.times.length === 0 && right.measures.length > 0 && isPrevious) return undefined;
  // 比昨天收盘高, where no close of a day is claimed: the previous close.
  const isClose =
    right.measures.length > 0 && right.measures.every(({ metrics }) => isOf(metrics, input.closed));
  if (isClose && isYesterday(right) && input.closed.every((id) => input.book.of(id).length === 0))
    return undefined;
  if (!hasNumber && side === null && before.length > 0) return undefined;
  const state = stateAt(input, { flat, at });
  const company = isClaim(left) ? left.company : state.company;
  if ([...right.companies, ...(side?.companies ?? [])].some((each) => each !== (company ?? input.book.only)))
    return undefined;
  const named = [...(side?.measures ?? []), ...right.measures];
  const several = [
    ...new Map(named.map((each) => [each.metrics.join(), measuresOf(input, each, company)])).values(),
  ];
  const shown = several[0] ?? (isClaim(left) ? [left.claim.metric] : null);
  const all = shown === null ? shownTwice(input, company) : [];
  const isAsked = left === unsaid && state.metrics.length > 0;
  // 营收和净利润均高于2024年: each of them.
  const groups =
    several.length > 1
      ? several
      : shown !== null
        ? [shown]
        : all.length > 0 && !isAsked
          ? all.map((metric) => [metric])
          : state.metrics.length === 0 && left === unsaid && isYesterday(right)
            ? [[...input.priced, ...input.closed]]
            : [state.metrics];
  // 两家公司2025年的ROE都低于2024年: of each that the text has shown so.
  const counted = isClaim(left) ? 0 : left.count + right.count;
  const owners = counted === 0 ? [company] : ownersOf(input, groups.flat());
  if (counted !== 0 && (owners.length !== counted || right.count > 0)) return "comparison_unsupported";
  const verdicts = groups.flatMap((metrics) =>
    owners.map((owner) => judgeMeasure(input, { left, right }, { op, company: owner, metrics })),
  );
  return verdicts.find((each) => each !== null) ?? null;
}

/** 后一天的收盘价更高, 后一天流出更多 (of `moved`): the one of two times beside the other. */
export function judgeTimeAlone(
  input: ComparisonInput,
  { flat, at }: Spot,
  op: string,
  moved?: readonly string[],
): Verdict | undefined {
  const own = ownBefore({ flat, at }).filter(({ kind }) => kind !== "direction" || moved === undefined);
  const side = sideOf(own, input.lower);
  if (side === null || !isTold(side)) return undefined;
  const { company, metrics } = stateAt(input, { flat, at });
  if (side.companies.some((each) => each !== (company ?? input.book.only))) return undefined;
  const twice = metrics.length === 0 ? shownTwice(input, company) : [];
  const open = metrics.length === 0 && twice.length === 1 ? twice : metrics;
  const claims = claimsOf(company, moved ?? side.measures[0]?.metrics ?? open, input.book);
  const told = ofTime(claims, side, input);
  const others = claims.filter((each) => !told.includes(each));
  if (told.length === 0 || others.length === 0) return undefined;
  const isOneDay = new Set(told.map(({ asOf }) => asOf.day)).size === 1;
  if (!isOneDay) return "comparison_unsupported";
  return told.every((a) => others.every((b) => holds(op, a.base, b.base))) ? null : "comparison_false";
}
