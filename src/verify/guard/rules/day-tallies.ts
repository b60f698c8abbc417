/** 一涨一跌 of two days of one company, 不是都跌 of several: counts that are none of companies that moved so. */
import type { Bench } from "../bench.ts";
import type { Token } from "../tokens/token.ts";
import { signsOf, type Told } from "./tally-basis.ts";

/** True where the count is one of days, and has been judged. */
export function judgeDays(word: Token, told: Told, spoken: readonly string[], bench: Bench): boolean {
  if (spoken.length > 1 || told.metrics !== null) return false;
  const company = spoken[0] ?? bench.book.only;
  const shown = new Map<number, number>();
  for (const { entry } of bench.settled.values())
    if (entry?.company === company && bench.input.lexicon.changes.percent.includes(entry.claim.metric))
      shown.set(entry.asOf.day, Math.sign(entry.base));
  if (shown.size < 2) return false;
  bench.judged.add(word);
  const moved = [...shown.values()].filter((sign) => sign === told.sign).length;
  if (moved !== word.count) bench.report(word, "wrong_count");
  return true;
}

/** 不是都跌: of each it is known whether it did, and one at least did not. */
export function checkNotAll(
  { move, told }: { readonly move: Token; readonly told: Told },
  pool: readonly string[],
  bench: Bench,
): void {
  const signs = pool.map((company) => signsOf(company, told, bench));
  const areKnown = pool.length > 1 && signs.every(({ length }) => length > 0);
  if (!areKnown || signs.flat().every((sign) => sign === told.sign))
    bench.report(move, "direction_unsupported");
}
