/** 以上为实时行情, updated just now, 这是旧价: what a text says of the age of its figures, beside the ages of those that it shows. */

import type { Bench, Match } from "../../bench.ts";
import { saysMissing } from "../../binding/denials.ts";
import { isCurrent } from "../../claims/calendar-match.ts";
import { isOfDay, toldAges } from "../../claims/told-age.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { type Clause, type Token, upTo } from "../../tokens/token.ts";

const pricesOf = (matches: readonly Match[], { input: { lexicon } }: Bench) =>
  matches.flatMap(({ options }) => options.filter(({ claim }) => lexicon.priceLike.has(claim.metric)));

/** The prices that the text shows, and where it shows none, what the day has moved and traded. */
function timelyOf(bench: Bench) {
  const { matches, input } = bench;
  const priced = pricesOf(matches, bench);
  return priced.length > 0
    ? priced
    : matches.flatMap(({ options }) => options.filter((each) => isOfDay(each, input.lexicon)));
}

/** Reports what is called old though all prices shown are of today, and current though none is. */
export function checkAges(bench: Bench): void {
  const { input, now, report } = bench;
  checkToldNow(bench);
  checkDayBehind(bench);
  checkDayOfAll(bench);
  const ages = toldAges(input.lower);
  if (ages.length === 0) return;
  const shown = timelyOf(bench);
  if (shown.length === 0) return;
  const isBorne = (isOld: boolean) => shown.some(({ asOf }) => (asOf.day === now.day) !== isOld);
  const borne = { old: isBorne(true), now: isBorne(false) };
  const wrong = ages.find(({ isOld }) => !(isOld ? borne.old : borne.now));
  const word = wrong && input.tokens.find((each) => each.end >= wrong.end);
  if (word !== undefined) report(word, "stale");
}

/** What is offered, supposed, asked for or shown elsewhere: 如需实时行情, for live prices please see. */
const apart =
  /如|若|需|请|再|[您你]问|[稍之以随]后|可以|能[^够]|要|想|会|为准|建议|欢迎|变[动化]|波动|[?？]|(?<![a-z])(?:will|would|can|could|if|once|when|should|please|let me|ask|check|see|visit|want|need|rather|instead|may|might|change[sd]?|pending|await)(?![a-z])/;
/** live, no delay: the denial of a delay. */
const noDelay =
  /(?:[非无零未]|没有?|不存在)(?:任何)?(?:延[时迟]|滞后)|(?:no|not|zero|without)[ -](?:any )?(?:delay(?:ed|s)?|lag)/g;
const denied =
  /[非不无没未]|休市|闭市|停牌|n't(?![a-z])|(?<![a-z])(?:(?:can)?not|no|nothing|without|unable|unavailable|never|neither|closed|shut|suspended)(?![a-z])/;

/** I can give a live quote, 能查到实时价: granted already, and no offer. */
const granted =
  /(?:可以?|能)(?:够|直接|为您|给您|向您)*(?:给出|查到|报出|拿到|取到|看到|查得到|提供)|(?<![a-z])(?:i|we) can (?:now |already )?(?:give|quote|report|show|see|offer|provide|get)(?: you)?(?! (?:it|them|that) )/g;
/** 刚格力报40元 */
const justSaid = /^刚(?![好性需果毅才要过满]|收盘|开盘)[^,，。;；\n]{0,10}?(?:报(?![告表道收])|成交|价)/;

/** 实时价: the measure that is of now by its own name. */
const liveName = /^(?:实时|即时|live |real-?time )/;

const saysNow = ({ kind, op, start }: Token, lower: string): boolean =>
  kind === "realtime"
    ? op === "hard" || op === "just"
    : kind === "metric"
      ? liveName.test(lower.slice(start, start + 10))
      : op === "刚" && justSaid.test(lower.slice(start, start + 16));

/** True where the clause plainly says of figures that they are of now; of its own no word of now counts as a denial. */
function isTold(clause: Clause, lower: string): boolean {
  const [start, end] = [clause[0]?.start ?? 0, clause.at(-1)?.end ?? 0];
  let said = "";
  let at = start;
  for (const each of clause)
    if (saysNow(each, lower)) {
      said += `${lower.slice(at, each.start)}#`;
      at = each.end;
    }
  said = `${said}${lower.slice(at, end)}`.replace(noDelay, "").replace(granted, "");
  return !apart.test(said) && !denied.test(said) && !saysMissing(clause, lower);
}

