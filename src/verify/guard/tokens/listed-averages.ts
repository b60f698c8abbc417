/** the 5-day, 20-day and 60-day averages: the noun that is said once, behind the last of several averages. */
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";

const days = /^\d{1,3}-day$/;
/** How many averages one list has at most. */
const mostListed = 4;

export function nameListedAverages(tokens: readonly Token[], { lower, lexicon }: Reading): readonly Token[] {
  const isDays = ({ start, end }: Token): boolean => end - start <= 7 && days.test(lower.slice(start, end));
  if (!tokens.some((each) => each.kind === "window" && isDays(each))) return tokens;
  const isListed = (at: number): boolean => {
    for (let next = at + 1; next <= at + 2 * mostListed; next++) {
      const each = tokens[next];
      if (each === undefined) return false;
      if (each.kind === "metric") return each.metrics.some((id) => lexicon.averages.includes(id));
      const isJoint = each.kind === "join" || each.op === "," || (each.kind === "window" && isDays(each));
      if (!isJoint) return false;
    }
    return false;
  };
  return tokens.map((each, at) => {
    // One list, so that a comparison is with each of them.
    const before = tokens[at - 1];
    if (each.op === "," && before?.kind === "window" && isDays(before) && isListed(at - 1))
      return { ...each, kind: "join", op: "" };
    if (each.kind !== "window" || !isDays(each) || !isListed(at)) return each;
    const entry = lexicon.match(`${lower.slice(each.start, each.end)} average`, 0)?.entry;
    return entry?.kind === "metric" ? { ...each, kind: "metric", op: "", metrics: entry.metrics } : each;
  });
}
