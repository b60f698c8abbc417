/** 以上为实时行情, updated just now, 这是旧价: what a text says of the age of its figures, beside the ages of those that it shows. */

import type { Bench, Match } from "../bench.ts";
import { saysMissing } from "../binding/denials.ts";
import type { Clause } from "../binding/structure.ts";
import { isCurrent } from "../claims/calendar-match.ts";
import { toldAges } from "../claims/told-age.ts";
import type { Token } from "../tokens/token.ts";

/** Longer texts are read no further. */
const longest = 3000;

const pricesOf = (matches: readonly Match[], { input: { lexicon } }: Bench) =>
  matches.flatMap(({ options }) => options.filter(({ claim }) => lexicon.priceLike.has(claim.metric)));

/** Reports what is called old though all prices shown are of today, and current though none is. */
export function checkAges(bench: Bench): void {
  const { input, matches, now, report } = bench;
  checkToldNow(bench);
  const ages = toldAges(input.lower.slice(0, longest));
  if (ages.length === 0) return;
  const priced = pricesOf(matches, bench);
  if (priced.length === 0) return;
  for (const { isOld, end } of ages) {
    const word = input.tokens.find((each) => each.end >= end);
    const isBorneOut = priced.some(({ asOf }) => (asOf.day === now.day) !== isOld);
    if (word !== undefined && !isBorneOut) report(word, "stale");
  }
}

/** What is offered, supposed, asked for or shown elsewhere: 如需实时行情, for live prices please see. */
const apart =
  /如|若|需|请|再|[稍之以随]后|可以|能[^够]|要|想|会|为准|建议|欢迎|变[动化]|波动|[?？]|(?<![a-z])(?:will|would|can|could|if|once|when|should|please|let me|ask|check|see|visit|want|need|rather|instead|may|might|change[sd]?|pending|await)(?![a-z])/;
const denied = /[非不无没未]|(?<![a-z])(?:not|no|n't|without|isn't|aren't|unable|never|neither)(?![a-z])/;

const saysNow = ({ kind, op }: Token): boolean => kind === "realtime" && (op === "hard" || op === "just");

/** True where the clause plainly says of figures that they are of now. */
function isTold(clause: Clause, lower: string): boolean {
  const said = lower.slice(clause[0]?.start ?? 0, clause.at(-1)?.end ?? 0);
  return !apart.test(said) && !denied.test(said) && !saysMissing(clause, lower);
}

const mostWords = 20;

/** Reports 实时 and 刚刚 that no price of their sentence, or where it shows none, of the text bears out. */
function checkToldNow(bench: Bench): void {
  const { input, matches, now, reading, report } = bench;
  const words = input.tokens.filter(saysNow).slice(0, mostWords);
  if (words.length === 0) return;
  for (const word of words) {
    const part = reading.parts.find(({ sentence: { tokens } }) => tokens.includes(word));
    const clause = part?.sentence.clauses.find((each) => each.includes(word));
    if (clause === undefined || !isTold(clause, input.lower)) continue;
    const own = pricesOf(
      matches.filter((each) => each.part === part),
      bench,
    );
    const all = own.length > 0 ? own : pricesOf(matches, bench);
    // 刚刚查到收盘价: what was looked up just now is a close of its own day.
    const priced = all.filter(
      ({ claim }) => word.op === "hard" || !input.lexicon.closes.own.has(claim.metric),
    );
    if (priced.length > 0 && !priced.some((entry) => isCurrent(entry, now))) report(word, "stale");
  }
}
