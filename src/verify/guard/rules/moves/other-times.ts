/** 昨天也下跌, 去年营收也在增长: a move that is said of a time is judged by the claims of that time. */
import type { Bench } from "../../bench.ts";
import type { Assertion } from "../../binding/quantity.ts";
import { relativeHolds } from "../../claims/calendar-match.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { moveOver, stretchesOf, stretchOf, stretchOfRelative } from "../../lexicon/stretches.ts";
import { type Clause, kindsOf, type Token } from "../../tokens/token.ts";

const times =
  /^(?:today|yesterday|dayBefore|past|lastYear|yearBeforeLast|lastWeek|lastMonth|thisWeek|thisMonth|(?:lastW|w)eekday\d)$/;
/** 较昨天, from last year: what the move is measured from. */
const measuredFrom =
  /(?:[比较与跟同和自从由]|对比|相比|相对于?|同比|环比)$|(?<![a-z])(?:than|from|versus|vs|against|with|to|since|on) (?:the |that of |in )?$/;
const reach = 16;
/** A number has its own check of times; what the user said, or what is denied or only asked, is no statement. */
const leftOut = kindsOf("number user negation forecast");
const longest = 60;

/** The claim is of how a price moved over that stretch. */
const isOver = (stretch: string, { claim, window }: BookClaim, { metrics, keysOf }: Lexicon): boolean =>
  window === stretch ||
  keysOf(claim.metric).includes(moveOver(stretch)) ||
  stretchesOf(claim.metric, metrics[claim.metric]).includes(stretch);

/** 本周下跌, 上月上涨 of the price: no day's move says so. */
const spans = /Week$|Month$|Year/;

/** The last time named before the move; in English the one right behind it too. */
function timeOf(
  word: Token,
  clause: Clause,
  isTime: (each: Token) => boolean,
  lower: string,
): Token | undefined {
  const before = clause.findLast((each) => each.end <= word.start && isTime(each));
  if (before !== undefined || !/[a-z]/.test(lower.charAt(word.start))) return before;
  const at = clause.findIndex(({ start }) => start >= word.end);
  return at < 0 ? undefined : clause.slice(at, at + 2).find(isTime);
}

/** Whether the claims of the time that is named beside the move bear it out; null where none is, or where that is judged elsewhere. */
export function judgeAtTime(
  { token, company, metrics, sign, manner, grown = [] }: Assertion,
  clause: Clause,
  bench: Bench,
): boolean | null {
  const { book, now } = bench;
  const { lower, lexicon } = bench.input;
  const { changes, priceLike } = lexicon;
  if (clause.length > longest || clause.some(({ kind, op }) => leftOut.has(kind) || op === "asked"))
    return null;
  const stretchAt = ({ start, end }: Token): string | null => stretchOf(lower.slice(start, end));
  const isTime = (each: Token): boolean =>
    (each.kind === "relative" && times.test(each.op)) ||
    (each.kind === "window" && metrics === null && stretchAt(each) !== null);
  const time = timeOf(token, clause, isTime, lower);
  if (time === undefined || measuredFrom.test(lower.slice(Math.max(0, time.start - reach), time.start)))
    return null;
  const isOf = (metric: string): boolean =>
    metrics === null
      ? changes.all.includes(metric) || priceLike.has(metric)
      : [...metrics, ...grown].includes(metric);
  const owner = company ?? book.only;
  const all = book.all.filter((entry) => entry.company === owner || entry.company === null);
  const own = all.filter(({ claim }) => isOf(claim.metric));
  const stretch = time.kind === "window" ? stretchAt(time) : stretchOfRelative(time.op);
  if (metrics === null && (time.kind === "window" || spans.test(time.op))) {
    const days = own.filter(({ claim }) => priceLike.has(claim.metric)).map(({ asOf }) => asOf.day);
    const isHeld = stretch !== null && all.some((entry) => isOver(stretch, entry, lexicon));
    return isHeld || new Set(days).size > 1 ? null : false;
  }
  const then = own.filter((entry) => relativeHolds(time.op, entry, now));
  const moves = then.filter(({ claim, window }) => window === null && changes.all.includes(claim.metric));
  if (metrics === null && manner === "plain" && moves.length > 0)
    return moves.every(({ base }) => Math.sign(base) === sign);
  return then.length > 0 || time.op === "today" ? null : false;
}
