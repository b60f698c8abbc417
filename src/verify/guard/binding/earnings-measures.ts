import type { NumberRead } from "../tokens/token.ts";
import { isOfEarnings } from "./assertions.ts";
import type { ClauseInput, Window } from "./clause-input.ts";

/** 亏损额为494.78亿元: the net profit, whatever was spoken of before; what the user lost is no claim's. */
export function earningsMetrics(
  { lower, lexicon }: ClauseInput,
  { named, direction, tokens }: Window,
  { unit }: NumberRead,
): readonly string[] | null {
  if (direction?.op !== "loss" || direction.sign > 0 || named !== null || unit?.dimension !== "CNY")
    return null;
  const isUsers = tokens.some(({ kind }) => kind === "user");
  return !isUsers && isOfEarnings(direction, lower) ? lexicon.profits : null;
}
