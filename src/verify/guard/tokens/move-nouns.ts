import type { Lexicon } from "../lexicon/lexicon.ts";
import type { Reading } from "./reading.ts";
import { type Token, token } from "./token.ts";

/** The move that a token says of a price, or null. */
const isMove = ({ kind, op, sign, metrics }: Token, { changes }: Lexicon): boolean =>
  sign !== 0 &&
  ((kind === "direction" && op === "market") ||
    (kind === "metric" && metrics.some((metric) => changes.percent.includes(metric))));

/** 双双下跌,幅度分别为…: 幅度 alone, right after a clause that ends in a move, is by how much: 跌幅. */
export function nameMoves(tokens: readonly Token[], { lexicon }: Reading): readonly Token[] {
  if (!tokens.some(({ op }) => op === "幅")) return tokens;
  return tokens.flatMap((each, at) => {
    const [border, move] = [tokens[at - 1], tokens[at - 2]];
    const isWord = each.op === "幅" && tokens[at + 1]?.op === "度" && tokens[at + 1]?.start === each.end;
    if (isWord && border?.kind === "clause" && move !== undefined && isMove(move, lexicon)) {
      const metrics = move.kind === "metric" ? move.metrics : lexicon.changes.percent;
      return [token("metric", each.start, each.end + 1, { op: "noun", sign: move.sign, metrics })];
    }
    const first = tokens[at - 1];
    const isRest = each.op === "度" && first?.op === "幅" && first.end === each.start;
    const before = tokens[at - 3];
    const isTaken =
      isRest && tokens[at - 2]?.kind === "clause" && before !== undefined && isMove(before, lexicon);
    return isTaken ? [] : [each];
  });
}
