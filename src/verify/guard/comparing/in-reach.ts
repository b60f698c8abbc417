/**
 * Comparisons whose sides the words leave to what has just been told: 现价仍低于它, so it sits above the line, 前者更高.
 *
 * Every value in reach that the words may mean is tried on either side, and all ways of reading them must agree. Words of content
 * that are known neither as a company nor as a measure (行业, the target, last year's) leave the comparison unread.
 */
import type { BookClaim } from "../claims/claim-book.ts";
import { everyday } from "../tokens/comparisons/everyday-comparisons.ts";
import { opensPlace } from "../tokens/readers/side-words.ts";
import type { Token } from "../tokens/token.ts";
import { operatorOf } from "./adjectives.ts";
import {
  type ComparisonInput,
  clauseStart,
  deniedOp,
  holds,
  ofMagnitude,
  ownClause,
  type Settled,
  type Spot,
} from "./comparison-sides.ts";
import { isBeside } from "./operands.ts";
import { isNamed, placeOf, pointing, type Side, sideOf } from "./told-sides.ts";

interface Split {
  readonly op: string;
  readonly left: readonly Token[];
  readonly right: readonly Token[];
}

const sets: ReadonlySet<string> = new Set(["beside", "reference", "versus"]);

/** The two sides of the word in its clause, and what it says of them; null for words of another kind. */
function splitAt(input: ComparisonInput, { flat, at }: Spot): Split | null {
  const word = flat[at];
  if (word === undefined || !/^(?:compare|vague)$/.test(word.kind)) return null;
  const from = clauseStart(flat, at);
  const border = flat.findIndex(({ kind }, i) => i > at && kind === "clause" && i >= at);
  const end = border < 0 ? flat.length : border;
  const isCompared = ({ kind, op }: Token): boolean =>
    kind === "compare" || (kind === "vague" && /^[<>]$/.test(op));
  const first = flat.slice(from, at).findIndex(isCompared);
  // 比前者高、比后者低: what is compared stands before the first of the two.
  const lead = flat.slice(from, first < 0 ? at : from + first);
  const next = flat.slice(at + 1, end).findIndex(isCompared);
  const told = flat.slice(at + 1, next < 0 ? end : at + 1 + next);
  // 五粮液高些哦:五粮液15.91倍,…: what a colon opens shows the values, and names no side.
  const colon = /(?:adj|said)$/.test(word.op) ? told.findIndex(({ op }) => op === ":") : -1;
  const behind = colon < 0 ? told : told.slice(0, colon);
  if (/^[<>]=?$/.test(word.op)) return denied(word.op, lead, behind);
  if (word.op.endsWith(everyday.head)) return denied(word.op.charAt(0), behind, []);
  if (word.op.endsWith(everyday.behind)) return denied(word.op.charAt(0), lead, behind);
  if (word.op.endsWith("post")) {
    const own = flat.slice(first < 0 ? from : from + first + 1, at);
    const begin = own.findLastIndex((each) => opensPlace(each, input.lower) || /[到至]$/.test(each.op));
    if (begin < 0) return null;
    return denied(word.op.charAt(0), first < 0 ? own.slice(0, begin) : lead, own.slice(begin + 1));
  }
  if (word.op === "than") {
    // carries a higher multiple than the other two
    const graded = first < 0 ? undefined : flat[from + first];
    if (graded !== undefined && /^[<>]adj$/.test(graded.op))
      return denied(graded.op.charAt(0), lead, [...flat.slice(from + first + 1, at), ...behind]);
    const op = operatorOf(behind, input.lower);
    const cut = behind.findLastIndex(({ kind }) => kind === "text");
    return op === null ? null : denied(op, lead, behind.slice(0, cut));
  }
  if (!/^[<>](?:adj|said)$/.test(word.op)) return null;
  // 比五粮液更高, 与昨收相比更高: judged with the word that sets one beside the other.
  if (first >= 0 || lead.some(({ kind, op }) => kind === "join" && sets.has(op))) return null;
  const op = word.op.charAt(0);
  const link = behind.findIndex(({ kind, op: said }) => kind === "fill" && /^(?:是|为|is|was)$/.test(said));
  // 较低的是比亚迪; a higher open
  if (link >= 0) return denied(op, behind.slice(link + 1), []);
  // Zijin Mining, the lower, 24.77%
  const owner = flat[from - 2];
  if (lead.length + behind.length === 0 && owner?.kind === "company") return denied(op, [owner], []);
  const isOwn = !lead.some(({ kind }) => kind === "metric") && behind.some(({ kind }) => kind === "metric");
  if (!isOwn) return denied(op, lead, behind);
  // Hengrui has the higher gross margin and WuXi AppTec the higher ROE: the second is the subject of the next comparison.
  const other = next < 0 ? -1 : behind.findIndex(({ kind }) => kind === "company");
  return denied(op, [...lead, ...(other < 0 ? behind : behind.slice(0, other))], []);
}

