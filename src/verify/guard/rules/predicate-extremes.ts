/** 为52周高点, 是盘中最高价: a clause that says no more than that the value before it is such an extreme. */

import type { Bench } from "../bench.ts";
import type { Clause } from "../binding/structure.ts";
import { lastOf } from "../lists.ts";
import type { Token } from "../tokens/token.ts";

const extreme = /^~(?:high|low)/;
const linking = /^(?:也|正|恰|就|刚好)?(?:是|为|即)/;

/** The measure that the clause ends in, where nothing else is said in it. */
function extremeOf(clause: Clause, lower: string): Token | null {
  const open = clause.findIndex(({ kind }) => kind === "open");
  const said = open < 0 ? clause : clause.slice(0, open);
  const own = lastOf(said)?.op === "价" || lastOf(said)?.op === "点" ? said.slice(0, -1) : said;
  const [first, last] = [own[0], lastOf(own)];
  if (first === undefined || last?.kind !== "metric" || own.length > 6) return null;
  const isExtreme = last.metrics.length > 0 && last.metrics.every((id) => extreme.test(id));
  return isExtreme && linking.test(lower.slice(first.start, last.start)) ? last : null;
}

/** Reports an extreme that no claim of the company shown before it equals. */
export function checkExtremes(clauses: readonly Clause[], bench: Bench): void {
  for (const clause of clauses) {
    const word = extremeOf(clause, bench.input.lower);
    if (word === null) continue;
    const said = [...bench.settled.values()].findLast(({ quantity }) => quantity.token.start < word.start);
    const claims = word.metrics.flatMap((id) => bench.book.everyOf(id));
    const isTrue = claims.some((each) => each.company === said?.entry?.company && each.base === said?.base);
    if (!isTrue) bench.report(word, "comparison_unsupported");
  }
}
