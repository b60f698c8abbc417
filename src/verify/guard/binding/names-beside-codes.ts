import type { Lexicon } from "../lexicon/lexicon.ts";
import type { Token } from "../tokens/token.ts";
import type { Clause } from "./structure.ts";

const isHan = (each: Token | undefined): boolean =>
  each?.kind === "text" && /^[\u4e00-\u9fff]$/.test(each.op);

/** The companies named beside each other as name and code must be one; a wrong pair is reported once. */
export function checkPair(first: Token, second: Token, between: readonly Token[], lexicon: Lexicon): boolean {
  if (first.byCode === second.byCode) return true;
  const bracketed =
    second.byCode &&
    between.length <= 5 &&
    between.at(-1)?.kind === "open" &&
    between.slice(0, -1).every((each) => each.kind === "text" && /[\u4e00-\u9fffa-z]/.test(each.op));
  const near =
    bracketed ||
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
export function isMisnamed(clause: Clause, at: number, lexicon: Lexicon): boolean {
  const code = clause[at];
  if (code?.byCode !== true) return false;
  const name = clause[at - 1]?.kind === "open" ? at - 2 : at - 1;
  const market = clause[name]?.kind === "entity" ? (clause[name]?.op ?? "") : "";
  if (market === "SH" || market === "SZ") return !sameExchange(lexicon.exchange(code.op) ?? market, market);
  if (clause[name]?.kind === "entity") return true;
  return name === at - 2 && isHan(clause[name]) && isHan(clause[name - 1]);
}
