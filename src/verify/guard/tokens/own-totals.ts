/** 营业收入合计432.7亿元, 前十大股东持股比例之和为43.27%: a sum that is the one measure itself, of the one company spoken of. */
import type { Lexicon } from "../lexicon/lexicon.ts";
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";
import { claimUnit } from "./units.ts";

const sums = /^(?:合计|总计|in total|altogether)$/;
/** Of shares of a whole that the measure itself adds up. */
const sumsOfParts = /^(?:合计|总计|总和|之和|加起来|in total|altogether|combined)$/;
const ofParts = /前十|top (?:10|ten)/;
const several: ReadonlySet<string> = new Set(["join", "pair", "count", "respective", "foreign", "window"]);
const ends: ReadonlySet<string> = new Set(["break", "line"]);

function addsUp(metric: string, said: string, lexicon: Lexicon): boolean {
  if (lexicon.wordsOf(metric).some((word) => ofParts.test(word))) return sumsOfParts.test(said);
  const { dimension } = claimUnit(lexicon.metrics[metric]?.default_unit ?? "%");
  const isAmount = dimension === "shares" || dimension === "CNY";
  return sums.test(said) && isAmount && !lexicon.priceLike.has(metric) && !/per|eps/.test(metric);
}

function isOwnTotal(tokens: readonly Token[], at: number, { lower, lexicon }: Reading): boolean {
  const { start, end } = tokens[at] ?? { start: 0, end: 0 };
  const measure = tokens
    .slice(Math.max(0, at - 3), at)
    .findLast(({ kind }) => kind !== "fill" && kind !== "open");
  if (measure?.kind !== "metric" || start - measure.end > 4) return false;
  if (!measure.metrics.some((metric) => addsUp(metric, lower.slice(start, end), lexicon))) return false;
  const from = tokens.slice(0, at).findLastIndex(({ kind }) => ends.has(kind)) + 1;
  const to = tokens.findIndex(({ kind }, i) => i > at && ends.has(kind));
  const own = tokens.slice(from, to < 0 ? tokens.length : to);
  const ofWhom = (all: readonly Token[]): number =>
    new Set(all.flatMap(({ kind, op }) => (kind === "company" || kind === "entity" ? [op] : []))).size;
  const isOfOne = ofWhom(own) === 1 || (ofWhom(own) === 0 && ofWhom(tokens) === 1);
  return (
    isOfOne &&
    !tokens
      .slice(from, at)
      .some((each) => several.has(each.kind) || (each.kind === "metric" && each !== measure))
  );
}

/** The tokens, such a word taken for one that joins a value to its measure. */
export function readOwnTotals(tokens: readonly Token[], reading: Reading): readonly Token[] {
  if (!tokens.some(({ kind }) => kind === "derived")) return tokens;
  return tokens.map((each, at) =>
    each.kind === "derived" && isOwnTotal(tokens, at, reading) ? { ...each, kind: "fill", op: "为" } : each,
  );
}
