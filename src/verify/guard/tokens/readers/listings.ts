/** (600519,沪市), (688111 科创板): where a code is listed, told behind it in its bracket. */
const listedBehind =
  /^(?:\s?[,，、/·|;；]\s?|\s)?([^\s()（）\d,，]{2,8}?)(?:主板|上市|股票|a股)?(?=\s?[)）\]】])/;

/** Where shares are listed, and how the codes of such begin. */
const listings: readonly (readonly [place: RegExp, codes: RegExp])[] = [
  [/^(?:沪市|沪a|上海|上交所|上证|sse|shse|shanghai|sh)$/, /^[69]/],
  [/^(?:深市|深a|深圳|深交所|深证|szse|shenzhen|sz)$/, /^[0-3]/],
  [/^(?:北交所|北证|bse|bj)$/, /^[489]/],
  [/^(?:科创板?|star)$/, /^68/],
  [/^(?:创业板?|chinext)$/, /^30/],
];

/** The end of the words that say where the code that ends at the index is listed; of the code, where they are false or missing. */
export function endOfListing(lower: string, digits: string, end: number): number {
  const found = listedBehind.exec(lower.slice(end, end + 16));
  const codes = listings.find(([place]) => place.test(found?.[1] ?? ""))?.[1];
  return end + (codes?.test(digits) === true ? (found?.[0].length ?? 0) : 0);
}

/** (SSE: 600519), 深市 000001: such words right before a code. */
const listedAhead = /([a-z]{2,9}|[\u4e00-\u9fff]{2,3})\s?[:：,，]?\s?$/;

/** The words beside the code say that it is listed where such codes are not. */
export function isListedElsewhere(
  lower: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const digits = /\d{6}/.exec(lower.slice(start, end))?.[0] ?? "";
  const said = [
    listedAhead.exec(lower.slice(Math.max(0, start - 12), start))?.[1],
    listedBehind.exec(lower.slice(end, end + 16))?.[1],
  ];
  return said.some((word) => listings.find(([place]) => place.test(word ?? ""))?.[1].test(digits) === false);
}
