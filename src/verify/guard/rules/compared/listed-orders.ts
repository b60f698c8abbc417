/** 按跌幅排名:…, Ranked by P/E:…: the numbers of the list stand in one order. */

import { type Bench, reportAt } from "../../bench.ts";
import type { Settled } from "../../comparing/comparison-sides.ts";
import { isRangeKey } from "../../lexicon/known-measures.ts";
import { rare } from "../../lexicon/rare-words.ts";
import type { Token } from "../../tokens/token.ts";

const heading =
  /(?:按(?:照)?)?([^,，。:：;；\n\d、]{1,12}?)(?:的?高低|大小|多少)?(?:排名|排序|排列|排个?序)(?:如下|结果)?(?:\s?[:：\n]|[,，]?(?:依次|分别|顺序)[是为]?)|(?<![a-z])(?:ranked|ranking|sorted) (?:by|on) ([^.;:,\n]{1,60})\s?[:,\n]/;
/** What is listed behind it; a longer text is read no further. */
const longest = 1200;
const mostListed = 40;

const mayRank = rare(/rank|sorted/);

/** Where the text has such a heading, and whether its list is in order; null where it has none or lists one number. */
function judgeRankHeading({
  input: { lower, lexicon },
  settled,
}: Bench): { at: number; isOrdered: boolean } | null {
  if (!lower.includes("排") && !mayRank.test(lower)) return null;
  const found = heading.exec(lower);
  if (found === null) return null;
  const from = found.index + found[0].length;
  const listed: Settled[] = [];
  for (const each of settled.values())
    if (
      each.entry !== null &&
      each.quantity.token.start >= from &&
      each.quantity.token.start < from + longest
    )
      listed.push(each);
  listed.sort((a, b) => a.quantity.token.start - b.quantity.token.start);
  const said = found[1] ?? found[2] ?? "";
  const byMetric = Map.groupBy(listed.slice(0, mostListed), ({ entry }) => entry?.claim.metric);
  // Of several columns the one that the heading names, else the first.
  const named = [...byMetric.values()].find((own) =>
    own.some(
      ({ quantity: { token } }) =>
        said.length > 1 && lower.slice(Math.max(from, token.start - 16), token.start).includes(said),
    ),
  );
  const own = named ?? [...byMetric.values()][0] ?? [];
  if (own.length < 2) return null;
  // Ranked by market cap, over a list of P/Es.
  const entry = lexicon.match(said.replace(/^按照?/, ""), 0)?.entry;
  const isOther =
    entry?.kind === "metric" && entry.metrics.length > 0 && !entry.metrics.some((id) => byMetric.has(id));
  if (isOther) return { at: found.index, isOrdered: false };
  const isInOrder = (sign: number): boolean =>
    own.every(({ base }, at) => at === 0 || Math.sign(((own[at - 1]?.base ?? 0) - base) * sign) >= 0);
  const isFall = /(?<!涨)跌幅|降幅|流出|亏损/.test(said);
  return { at: found.index, isOrdered: isFall ? isInOrder(-1) : isInOrder(1) || isInOrder(-1) };
}

/** Reports a list that is not in the order that its heading says. */
export function checkRankHeading(bench: Bench): void {
  const found = judgeRankHeading(bench);
  if (found !== null && !found.isOrdered) reportAt(bench, found.at, "comparison_false");
}

// 52周区间1300.50元至1801.23元: a range is told from its lower end to its upper one.

const upTo = /^\s?(?:至|到|和|与|[-—–~]|to|and)\s?(?:cny |rmb |¥)?$/;
/** 区间(高–低) */
const fromTop = /高(?:点|价)?(?:[-—–~/、至到])?低|high(?:s)?(?: to | and |[-–/ ]{1,3})low/;

const isRange = ({ kind, metrics }: Token): boolean => kind === "metric" && metrics.some(isRangeKey);

/** Reports the second number of a range that lies below the first. */
export function checkRangeEnds({ matches, settled, input: { lower, tokens }, report }: Bench): void {
  if (!tokens.some(isRange)) return;
  for (const [at, { quantity, part }] of matches.entries()) {
    const next = matches[at + 1];
    const clause = part.sentence.clauses[quantity.clause] ?? [];
    const word = clause.find(isRange);
    if (next?.part !== part || word === undefined || word.start > quantity.token.start) continue;
    const [from, to] = [settled.get(quantity.token), settled.get(next.quantity.token)];
    const isOne = upTo.test(lower.slice(quantity.token.end, next.quantity.token.start));
    if (from === undefined || to === undefined || !isOne) continue;
    if (from.base > to.base && !fromTop.test(lower.slice(word.start, quantity.token.start)))
      report(next.quantity.token, "comparison_false");
  }
}
