/** How many a count may be of: an index is none of three shares; those that a superlative ranks. */

import { oncePer } from "#contract";
import type { Bench } from "../../bench.ts";
import { isOnly } from "../../tokens/readers/side-words.ts";
import { companiesIn, metricsIn, type Token } from "../../tokens/token.ts";

// 三只股票 of two shares and 沪深300: an index is spoken of, and is none of them.

const ofShares = /股票|个股|公司|上市|stocks|compan|shares|firms/;
const ofIndex =
  /指数?$|^(?:沪深300|上证50|上证180|科创50|中证\d{3,4}|大盘)$|^(?:csi ?\d+|sse ?50|star ?50|shanghai composite|shenzhen component|chinext|hang seng)|(?<![a-z])index$/;

/** True for a count of shares or companies, which no index is. */
export const countsShares = ({ start, end }: Token, lower: string): boolean =>
  ofShares.test(lower.slice(start, end));

/** The indices among the owners that the tokens name. */
export const indicesAmong = (tokens: readonly Token[], lower: string): ReadonlySet<string> =>
  companiesIn(
    tokens.filter(
      ({ kind, byCode, start, end }) =>
        kind === "company" && !byCode && ofIndex.test(lower.slice(start, end)),
    ),
  );

/** Where each company is first named. */
const namedAt = oncePer(({ input }: Bench): readonly number[] => {
  const starts = new Map<string, number>();
  for (const { kind, op, start } of input.tokens)
    if (kind === "company" && !starts.has(op)) starts.set(op, start);
  return [...starts.values()];
});

/** How many companies the text has named before the word. */
export const spokenBefore = ({ start }: Token, bench: Bench): number =>
  namedAt(bench).filter((each) => each < start).length;

/** 最高, 更低, 领涨, 只有宁德时代: said of one beside all the others. */
const isRank = (each: Token, at: number, flat: readonly Token[]): boolean =>
  each.kind === "superlative" ||
  (each.kind === "compare" && each.op.includes("adj")) ||
  (isOnly(each) && flat[at + 1]?.kind === "company");

/** 三家银行中…最低: for each count of a sentence that ranks, how many companies the claims have the ranked measures of. */
export function rankedCounts({ reading, book }: Bench): ReadonlyMap<Token, number> {
  const ranked = new Map<Token, number>();
  for (const { sentence, start } of reading.parts) {
    const flat = sentence.tokens;
    const counts = flat.filter(({ kind }) => kind === "count");
    if (counts.length === 0 || !flat.some(isRank)) continue;
    const named = new Set(metricsIn(flat));
    const metrics = named.size > 0 ? [...named] : start.metrics;
    const entries = metrics.length > 0 ? metrics.flatMap((metric) => book.of(metric)) : book.all;
    const { size } = new Set(entries.flatMap(({ company }) => (company === null ? [] : [company])));
    for (const each of counts) ranked.set(each, size);
  }
  return ranked;
}
