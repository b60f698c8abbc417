/** 在1790.00元到1810.00元之间波动: the range of the day, told by both its ends. */
import { isRangeKey } from "../../lexicon/known-measures.ts";
import { type Token, token } from "../token.ts";
import type { Cursor } from "./word-readers.ts";

export const rangeStarts = "在介波运震之区";

const opening =
  /^(?:介于|(?:波动|运行|震荡)?(?:在|于))\s?(?=¥?\d[\d.,]{0,12}元?\s?(?:到|至|和|与|-|—|–|~)\s?¥?\d[\d.,]{0,12}元(?:的?区间|之间))/;
const closing = /^(?:之间|区间)(?:内)?/;
/** Tokens from the word that opens a range to the one that ends it. */
const span = 5;

/** The words that open such a range as the measure of both numbers, those that end it as nothing more. */
export function readSpokenRange({ lower, tokens, lexicon }: Cursor, at: number): Token | null {
  const end = closing.exec(lower.slice(at, at + 3))?.[0].length ?? 0;
  if (end > 0) {
    const isRange = tokens
      .slice(-span)
      .some(({ kind, metrics }) => kind === "metric" && metrics.some(isRangeKey));
    return isRange ? token("fill", at, at + end, { op: "之间" }) : null;
  }
  const found = opening.exec(lower.slice(at, at + 40));
  const entry = found === null ? undefined : lexicon.match("日内区间", 0)?.entry;
  return found === null || entry?.kind !== "metric"
    ? null
    : token("metric", at, at + found[0].length, { metrics: entry.metrics });
}
