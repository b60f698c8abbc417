/** 沪市的格力电器, a Shanghai-listed maker, a STAR Market stock: where a company is listed, which its code tells. */

import { type Bench, reportAt } from "../../bench.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { firstFrom, isUnsaid, namedIn } from "./reach.ts";

/** What the words name, and how the codes begin that are listed there; none of the claims is of Hong Kong. */
const venues: readonly (readonly [words: string, codes: RegExp])[] = [
  ["沪市(?:主板)?|上交所|上海主板|shanghai", /^[69]/],
  ["深市(?:主板)?|深交所|深圳主板|shenzhen", /^[023]/],
  ["北交所|beijing", /^[489]/],
  ["科创板|star(?: market)?", /^68[89]/],
  ["创业板|chinext", /^30/],
  ["港股|香港|hong kong", /^$/],
];
const names = venues.map(([words]) => words).join("|");
const hanNames = names.replaceAll(/\|?[a-z][a-z ?:()]*/g, "").replaceAll("()", "");
const listed = rare(
  pattern.all`(?:${hanNames})(?=(?:上市)?(?:的|公司|个股|股票|龙头)*[\u4e00-\u9fffa-z]|股票|公司|个股|[,，。])|(?<![a-z])(?:shanghai|shenzhen|beijing|hong kong|star|chinext)(?:-listed| listed| market stock| market company|-traded)|(?<=(?:trad(?:es|ed|ing)|listed|quoted|changes hands|closed)(?: at (?:cny|rmb) [\d.,]+)? (?:in |on the ))(?:shanghai|shenzhen|beijing|hong kong|star market|chinext)|(?<=(?:cny|rmb) [\d.,]+ (?:in |on the ))(?:shanghai|shenzhen|beijing|hong kong|star market|chinext)|(?<![a-z])chinext (?:stock|company|name)`,
);
const linkBehind =
  /^(?:上市)?(?:的|公司|个股|股票|龙头|股|上市)*$|^(?:-listed|-traded| listed)? ?(?:company |stock |firm )?$/;
const linkBefore =
  /^(?:[(（]?(?:是|属于?|为|在|[,，] ?)(?:一[家只])?(?:的)?)$|^,? (?:is )?an? $|^(?:[^;.。\n]|\.\d)* (?:in|on the) $/;
const ofIndex = /指|index|composite|component/;
const reach = 60;
/** Where a company of the longest name begins that is in reach. */
const farthest = 2 * reach;

/** Reports a venue said of a company whose code is of another. */
export function checkVenues(bench: Bench): void {
  const { lower, tokens } = bench.input;
  const companies = namedIn(tokens).filter(({ op }) => /^\d{6}$/.test(op));
  for (const { 0: said, index } of listed.all(lower)) {
    const end = index + said.length;
    const codes = venues.find(([words]) => new RegExp(words).test(said))?.[1];
    const near = companies.slice(firstFrom(companies, index - farthest), firstFrom(companies, end + reach));
    const beside =
      near.find((each) => each.start >= end && linkBehind.test(lower.slice(end, each.start))) ??
      near.findLast(
        (each) =>
          each.end <= index && index - each.end < reach && linkBefore.test(lower.slice(each.end, index)),
      );
    if (beside === undefined || codes === undefined || isUnsaid(lower, index, end)) continue;
    if (ofIndex.test(lower.slice(beside.start, beside.end))) continue;
    if (!codes.test(beside.op)) reportAt(bench, index, "unbound");
  }
}
