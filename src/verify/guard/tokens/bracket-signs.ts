/** below its MA20 (CNY 103.10 < CNY 104.92): the sign says again what the word before the bracket says, and parts the two values. */
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";

const reach = 8;

export function readBracketSigns(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!/[<>]/.test(lower)) return tokens;
  return tokens.map((each, at) => {
    if (each.kind !== "compare" || each.end - each.start !== 1 || !/^[<>]$/.test(each.op)) return each;
    const isBetween =
      tokens[at - 1]?.kind === "number" &&
      tokens[at + 1]?.kind === "number" &&
      tokens[at - 2]?.kind === "open";
    if (!isBetween) return each;
    const word = tokens.slice(Math.max(0, at - reach), at).findLast(({ kind }) => kind === "compare");
    return word?.op === each.op ? { ...each, kind: "join", op: "versus" } : each;
  });
}
