/** One of two times told by its period or its place in time: 一季报, 上一期, 后者, the year-end figure, the earlier close. */

import type { Moment } from "../../moment.ts";
import { isDayOf, relativeHolds, yearAfter } from "../claims/calendar-match.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import { placeOf } from "../comparing/told-sides.ts";
import { pattern } from "../lexicon/patterns.ts";
import { readPeriodWord } from "../tokens/readers/period-words.ts";
import { kindsOf, type Token } from "../tokens/token.ts";

/** Two of the values that a text shows of one measure of a company. */
export interface TimePair {
  readonly earlier: BookClaim;
  readonly later: BookClaim;
  /** The one that the text tells first. */
  readonly first: BookClaim;
}

export type FitsTime = (entry: BookClaim, pair: TimePair, now: Moment) => boolean;

/** The words of one side of a comparison. */
export interface TimeSide {
  readonly times: readonly FitsTime[];
  readonly measures: readonly Token[];
  readonly companies: readonly string[];
  /** 前者, the latter: by where the text tells it. */
  readonly isPlace: boolean;
  /** 前一日, later: by its order beside the other. */
  readonly isInOrder: boolean;
  /** 昨天, the day before: a day that a previous close may be of. */
  readonly isDayBefore: boolean;
  /** 两家公司: of how many companies, else 0. */
  readonly count: number;
  /** 流出, lost: of what flowed out or was lost. */
  readonly isLoss: boolean;
}

const monthOf = ({ claim }: BookClaim): number => Number(claim.as_of.slice(5, 7));
const yearOf = ({ claim }: BookClaim): number => Number(claim.as_of.slice(0, 4));

const isLater: FitsTime = (entry, { later }) => entry === later;
const isEarlier: FitsTime = (entry, { earlier }) => entry === earlier;
const isYearBefore: FitsTime = (entry, { earlier, later }) =>
  entry === earlier && yearAfter(earlier.asOf.day) === later.asOf.day;
const isFormer: FitsTime = (entry, { first }) => entry === first;
const isLatter: FitsTime = (entry, { first }) => entry !== first;
/** The first of the two, where that is so both in time and in the text. */
const isFirst: FitsTime = (entry, { earlier, first }) => entry === first && first === earlier;
const isSecond: FitsTime = (entry, { earlier, first, later }) => entry === later && first === earlier;
const isQuarterly: FitsTime = (entry) => monthOf(entry) < 12 && monthOf(entry) % 3 === 0;
const isThisYear: FitsTime = (entry, _, now) => relativeHolds("thisYear", entry, now);
/** 前一天, the prior year: so far apart the two may lie. */
const apart =
  (most: number): FitsTime =>
  (_, { earlier, later }) =>
    later.asOf.day - earlier.asOf.day <= most;
const isYearApart: FitsTime = (_, { earlier, later }) => yearOf(later) - yearOf(earlier) === 1;

const order = (fits: FitsTime, han: string, english: string): readonly [RegExp, readonly FitsTime[]][] => [
  [pattern`^(?:${han})`, [fits]],
  [pattern`^(?:${english})(?![a-z])`, [fits]],
];
const turns: readonly (readonly [RegExp, readonly FitsTime[]])[] = [
  ...order(isYearBefore, "(?:去年|上年|上一年|前一年)度?同期|同期", "(?:a )?year[- ](?:ago|earlier)"),
  ...order(isFormer, "前者", "former"),
  ...order(isLatter, "后者", "latter"),
  ...order(isFirst, "第一(?=[期天日份次个])|首日", "first"),
  ...order(isSecond, "第二(?=[期天日份次个])", "second"),
  ...order(
    isLater,
    "后一?(?=[期天日年季份次个])|最新|最?近(?=一)|本期|当期|次日",
    "later|latest|newer|newest|more recent|most recent|current",
  ),
  ...order(
    isEarlier,
    "[前上](?=一[期天日年季份次个])|[前上](?=期)|前(?=天|日|个)|此前|先前|更早|较早|早前",
    "earlier|older|previous|prior|preceding|(?=(?:day|session) before)",
  ),
  ...order(isThisYear, "今年|本年", "this year"),
  ...order(isQuarterly, "季报", "quarterly"),
  ...order(apart(11), "个?交易日|[天日]", "day|session|date"),
  ...order(apart(100), "个?季度?", "quarter"),
  ...order(isYearApart, "年度?", "year"),
];

/** A quarter alone is no sum of the year so far. */
const noReport =
  /^(?:第?[二三四]季度|[234]季度|q[234]|下半年|h2|second[- ](?:quarter|half)|third[- ]quarter|fourth[- ]quarter)/;
