/** 近20日强于近60日, the longer window shows the bigger loss: how the price of one company moved over two stretches of time. */
import type { BookClaim } from "../claims/claim-book.ts";
import { moveOver, stretchOf } from "../lexicon/metric-keys.ts";
import type { Token } from "../tokens/token.ts";
import { adjectiveAt, operatorOf } from "./adjectives.ts";
import {
  type ComparisonInput,
  clauseEnd,
  clauseStart,
  holds,
  ownBefore,
  reversedOp,
  type Spot,
  stateAt,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";

type Reading = Pick<ComparisonInput, "settled" | "book" | "keysOf" | "lower">;

const moveKey = moveOver("");
const inDays: Readonly<Record<string, number>> = { d: 1, w: 5, m: 21, y: 250 };
/** About how many trading days; 0 for 年初至今 and the like. */
const daysOf = (stretch: string): number =>
  Number.parseInt(stretch, 10) * (inDays[stretch.slice(-1)] ?? 0) || 0;

/** The moves over stretches that the text shows of the company, by stretch. */
function readMoves(company: string | null, { settled, keysOf }: Reading): ReadonlyMap<string, BookClaim> {
  const shown = new Map<string, BookClaim>();
  for (const { entry } of settled.values()) {
    if (entry === null || entry.company !== company) continue;
    const key = [entry.claim.metric, ...keysOf(entry.claim.metric)].find((each) => each.startsWith(moveKey));
    const stretch = key?.slice(moveKey.length) ?? entry.window;
    if (stretch != null && entry.unit.dimension === "part") shown.set(stretch, entry);
  }
  return shown;
}

type Moves = ReadonlyMap<string, BookClaim>;
const shownIn = new WeakMap<Reading["settled"], Map<string | null, Moves>>();

/** Read once a text and company, when its numbers are settled. */
function shownMoves(company: string | null, reading: Reading): Moves {
  const known = shownIn.get(reading.settled) ?? new Map<string | null, Moves>();
  const own = known.get(company) ?? readMoves(company, reading);
  shownIn.set(reading.settled, known.set(company, own));
  return own;
}

const shorter = /短期|短线|(?<![a-z])(?:the )?(?:shorter|nearer)(?:-term)? |(?<![a-z])short-term /;
const longer = /中期|长期|中长期|(?<![a-z])(?:the )?longer(?:-term)? |(?<![a-z])(?:long|medium)-term /;

/** The move that the words name by its stretch, or by which of the two shown is the longer; null where they name none. */
function moveIn(
  words: readonly Token[],
  shown: ReadonlyMap<string, BookClaim>,
  { keysOf, lower }: Reading,
): BookClaim | null {
  for (const each of words.toReversed()) {
    if (each.kind !== "window" && each.kind !== "metric") continue;
    const key = each.metrics.flatMap((id) => [id, ...keysOf(id)]).find((id) => id.startsWith(moveKey));
    const stretch =
      key?.slice(moveKey.length) ??
      (each.kind === "window" ? stretchOf(lower.slice(each.start, each.end)) : null);
    if (stretch !== null) return shown.get(stretch) ?? null;
  }
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined || shown.size !== 2) return null;
  const text = lower.slice(first.start, last.end + 1);
  const sorted = [...shown].toSorted(([a], [b]) => daysOf(a) - daysOf(b));
  if (sorted.some(([stretch]) => daysOf(stretch) === 0)) return null;
  return (shorter.test(text) ? sorted[0]?.[1] : longer.test(text) ? sorted[1]?.[1] : undefined) ?? null;
}

/** The move over a stretch that the clause names before the word (60日的跌幅, the 60-day drop); null where it names none that is shown. */
export const moveBefore = (before: readonly Token[], company: string | null, reading: Reading) =>
  moveIn(before, shownMoves(company, reading), reading);

const nounReach = 3;
const isOther = ({ kind }: Token): boolean => kind === "company" || kind === "entity" || kind === "foreign";

/** Which way the clause says that both went, by 涨幅, 跌得, drop; 0 where it says neither. */
function signIn(words: readonly Token[], lower: string): number {
  const word = words.findLast(
    ({ kind, start, end }) =>
      kind === "direction" ||
      (kind === "metric" && /^(?:[涨跌]幅|[上下]?[涨跌]|gain|loss)$/.test(lower.slice(start, end))),
  );
  if (word === undefined) return 0;
  const said = lower.slice(word.start, word.end);
  return /跌|loss/.test(said) ? -1 : /涨|gain/.test(said) ? 1 : word.sign;
}

/** Undefined where the sides are no two stretches of one company. */
export function judgeWindows(input: ComparisonInput, spot: Spot): Verdict | undefined {
  const { flat, at } = spot;
  const { company } = stateAt(input, spot);
  const shown = shownMoves(company, input);
  if (shown.size < 2) return undefined;
  const [own, after] = [ownBefore(spot), stretchAfter(spot)];
  // 比近60日的4.15%更高: judged with the 比 before it.
  if (own.some(({ kind, op }) => kind === "compare" && op === "than")) return undefined;
  if (after.some(isOther) || own.some(({ kind }) => kind === "entity" || kind === "foreign"))
    return undefined;
  const before = flat.slice(0, clauseStart(flat, at)).findLast(({ kind }) => kind === "number");
  const last = before === undefined ? undefined : input.settled.get(before)?.entry;
  const right = moveIn(after, shown, input);
  const left =
    moveIn(own, shown, input) ??
    (right !== null ? ([...shown.values()].find((each) => each === last) ?? null) : null);
  if (left === null || left === right || (right === null && shown.size !== 2)) return undefined;
  // Beside the same stretch of another company.
  const isOfSeveral = [...input.settled.values()].some(
    ({ entry }) => entry !== null && entry.company !== company && entry.claim.metric === left.claim.metric,
  );
  if (right === null && isOfSeveral) return undefined;
  const other = right ?? [...shown.values()].find((each) => each !== left);
  if (other === undefined) return undefined;
  const word = flat[at]?.op ?? "";
  const op = word.replace(/perf|adj(?:move)?/, "");
  const way =
    op === "than" ? (adjectiveAt(flat[clauseEnd(flat, at + 1)]) ?? operatorOf(after, input.lower) ?? "") : op;
  if (!/^[<>]=?$/.test(way)) return undefined;
  // 跌幅3.40%,比近60日的8.75%小: falls told without a minus are compared by their sizes.
  const areSizes = [left, other].every((each) =>
    [...input.settled.values()].some(
      ({ entry, quantity, base }) => entry === each && base < 0 && quantity.number.sign === "",
    ),
  );
  const said = signIn([...own, ...after.slice(0, nounReach)], input.lower);
  const sign = word.endsWith("perf") ? 0 : said === 0 && areSizes ? -1 : said;
  if (sign !== 0 && [left, other].some(({ base }) => Math.sign(base) !== sign)) return "comparison_false";
  return holds(sign < 0 ? reversedOp(way) : way, left.base, other.base) ? null : "comparison_false";
}
