/** 低于去年同期的28.90%, from 28.90% a year earlier: the day a year before the one spoken of, where a measure has claims of both. */
import type { Claim } from "#contract";
import type { Reading } from "./reading.ts";
import { type DateRead, type Token, token } from "./token.ts";

const said =
  /[去上]年(?:度)?同期|(?<![a-z])(?:(?:in|during|for) )?(?:(?:the )?(?:same|corresponding|year-ago|year-earlier) (?:period|quarter|half)(?: (?:of )?(?:last year|the (?:previous|prior) year|a year (?:ago|earlier|before)))?|a year (?:ago|earlier|before))(?![a-z])/g;
const before: ReadonlySet<string> = new Set(["fill", "open", "approximate"]);
const behind: ReadonlySet<string> = new Set(["fill", "metric", "open", "approximate"]);
const mostBetween = 4;
const mostSaid = 20;

const dateOf = (day: string): DateRead => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)),
  day: Number(day.slice(8, 10)),
});

/** The newest day of which a measure has a claim, and one of the same day a year before; null where none has. */
function newestOfTwo(claims: readonly Claim[]): DateRead | null {
  const days = new Map<string, Set<string>>();
  for (const each of claims) {
    if (each.kind !== "numeric") continue;
    const key = `${each.metric} ${each.code}`;
    days.set(key, (days.get(key) ?? new Set()).add(each.as_of.slice(0, 10)));
  }
  const earlier = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  const found = [...days.values()].flatMap((own) => [...own].filter((day) => own.has(earlier(day))));
  const newest = found.sort().at(-1);
  return newest === undefined ? null : dateOf(newest);
}

const yearBefore = (date: DateRead, newest: DateRead): DateRead => ({
  ...date,
  year: (date.year ?? newest.year ?? 0) - 1,
});

/** A number stands right behind the words, or, as English has it, right before them. */
function hasValue(tokens: readonly Token[], from: number, to: number, isEnglish: boolean): boolean {
  const [step, kinds] = isEnglish ? ([-1, before] as const) : ([1, behind] as const);
  for (let at = isEnglish ? from - 1 : to, seen = 0; seen <= mostBetween; at += step, seen++) {
    const each = tokens[at];
    if (each?.kind === "number") return true;
    if (each === undefined || !kinds.has(each.kind)) return false;
  }
  return false;
}

/** The head of a column or a row. */
const isCell = (tokens: readonly Token[], from: number, to: number): boolean =>
  [tokens[from - 1], tokens[to]].every(
    (each) => each === undefined || each.kind === "cell" || each.kind === "line",
  ) && [tokens[from - 1], tokens[to]].some((each) => each?.kind === "cell");

/** What the scan read together with the words: 较 and 比 stay what they are alone. */
function headOf({ start }: Token, end: number, lower: string): readonly Token[] {
  if (start >= end) return [];
  if (lower.startsWith("比", start)) return [token("compare", start, end, { op: "than" })];
  return [token("join", start, end, { op: "beside" })];
}

export function readYearAgo(tokens: readonly Token[], { lower, claims }: Reading): readonly Token[] {
  if (!/同期|year|same|corresponding/.test(lower)) return tokens;
  const found = [...lower.matchAll(said)];
  const newest = found.length === 0 || found.length > mostSaid ? null : newestOfTwo(claims);
  if (newest === null) return tokens;
  let result: readonly Token[] = tokens;
  for (const { 0: words, index: start } of found) {
    const end = start + words.length;
    const from = result.findIndex((each) => each.end > start);
    const to = result.findIndex((each) => each.start >= end);
    const until = to < 0 ? result.length : to;
    const first = result[from];
    if (first === undefined) continue;
    if (!isCell(result, from, until) && !hasValue(result, from, until, /[a-z]/.test(words))) continue;
    const last = result.slice(0, from).findLast(({ kind, date }) => kind === "date" && date?.month != null);
    const date = yearBefore(last?.date ?? newest, newest);
    const own = token("date", start, end, { date });
    result = [...result.slice(0, from), ...headOf(first, start, lower), own, ...result.slice(until)];
  }
  return result;
}
