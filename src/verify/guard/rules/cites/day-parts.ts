/** 午后报1402.50元 at half past ten: a number said to be of a part of the day that has not come yet, or had gone by when it was fetched. */
import { oncePer } from "#contract";
import type { Bench } from "../../bench.ts";
import { secondsOf } from "../../claims/calendar-match.ts";
import { type Clause, textOf } from "../../tokens/token.ts";

const hour = 3600;
/** When each begins, in Shanghai. */
const begins: readonly (readonly [words: RegExp, from: number])[] = [
  [/午盘|午间|中午|(?<![a-z])(?:midday|mid-day|noon|lunch break)(?![a-z])/, 11.5 * hour],
  [/午后|下午|(?<![a-z])afternoon(?![a-z])/, 13 * hour],
  [
    /尾盘|尾市|收盘前|(?<![a-z])(?:late (?:trading|trade|deals|session)|late main|closing auction|(?:final|last) (?:half[- ])?hour|(?:heading )?into the close)(?![a-z])/,
    14 * hour,
  ],
  [
    /收盘时|收盘后|收市|盘后(?!数据)|晚间|今晚|(?<![a-z])(?:after the (?:close|bell)|after[- ]hours|end of the session|at the end of the day|this evening|tonight)(?![a-z])/,
    15 * hour,
  ],
];
/** Before trading begins. */
const early = /凌晨|盘前|(?<![a-z])(?:pre-?market|before the (?:open|bell)|overnight)(?![a-z])/;
const open = 9.5 * hour;
/** What is denied, asked or still to come. */
const apart =
  /[?？]|不|没|尚|未|等|待|会|将|如|若|昨|前一|(?<![a-z])(?:not?|until|before the close|will|if|when|yesterday|previous|last (?:week|session))(?![a-z])|n't/;

/** Reports such words in the clauses of numbers of today. */
export function checkDayParts({ input, matches, now, report }: Bench): void {
  const { lower } = input;
  const isNow = secondsOf(now);
  const saidIn = oncePer((clause: Clause) => {
    const text = textOf(clause, lower);
    const isToCome = begins.some(([words, from]) => isNow < from && words.test(text));
    return { isApart: apart.test(text), isToCome, isEarly: early.test(text) };
  });
  for (const { quantity, options, part } of matches) {
    const clause = part.sentence.clauses[quantity.clause] ?? [];
    const [entry] = options;
    if (entry === undefined || entry.asOf.day !== now.day || clause[0] === undefined) continue;
    const { isApart, isToCome, isEarly } = saidIn(clause);
    if (isApart) continue;
    const { fetchedAt } = entry;
    const isPast =
      fetchedAt !== null &&
      fetchedAt.day === now.day &&
      secondsOf(fetchedAt) > open &&
      entry.isRealtime &&
      isEarly;
    if (isToCome || isPast) report(quantity.token, "stale");
  }
}
