/** ICBC is lower on both measures, cheaper in all three columns, 两项都更低: a rank in every measure that the text shows of several companies. */
import { spelledCount } from "../lexicon/numerals.ts";
import { type ComparisonInput, holds } from "./comparison-sides.ts";

const behind =
  /^ (?:on|by|in|for|across) (?:(both)|all (three|four|five)|each|every)(?: of (?:the|these|them))?(?: (?:measures?|counts?|metrics?|lines?|rows?|figures?|yardsticks?|fronts?|indicators?|columns?|(multiples?|ratios?)))?(?= ?(?:[.,;:!)(\n]|$))/;
const before = /([两二三四])(?:者|列|栏|项|个)(?:指标|数据?)?(?:也|则)?(?:都|均|全)(?:是|要)?$/;
const [reachBehind, reachBefore] = [48, 10];
const mostShown = 40;

/** True or false over what the text shows; null where the words are of no such number of measures. */
export function holdsOnAll(
  op: string,
  company: string | null,
  { start, end }: { readonly start: number; readonly end: number },
  { settled, lower }: Pick<ComparisonInput, "settled" | "lower">,
): boolean | null {
  const english = behind.exec(lower.slice(end, end + reachBehind));
  const han = before.exec(lower.slice(Math.max(0, start - reachBefore), start));
  if ((english ?? han) === null) return null;
  const word = english?.[1] ?? english?.[2] ?? han?.[1];
  const count = word === undefined ? null : spelledCount(word);
  const shown = [...new Set([...settled.values()].flatMap(({ entry }) => entry ?? []))].filter(
    ({ unit }) => english?.[3] === undefined || unit.dimension === "times",
  );
  const lists = [...Map.groupBy(shown, ({ claim }) => claim.metric).values()];
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
