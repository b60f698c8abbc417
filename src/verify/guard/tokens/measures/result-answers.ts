/** Profit or loss? A loss. 赚钱还是亏钱？赚钱。 */
import { type Reading, type Token, token } from "../token.ts";

/** A loss. 赚钱: the answer by itself, which the result must bear out; a gain is one of the price. */
const answer =
  /^\s*(?:(?:(?:it|that)(?:'s| is| was) )?(?:an? )?(profit|loss|gain)|(?:是|在)?(?:(赚)钱?|亏钱?)的?)(?= ?(?:[.,:;!。，：；！]|—|– ))/;

/** The text tells of a result; a loss may be one of the price too. */
const telling = /profit|net (?:loss|income)|earn|净利|利润|亏损|盈利/;

/** The opening words as an event of earnings, where they are such an answer and the question is of no position. */
export function readResultAnswers(tokens: readonly Token[], { lower, question }: Reading): readonly Token[] {
  const found = answer.exec(lower);
  if (found === null || question.some(({ kind }) => kind === "number" || kind === "user")) return tokens;
  const end = found[0].length;
  const isGain = found[1] === "gain";
  if (!isGain && !telling.test(lower.slice(end))) return tokens;
  const isLoss = found[1] === "loss" || (found[1] === undefined && found[2] === undefined);
  const result = token("event", 0, end, { op: isGain ? "red" : "earnings", sign: isLoss ? -1 : 1 });
  return [result, ...tokens.filter(({ start }) => start >= end)];
}
