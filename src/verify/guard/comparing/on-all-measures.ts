/** ICBC is lower on both measures, cheaper in all three columns, 两项都更低, 两项都是工行更低, 市盈率与市净率均是工行更低: a rank in every measure that the text shows of several companies. */
import { spelledCount } from "../lexicon/numerals.ts";
import { isAll } from "../tokens/readers/side-words.ts";
import type { Token } from "../tokens/token.ts";
import { type ComparisonInput, holds } from "./comparison-sides.ts";
import { joinedWith } from "./paired-comparison.ts";

const behind =
  /^ (?:on|by|in|for|across) (?:(both)|all (three|four|five)|each|every)(?: of (?:the|these|them))?(?: (?:measures?|counts?|metrics?|lines?|rows?|figures?|yardsticks?|fronts?|indicators?|columns?|(multiples?|ratios?)))?(?= ?(?:[.,;:!)(\n]|$))/;
const before = /([两二三四])(?:者|列|栏|项|个)(?:指标|数据?)?(?:也|则)?(?:都|均|全)(?:是|要)?$/;
const [reachBehind, reachBefore] = [48, 10];
const mostShown = 40;

/** The measures that the words before the rank string together, where it is said to be so of all of them; else none. */
function joinedBefore(own: readonly Token[]): readonly (readonly string[])[] {
  const first = own.find(({ kind }) => kind === "metric");
  if (
    first === undefined ||
    !own.some(isAll) ||
    own.some(({ kind }) => kind === "number" || kind === "compare")
  )
    return [];
  const joined = joinedWith(own, first);
  return joined.length > 1 ? joined : [];
}

/** `own`: the words of its clause before it. True or false over what the text shows; null where the words are of no such number of measures. */
export function holdsOnAll(
  op: string,
  company: string | null,
  { start, end }: Pick<Token, "start" | "end">,
  { settled, lower }: Pick<ComparisonInput, "settled" | "lower">,
  own: readonly Token[] = [],
): boolean | null {
  const last = own.at(-1);
  const from = last?.kind === "company" ? last.start : start;
  const english = behind.exec(lower.slice(end, end + reachBehind));
  const han = before.exec(lower.slice(Math.max(0, from - reachBefore), from));
  const joined = (english ?? han) === null ? joinedBefore(own) : [];
  if ((english ?? han) === null && joined.length === 0) return null;
  const word = english?.[1] ?? english?.[2] ?? han?.[1];
  const count = word === undefined ? null : spelledCount(word);
  const shown = [...new Set([...settled.values()].flatMap(({ entry }) => entry ?? []))].filter(
    ({ unit, claim }) =>
      (english?.[3] === undefined || unit.dimension === "times") &&
      (joined.length === 0 || joined.flat().includes(claim.metric)),
  );
  const lists = [...Map.groupBy(shown, ({ claim }) => claim.metric).values()];
  if (joined.length > lists.length) return null;
  if (shown.length > mostShown || lists.length < 2 || (count !== null && lists.length !== count))
    return false;
  return lists.every((list) => {
    const { own = [], others = [] } = Object.groupBy(list, (each) =>
      each.company === company ? "own" : "others",
    );
    const isTrue = own.every((a) => others.every((b) => holds(op, a.base, b.base)));
    return own.length > 0 && others.length > 0 && isTrue;
  });
}
