/** lower in Q1 2026 (24.41%) than in 2025 (26.27%): a comparison whose two sides are values at two times. */
import { isWord } from "./characters.ts";
import { type Token, token } from "./token.ts";

/** The operator ends so. */
export const splitEnd = "split";
const shape =
  /^(?:(higher|larger|bigger|greater|more)|(?:lower|smaller|less|fewer))(?= (?:in|on|at|for|by) [^;:\n]{2,56}? than (?:in|on|at|for|the|it was) )/;
const weighed = /(?:no|not|n't|hardly|barely|scarcely|never|any|far|much|way|sharply|even) $/;
export const splitStarts = "hlbgmsf";
const longest = 90;

export function readSplit(lower: string, at: number): Token | null {
  if (at > 0 && isWord(lower.charCodeAt(at - 1))) return null;
  // no lower, hardly lower, far lower
  if (weighed.test(lower.slice(Math.max(0, at - 10), at))) return null;
  const found = shape.exec(lower.slice(at, at + longest));
  if (found === null) return null;
  return token("compare", at, at + found[0].length, {
    op: `${found[1] === undefined ? "<" : ">"}${splitEnd}`,
  });
}
