/** Times that a clause speaks of and that are not those of the numbers after it. */
import { lastOf } from "../lists.ts";
import type { Token } from "../tokens/token.ts";
import type { Clause } from "./structure.ts";

const times: ReadonlySet<string> = new Set(["relative", "date"]);
const beside = /^(?:beside|reference|versus)$/;
/** A longer clause compares more than two times; the limit keeps the work linear. */
const longest = 40;

export const none: ReadonlySet<Token> = new Set();

/** 比昨天少, 低于去年同期, 和昨天比: the times that what the text goes on to say is only set beside. */
export function timesBeside(clause: Clause): ReadonlySet<Token> {
  if (clause.length > longest) return none;
  const found = clause.filter((each, at) => {
    if (!times.has(each.kind)) return false;
    const before = clause.slice(0, at).findLast(({ kind }) => kind !== "fill");
    const after = clause.slice(at + 1, at + 3);
    const isCompared = before?.kind === "compare" || (before?.kind === "join" && beside.test(before.op));
    const isWith =
      before?.kind === "join" && after.some(({ kind, op }) => kind === "compare" || op === "reference");
    return isCompared || isWith;
  });
  return found.length === 0 ? none : new Set(found);
}

const closedNouns =
  "休市|闭市|非交易日|周末|[周期][六日天]|假期|放假|节假日|停牌|market (?:is|was) (?:closed|shut)|holiday|weekend|suspended";
const closed = new RegExp(
  `(?<!不是|并非|并不|没有?|未|无|不|(?<![a-z])(?:no|not|n't|a|without)(?: a)? )(?:${closedNouns})|(?:未|没|没有|不|尚未|还没|还没有)(?:开盘|开市|交易)|无交易|不是交易日|(?:did|does|do)(?: not|n't) trade|no trading`,
);
const longestClosed = 60;

/** 今天休市, 昨天是周日没有交易: of a day on which nothing was traded, which no number after it is of. */
export function saysClosed(clause: Clause, lower: string): boolean {
  const [start, end] = [clause[0]?.start ?? 0, lastOf(clause)?.end ?? 0];
  return end - start <= longestClosed && closed.test(lower.slice(start, end));
}
