/** Ping An Bank is lower in both columns, 两项都更低: one company beside the others by every measure that the text shows of several. */
import { type ComparisonInput, holds } from "./comparison-sides.ts";

const behind =
  /^ (?:in|on|by) (?:(both)|all (three|four)|every)(?: (?:of (?:them|these) )?(?:columns?|counts?|measures?|metrics?|multiples?|ratios?|figures?|numbers?))?(?= ?[,.;:(\n]|$)/;
const before =
  /(?:([两二])|([三四]))(?:者|列|栏|项|个)(?:指标|数据?|比率|倍数)?(?:也|则)?(?:都|均|全)(?:是|要)?$/;
const counts: Readonly<Record<string, number>> = { three: 3, four: 4, 三: 3, 四: 4 };
const [reachBehind, reachBefore] = [40, 12];

/** How many measures the words say: 0 where all, null where none of this is said. */
function saidAround(start: number, end: number, lower: string): number | null {
  const found =
    behind.exec(lower.slice(end, end + reachBehind)) ??
    before.exec(lower.slice(Math.max(0, start - reachBefore), start));
  if (found === null) return null;
  return found[1] === undefined ? (counts[found[2] ?? ""] ?? 0) : 2;
}

/** True or false over all of them; null where the words are of no such number of measures. */
export function holdsOnAll(
  op: string,
  company: string | null,
  { start, end }: { readonly start: number; readonly end: number },
  { settled, lower }: Pick<ComparisonInput, "settled" | "lower">,
): boolean | null {
  const count = saidAround(start, end, lower);
  if (count === null || company === null) return null;
  const shown = new Set([...settled.values()].flatMap(({ entry }) => entry ?? []));
  const lists = [
    ...Map.groupBy(shown, ({ claim, window }) => `${claim.metric} ${window ?? ""}`).values(),
  ].filter((list) => new Set(list.map((each) => each.company)).size > 1);
  if (lists.length < 2 || (count !== 0 && lists.length !== count)) return false;
  return lists.every((list) => {
    const own = list.filter((each) => each.company === company);
    const rest = list.filter((each) => each.company !== company);
    return (
      own.length > 0 &&
      own.every((a) => rest.every((b) => a.base >= 0 && b.base >= 0 && holds(op, a.base, b.base)))
    );
  });
}
