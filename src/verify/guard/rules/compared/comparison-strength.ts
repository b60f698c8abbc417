/** 远低于昨收, well above its open, 略高于五粮液: how far one lies from the other, where the values shown say otherwise. */

import type { Bench } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import type { Settled } from "../../comparing/comparison-sides.ts";
import { isComparisonWord } from "../../comparing/is-comparison.ts";
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { pattern } from "../../lexicon/patterns.ts";
import type { Token } from "../../tokens/token.ts";

const far =
  "远远?|大幅度?|大大|遥遥|(?<![a-z])(?:far|well|much|way|vastly|sharply|dramatically|substantially|considerably)";
const clear = "明显|显著|(?<![a-z])(?:significantly|markedly)";
const slight =
  "略微?|稍稍?微?|微|小幅|(?<![a-z])(?:slightly|marginally|a bit|a little|a touch|a shade|fractionally|narrowly|barely)";
const any = pattern`${far}|${clear}|${slight}|得多|很多|许多|不少|一大?截|多了`;
const before = [far, clear, slight].map((words) => pattern`(?:${words})(?:地|的|要|还|更)? ?$`);
const after = [/^.{0,3}?(?:得多|很多|许多|不少|一大?截|多了)/, null, /^.{0,3}?(?:一点|一些|些许)/];
const reach = 14;

/** Shares of the larger of two values: less is not far, not clear; more is not slight. */
const leastFar = 0.05;
const leastClear = 0.02;
const mostSlight = 0.35;
/** Rates lie near each other within so many points, whatever share of the larger that is. */
const nearPoints = 0.05;
const mostValues = 30;

/** 0 far, 1 clear, 2 slight, −1 where the word stands without a degree. */
function degreeOf({ start, end, kind }: Token, lower: string): number {
  const [head, tail] = [lower.slice(Math.max(0, start - reach), start), lower.slice(start, end + 4)];
  const said = kind === "vague" ? lower.slice(start, end) : "";
  return before.findIndex(
    (words, i) =>
      words.test(head) ||
      after[i]?.test(tail.slice(Math.max(0, end - start - 3))) ||
      (i === 0 && /^(?:远|far|well)/.test(said)),
  );
}

const isPrice = ({ claim: { metric } }: BookClaim, { priceLike, averages }: Lexicon): boolean =>
  priceLike.has(metric) || averages.includes(metric);

/** Two values that a comparison may set beside each other. */
const isPair = (a: Settled, b: Settled, lexicon: Lexicon): boolean => {
  if (a.dimension !== b.dimension) return false;
  if (a.entry === null || b.entry === null) return true;
  return (
    a.entry.claim.metric === b.entry.claim.metric || (isPrice(a.entry, lexicon) && isPrice(b.entry, lexicon))
  );
};

const distance = (a: Settled, b: Settled): number =>
  Math.abs(a.base - b.base) / Math.max(Math.abs(a.base), Math.abs(b.base), Number.MIN_VALUE);

const fits = (degree: number, a: Settled, b: Settled): boolean => {
  if (degree < 2) return distance(a, b) >= (degree === 0 ? leastFar : leastClear);
  const isNearRate = a.dimension === "part" && Math.abs(a.base - b.base) <= nearPoints;
  return distance(a, b) <= mostSlight || isNearRate;
};

/** Reports a degree that no two values of the sentence, else of the text, bear out. */
export function checkStrength({ sentence }: Part, { input, settled, report }: Bench): void {
  const { lower, lexicon } = input;
  const { tokens: flat } = sentence;
  const [first, last] = [flat[0], flat.at(-1)];
  if (first === undefined || last === undefined || !flat.some(isComparisonWord)) return;
  if (!any.test(lower.slice(first.start, last.end + 4))) return;
  const words = flat.filter((each) => isComparisonWord(each) && degreeOf(each, lower) >= 0);
  if (words.length === 0) return;
  const own = flat.flatMap((each) => settled.get(each) ?? []);
  const values = (own.length > 1 ? own : [...settled.values()]).slice(0, mostValues);
  const pairs = values.flatMap((a, i) =>
    values.slice(i + 1).flatMap((b) => (isPair(a, b, lexicon) ? [[a, b] as const] : [])),
  );
  for (const word of words)
    if (pairs.length > 0 && !pairs.some(([a, b]) => fits(degreeOf(word, lower), a, b)))
      report(word, "comparison_unsupported");
}
