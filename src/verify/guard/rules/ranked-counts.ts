import type { Bench } from "../bench.ts";
import { isOnly } from "../tokens/side-words.ts";
import type { Token } from "../tokens/token.ts";

/** 最高, 更低, 领涨, 只有宁德时代: said of one beside all the others. */
const isRank = (each: Token, at: number, flat: readonly Token[]): boolean =>
  each.kind === "superlative" ||
  (each.kind === "compare" && each.op.includes("adj")) ||
  (isOnly(each) && flat[at + 1]?.kind === "company");

/** 三家银行中…最低: for each count of a sentence that ranks, how many companies the claims have the ranked measures of. */
export function rankedCounts({ reading, book }: Bench): ReadonlyMap<Token, number> {
  const ranked = new Map<Token, number>();
  for (const { sentence, start } of reading.parts) {
    const flat = sentence.clauses.flat();
    const counts = flat.filter(({ kind }) => kind === "count");
    if (counts.length === 0 || !flat.some(isRank)) continue;
    const named = new Set(flat.flatMap(({ kind, metrics }) => (kind === "metric" ? metrics : [])));
    const metrics = named.size > 0 ? [...named] : start.metrics;
    const entries = metrics.length > 0 ? metrics.flatMap((metric) => book.of(metric)) : book.all;
    const { size } = new Set(entries.flatMap(({ company }) => (company === null ? [] : [company])));
    for (const each of counts) ranked.set(each, size);
  }
  return ranked;
}
