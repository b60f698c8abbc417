/** A margin of 86.13% says nothing about valuation: the noun alone, where the text has named one margin before. */
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";

const determined = /(?<![a-z])(?:an?|the|this|that|such an?|its) $/;
const otherMargin = /^ (?:of (?!\d)|loans?|calls?|trading|debt|balance|accounts?|requirements?|financing)/;
const reach = 10;

export function readHeadNouns(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  const isMargin = ({ start, end }: Token): boolean => end - start === 6 && lower.startsWith("margin", start);
  if (!tokens.some((each) => each.kind === "foreign" && isMargin(each))) return tokens;
  let named: Token | null = null;
  let isOne = true;
  return tokens.map((each) => {
    if (each.kind === "metric" && / margin$/.test(lower.slice(each.start, each.end))) {
      isOne &&= named === null || named.metrics.join() === each.metrics.join();
      named = each;
    } else if (each.kind === "foreign" && / margin$/.test(lower.slice(each.start, each.end))) isOne = false;
    const isAlone =
      each.kind === "foreign" &&
      isMargin(each) &&
      !otherMargin.test(lower.slice(each.end, each.end + 16)) &&
      determined.test(lower.slice(Math.max(0, each.start - reach), each.start));
    return isAlone && named !== null && isOne ? { ...named, start: each.start, end: each.end } : each;
  });
}
