import { revised } from "../lists.ts";
import type { Reading } from "./reading.ts";
import { kindsOf, type Token } from "./token.ts";

const winning = kindsOf("compare superlative");
/** Between the two and their score: the measure, and no other way to read the numbers. */
const beforeScore = kindsOf("company metric fill clause join relative date window open text");
/** How far before the score the first of the two may stand, in tokens. */
const scoreReach = 20;

/** One is named before the word that ranks them and the other behind it, with no number between them and the score. */
function isOfTwo(before: readonly Token[]): boolean {
  const word = before.findLastIndex(({ kind, op }) => winning.has(kind) && /^[<>](?:perf)?$/.test(op));
  const border = before.findLastIndex(({ kind }) => kind === "break" || kind === "line" || kind === "number");
  const behind = before.slice(word + 1);
  return (
    word > border + 1 &&
    before.slice(border + 1, word).some(({ kind }) => kind === "company") &&
    behind.filter(({ kind }) => kind === "company").length === 1 &&
    behind.every(({ kind, op }) => beforeScore.has(kind) && op !== "from")
  );
}

/** Fenjiu leads Wuliangye, 17.12% to 10.55%: a score, of the first and of the other. */
export function readScores(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!/\d[^ ]{0,4} to [^ ]{0,4}\d/.test(lower)) return tokens;
  return revised(tokens, (each, at) => {
    const [first, second] = [tokens[at - 1], tokens[at + 1]];
    const isScore =
      each.op === "to" &&
      first?.kind === "number" &&
      second?.kind === "number" &&
      first.number?.unit?.dimension === second.number?.unit?.dimension &&
      isOfTwo(tokens.slice(Math.max(0, at - 1 - scoreReach), at - 1));
    return isScore ? { ...each, kind: "join", op: "versus" } : each;
  });
}
