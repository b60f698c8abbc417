/** 比2024年增长14.40%, fell 22.75% from Q1 2025, compared with 2024: the period a year before, which a growth is measured from. */

import type { NumericClaim } from "#contract";
import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { type DateRead, kindsOf, type Token, token } from "../token.ts";

const beside =
  /^(?:比|较|相?较于?|对比|相比|与|和|同|跟|than|on|from|over|versus|vs\.?|against|compared (?:with|to)|(?:higher|lower|more|less|greater|smaller) than)$/;
const samePeriod = /^(?:年?度?的?同期的?)/;
const weighed = /^(?:年?度?同期)?(?:相比|相较|比较?|对比)/;
const ends = kindsOf("clause break line open close");
const borders = kindsOf("break line");
/** More are a list of years; the limit keeps the work linear. */
const mostFound = 12;
const mostTokens = 80;

/** Of a part of the year no growth is told that the reports add up. */
const ofPart = /(?<!前)[二三四]季|下半|q[234]|h2|second|third|fourth/;

/** The period that the token names with its year. */
function periodOf({ kind, date, start, end }: Token, lower: string): DateRead | null {
  const said = lower.slice(start, end);
  const year = /^20\d\d$/.exec(said)?.[0];
  if (ofPart.test(said)) return null;
  if (kind === "number" && year !== undefined) return { year: Number(year), month: null, day: null };
  return kind === "date" && date?.year != null && (date.month === null || date.day !== null) ? date : null;
}

/** The claim is of the same period a year later. */
function isYearAfter({ as_of }: NumericClaim, { year, month, day }: DateRead, isSame: boolean): boolean {
  const [y, m, d] = as_of.slice(0, 10).split("-").map(Number);
  if (y !== (year ?? 0) + 1) return false;
  return month === null ? isSame || (m === 12 && d === 31) : m === month && d === day;
}

interface Base {
  readonly from: number;
  readonly to: number;
  readonly read: readonly Token[];
}

/** The words from the one that sets beside to the last of the period, as they are read; null where they are no such base. */
function baseAt(tokens: readonly Token[], at: number, { lower, claims, lexicon }: Reading): Base | null {
  // lower than in Q1 2025
  const from = tokens[at - 1]?.op === "in" ? at - 2 : at - 1;
  const [before, each] = [tokens[from], tokens[at]];
  const period = each === undefined ? null : periodOf(each, lower);
  if (before === undefined || each === undefined || period === null) return null;
  const word = lower.slice(before.start, before.end);
  if (!beside.test(word)) return null;
  const rest = lower.slice(each.end, each.end + 8);
  const tail = (weighed.exec(rest) ?? samePeriod.exec(rest))?.[0] ?? "";
  const end = each.end + tail.length;
  const next = tokens.findIndex(({ start }, i) => i > at && start >= end);
  const to = next < 0 ? tokens.length : next;
  const behind = tokens[to];
  const isEnd = behind === undefined || ends.has(behind.kind);
  const isMoved = /[\u4e00-\u9fff]$/.test(word) && behind?.kind === "direction" && behind.sign !== 0;
  const own = tokens.slice(Math.max(0, from - mostTokens), from);
  const said = own.slice(own.findLastIndex(({ kind }) => borders.has(kind)) + 1);
  const amount = said.at(-1)?.number?.unit?.dimension;
  const isHead = isEnd && !said.some(({ kind }) => kind === "number" || kind === "metric");
  const isGrown = isMoved || (isEnd && (amount === "part" || tail !== "" || said.at(-1)?.kind === "open"));
  if (!isGrown && !isHead) return null;
  const isSame = samePeriod.test(rest) || /^年?度?同期/.test(rest);
  const grown = claims.filter((one) => one.kind === "numeric" && lexicon.basesOf(one.metric).length > 0);
  const fits = (one: (typeof grown)[number]) => one.kind === "numeric" && isYearAfter(one, period, isSame);
  const named = said.findLast(({ date }) => date?.year != null)?.date?.year;
  const isTold = named === (period.year ?? 0) + 1 && grown.some(fits);
  if (grown.length === 0 || !(isTold || (named === undefined && grown.every(fits)))) return null;
  const sign = /^(?:higher|more|greater)/.test(word) ? 1 : /^(?:lower|less|smaller)/.test(word) ? -1 : 0;
  const growth = token(isHead ? "fill" : "growth", sign === 0 ? before.start : each.start, end);
  const way = token("direction", before.start, before.end, { op: "growth", sign });
  return { from, to, read: sign === 0 ? [growth] : [way, growth] };
}

const mayBeYear = rare(/20\d\d/);

export function readBaseYears(tokens: readonly Token[], reading: Reading): readonly Token[] {
  if (!mayBeYear.test(reading.lower)) return tokens;
  let result = tokens;
  let found = 0;
  for (let at = 1; at < result.length && found < mostFound; at++) {
    const base = baseAt(result, at, reading);
    if (base === null) continue;
    result = result.toSpliced(base.from, base.to - base.from, ...base.read);
    found++;
  }
  return result;
}
