import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { companiesIn, revised, type Token, type TokenKind } from "../token.ts";

/** The two companies that the question asks of, in its order; empty where it names another number of them. */
function askedPair(question: readonly Token[]): readonly [string, string] {
  const [first = "", second = "", ...more] = companiesIn(question);
  return second !== "" && more.length === 0 ? [first, second] : ["", ""];
}

/**
 * Puts the company in the place of 前者 and 后者; where no two companies were named the measure (MA5…,MA60…,前者高于后者), where no
 * two measures either the company of the question, and where that names no two it stays a plain word.
 */
export function resolvePairs(tokens: readonly Token[], { question }: Reading): readonly Token[] {
  if (!tokens.some(({ kind }) => kind === "pair")) return tokens;
  let pair: readonly [string, string] = ["", ""];
  // A sentence that names one of the two again (…,A更高) leaves their order as it was.
  let together: readonly string[] = [];
  let measures: readonly (Token | null)[] = [null, null];
  return revised(tokens, (each, at) => {
    // 收盘价报10.96元: the verb is of the measure before it.
    const isVerb = each.op.endsWith("verb") && tokens[at - 1]?.kind === "metric";
    if (each.kind === "metric" && !isVerb && each.metrics.join() !== measures[1]?.metrics.join())
      measures = [measures[1] ?? null, each];
    const measure = measures[each.op === "former" ? 0 : 1];
    if (each.kind === "pair" && pair[0] === "" && measures[0] != null && measure != null)
      return { ...each, kind: "metric", op: "", metrics: measure.metrics };
    if (each.kind === "break" || each.kind === "line") together = [];
    if (each.kind === "company" && !together.includes(each.op)) {
      together = [...together.slice(-1), each.op];
      const [first, second] = together;
      if (first !== undefined && second !== undefined) pair = [first, second];
      else if (!pair.includes(each.op)) pair = [pair[1], each.op];
    }
    if (each.kind !== "pair") return each;
    const [former, latter] = pair[0] === "" ? askedPair(question) : pair;
    const op = each.op === "former" ? former : latter;
    return op === "" ? { ...each, kind: "text" } : { ...each, kind: "company", op };
  });
}

/** The insurer's share price, 该行: a firm by its trade. */
const described = rare(
  /(?<![a-z])the (?:(insurer)|(bank|lender)|(?:liquor|spirits|car|auto|drug|chip|battery|appliance|panel) ?makers?|brewer|distiller|miner|property developer)(?='s|,? (?:is|was|has|had|trades?|traded|closed?|rose|fell|gained|lost|also|now)(?![a-z]))|(?:该|这家)(?:(保险公司|险企)|(银行|行(?!业|情|为|动|使)))/g,
);
const trades = [/insurance|保险|人寿|太保|平安(?!银行)/, /(?<![a-z])bank(?![a-z])|银行|行$/];
const mostDescribed = 8;

/** Puts the one company of that trade in the place of such words; among several companies they own what no claim is of. */
export function nameDescribed(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (companiesIn(tokens).size < 2) return tokens;
  let read = tokens;
  for (const found of described.all(lower).slice(0, mostDescribed)) {
    const [start, end] = [found.index, found.index + found[0].length];
    const trade = (found[1] ?? found[3]) ? trades[0] : (found[2] ?? found[4]) ? trades[1] : undefined;
    const owners = companiesIn(
      tokens.filter((each) => each.kind === "company" && trade?.test(lower.slice(each.start, each.end))),
    );
    const [owner] = owners;
    const own: Token | undefined = tokens.find((each) => each.start >= start && each.end <= end);
    if (own === undefined) continue;
    const named: Token =
      owners.size === 1 && owner !== undefined
        ? { ...own, kind: "company", start, end, op: owner }
        : { ...own, kind: "entity", start, end, op: "" };
    read = read.flatMap((each) =>
      each.start >= start && each.end <= end ? (each.start === own.start ? [named] : []) : [each],
    );
  }
  return read;
}

/** Ping An Bank (000001), not Ping An Insurance: CNY 11.52: the company that is said not to be meant owns nothing behind it. */
const denial = /(?<![a-z])(?:not|rather than|instead of|and not)(?: the)? $/;
const reach = 16;
const ending: ReadonlySet<TokenKind> = new Set(["clause", "break", "line", "open"]);

const mayDeny = rare(/(?<![a-z])(?:not|rather than|instead of) /);

export function withoutDeniedOwners(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!mayDeny.test(lower)) return tokens;
  let last: Token | null = null;
  return revised(tokens, (each, at) => {
    if (each.kind === "break" || each.kind === "line") last = null;
    if (each.kind !== "company") return each;
    const next = tokens[at + 1];
    const ends = next === undefined || ending.has(next.kind) || next.op === ":";
    const isDenied =
      ends &&
      last !== null &&
      last.op !== each.op &&
      denial.test(lower.slice(Math.max(0, each.start - reach), each.start));
    if (!isDenied) {
      last = each;
      return each;
    }
    return { ...each, kind: "licensed" as const, op: "" };
  });
}
