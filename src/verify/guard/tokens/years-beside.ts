/** 去年一季度, 今年3月31日: a date without a year that a word for the year stands right before. */
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";

const yearly: ReadonlySet<string> = new Set(["lastYear", "thisYear", "yearBeforeLast"]);

export function readYearsBeside(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!/[去前今上本]年/.test(lower)) return tokens;
  return tokens.map((each, at) => {
    const before = tokens[at - 1];
    const isBeside =
      each.kind === "date" &&
      each.date?.year === null &&
      before?.kind === "relative" &&
      yearly.has(before.op) &&
      /^的?$/.test(lower.slice(before.end, each.start));
    return isBeside ? { ...each, op: before.op } : each;
  });
}
