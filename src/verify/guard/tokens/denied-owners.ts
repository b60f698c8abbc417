/** Ping An Bank (000001), not Ping An Insurance: CNY 11.52: the company that is said not to be meant owns nothing behind it. */
import type { Reading } from "./reading.ts";
import type { Token, TokenKind } from "./token.ts";

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
