import type { Lexicon } from "../../lexicon/lexicon.ts";
import { isListedElsewhere } from "../../tokens/readers/listings.ts";
import type { Clause, Token } from "../../tokens/token.ts";
import type { ClauseInput } from "../context.ts";

const isHan = (each: Token | undefined): boolean =>
  each?.kind === "text" && /^[\u4e00-\u9fff]$/.test(each.op);

const longestBetween = 40;

/** 恒瑞医药的证券代码为, 600276对应的是, 's ticker is, 's (: the name said to have the code. */
const paired =
  /^(?:的|在.{1,4}的?)?(?:(?:证券|股票|上市|交易|a股)*代码|[是为即])(?:[是为即:]|就是|对应的?是?){0,2} ?$|^(?:对应的?(?:公司|股票|证券)?[是为]?|[是即]|就是|[是为]?代表) ?$|^(?:'s)? (?:stock |security |share |ticker )?(?:code|ticker|symbol)(?: is|:)? $|^ (?:is|trades (?:as|under)|is (?:listed|traded|quoted) (?:as|under)|(?:is|has) the (?:stock )?(?:code|ticker|symbol)(?: of| for)?)(?: the)?(?: (?:code|ticker|symbol))? $|^(?:'s(?: (?:stock|shares?|a-shares?))?|的(?:股票|股份|a股)?) ?[([]?$/;

/** The companies named beside each other as name and code must be one; a wrong pair is reported once. */
export function checkPair(
  first: Token,
  second: Token,
  between: readonly Token[],
  { lexicon, lower }: { readonly lexicon: Lexicon; readonly lower: string },
): boolean {
  if (first.byCode === second.byCode) return true;
  const bracketed =
    second.byCode &&
    between.length <= 5 &&
    between.at(-1)?.kind === "open" &&
    between.slice(0, -1).every((each) => each.kind === "text" && /[\u4e00-\u9fffa-z]/.test(each.op));
  const near =
    bracketed ||
    (second.start - first.end < longestBetween && paired.test(lower.slice(first.end, second.start))) ||
    between.every(
      (each) =>
        each.kind === "open" ||
        each.kind === "close" ||
        /^[\s:/]$/.test(each.op) ||
        ["代码", "股", "票"].some((word) => word.includes(each.op) && each.op !== ""),
    );
  if (!near) return true;
  const coded = first.byCode ? first : second;
  const exchange = lexicon.exchange(coded.op);
  const fits =
    coded.exchange === undefined || exchange === undefined || sameExchange(coded.exchange, exchange);
  return first.op === second.op && fits;
}

/** SMIC, ticker 688981; 中芯国际,股票代码688981: what parts a name from its code in the next clause. */
const pairedAcross =
  /^ ?[,，] ?(?:(?:its |the )?(?:(?:stock|security|share) )?(?:code|ticker|symbol)s?(?: symbol)?(?: is|:| of)? ?|(?:其?(?:证券|股票|交易|上市)?代码|代号)[为是:：]? ?)$/;

/** The name that the clause before ends with, where the code is said to be its own; else null. */
export function namedAcross(
  { sentence, index, lower }: Pick<ClauseInput, "sentence" | "index" | "lower">,
  code: Token,
): Token | null {
  const name = code.byCode ? sentence.clauses[index - 1]?.at(-1) : undefined;
  const isPaired =
    name?.kind === "company" && !name.byCode && pairedAcross.test(lower.slice(name.end, code.start));
  return isPaired ? name : null;
}

export const sameExchange = (a: string, b: string): boolean => a === b || (a === "SS" && b === "SH");

/** What companies' names end in. */
const orgName =
  /^.+(?:证券|银行|股份|科技|集团|控股|药业|酒业|汽车|电子|能源|保险|地产|实业|重工|医药|生物|电器|电力|煤业|钢铁|航空|通信|软件|食品|乳业|化工|矿业|机场|高速|传媒)$/;

/** The Chinese characters that no list knows right before the last token. */
function nameBefore(tokens: readonly Token[]): string {
  let name = "";
  for (let i = tokens.length - 2, end = tokens.at(-1)?.start; i >= 0 && name.length < 8; i--) {
    const each = tokens[i];
    if (each === undefined || !isHan(each) || each.end !== end) break;
    name = each.op + name;
    end = each.start;
  }
  return name;
}

/** True where what no list knows, right before the last token, ends as firms' names do: some other firm is spoken of. */
export const endsOtherName = (tokens: readonly Token[]): boolean => orgName.test(nameBefore(tokens));

/** A code beside a name that the registry does not know, or beside an index, an industry or the other exchange: 某某酒业(600519), 沪市300059. */
export function isMisnamed(
  clause: Clause,
  at: number,
  { lexicon, lower }: { readonly lexicon: Lexicon; readonly lower: string },
): boolean {
  const code = clause[at];
  if (code?.byCode !== true) return false;
  if (isListedElsewhere(lower, code)) return true;
  const name = clause[at - 1]?.kind === "open" ? at - 2 : at - 1;
  const market = clause[name]?.kind === "entity" ? (clause[name]?.op ?? "") : "";
  if (market === "SH" || market === "SZ") return !sameExchange(lexicon.exchange(code.op) ?? market, market);
  if (clause[name]?.kind === "entity") return true;
  return name === at - 2 && isHan(clause[name]) && isHan(clause[name - 1]);
}
