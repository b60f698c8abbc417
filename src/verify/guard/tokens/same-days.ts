/** (tushare, same date), on the same day: the day that the text has named last, said again, and checked as that day. */
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";

const said = /^(?:same (?:date|day)(?![a-z-])|同日(?=\s?[,，)）、]))/;
const longest = 10;
const border: ReadonlySet<string> = new Set(["open", "source", "clause", "fill"]);

export function readSameDays(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!lower.includes("same da") && !lower.includes("同日")) return tokens;
  let last: Token["date"] = null;
  let until = -1;
  return tokens.flatMap((each, at) => {
    if (each.start < until) return [];
    if (each.kind === "date" && each.date?.day != null) last = each.date;
    const before = tokens[at - 1]?.kind ?? "clause";
    const found =
      last !== null && each.kind === "text" && border.has(before)
        ? said.exec(lower.slice(each.start, each.start + longest))
        : null;
    if (found === null) return [each];
    until = each.start + found[0].length;
    return [{ ...each, kind: "date" as const, op: "", end: until, date: last }];
  });
}
