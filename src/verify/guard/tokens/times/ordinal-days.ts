/** 第二天最高, 中间那天跌, the last day: a day that is named by its place among those that the text lists in order of time is that day. */

import { spelledPlace } from "../../lexicon/numerals.ts";
import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { type DateRead, type Token, token } from "../token.ts";
import { isOn } from "./short-days.ts";

const places = rare(
  /(?<![\u4e00-\u9fff](?<![是在比于和与的,，有]))(?:第([一二三四五])个?(?:交易日|[天日])|([首头]一?|最?[后末]一?|中间(?:的?那|这|的)?一?)个?(?:交易日|[天日])|(首尾)两?[天日]|(两[边头]|中间)(?=[都均也]?[涨跌]))|(?<![a-z])(?:the |its )(first|second|third|fourth|fifth|last|final|middle) (?:trading )?(?:day|session)(?![a-z'’])/g,
);
const border = new Set(["line", "break"]);
const mostPlaces = 20;

/** The days of claims, in the order in which the text first names them; none where that is not their order. */
function daysInOrder(tokens: readonly Token[], { claims }: Reading): readonly DateRead[] {
  const days: DateRead[] = [];
  for (const { kind, date } of tokens) {
    if (kind !== "date" || date?.day == null || !claims.some((claim) => isOn(claim, date))) continue;
    if (!days.some(({ month, day }) => month === date.month && day === date.day)) days.push(date);
  }
  const orderOf = ({ year, month, day }: DateRead): number =>
    ((year ?? days[0]?.year ?? 0) * 12 + (month ?? 0)) * 31 + (day ?? 0);
  return days.every((each, at) => at === 0 || orderOf(each) > orderOf(days[at - 1] ?? each)) ? days : [];
}

/** 5月7日最高,第二天…: the day after the one just spoken of may be meant. */
function isAfterDay(tokens: readonly Token[], start: number): boolean {
  const before = tokens.slice(0, tokens.findLastIndex((each) => each.start < start) + 1);
  const last = before.findLastIndex(({ kind, date }) => kind === "date" && date?.day != null);
  return last >= 0 && before.slice(last).every(({ kind }) => kind !== "number" && !border.has(kind));
}

/** Which of so many days the words name: none for one that there is not, two for the outer ones. */
function placesOf([, nth, end, outer, bare, said = ""]: RegExpExecArray, count: number): readonly number[] {
  const middle = count === 3 ? [1] : [];
  if (outer !== undefined || bare?.startsWith("两") === true) return count === 3 ? [0, 2] : [];
  if (nth !== undefined) return [spelledPlace(nth) - 1];
  if (end?.startsWith("中间") === true || bare !== undefined || said === "middle") return middle;
  if (end !== undefined) return [/^[首头]/.test(end) ? 0 : count - 1];
  return [/last|final/.test(said) ? count - 1 : spelledPlace(said) - 1];
}

const mayBeDay = rare(/[天日]|中间|day|session/);

export function readOrdinalDays(tokens: readonly Token[], reading: Reading): readonly Token[] {
  const { lower } = reading;
  if (!mayBeDay.test(lower)) return tokens;
  const found = places.all(lower);
  const days = found.length === 0 || found.length > mostPlaces ? [] : daysInOrder(tokens, reading);
  if (days.length < 2) return tokens;
  let read = tokens;
  for (const match of found) {
    const { index: start, 0: words } = match;
    const end = start + words.length;
    const own = placesOf(match, days.length).map((place) => days[place]);
    const isKnown = own.length > 0 && own.every((each) => each !== undefined);
    if (!isKnown || isAfterDay(tokens, start)) continue;
    const dates = own.map((date, at) =>
      token("date", start + at, at + 1 < own.length ? start + at + 1 : end, { date: date ?? null }),
    );
    const isWithin = (each: Token): boolean => each.start < end && each.end > start;
    const at = read.findIndex(isWithin);
    read = [...read.slice(0, at), ...dates, ...read.slice(at).filter((each) => !isWithin(each))];
  }
  return read;
}
