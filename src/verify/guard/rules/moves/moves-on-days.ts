/** 5月27日和5月29日都涨, 只有5月28日跌, it fell on 28 May: a move that is said of days is judged by the moves that the claims hold of those days. */
import type { Bench } from "../../bench.ts";
import type { Assertion } from "../../binding/quantity.ts";
import { isDayOf } from "../../claims/calendar-match.ts";
import { isOnly } from "../../tokens/readers/side-words.ts";
import type { Clause, Token } from "../../tokens/token.ts";

/** 至, to: a stretch of days is none of them. */
const joins = /^(?:和|与|及|以及|、|and)$/;
/** Behind 截至, since, by, and before 以来, 起, 盘中 the day is no more than an end of what is spoken of. */
const leads = /^(?:其中|而|但|在|on|and|but|only|只有|只|仅|唯有)$/;
const betweenHan = /^[那这当]?[天日]?[也都均又再还则是却才东财收]*$/;
const betweenEnglish = /^,? ?(?:it|the (?:stock|shares?|price))? ?(?:also|is|was|only)? ?$/;
const longest = 60;

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