/** 并不高于: the opposite; null where what is denied is not the comparison alone. */
function denied(op: string, left: readonly Token[], right: readonly Token[]): Split | null {
  const at = left.findLastIndex(({ kind }) => kind === "negation");
  if (at < 0) return { op, left, right };
  const isOwn = left.slice(at + 1).every(({ kind }) => kind === "fill" || kind === "text");
  return isOwn ? { op: deniedOp(op), left: left.toSpliced(at, 1), right } : null;
}

const isLevel = ({ claim }: BookClaim, { priceLike, averages, opens, previous }: ComparisonInput): boolean =>
  priceLike.has(claim.metric) || [averages, opens, previous].some((ids) => ids.includes(claim.metric));

const isQuote = ({ entry }: Settled, { priced, closed }: ComparisonInput): boolean =>
  entry !== null && (priced.includes(entry.claim.metric) || closed.includes(entry.claim.metric));

/** Both lie on one scale: prices and levels of one company, one measure of two, or the user's own number beside such a price. */
function isPair(a: Settled, b: Settled, input: ComparisonInput): boolean {
  if (a.dimension !== b.dimension) return false;
  if (a.entry === null || b.entry === null) {
    const told = a.entry ?? b.entry;
    return (
      told !== null &&
      a.base >= 0 &&
      b.base >= 0 &&
      (isLevel(told, input) || input.asked.metrics.includes(told.claim.metric))
    );
  }
  if (a.entry.company !== b.entry.company)
    return a.entry.claim.metric === b.entry.claim.metric && a.entry.window === b.entry.window;
  const isOneDay =
    a.entry.asOf.day === b.entry.asOf.day ||
    [a, b].some(({ entry }) => input.previous.includes(entry?.claim.metric ?? ""));
  return (
    a.entry.claim.metric !== b.entry.claim.metric &&
    isOneDay &&
    isLevel(a.entry, input) &&
    isLevel(b.entry, input)
  );
}

/** The values of the pool that the side may mean. */
function candidates(side: Side, pool: readonly Settled[], input: ComparisonInput): readonly Settled[] {
  if (side.values.length > 0) return side.values;
  const { metrics, company, isAverage } = side;
  const isOf = (ids: readonly string[], { entry }: Settled): boolean =>
    entry !== null && ids.includes(entry.claim.metric);
  const ofCompany = pool.filter(({ entry }) => company === null || entry?.company === company);
  if (isAverage) return ofCompany.filter((each) => isOf(input.averages, each));
  if (metrics.length === 0) return ofCompany;
  const own = ofCompany.filter((each) => isOf(metrics, each));
  const isPrice = metrics.every((id) => input.priced.includes(id));
  return own.length === 0 && isPrice ? ofCompany.filter((each) => isOf(input.closed, each)) : own;
}

/** Values once each, in the order of the text. */
function ordered(values: readonly Settled[]): readonly Settled[] {
  const told = new Map<unknown, Settled>();
  for (const each of values.toSorted((a, b) => a.quantity.token.start - b.quantity.token.start)) {
    const key = each.entry ?? each.base;
    if (!told.has(key)) told.set(key, each);
  }
  return [...told.values()];
}

/** Longer lists are tables, in which no word points to one value. */
const mostValues = 24;

/** What the words may point to, nearest first: the values of the sentence, those told up to its end, all. */
function* poolsOf({ settled }: ComparisonInput, flat: readonly Token[]): Generator<readonly Settled[]> {
  const own = flat.flatMap((each) => settled.get(each) ?? []);
  if (own.length <= mostValues) yield ordered(own);
  if (settled.size > mostValues) return;
  const all = ordered([...settled.values()]);
  const end = flat.at(-1)?.end ?? 0;
  yield all.filter(({ quantity }) => quantity.token.start < end);
  yield all;
}

/** The left values, then the right ones, or null where the pool holds none of them. */
function sidesIn(
  left: Side,
  right: Side,
  pool: readonly Settled[],
  { flat, at }: Spot,
  input: ComparisonInput,
): readonly [readonly Settled[], readonly Settled[]] | null {
  const place = flat[at]?.start ?? 0;
  const before = pool.filter(({ quantity: { token }, entry }) => token.start < place && entry !== null);
  const isUnsaid = !isNamed(left) && before.length > 0;
  const named = candidates(left, isUnsaid ? before : pool, input);
  const quotes = named.filter((each) => isQuote(each, input));
  const isOpen = left.values.length === 0 && left.metrics.length === 0;
  // CMB's is CNY 1.10 trillion, well short of that
  const isElided = isUnsaid && (left.isLast || (!left.isIt && quotes.length === 0));
  const last = before.filter(({ quantity: { token } }) => !isBeside(flat, token)).slice(-1);
  const lefts = isElided ? last : isOpen && quotes.length > 0 ? quotes : named;
  if (left.place !== null || right.place !== null) {
    const own = isNamed(left) && left.place === null ? lefts : quotes;
    const told = pool.length === 2 ? pool : pool.filter((each) => !own.includes(each));
    const [first, second] = told;
    if (first === undefined || second === undefined || told.length > 2) return null;
    const [meant, other] = (left.place ?? right.place) === "former" ? [first, second] : [second, first];
    if (left.place !== null)
      return [[meant], right.place === null && isNamed(right) ? candidates(right, pool, input) : [other]];
    return [pool.length === 2 ? [other] : own, [meant]];
  }
  // 5日均线…、20日均线…都被踩在脚下: what stands together on the one side is not set beside its like.
  const rights = candidates(right, pool, input);
  return [lefts, isNamed(right) ? rights : rights.filter((each) => !lefts.includes(each))];
}

