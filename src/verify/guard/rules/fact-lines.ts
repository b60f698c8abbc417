/** RSI14为61.3,已超买; above the overbought line of 70: the line of a registered fact, told of a value that the sentence shows. */

import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import { isFact as isRegistered } from "../facts/fact-cites.ts";
import { pattern } from "../lexicon/patterns.ts";

const above = "高于|超过|大于|突破|(?<![a-z])(?:above|over|exceeds|exceeding)";
const below = "低于|小于|不足|跌破|(?<![a-z])(?:below|under)";
const amount = "(?:了|the |its |oversold |overbought |line |of ){0,5} ?(\\d{1,3}(?:\\.\\d{1,2})?)(?![\\d%])";
const lines: readonly (readonly [side: number, words: RegExp])[] = [
  [1, pattern`(?:${above})${amount}`],
  [-1, pattern`(?:${below})${amount}`],
];
/** What such a fact calls the values beyond its line. */
const zones: readonly (readonly [side: number, said: RegExp, line: RegExp])[] = [
  [1, /超买|overbought/, pattern`(?:${above}) ?(\d{1,3})[^,，。;；.]{0,30}(?:超买|overbought)`],
  [
    -1,
    /超卖|oversold/,
    pattern`(?:${below}) ?(\d{1,3})[^,，。;；.]{0,30}(?:超卖|oversold)|(?<=(?:超买|overbought)[^。;；.]{0,8}(?:${below}) ?)(\d{1,3})`,
  ],
];
const general =
  /通常|一般|往往|常被|视为|被视|认为|意味|代表|表示|若|如果|(?<![a-z])(?:usually|generally|considered|regarded|means|read as|seen as|treated|often|typically|if|when)(?![a-z])/;
const denial = /(?:未|没有?|不|尚未|(?<![a-z])(?:not|no|without|yet to be))[^,，。;；]{0,6}$/;

/** Reports a clause of a fact that the value shown before it in the sentence does not bear out. */
export function checkFactLines({ sentence }: Part, bench: Bench): void {
  const { input, settled, report, isFact } = bench;
  if (sentence.counts.number === 0) return;
  const facts = input.claims.filter(isRegistered);
  if (facts.length === 0) return;
  let value: number | null = null;
  for (const clause of sentence.clauses) {
    const [first, last] = [clause[0], clause.at(-1)];
    const shown = clause.flatMap((each) => settled.get(each)?.entry ?? []).at(-1);
    if (shown !== undefined) value = shown.claim.unit === "" ? shown.base : null;
    if (value === null || first === undefined || last === undefined || !isFact(clause)) continue;
    const said = input.lower.slice(first.start, last.end);
    if (shown !== undefined || general.test(said)) continue;
    const isSo = (side: number, line: number, at: number): boolean =>
      (Math.sign((value ?? 0) - line) === side) !== denial.test(said.slice(0, at));
    const told = lines.flatMap(([side, words]) => {
      const found = words.exec(said);
      return found === null ? [] : [isSo(side, Number(found[1]), found.index)];
    });
    const judged = zones.flatMap(([side, words, line]) => {
      const at = said.search(words);
      const level = facts.map(({ claim }) => line.exec(claim.toLowerCase())).find((each) => each !== null);
      return at < 0 || level == null ? [] : [isSo(side, Number(level[1] ?? level[2]), at)];
    });
    if ([...told, ...judged].includes(false)) report(first, "comparison_false");
  }
}
