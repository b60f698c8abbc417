/** 行情来自tushare,估值来自akshare: the source that a group of measures is said to come from. */
import type { Bench } from "../bench.ts";
import type { BookClaim } from "../claims/claim-book.ts";

const naming =
  /(?:(行情|价格|股价)|(估值)|(财务|财报|业绩))(?:数据|指标|信息|部分)?(?:均|都)?(?:来自|来源于|来源是|来源[:：]|取自|出自|源自|用|看|[:：])?\s?([a-z]{2,20})/g;
const longest = 3000;

/** Reports a source that no shown claim of the group has. */
export function checkSourcesOfGroups({ input, matches, report }: Bench): void {
  const { lexicon } = input;
  const lower = input.lower.slice(0, longest);
  if (!/来自|来源|取自|出自|源自/.test(lower)) return;
  const shown = matches.flatMap(({ options }) => options);
  for (const found of lower.matchAll(naming)) {
    const [, price, value] = found;
    const isOfGroup = ({ claim, unit }: BookClaim): boolean =>
      price !== undefined
        ? lexicon.priceLike.has(claim.metric) || lexicon.changes.percent.includes(claim.metric)
        : value !== undefined
          ? unit.dimension === "times"
          : lexicon.profits.includes(claim.metric) || lexicon.basesOf(claim.metric).length > 0;
    const own = shown.filter(isOfGroup);
    const isFrom = own.some(
      ({ claim: { cite } }) => cite.kind === "tool" && cite.source.toLowerCase() === found[4],
    );
    const at = found.index + found[0].length - 1;
    const word = input.tokens.find(({ end }) => end > at);
    if (own.length > 0 && !isFrom && word?.kind === "source") report(word, "wrong_source");
  }
}
