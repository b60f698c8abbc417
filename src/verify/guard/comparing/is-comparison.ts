/** Which words of a sentence compare: 超过 before a company or a measure, not before a number that it only bounds. */
import { isEitherOr, isOfWhoever } from "../tokens/either-or.ts";
import type { Token } from "../tokens/token.ts";
import { isAsked } from "./asked.ts";
import { type ComparisonInput, type Spot, sides } from "./comparison-sides.ts";

/** Words that `judgeComparisons` may have to judge. */
export const isComparisonWord = ({ kind, op }: Token): boolean =>
  kind === "compare" || kind === "superlative" || kind === "vague" || (kind === "join" && op === "next");

/** 收盘价接近,分别为…: nothing stands behind it that it could be near to. */
export const isAtEnd = ({ flat, at }: Spot): boolean => {
  const [next] = flat.slice(at + 1, at + 3).filter(({ op }) => op !== "了");
  return next === undefined || next.kind === "clause" || next.kind === "open" || next.op === ":";
};

/** The next number is of a claim, before any clause ends. */
function isValueNear(flat: readonly Token[], at: number, settled: ComparisonInput["settled"]): boolean {
  const near = flat.slice(at + 1, at + 9);
  const end = near.findIndex(({ kind }) => kind === "clause");
  const number = (end < 0 ? near : near.slice(0, end)).find(({ kind }) => kind === "number");
  return number !== undefined && settled.get(number)?.entry != null;
}

const bare: ReadonlySet<string> = new Set(["fill", "text", "clause", "realtime"]);

/** 超过了,工商银行PE…: of the number that was asked about. */
export const isVagueAnswer = ({ flat, at }: Spot): boolean =>
  flat[at]?.kind === "vague" &&
  /^[<>]$/.test(flat[at]?.op ?? "") &&
  isAtEnd({ flat, at }) &&
  flat.slice(0, at).every(({ kind }) => bare.has(kind));

/** A comparison word; 超过 is one where it stands before a company or a measure, not before a number. */
export function isComparison(
  flat: readonly Token[],
  at: number,
  { lower, settled }: ComparisonInput,
): boolean {
  const each = flat[at];
  // under 5 yuan, less than the 30 you mentioned, where that is the user's number.
  const beside = flat[at + 1]?.op === "the" ? flat[at + 2] : flat[at + 1];
  if (each?.kind === "vague" && beside?.kind === "number" && /^[<>]$/.test(each.op))
    return settled.get(beside)?.entry === null && settled.get(beside)?.isJudged !== true;
  // and the stock is under it
  if (each?.kind === "vague" && flat[at + 1]?.op === "it" && /^[<>]$/.test(each.op)) return true;
  if (isAsked(flat, at, lower)) return false;
  if (
    each?.kind === "compare" &&
    (isEitherOr(each, lower) || (each.op.endsWith("adj") && isOfWhoever(each, lower)))
  )
    return false;
  if (each?.kind === "join") return each.op === "next";
  if (each?.kind === "vague" && each.op === "~" && isAtEnd({ flat, at }))
    return flat.some(
      ({ kind, op }) => kind === "company" || kind === "count" || kind === "metric" || /^[两二]者$/.test(op),
    );
  if (each?.kind !== "vague") return each?.kind === "compare" || each?.kind === "superlative";
  if (isVagueAnswer({ flat, at })) return true;
  const next = flat.slice(at + 1, at + 4).find((one) => one.kind !== "fill" && one.kind !== "text");
  if (each.op === "" || next === undefined) return false;
  // 超过2024年的1741.44亿元: the value of another day.
  const isOfDay = (next.kind === "date" || next.kind === "relative") && isValueNear(flat, at, settled);
  return isOfDay || sides.has(next.kind) || next.kind === "user";
}
