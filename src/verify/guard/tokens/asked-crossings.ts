/** It did reach 12, well past 12, where the user asked of 12: on which side of it something lies, whatever a value may round to. */
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";

const reaching = new Set("reach reached reaches hit hits touched".split(" "));
const passing = new Set("past passed beyond topped broke cross crossed crosses".split(" "));
const opOf = (word: string): string | null => (reaching.has(word) ? ">=" : passing.has(word) ? ">" : null);

const sizeOf = ({ number }: Token): number | null =>
  number === null
    ? null
    : Number(
        `${number.shown.digits}e${number.shown.exponent - number.shown.decimals + (number.unit?.exponent ?? 0)}`,
      );
const gotTo = /(?<![a-z])(?:got|made it|climbed up|moved up|risen|rose|climbed) $/;
/** Tokens of the question that are looked at; the limit keeps the work linear. */
const mostAsked = 300;

export function readAskedCrossings(tokens: readonly Token[], { question, lower }: Reading): readonly Token[] {
  const numbers = question.slice(0, mostAsked).filter(({ kind }) => kind === "number");
  if (numbers.length === 0) return tokens;
  const asked = new Set(numbers.map(sizeOf));
  return tokens.map((each, at) => {
    const next = tokens[at + 1];
    const isWord = each.kind === "text" || each.kind === "fill";
    if (!isWord || next?.kind !== "number" || !asked.has(sizeOf(next))) return each;
    const isGot = each.op === "to" && gotTo.test(lower.slice(Math.max(0, each.start - 12), each.start));
    const op = isGot ? ">=" : opOf(each.op);
    return op === null ? each : { ...each, kind: "compare", op };
  });
}