/** Reports 实时 and 刚刚 that no price of their sentence, or where it shows none, of the text bears out. */
function checkToldNow(bench: Bench): void {
  const { input, now, reading, report, matches } = bench;
  const isNow = (each: Token): boolean => saysNow(each, input.lower);
  if (!input.tokens.some(isNow)) return;
  const all = timelyOf(bench);
  if (all.length === 0) return;
  const byPart = Map.groupBy(matches, ({ part }) => part);
  for (const part of reading.parts) {
    if (!part.sentence.tokens.some(isNow)) continue;
    const own = pricesOf(byPart.get(part) ?? [], bench);
    const shown = own.length > 0 ? own : all;
    // 刚刚查到收盘价: what was looked up just now is a close of its own day.
    const withoutCloses = shown.filter(({ claim }) => !input.lexicon.closes.own.has(claim.metric));
    for (const clause of part.sentence.clauses) {
      const word = clause.find(isNow);
      if (word === undefined || !isTold(clause, input.lower)) continue;
      const of = word.op === "hard" ? shown : withoutCloses;
      if (of.length > 0 && !of.some((entry) => isCurrent(entry, now))) report(word, "stale");
    }
  }
}

const saysToday = ({ kind, op }: Token): boolean =>
  (kind === "relative" && op === "today") || (kind === "realtime" && op !== "latest");

/** CNY 19.85, today (akshare, 2026-05-22): a clause of nothing but the day is of the number before it. */
function checkDayBehind({ input, now, reading, report, matches }: Bench): void {
  if (!input.tokens.some(saysToday)) return;
  const options = new Map(matches.map((each) => [each.quantity, each.options]));
  for (const { sentence, bound } of reading.parts) {
    const lastIn = new Map(bound.quantities.map((each) => [each.clause, each]));
    for (const [at, clause] of sentence.clauses.entries()) {
      const said = upTo(clause, ({ kind }) => kind === "open");
      const word = said.find(saysToday);
      const isBare = said.every((each) => saysToday(each) || each.kind === "fill");
      if (word === undefined || !isBare || clause.some(({ kind }) => kind === "number")) continue;
      const last = lastIn.get(at - 1);
      const shown = (last && options.get(last)) ?? [];
      if (shown.length > 0 && shown.every(({ asOf }) => asOf.day !== now.day)) report(word, "stale");
    }
  }
}

const sameDay = rare(/同日|同一天|(?<![a-z])same[- ]day(?![a-z])|on the same day/);
const ofAllToday = rare(
  /(?:分别|[均都]|(?<![a-z])(?:both|all|respectively)(?![a-z])).*(?:今[天日]|(?<![a-z])today)|(?:今[天日]|(?<![a-z])today).*(?:分别|[均都]|(?<![a-z])(?:both|all|respectively)(?![a-z]))/,
);
const otherDay = /昨|前一?[日天]|上一|周[一二三四五]|(?<![a-z])(?:yesterday|previous|prior|last)(?![a-z])/;
const longest = 200;

/** 今日收盘价分别为…, Both as of today:…, 科大讯飞同日收盘…: every number is of that day, and of the day of the number before. */
function checkDayOfAll({ input: { lower }, now, reading, report, matches }: Bench): void {
  if (!sameDay.test(lower) && !ofAllToday.test(lower)) return;
  const byPart = Map.groupBy(matches, ({ part }) => part);
  for (const part of reading.parts) {
    const shown = byPart.get(part) ?? [];
    const [first] = part.sentence.tokens;
    if (first === undefined || shown.length === 0) continue;
    const daysOf = ({ options }: Match): readonly number[] => options.map(({ asOf }) => asOf.day);
    const head = lower.slice(
      first.start,
      Math.min(shown.at(-1)?.quantity.token.start ?? 0, first.start + longest),
    );
    const isOfToday = ofAllToday.test(head) && !otherDay.test(head);
    for (const [at, match] of shown.entries()) {
      const before = shown[at - 1];
      const clause = part.sentence.clauses[match.quantity.clause] ?? [];
      const said = lower.slice(clause[0]?.start ?? 0, match.quantity.token.start);
      const isOff =
        (isOfToday && !daysOf(match).includes(now.day)) ||
        (before !== undefined &&
          sameDay.test(said.slice(-longest)) &&
          !daysOf(match).some((day) => daysOf(before).includes(day)));
      if (isOff) report(match.quantity.token, "wrong_date");
    }
  }
}
