/** 现在每股28.66元: the price of a share; 每股派, 每股赚, 每手 and 每10股 are of another amount. */
import type { Reading } from "../reading.ts";
import { matchesOf, type Token, token } from "../token.ts";

const perShare = /每(?:([\d十百]+)?股|手)(?:可|能|共|约|税前|税后)?([派赚挣分送盈亏])?(?=[了:： ]?¥?\d)/g;
/** More are no prose; the limit keeps the work linear. */
const mostFound = 12;
const ofShare = /eps|bps|dps|per_share|每股|per share|divid|派|股[息利]/;

export function readPerShare(
  tokens: readonly Token[],
  { lower, claims, lexicon }: Reading,
): readonly Token[] {
  if (!lower.includes("每")) return tokens;
  // A measure of a share of its own is told by its own words.
  const isOfShare = claims.some(
    (each) => each.kind === "numeric" && lexicon.wordsOf(each.metric).some((word) => ofShare.test(word)),
  );
  if (isOfShare) return tokens;
  let result = tokens;
  for (const { 0: said, 1: shares, 2: verb, index } of matchesOf(perShare, lower).slice(0, mostFound)) {
    const end = index + said.length;
    const from = result.findIndex(({ start }) => start === index);
    const to = result.findIndex(({ start }) => start >= end);
    if (from < 0 || to < 0) continue;
    const isPrice = shares === undefined && verb === undefined && said.startsWith("每股");
    result = result.toSpliced(from, to - from, token(isPrice ? "fill" : "foreign", index, end, { op: said }));
  }
  return result;
}
