/** 两家的市盈率一样: an equality right behind its measure; 和以往一样 is a manner of speaking. */
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";

const adverbs: ReadonlySet<string> = new Set(["都", "也", "均", "完全", "是", "的"]);

/** How far before the word its measure may stand, in tokens. */
const reach = 3;

export function readAlike(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!lower.includes("一样")) return tokens;
  return tokens.map((each, at) => {
    if (each.kind !== "licensed" || lower.slice(each.start, each.end) !== "一样") return each;
    const before = tokens.slice(Math.max(0, at - reach), at).findLast(({ op }) => !adverbs.has(op));
    return before?.kind === "metric" ? { ...each, kind: "compare", op: "=" } : each;
  });
}
