import type { Token } from "../tokens/token.ts";

/** 无法判断是否跑赢, can't say whether it outperformed. */
const unsaid =
  /(?:无法|不能|没法|难以|不好|无从)(?:据此|由此|直接)?(?:判断|确定|确认|得知|知道|说|比较|回答)(?:它|其|该股|出)?$|(?:不知道|不清楚|不确定|未知)(?:它|其|该股)?$|(?:can't|cannot|can not|can't yet|unable to|not able to) (?:say|tell|judge|determine|know|confirm)(?: here| yet)? $|(?:don't|do not) know $/;
/** whether you know it outperformed: what is not known is another thing. */
const asksUser = /(?<![a-z])(?:you|know|that)(?![a-z])|您|你|知道|清楚/;
/** What turns from the question to a statement. */
const turning: ReadonlySet<string> = new Set(["but", "and", "而", "但", "as", "because"]);

/** 您问茅台是不是跌破1500了: the user's question said again is no statement, nor is what is said not to be known. */
export function isAsked(flat: readonly Token[], at: number, lower: string): boolean {
  const own = flat.slice(1 + flat.slice(0, at).findLastIndex(({ kind }) => kind === "clause"), at);
  const asked = own.findLastIndex(({ op }) => op === "asked");
  const [first, last] = [own[0], own[asked]];
  if (asked < 0 || first === undefined || last === undefined) return false;
  if (own.slice(asked).some(({ kind, op }) => kind === "number" || turning.has(op))) return false;
  const word = flat[at]?.start ?? last.end;
  return (
    own.slice(0, asked).some(({ kind }) => kind === "user") ||
    (!asksUser.test(lower.slice(last.end, word)) &&
      unsaid.test(lower.slice(Math.max(first.start, last.start - 30), last.start)))
  );
}
