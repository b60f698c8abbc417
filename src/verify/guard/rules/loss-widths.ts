/** Its loss widened: the net losses of the same period of two years, both shown. */
import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Token } from "../tokens/token.ts";

const after =
  /^(?: ?(?:has|have|had|also))* (?:(widened|grew|deepened|increased)|(?:narrowed|shrank|shrunk|eased))(?![a-z])(?! (?:by|to|sharply|slightly|further|again)(?![a-z]))/;
const before = /(?<![a-z])loss(?:es)?(?: (?:has|have|had|also))* $/;
const reach = 32;

/** Null for any other word, or where no two such losses are shown. */
export function judgeLossWidth({ start, end }: Token, part: Part, bench: Bench): boolean | null {
  const { lower, lexicon } = bench.input;
  const isLoss = /^(?:net )?loss(?:es)?$/.test(lower.slice(start, end));
  const from = isLoss ? end : before.test(lower.slice(Math.max(0, start - reach), start)) ? start - 1 : -1;
  const word = isLoss ? start : lower.lastIndexOf("loss", start);
  if (!/(?:its|the|their|net|'s|annual|full-year) (?:net )?$/.test(lower.slice(Math.max(0, word - 16), word)))
    return null;
  const found = from < 0 ? null : after.exec(lower.slice(from, from + reach));
  if (found === null) return null;
  const company = part.sentence.clauses
    .flat()
    .findLast((each) => each.kind === "company" && each.start < start)?.op;
  if (part.sentence.clauses.flat().some(({ kind }) => kind === "entity")) return null;
  const owner = company ?? part.start.company ?? bench.book.only;
  const shown = [...bench.settled.values()].flatMap(({ entry }) =>
    entry !== null && entry.company === owner && lexicon.profits.includes(entry.claim.metric) ? [entry] : [],
  );
  const days = new Map(shown.map((entry) => [entry.asOf.day, entry]));
  const [first, second] = [...days.values()].toSorted((a, b) => a.asOf.day - b.asOf.day);
  if (days.size !== 2 || first === undefined || second === undefined) return null;
  if (
    first.base >= 0 ||
    second.base >= 0 ||
    first.claim.as_of.slice(4, 10) !== second.claim.as_of.slice(4, 10)
  )
    return null;
  return found[1] !== undefined ? second.base < first.base : second.base > first.base;
}
