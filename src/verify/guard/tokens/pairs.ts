import type { Reading } from "./reading.ts";
import { companiesIn, type Token, type TokenKind } from "./token.ts";

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
  return tokens.map((each) => {
    if (each.kind === "metric" && each.metrics.join() !== measures[1]?.metrics.join())
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

/** Ping An Bank (000001), not Ping An Insurance: CNY 11.52: the company that is said not to be meant owns nothing behind it. */
const denial = /(?<![a-z])(?:not|rather than|instead of|and not)(?: the)? $/;
const reach = 16;
const ending: ReadonlySet<TokenKind> = new Set(["clause", "break", "line", "open"]);

export function withoutDeniedOwners(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!/(?<![a-z])(?:not|rather than|instead of) /.test(lower)) return tokens;
  let last: Token | null = null;
  return tokens.map((each, at) => {
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