const plainHan =
  /^(?:其中|[的这那该一两个份期值数也还都均则而在是为其时且又收得报上略稍和与、以哈啊呢哦了点些]|累计|报告期?|财报|数据|数字|读数|水平|结果|[·•\-*👆👇⬆⬇←→↑↓|｜])/u;
const plainEnglish =
  /^(?:the|a|an|and|but|so|among|these|them|here|while|with|one|ones|it|its|in|at|of|for|on|to|that|those|is|was|were|being|two|came in|before|had|has|have|slightly|stands|stood|figures?|readings?|values?|levels?|numbers?|results?|reports?|period|print|s)(?![a-z])/;
const growth = /^(?:同比|增速|增长率?|增幅|growth rate|growth|year[- ]on[- ]year|yoy)/;
const ofCompanies = /[家只]|公司|股|(?<![a-z])(?:compan|stock|firm)/;
const space = /^[\s'’"-]+/;

/** 上一年, the day before: by the order of the two; 去年, yesterday by the day of the text. */
const relativeTimes = (op: string, said: string): readonly FitsTime[] =>
  op === "past"
    ? [isEarlier]
    : /^(?:[上前]一?年|the (?:year before|(?:prior|previous) year))/.test(said)
      ? [isEarlier, isYearApart]
      : [(entry, _, now) => relativeHolds(op, entry, now)];

/** Reads the times of a run of words up to its end; false where one of them is unknown. */
function readRun(run: string, times: FitsTime[]): boolean {
  let at = 0;
  while (at < run.length) {
    const rest = run.slice(at, at + 32);
    const alone = noReport.exec(rest)?.[0];
    const period = alone === undefined ? readPeriodWord(rest, 0) : { month: 0, end: alone.length };
    const turn = period === null ? turns.find(([shape]) => shape.test(rest)) : undefined;
    const said =
      turn?.[0].exec(rest)?.[0] ??
      space.exec(rest)?.[0] ??
      plainHan.exec(rest)?.[0] ??
      plainEnglish.exec(rest)?.[0];
    const grown = growth.exec(rest)?.[0];
    if (period !== null) {
      times.push((entry) => monthOf(entry) === period.month);
      at += period.end;
    } else if (grown !== undefined) at += grown.length;
    else if (said !== undefined) {
      times.push(...(turn?.[1] ?? []));
      at += said.length;
    } else return false;
  }
  return true;
}

const soft = kindsOf("text fill licensed realtime growth window join vague");
const isSoft = ({ kind, op }: Token): boolean => soft.has(kind) || (kind === "direction" && op === "growth");

/** The side that the words are, or null where any of them is unknown. */
export function timeSideOf(words: readonly Token[], lower: string): TimeSide | null {
  const times: FitsTime[] = [];
  const measures: Token[] = [];
  const companies: string[] = [];
  let [count, isLoss] = [0, false];
  for (let at = 0; at < words.length; at++) {
    const each = words[at];
    if (each === undefined) break;
    if (isSoft(each)) {
      let end = at;
      while (end + 1 < words.length && isSoft(words[end + 1] ?? each)) end++;
      if (!readRun(lower.slice(each.start, words[end]?.end), times)) return null;
      at = end;
    } else if (each.kind === "metric" && each.sign === 0) measures.push(each);
    else if (each.kind === "company" && placeOf(lower.slice(each.start, each.end)) !== null)
      readRun(lower.slice(each.start, each.end), times);
    else if (each.kind === "company") companies.push(each.op);
    else if (each.kind === "date" && noReport.test(lower.slice(each.start, each.end)))
      times.push(() => false);
    else if (each.kind === "date") times.push((entry, _, now) => isDayOf(each, entry.asOf.day, now));
    else if (each.kind === "relative")
      times.push(...relativeTimes(each.op, lower.slice(each.start, each.end)));
    else if (each.kind === "count" && ofCompanies.test(lower.slice(each.start, each.end))) count = each.count;
    else if (each.kind === "count" && each.count === 2 && each.op !== "among") continue;
    else if (each.kind === "direction" && each.op === "loss" && each.sign < 0) isLoss = true;
    else return null;
  }
  const isPlace = times.some((fits) => fits === isFormer || fits === isLatter);
  const isInOrder = times.some((fits) => fits === isEarlier || fits === isLater);
  const isDayBefore = words.every(
    ({ kind, op }) => kind !== "date" && (kind !== "relative" || /^(?:yesterday|past)$/.test(op)),
  );
  return { times, measures, companies, isPlace, isInOrder, isDayBefore, count, isLoss };
}
