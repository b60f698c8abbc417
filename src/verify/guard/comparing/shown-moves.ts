/** 近20日五粮液跌得更多: the measure of how prices moved that a text speaks of. */

import { oncePer } from "#contract";
import type { Bench } from "../bench.ts";

/**
 * The day's change; where the claims have none, the one move over a stretch of time that the text shows and no word of today. Read once a
 * text, when its numbers are settled.
 */
export const shownMoves = oncePer(({ input, book, settled }: Bench): readonly string[] => {
  const { changes, stretchOfMove } = input.lexicon;
  if (changes.percent.some((id) => book.of(id).length > 0)) return changes.percent;
  const shown = new Set([...settled.values()].flatMap(({ entry }) => entry?.claim.metric ?? []));
  const moves = [...shown].filter((id) => stretchOfMove(id) !== null);
  const isOfToday = input.tokens.some(({ kind, op }) => kind === "relative" && op === "today");
  return moves.length === 1 && !isOfToday ? moves : changes.percent;
});
