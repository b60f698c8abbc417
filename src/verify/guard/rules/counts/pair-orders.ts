/** 一个流出、一个流入,分别为…; one outflow, one inflow, in that order; 一出一进:…: two opposite ways in the order in which the values are told. */
import type { Bench } from "../../bench.ts";
import { type Way, wayOf } from "../../tokens/readers/tally-words.ts";

/** Tokens between the two words, and from the second to the word of order. */
const near = 3;

/** The signs of the values of that kind that the text shows, in its order; none where it shows more or less than two. */
function signsTold({ of }: Way, { settled, input: { lexicon } }: Bench): readonly number[] {
  const metrics =
    of === "flow" ? lexicon.flows : of === "earnings" ? lexicon.profits : lexicon.changes.percent;
  const shown = [...settled.values()]
    .filter(({ entry }) => entry !== null && metrics.includes(entry.claim.metric))
    .toSorted((a, b) => a.quantity.token.start - b.quantity.token.start);
  const entries = [...new Set(shown.map(({ entry }) => entry))];
  return entries.length === 2 ? entries.map((entry) => Math.sign(entry?.base ?? 0)) : [];
}

/** Reports such a pair told the other way round; 一进一出 before a colon is a manner of speaking. */
export function checkPairOrders(bench: Bench): void {
  const { tokens } = bench.input;
  for (const [at, first] of tokens.entries()) {
    const way = wayOf(first);
    if (way === null || first.count !== 1) continue;
    const rest = tokens.slice(at + 1, at + 1 + near);
    const second = rest.find((each) => wayOf(each) !== null);
    const next = second === undefined ? null : wayOf(second);
    if (second?.count !== 1 || next?.of !== way.of || next.sign !== -way.sign) continue;
    const end = at + 2 + rest.indexOf(second);
    const behind = tokens.slice(end, end + near);
    const isOrdered = behind.some(({ kind }) => kind === "respective");
    const isTurned = way.of === "flow" && way.sign < 0 && behind[0]?.op === ":";
    const told = isOrdered || isTurned ? signsTold(way, bench) : [];
    if (told.length > 0 && told[0] !== way.sign) bench.report(first, "direction_unsupported");
  }
}
