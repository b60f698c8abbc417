/** 昨天也下跌, 去年营收也在增长: a move that is said of a time is judged by the claims of that time. */
import type { Bench } from "../../bench.ts";
import type { Assertion } from "../../binding/quantity.ts";
import { isDayOf, relativeHolds } from "../../claims/calendar-match.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { moveOver, stretchesOf, stretchOf, stretchOfRelative } from "../../lexicon/metric-keys.ts";
import { isOnly } from "../../tokens/readers/side-words.ts";
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

// 5月27日和5月29日都涨, 只有5月28日跌, it fell on 28 May: a move that is said of days is judged by the moves that the claims hold of those days.

/** 至, to: a stretch of days is none of them. */
const joins = /^(?:和|与|及|以及|、|and)$/;
/** Behind 截至, since, by, and before 以来, 起, 盘中 the day is no more than an end of what is spoken of. */
const leads = /^(?:其中|而|但|在|on|and|but|only|只有|只|仅|唯有)$/;
const betweenHan = /^[那这当]?[天日]?[也都均又再还则是却才东财收]*$/;
const betweenEnglish = /^,? ?(?:it|the (?:stock|shares?|price))? ?(?:also|is|was|only)? ?$/;

const isDate = ({ kind, date }: Token): boolean => kind === "date" && date?.day != null;

/** The days named in one breath with that at the index: where they begin and end in the clause. */
function runAt(clause: Clause, at: number, lower: string): readonly [number, number] {
  const isOf = (each: Token | undefined): boolean =>
    each !== undefined &&
    (isDate(each) || (each.kind === "join" && joins.test(lower.slice(each.start, each.end))));
  let [from, to] = [at, at];
  while (isOf(clause[from - 1])) from--;
  while (isOf(clause[to + 1])) to++;
  while (from < to && clause[from]?.kind === "join") from++;
  return [from, to];
}

/** The days that the move is said of, and whether of no others; null for none or in other words. */
function daysOf(
  word: Token,
  clause: Clause,
  lower: string,
): { readonly days: readonly Token[]; readonly isAlone: boolean } | null {
  const at = clause.findIndex(({ end }) => end > word.start);
  const behind = clause.findIndex(({ start }) => start >= word.end);
  const on = clause[behind]?.op === "on" ? behind + 1 : behind;
  const next = behind < 0 ? undefined : clause[on];
  const isBehind = /[a-z]/.test(lower.charAt(word.start)) && next !== undefined && isDate(next);
  const named = isBehind ? on : clause.findLastIndex((each, i) => i < at && isDate(each));
  if (named < 0) return null;
  const [from, to] = runAt(clause, named, lower);
  const days = clause.slice(from, to + 1).filter(isDate);
  const lead = clause[(isBehind ? at : from) - 1];
  const isAlone = lead !== undefined && isOnly(lead);
  if (isBehind) return { days, isAlone };
  const isLed =
    lead === undefined ||
    /^(?:company|join)$/.test(lead.kind) ||
    leads.test(lower.slice(lead.start, lead.end));
  const said = clause
    .slice(to + 1, at)
    .map((each) => (each.kind === "company" ? "" : lower.slice(each.start, each.end)))
    .join(" ");
  const isPlain = betweenHan.test(said.replaceAll(" ", "")) || betweenEnglish.test(said);
  return isLed && isPlain ? { days, isAlone } : null;
}

/** Null where the words are of no such days, or the claims hold no move of one of them. */
export function judgeOnDays(
  { token, company, metrics, sign, manner }: Assertion,
  clause: Clause,
  { book, now, input: { lower, lexicon } }: Bench,
): boolean | null {
  if (metrics !== null || manner !== "plain" || clause.length > longest) return null;
  if (clause.some(({ kind }) => kind === "number" || kind === "negation" || kind === "forecast")) return null;
  const said = daysOf(token, clause, lower);
  if (said === null) return null;
  const owner = company ?? book.only;
  const moves = book.all.filter(
    (each) =>
      each.company === owner && each.window === null && lexicon.changes.all.includes(each.claim.metric),
  );
  const ofDays = said.days.map((day) => moves.filter(({ asOf }) => isDayOf(day, asOf.day, now)));
  if (ofDays.some(({ length }) => length === 0)) return null;
  const others = said.isAlone ? moves.filter((each) => !ofDays.flat().includes(each)) : [];
  return (
    ofDays.flat().every(({ base }) => Math.sign(base) === sign) &&
    others.every(({ base }) => Math.sign(base) !== sign)
  );
}
