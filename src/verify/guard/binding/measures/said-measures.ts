/** The measures that a word of move is said of. */
import type { Lexicon } from "../../lexicon/lexicon.ts";
import type { Token } from "../../tokens/token.ts";
import type { ClauseInput, Window } from "../context.ts";
import type { Assertion } from "../quantity.ts";

/** More measures are no list that one word is said of. */
const mostJoined = 4;

/** 营收和净利润双双下滑, 营收净利双降: the measures joined to the last, of which the word is said too. */
export function joinedBefore(last: Token, tokens: readonly Token[]): readonly Token[] {
  const found: Token[] = [];
  let at = tokens.lastIndexOf(last);
  while (at > 0 && found.length < mostJoined) {
    at -= tokens[at - 1]?.kind === "join" ? 2 : 1;
    const before = tokens[at];
    if (before?.kind !== "metric" || before.op.endsWith("verb")) break;
    found.push(before);
  }
  return found;
}

/** the steeper decline of the pair: of whom, not of what. */
const ofSeveral = /^(?:two|three|four|five|six|both|pair|trio)(?![a-z])/;

/** its P/E fell, the decline in revenue: the measure right before the word or that it leads to, whatever the price did. */
export function measureBeside(
  word: Token,
  tokens: readonly Token[],
  lower: string,
): readonly string[] | null {
  if (!/[a-z]/.test(lower.charAt(word.start))) return null;
  const at = tokens.lastIndexOf(word);
  const before = tokens[at - 1];
  if (before?.kind === "metric") return before.metrics;
  const [link, ...next] = tokens.slice(at + 1, at + 4);
  if (link === undefined || !/^(?:in|of)$/.test(link.op)) return null;
  const found = next.find(({ op }) => !/^(?:the|its|their)$/.test(op));
  return found === undefined || ofSeveral.test(lower.slice(found.start, found.end)) ? null : found.metrics;
}

const longestClause = 120;

/** 紫金矿业增长、万华化学下降: a word right behind a company, with nothing behind it, is of the measure told before; null for others. */
export function grownAlone(
  word: Token,
  { clause, context: { metrics }, lexicon }: ClauseInput,
): Pick<Assertion, "metrics" | "grown"> | null {
  if (word.kind !== "direction" || word.op !== "growth" || clause.length > longestClause) return null;
  const at = clause.indexOf(word);
  const isBare =
    clause[at - 1]?.kind === "company" && /^(?:join|open|none)$/.test(clause[at + 1]?.kind ?? "none");
  if (!isBare || metrics.some((metric) => lexicon.priceLike.has(metric))) return null;
  return { metrics: metrics.flatMap(lexicon.growthOf), grown: metrics };
}

const ofPrice = /[涨跌]|fell|rose|gained|lost|slipped|dropped|climbed/;
const saysWay = /[流][入出]|inflow|outflow/;

/** 主力没有净流出:隆基跌0.85%: the flow told ahead of a colon, which is not what a share of a price moved by; else null. */
export function headFlow(
  { named, tokens, direction }: Window,
  lexicon: Lexicon,
  lower: string,
): Token | null {
  const colon = tokens.findLastIndex(({ op }) => op === ":");
  const from = named === null ? colon : tokens.indexOf(named);
  if (named === null || direction === null || from < 0 || from >= colon) return null;
  const isHead =
    named.metrics.some((id) => lexicon.flows.includes(id)) &&
    tokens.indexOf(direction) > colon &&
    tokens.slice(colon).some(({ kind }) => kind === "company") &&
    ofPrice.test(lower.slice(direction.start, direction.end));
  const way = tokens.slice(from, colon).findLast(({ start, end }) => saysWay.test(lower.slice(start, end)));
  if (!isHead || way === undefined) return null;
  return { ...way, metrics: named.metrics, sign: way.sign < 0 ? -1 : 1 };
}

/** is lower in price, is higher on ROE: a rank in the measure at the end. */
export function isRankIn(tokens: readonly Token[]): boolean {
  const [is, word, link, measure] = tokens.slice(-4);
  return (
    word?.op === "comparative" &&
    is?.kind === "fill" &&
    measure?.kind === "metric" &&
    /^(?:in|on)$/.test(link?.op ?? "")
  );
}