/** Strong and weak are moves of the price, not what it is. */
const strength = /[强弱]|(?<![a-z])(?:strong|weak)/;

/** The one company of the values, or null. */
const soleOwner = (pool: readonly Settled[]): string | null => {
  const owners = new Set(pool.flatMap(({ entry }) => (entry === null ? [] : [entry.company])));
  const [owner = null] = owners;
  return owners.size === 1 ? owner : null;
};

/** 最新价…,20日均线…,60日均线…,价格比前者高: 前者 and 后者 stand for values of one company, not for companies. */
export function pointsToValues({ settled, lower }: ComparisonInput, { flat, at }: Spot): boolean {
  return (
    ownClause({ flat, at }).some(
      ({ kind, start, end }) => pointing.has(kind) && placeOf(lower.slice(start, end)) !== null,
    ) && soleOwner([...settled.values()].slice(0, mostValues + 1)) !== null
  );
}

/** Falls and losses: whether the larger is the higher or the deeper one depends on the word. */
const bothWays = (op: string, a: number, b: number): readonly boolean[] =>
  a < 0 || b < 0 ? [holds(op, a, b), holds(op, Math.abs(a), Math.abs(b))] : [holds(op, a, b)];

/**
 * True or false over what has been told; null where the words can be read both ways, undefined where they are of another kind or
 * nothing in reach can be meant.
 */
export function holdsInReach(input: ComparisonInput, spot: Spot): boolean | null | undefined {
  const { flat, at } = spot;
  const split = splitAt(input, spot);
  if (split === null || split.op === "") return undefined;
  const [left, right] = [sideOf(split.left, input), sideOf(split.right, input)];
  if (left === null || right === null) return undefined;
  // under it at CNY 10.20: the number is of the other side.
  if (right.isIt && right.values.length > 0) return undefined;
  if (flat.slice(0, at).some(({ kind, op }) => kind === "forecast" || op === "asked")) return undefined;
  const said = ofMagnitude(split.op, spot);
  const isStrength = strength.test(input.lower.slice(flat[at]?.start ?? 0, flat[at]?.end ?? 0));
  // 只看市盈率,贵州茅台更高: of that measure, whatever else has been shown.
  const measure = flat.slice(0, at).findLast(({ kind }) => kind === "metric")?.metrics ?? [];
  const isOfMeasure = ({ entry: a }: Settled, { entry: b }: Settled): boolean =>
    a === null ||
    b === null ||
    a.company === b.company ||
    measure.length === 0 ||
    measure.includes(a.claim.metric);
  const isMeant = (a: Settled, b: Settled): boolean =>
    a !== b &&
    isPair(a, b, input) &&
    isOfMeasure(a, b) &&
    (!isStrength ||
      [a, b].every(({ entry }) => entry !== null && input.changes.includes(entry.claim.metric)));
  for (const pool of poolsOf(input, flat)) {
    const sides = sidesIn(left, right, pool, spot, input);
    if (sides === null) continue;
    const pairs = sides[0].flatMap((a) =>
      sides[1].flatMap((b) => {
        if (!isMeant(a, b)) return [];
        const read = said === split.op ? bothWays(said, a.base, b.base) : [holds(said, a.base, b.base)];
        return read.map((isTrue) => ({ a, b, isTrue }));
      }),
    );
    if (pairs.length === 0) continue;
    if (pairs.every(({ isTrue }) => isTrue)) return true;
    // Each value that the words themselves name must bear them out in one reading at least.
    const isBorne = (side: Side, of: "a" | "b"): boolean => {
      const named: readonly Settled[] = side.isEvery ? sides[of === "a" ? 0 : 1] : side.values;
      return named.every((each) => {
        const own = pairs.filter((pair) => pair[of] === each);
        return own.length === 0 || own.some(({ isTrue }) => isTrue);
      });
    };
    return pairs.some(({ isTrue }) => isTrue) && isBorne(left, "a") && isBorne(right, "b") ? null : false;
  }
  return undefined;
}
